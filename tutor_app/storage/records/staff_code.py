"""The code that opens the staff's pages."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import StaffCodeModel

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters and digits that look alike


class StaffCode:
    """One code for the whole installation, kept as a scrypt hash."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writing = writing(engine)

    def ensure(self) -> str | None:
        """Make a code where there is none; return it in clear only when it was made just now."""
        code, row = _new_code()
        try:
            with Session(self._writing) as session, session.begin():
                if session.get(StaffCodeModel, 1) is not None:
                    return None
                session.add(row)
        except IntegrityError:  # another process made one at this moment
            return None
        return code

    def check(self, code: str) -> bool:
        """Say whether this is the code; case, spaces and hyphens do not matter."""
        with Session(self._engine) as session:
            row = session.get(StaffCodeModel, 1)
            return row is not None and hmac.compare_digest(_hash(code, row.salt), row.hash)

    def made_at(self) -> datetime | None:
        """Return when the code in force was made; None if there is none."""
        with Session(self._engine) as session:
            row = session.get(StaffCodeModel, 1)
            return None if row is None else row.created_at

    def renew(self) -> str:
        """Put a new code in place of the old one and return it in clear."""
        code, row = _new_code()
        with Session(self._writing) as session, session.begin():
            session.merge(row)
        return code


def _new_code() -> tuple[str, StaffCodeModel]:
    code = "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3))
    salt = secrets.token_bytes(16)
    row = StaffCodeModel(id=1, salt=salt, hash=_hash(code, salt), created_at=datetime.now(UTC))
    return code, row


def _hash(code: str, salt: bytes) -> bytes:
    plain = "".join(c for c in code.upper() if c.isalnum()).encode()
    return hashlib.scrypt(plain, salt=salt, n=2**14, r=8, p=1)
