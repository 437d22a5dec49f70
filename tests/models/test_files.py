"""Which model file is used, and which is refused."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.models.model_files import (
    DEFAULT_MODEL,
    EMBEDDER,
    RERANKER,
    SMALL_MODEL,
    TESSDATA,
    ModelFile,
    cached_path,
    choose_reranker,
    embedder_path,
    is_whole,
    model_path,
    models_needed,
)

TINY = ModelFile(
    title="Tiny",
    target="tiny.gguf",
    size=9,
    weights="tiny.gguf",
    sha256=hashlib.sha256(b"GGUF tiny").hexdigest(),
    hub_repo="nobody/tiny",
)


def changed(settings: Settings, **fields: object) -> Settings:
    return settings.model_copy(update=fields)


def put(settings: Settings, model: ModelFile, data: bytes) -> Path:
    path = cached_path(model, settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_the_default_settings_need_no_language_model(settings: Settings) -> None:
    assert models_needed(settings) == (EMBEDDER, TESSDATA, RERANKER)
    of_default = models_needed(changed(settings, model="default"))
    assert of_default == (EMBEDDER, DEFAULT_MODEL, TESSDATA, RERANKER)


def test_model_small_takes_the_half_billion_file(settings: Settings) -> None:
    assert SMALL_MODEL in models_needed(changed(settings, model="small"))
    assert DEFAULT_MODEL not in models_needed(changed(settings, model="small"))


def test_an_endpoint_in_place_of_the_local_model_means_that_none_is_fetched(
    settings: Settings,
) -> None:
    remote = changed(settings, model_base_url="http://localhost:1/v1", model_name="m")
    assert models_needed(remote) == (EMBEDDER, TESSDATA, RERANKER)


def test_an_embeddings_endpoint_means_that_no_embedder_is_fetched(settings: Settings) -> None:
    remote = changed(settings, embedding_base_url="http://localhost:1/v1", reranker_model="")
    assert models_needed(remote) == (TESSDATA,)


def test_a_missing_model_file_is_named_with_the_command_that_fetches_it(
    settings: Settings,
) -> None:
    with pytest.raises(ModelFileInvalid, match="elenchus fetch.*1,117 MB") as caught:
        model_path(changed(settings, model="default"))
    assert str(cached_path(DEFAULT_MODEL, settings)) in str(caught.value)


def test_a_file_with_other_bytes_is_not_whole(settings: Settings) -> None:
    put(settings, TINY, b"GGUF tinY")
    assert not is_whole(TINY, settings)


def test_a_file_is_hashed_again_when_it_has_changed_since(settings: Settings) -> None:
    path = put(settings, TINY, b"GGUF tiny")
    assert is_whole(TINY, settings)
    path.write_bytes(b"GGUF tinY")
    os.utime(path, ns=(1, 1))
    assert not is_whole(TINY, settings)


def test_a_large_file_is_hashed_only_once(settings: Settings) -> None:
    path = put(settings, TINY, b"GGUF tiny")
    assert is_whole(TINY, settings)
    # With the right size and time of change the stamp is believed, whatever the expected hash.
    assert path.stat().st_size == 9
    assert is_whole(replace(TINY, sha256="0" * 64), settings)


def test_the_model_with_wrong_bytes_is_refused(settings: Settings) -> None:
    put(settings, DEFAULT_MODEL, b"GGUF not the model")
    with pytest.raises(ModelFileInvalid, match="SHA-256 differs"):
        model_path(changed(settings, model="default"))


def test_a_path_takes_any_gguf_file(settings: Settings, tmp_path: Path) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF and more")
    assert model_path(changed(settings, model=str(own))) == own


@pytest.mark.parametrize(
    ("data", "words"), [(None, "there is no such file"), (b"PK\x03\x04", "not a GGUF file")]
)
def test_a_path_that_is_no_gguf_file_is_refused_with_the_reason(
    settings: Settings, tmp_path: Path, data: bytes | None, words: str
) -> None:
    own = tmp_path / "own.gguf"
    if data is not None:
        own.write_bytes(data)
    with pytest.raises(ModelFileInvalid, match=words):
        model_path(changed(settings, model=str(own)))


def test_a_missing_embedder_is_refused_and_another_name_is_passed_on(settings: Settings) -> None:
    with pytest.raises(ModelFileInvalid, match="elenchus fetch"):
        embedder_path(settings)
    assert embedder_path(changed(settings, embedding_model="other/model")) == "other/model"


def test_without_a_reranker_there_is_a_reason(settings: Settings, tmp_path: Path) -> None:
    assert choose_reranker(settings).path is None
    assert "model hub only" in choose_reranker(settings).reason
    assert "switched off" in choose_reranker(changed(settings, reranker_model="")).reason


def test_a_fetched_or_own_reranker_is_taken(settings: Settings, tmp_path: Path) -> None:
    assert choose_reranker(changed(settings, reranker_model=str(tmp_path))).path == tmp_path
    put(settings, replace(RERANKER, target=f"{RERANKER.target}/model.safetensors"), b"weights")
    assert choose_reranker(settings).path == cached_path(RERANKER, settings)
