"""A worker that answers loads no torch, reads no PDF, and nothing is sent to anybody's makers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ANSWERS = """
import json, os, sys
from dataclasses import replace

import psutil
import tutor_app.runtime.worker
from tests.doubles.index import small_index
from tutor_app.domain.settings import Settings
from tutor_app.conversation.respond import respond
from tutor_app.domain.values import Message, Quote, Session
from tutor_app.runtime.composition import build_services

tools = build_services(Settings(_env_file=None, reranker_model=""), None)
index = small_index("A queue hands out first what came first.", embedder=tools.embedder)
tools = replace(tools, courses=lambda course_id: index, assignments=None)
session = Session(conversation_id="c", course_id="c", course_name="Course")
events = list(respond(Message(text="What does a queue hand out first?"), session, tools))
print(json.dumps({
    "quoted": any(isinstance(event, Quote) for event in events),
    "loaded": sorted({name.partition(".")[0] for name, module in sys.modules.items() if module}),
    "threads": psutil.Process().num_threads(),
}))
"""
HEAVY = {
    "torch",
    "transformers",
    "sentence_transformers",
    "scipy",
    "sklearn",
    "pandas",
    "networkx",
    "sympy",
    "streamlit",
    "pymupdf",
    "openai",
    "xllamacpp",
}


def test_an_answer_is_given_without_torch_and_in_one_thread(
    tmp_path: Path, model_cache: Path
) -> None:
    environment = {
        **os.environ,
        "ELENCHUS_HOME": str(tmp_path / "home"),
        "ELENCHUS_CACHE": str(model_cache),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS], env=environment, capture_output=True, text=True, check=True
    )
    answered = json.loads(done.stdout)

    assert answered["quoted"]
    assert HEAVY.intersection(answered["loaded"]) == set()
    assert answered["threads"] == 1
    assert not (tmp_path / "cache").exists()  # onnxruntime would keep a number of this machine
