"""Finding out how an endpoint is to be asked: a few short requests, once."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.models.chat_model import ChatMessage
from tutor_app.models.endpoint_traits import EndpointTraits
from tutor_app.models.openai_client import OpenAIChat
from tutor_app.models.prompts import render
from tutor_app.models.structured_replies import read_reply

MAX_TOKENS = 60
FORMS: tuple[Literal["schema", "object", "words"], ...] = ("schema", "object", "words")
TOOL = {
    "name": "say_larger",
    "parameters": {
        "type": "object",
        "properties": {"larger": {"type": "integer"}},
        "required": ["larger"],
    },
}


class ProbeReply(BaseModel):
    """The shape of the reply that is asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    larger: int


def probe(model: OpenAIChat) -> EndpointTraits:
    """Ask a question with a known answer until its reply has the shape asked for; keep how.

    What an endpoint refuses outright the client learns by itself. What it passes over in silence,
    such as a schema, shows in the reply. An endpoint that was probed is not asked again.

    Raises:
        ModelUnreachable, ModelRefused: the endpoint failed.
    """
    if model.traits.probed:
        return model.traits
    asked = render("probe_endpoint")
    for form in FORMS[FORMS.index(model.traits.json_form) :]:
        model.learn(json_form=form)
        if _has_shape(model, asked):
            break
    model.learn(calls_tools=model.calls_tools(TOOL, asked), probed=True)
    return model.traits


def _has_shape(model: OpenAIChat, asked: str) -> bool:
    schema = ProbeReply.model_json_schema()
    reply = model.complete((ChatMessage("user", asked),), schema, MAX_TOKENS, lambda: False)
    try:
        read_reply(reply.text, ProbeReply)
    except ModelReplyInvalid:
        return False
    return True
