"""Which processes `elenchus up` runs, and the supervisor's configuration for them."""

from __future__ import annotations

import configparser
import signal
from pathlib import Path

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.runtime.embedded.child_processes import (
    Child,
    children,
    supervisor_configuration,
    worker_count,
)


def names(settings: Settings) -> list[str]:
    return [child.name for child in children(settings, lan=False)]


def test_a_local_model_runs_beside_the_others_where_one_is_set(settings: Settings) -> None:
    assert names(settings) == ["redis", "worker", "indexer", "web"]
    local = settings.model_copy(update={"model": "small"})
    assert names(local) == ["redis", "model", "worker", "indexer", "web"]


def test_where_memory_allows_a_second_worker_answers_when_the_first_dies(
    settings: Settings,
) -> None:
    pair = [c for c in children(settings, lan=False, workers=2) if c.name.startswith("worker")]

    assert [child.name for child in pair] == ["worker", "worker-2"]
    assert [*pair[0].command, "--spare"] == pair[1].command
    assert (worker_count(3 << 30), worker_count(8 << 30)) == (1, 2)


def test_an_endpoint_in_place_of_the_local_model_means_that_none_is_started(
    settings: Settings,
) -> None:
    remote = settings.model_copy(update={"model_base_url": "http://m/v1", "model_name": "m"})
    assert "model" not in names(remote)


def test_a_configured_redis_means_that_none_is_started(settings: Settings) -> None:
    assert "redis" not in names(settings.model_copy(update={"redis_url": "redis://r"}))


@pytest.mark.parametrize("lan", [True, False])
def test_the_page_answers_the_network_only_when_asked_to(settings: Settings, lan: bool) -> None:
    web = next(child for child in children(settings, lan=lan) if child.name == "web")
    assert ("--lan" in web.command) is lan


def read(settings: Settings, *running: Child) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(inline_comment_prefixes=(" ;",))
    parser.read_string(supervisor_configuration(settings, running))
    return parser


def test_signs_that_the_configuration_would_expand_are_kept() -> None:
    # Nothing is written there; under a longer path than this the socket would lie elsewhere.
    settings = Settings(_env_file=None, elenchus_home=Path("/home/ada/100%"))
    child = Child(name="web", command=["run", "50%", "two words"])
    found = read(settings, child)
    assert found["program:web"]["command"].endswith("-- run 50%% 'two words'")
    assert found["unix_http_server"]["file"] == "/home/ada/100%%/run/supervisor.sock"


def test_redis_stops_last_and_nothing_listens_on_a_port(settings: Settings) -> None:
    found = read(settings, *children(settings, lan=False))
    # Supervisor stops the group of the highest priority first.
    assert found["group:engine"]["programs"] == "redis"
    assert int(found["group:engine"]["priority"]) < int(found["group:app"]["priority"])
    assert not found.has_section("inet_http_server")


def test_the_model_is_stopped_by_a_signal_that_it_cannot_put_off(settings: Settings) -> None:
    local = settings.model_copy(update={"model": "small"})
    model = next(child for child in children(local, lan=False) if child.name == "model")
    assert model.stop == signal.SIGKILL
