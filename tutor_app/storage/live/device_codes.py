"""Codes by which a learner takes their conversations to another device."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import cast

from redis import Redis

from tutor_app.storage.live.redis_connection import translate_errors

LASTS_SECONDS = 600
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters and digits that look alike
_GROUPS = 2  # of four: about 39 bits, for ten minutes, tried a few times a minute
_SALT = b"elenchus device code"  # one for all: the code alone must find its key


@dataclass(frozen=True, slots=True, kw_only=True)
class _Secret:
    """What is derived from a code: where the token lies in Redis, and the bytes that hide it."""

    key: str
    pad: bytes


class DeviceCodes:
    """Each code hands over one learner's token, once, within ten minutes.

    Redis holds neither codes nor tokens in clear: the key is a hash of the code, and the token is
    masked with bytes that only the code yields. Every method raises LiveStateLost where Redis does
    not answer.
    """

    def __init__(self, redis: Redis, lasts_seconds: int = LASTS_SECONDS) -> None:
        self._redis = redis
        self._lasts_seconds = lasts_seconds

    def make(self, token: str) -> str:
        """Return a new code for the learner whose cookie holds this token (hexadecimal)."""
        letters = "".join(secrets.choice(_ALPHABET) for _ in range(4 * _GROUPS))
        secret = _secret(letters)
        hidden = _xor(bytes.fromhex(token), secret.pad).hex()
        with translate_errors():
            self._redis.set(secret.key, hidden, ex=self._lasts_seconds)
        return "-".join(letters[i : i + 4] for i in range(0, len(letters), 4))

    def redeem(self, code: str) -> str | None:
        """Return the token that the code stands for, and end the code; None if it is not valid.

        Case, spaces and hyphens do not matter.
        """
        letters = "".join(c for c in code.upper() if c.isalnum())
        if len(letters) != 4 * _GROUPS:
            return None
        secret = _secret(letters)
        with translate_errors():
            hidden = cast("str | None", self._redis.getdel(secret.key))
        return None if hidden is None else _xor(bytes.fromhex(hidden), secret.pad).hex()


def _secret(letters: str) -> _Secret:
    derived = hashlib.scrypt(letters.encode(), salt=_SALT, n=2**14, r=8, p=1, dklen=48)
    return _Secret(key=f"elenchus:device:{derived[:32].hex()}", pad=derived[32:])


def _xor(text: bytes, pad: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))
