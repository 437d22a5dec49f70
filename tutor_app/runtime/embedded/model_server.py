"""The local model in a process of its own: `python -m tutor_app.runtime.embedded.model_server`.

Without a usable model file it says so and waits for one; the rest of the tutor works without it.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
import xllamacpp

from tutor_app.domain.errors import ModelFileInvalid, TutorError
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.models.chat_model import ChatMessage
from tutor_app.models.duties.ask_follow_up import fixed_messages
from tutor_app.models.local_endpoint import HOST, Endpoint, local_endpoint, reserve_endpoint
from tutor_app.models.model_files import model_path
from tutor_app.storage.home_permissions import keep_files_private
from tutor_app.wording.catalogue import phrase

NO_LOCAL_MODEL = phrase("commands_running.no_local_model")

__all__ = ["Endpoint", "local_endpoint", "main", "serve"]

SLOTS = 2
TOKENS_PER_SLOT = 4096
# Of its own accord llama.cpp keeps up to 8 GB of old prompts.
PROMPT_CACHE_MIB = 512
# llama.cpp: 1 for errors, 2 for warnings, 3 for every request.
ERRORS = 1
WARM_SECONDS = 300.0
LOOK_AGAIN_SECONDS = 2.0

log = logging.getLogger("elenchus.model")


def serve(settings: Settings) -> None:
    """Serve the model until the process is ended."""
    while True:
        path = _wait_for_file(settings)
        endpoint = reserve_endpoint(settings)
        seen = path.stat().st_mtime_ns
        try:
            server = xllamacpp.Server(parameters(settings, path, endpoint))
        except RuntimeError as exc:
            log.error(
                "The model in %s cannot be loaded (%s). Quotes work without it. "
                "Put a whole file there; it is tried again as soon as it changes.",
                path,
                exc,
            )
            _wait_for_change(path, seen)
            continue
        end_at_once_when_told()
        warm(endpoint)
        log.info("%s answers at %s", endpoint.name, server.listening_address)
        while True:
            signal.pause()


def end_at_once_when_told() -> None:
    """Let the kernel end the process: llama.cpp would finish what it is writing first."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def parameters(settings: Settings, path: Path, endpoint: Endpoint) -> xllamacpp.CommonParams:
    """What the budget of a laptop allows (docs/operations.md)."""
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {endpoint.name}
    params.hostnames = [HOST]
    params.port = endpoint.port
    params.api_keys = [endpoint.api_key]
    params.cors_origins = f"http://{HOST}"
    params.cors_origins_explicit = True
    params.cors_credentials = False
    params.ui = False
    params.endpoint_slots = False
    params.n_parallel = SLOTS
    params.n_ctx = SLOTS * TOKENS_PER_SLOT  # shared out among the slots
    params.cache_ram_mib = PROMPT_CACHE_MIB
    params.use_jinja = True
    params.warmup = True
    params.verbosity = ERRORS
    threads = settings.model_threads or psutil.cpu_count(logical=False) or 1
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    return params


def warm(endpoint: Endpoint) -> None:
    """Load the words that open every prompt into both slots, so that no student waits for them."""
    try:
        words = [*fixed_messages(), ChatMessage("user", "Ready?")]
    except TutorError as exc:
        log.warning("The model starts cold: %s", exc)
        return
    with ThreadPoolExecutor(SLOTS) as pool:
        for failure in pool.map(lambda slot: _warm_slot(endpoint, slot, words), range(SLOTS)):
            if failure:
                log.warning("A slot of the model starts cold: %s", failure)


def _warm_slot(endpoint: Endpoint, slot: int, words: Sequence[ChatMessage]) -> str | None:
    body = {
        "model": endpoint.name,
        "id_slot": slot,
        "max_tokens": 1,
        "messages": [{"role": word.role, "content": word.content} for word in words],
    }
    try:
        reply = httpx.post(
            f"{endpoint.base_url}/chat/completions",
            json=body,
            headers={"Authorization": f"Bearer {endpoint.api_key}"},
            timeout=WARM_SECONDS,
            trust_env=False,
        )
        reply.raise_for_status()
    except httpx.HTTPError as exc:
        return repr(exc)
    return None


def _wait_for_file(settings: Settings) -> Path:
    """The model file; while it is missing or wrong, say so once and look again."""
    said = ""
    while True:
        try:
            return model_path(settings)
        except ModelFileInvalid as exc:
            if str(exc) != said:
                said = str(exc)
                log.error("%s", said)
        time.sleep(LOOK_AGAIN_SECONDS)


def _wait_for_change(path: Path, seen: int) -> None:
    while path.exists() and path.stat().st_mtime_ns == seen:
        time.sleep(LOOK_AGAIN_SECONDS)


def main() -> None:
    keep_files_private()
    end_at_once_when_told()
    logging.basicConfig(level=logging.INFO, format="model    %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    settings = load_settings()
    if not settings.uses_local_model:
        raise SystemExit(NO_LOCAL_MODEL())
    serve(settings)


if __name__ == "__main__":
    main()
