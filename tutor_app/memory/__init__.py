"""What is live, in Redis: turn streams, stop keys, hint ladders, model slots, progress, jobs.

It may be lost.
"""

from tutor_app.memory.connection import connect, wait_for_redis
from tutor_app.memory.device_codes import DeviceCodes
from tutor_app.memory.ladders import LiveLadders
from tutor_app.memory.progress import Progress, ProgressRow
from tutor_app.memory.queue import JobQueue, open_queue
from tutor_app.memory.slots import ModelSlots
from tutor_app.memory.streams import TurnStreams

__all__ = [
    "DeviceCodes",
    "JobQueue",
    "LiveLadders",
    "ModelSlots",
    "Progress",
    "ProgressRow",
    "TurnStreams",
    "connect",
    "open_queue",
    "wait_for_redis",
]
