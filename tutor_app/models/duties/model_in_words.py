"""What the machine at hand has, what its model may do, and what to do for more, in words."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.exam_results import (
    PROVISIONAL_DAYS,
    Standing,
    own_results,
    standings,
)
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.wording.catalogue import phrase

MAY = phrase("models_standing.may", "model", "what")
MAY_FOR_NOW = phrase("models_standing.may_for_now", "what", "until")
NOBODY_HAS_READ = phrase("models_standing.nobody_has_read")
MAY_NOTHING = phrase("models_standing.may_nothing", "model")
NOT_EXAMINED = phrase("models_standing.not_examined", "what")
INSTEAD = phrase("models_standing.instead", "what")
ALL_FORCED = phrase("models_standing.all_forced")
NO_EXAM_YET = phrase("models_standing.no_exam_yet")
EXAM_BEGINS = phrase("models_standing.exam_begins")
TAKE_EXAM = phrase("models_standing.take_exam")
ADD_MODEL = phrase("models_standing.add_model")
NO_MODEL = phrase("models_standing.no_model")
NO_MODEL_FILE = phrase("models_standing.no_model_file")
MACHINE = phrase("models_standing.machine", "cores", "memory")
WITH_CARD = phrase("models_standing.with_card", "card", "memory")
WITHOUT_CARD = phrase("models_standing.without_card")
TRY_MODEL = phrase("models_standing.try_model", "model")
AND = phrase("models_standing.and_then")
GIGABYTE = 1024**3
ASK_SECONDS = 3.0
_DOES = {
    "choose": phrase("models_standing.does_choose"),
    "follow-up": phrase("models_standing.does_follow_up"),
    "verify": phrase("models_standing.does_verify"),
    "answer": phrase("models_standing.does_answer"),
    "understand": phrase("models_standing.does_understand"),
    "read-problem": phrase("models_standing.does_read_problem"),
    "judge": phrase("models_standing.does_judge"),
}
_OPEN_MODELS: Sequence[Mapping[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("open_models.yaml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What a machine has; memory in GB, 0 where the system does not tell it."""

    cores: int
    memory: int
    card: str = ""
    card_memory: int = 0


def model_in_words(settings: Settings) -> list[str]:
    """Return sentences on what the configured model may do, and what would let it do more."""
    if not settings.has_model:
        return [NO_MODEL(), ADD_MODEL()]
    try:
        name = identify_model(settings).name if settings.uses_local_model else settings.model_name
    except ModelFileInvalid:
        return [NO_MODEL_FILE()]
    known = standings(settings)
    return [*_what_it_may(known, name), *_for_more(known, settings)]


def machine_in_words(machine: Machine) -> list[str]:
    """Return sentences on what a machine has, and which open model it could serve."""
    told = [MACHINE(cores=machine.cores, memory=machine.memory)]
    if not machine.card:
        return [*told, WITHOUT_CARD()]
    told.append(WITH_CARD(card=machine.card, memory=machine.card_memory))
    fit = [one for one in _OPEN_MODELS if one["memory"] <= machine.card_memory]
    return [*told, TRY_MODEL(model=fit[-1]["model"])] if fit else told


def this_machine() -> Machine:
    """Return what the machine at hand has, as far as its system tells."""
    card, card_memory = _graphics_card()
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // GIGABYTE
    except (ValueError, OSError, AttributeError):  # Windows has no sysconf
        memory = 0
    return Machine(cores=os.cpu_count() or 1, memory=memory, card=card, card_memory=card_memory)


def _what_it_may(known: Sequence[Standing], name: str) -> list[str]:
    if all(standing.forced for standing in known):
        return [ALL_FORCED()]
    held = [standing for standing in known if standing.held and not standing.for_now]
    for_now = [standing for standing in known if standing.for_now]
    told = [MAY(model=name, what=_list(held))] if held else []
    if for_now:
        first = min(one.result.date for one in for_now if one.result is not None)
        until = first + dt.timedelta(days=PROVISIONAL_DAYS)
        told.append(MAY_FOR_NOW(what=_list(for_now), until=until))
        if any(standing.duty.is_read_by_a_person for standing in for_now):
            told.append(NOBODY_HAS_READ())
    told = told or [MAY_NOTHING(model=name)]
    without = [standing for standing in known if not standing.held]
    instead = AND().join(dict.fromkeys(standing.duty.instead for standing in without))
    return [*told, INSTEAD(what=instead)] if without else told


def _for_more(known: Sequence[Standing], settings: Settings) -> list[str]:
    if all(standing.held for standing in known):
        return []
    is_met = (own_results(settings) / identify_model(settings).file_name).exists()
    if not settings.uses_local_model and not is_met:
        return [NO_EXAM_YET() if settings.model_exam == "off" else EXAM_BEGINS()]
    open_ones = [one for one in known if not one.held and not _is_examined(one)]
    told = [NOT_EXAMINED(what=_list(open_ones))] if open_ones else []
    return [*told, ADD_MODEL() if settings.uses_local_model else TAKE_EXAM()]


def _is_examined(standing: Standing) -> bool:
    return standing.result is not None and standing.result.complete


def _list(those: Sequence[Standing]) -> str:
    return AND().join(_DOES[standing.duty.short]() for standing in those)


def _graphics_card() -> tuple[str, int]:
    """Return the name of the first card that can serve a model, and its memory in GB."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return "", 0
    query = [tool, "--query-gpu=name,memory.total", "--format=csv,noheader,nounits"]
    try:
        told = subprocess.run(query, capture_output=True, text=True, timeout=ASK_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return "", 0
    first = told.stdout.strip().splitlines()[:1]
    name, _, size = first[0].rpartition(", ") if told.returncode == 0 and first else ("", "", "")
    return (name, round(int(size) / 1024)) if size.isdecimal() else ("", 0)
