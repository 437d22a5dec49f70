"""A disk that takes nothing is told on the command line in words; a bug keeps its traceback."""

from __future__ import annotations

import errno

import pytest

from tutor_app.runtime import cli


def raising(error: OSError):  # type: ignore[no-untyped-def]  # stands in for the whole command
    def app() -> None:
        raise error

    return app


def test_a_full_disk_is_told_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "/home/x")
    monkeypatch.setattr(cli, "app", raising(full))
    with pytest.raises(SystemExit) as ended:
        cli.main()

    said = " ".join(capsys.readouterr().err.split())
    assert ended.value.code == 1
    assert "No space left on device (/home/x)" in said
    assert "Make room" in said and "is safe" in said


def test_another_error_of_the_system_is_no_matter_of_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "app", raising(OSError(errno.EBADF, "Bad file descriptor")))
    with pytest.raises(OSError, match="Bad file"):
        cli.main()
