"""What staff are told of an endpoint that failed. No student reads these sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

import openai

from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.wording.catalogue import phrase

OWN_WORDS_MISSING = phrase("models_endpoint.own_words_missing", "remedy")
TIMED_OUT = phrase("models_endpoint.timed_out", "endpoint", "outlook")
CONNECTION_LOST = phrase("models_endpoint.connection_lost", "endpoint", "outlook")
ENDED_HALF_WAY = phrase("models_endpoint.ended_half_way", "endpoint", "outlook")
BROKE_OFF = phrase("models_endpoint.broke_off", "endpoint", "words", "outlook")
REFUSED = phrase("models_endpoint.refused", "reason", "words", "outlook")
KEY_REFUSED = phrase("models_endpoint.key_refused", "endpoint")
UNKNOWN_MODEL = phrase("models_endpoint.unknown_model", "endpoint", "model")
OUT_OF_CREDIT = phrase("models_endpoint.out_of_credit", "endpoint")
BUSY = phrase("models_endpoint.busy", "endpoint")
OWN_FAULT = phrase("models_endpoint.own_fault", "endpoint", "status")
REFUSED_REQUEST = phrase("models_endpoint.refused_request", "endpoint", "status")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointFailures:
    """Turns what goes wrong at an endpoint into errors that say what to do about it."""

    base_url: str
    model: str
    secret: str
    remedy: str

    @contextmanager
    def translate(self) -> Iterator[None]:
        """Raise the client's errors as ModelUnreachable or ModelRefused."""
        try:
            yield
        except openai.APITimeoutError as exc:
            raise ModelUnreachable(TIMED_OUT(endpoint=self._where, outlook=self._outlook)) from exc
        except openai.APIConnectionError as exc:
            words = CONNECTION_LOST(endpoint=self._where, outlook=self._outlook)
            raise ModelUnreachable(words) from exc
        except openai.APIStatusError as exc:
            reason = _reason(exc.status_code, self.model, self._where)
            raise ModelRefused(
                REFUSED(reason=reason, words=self._quoted(exc), outlook=self._outlook)
            ) from exc
        except (openai.OpenAIError, ValueError) as exc:  # an error event, or bytes that are no JSON
            raise ModelRefused(
                BROKE_OFF(endpoint=self._where, words=self._quoted(exc), outlook=self._outlook)
            ) from exc

    def ended_half_way(self) -> ModelUnreachable:
        """Return what is raised where a reply has no end."""
        return ModelUnreachable(ENDED_HALF_WAY(endpoint=self._where, outlook=self._outlook))

    @property
    def _outlook(self) -> str:
        return OWN_WORDS_MISSING(remedy=self.remedy)

    @property
    def _where(self) -> str:
        """The address without credentials."""
        parts = urlsplit(self.base_url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()

    def _quoted(self, exc: Exception) -> str:
        """The endpoint's own words, short, and never with the key that some of them repeat."""
        text = exc.message if isinstance(exc, openai.APIError) else str(exc)
        if self.secret:
            text = text.replace(self.secret, "[key]")
        return f"“{' '.join(text.split())[:200]}”"


def _reason(status: int, model: str, where: str) -> str:
    match status:
        case 401 | 403:
            return KEY_REFUSED(endpoint=where)
        case 404:
            return UNKNOWN_MODEL(endpoint=where, model=model)
        case 429:
            return OUT_OF_CREDIT(endpoint=where)
        case 503:
            return BUSY(endpoint=where)
        case _ if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return OWN_FAULT(endpoint=where, status=status)
        case _:
            return REFUSED_REQUEST(endpoint=where, status=status)
