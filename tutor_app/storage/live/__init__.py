"""What is live, in Redis: turn streams, stop keys, hint ladders, model slots, progress, jobs,
which workers are ready. It may be lost.
"""

from tutor_app.storage.live.answer_streams import StreamNews, TurnStreams
from tutor_app.storage.live.device_codes import DeviceCodes
from tutor_app.storage.live.indexing_progress import Progress, ProgressRow
from tutor_app.storage.live.job_queue import JobQueue, open_queue
from tutor_app.storage.live.ladder_locks import LiveLadders
from tutor_app.storage.live.model_semaphore import ModelSemaphore
from tutor_app.storage.live.redis_connection import connect, connect_waiting, wait_for_redis
from tutor_app.storage.live.worker_readiness import ReadyWorkers

__all__ = [
    "DeviceCodes",
    "JobQueue",
    "LiveLadders",
    "ModelSemaphore",
    "Progress",
    "ProgressRow",
    "ReadyWorkers",
    "StreamNews",
    "TurnStreams",
    "connect",
    "connect_waiting",
    "open_queue",
    "wait_for_redis",
]
