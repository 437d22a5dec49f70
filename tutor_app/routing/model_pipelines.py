"""The six ways in which a model chooses retrieval functions (E2), by native tool calls.

Whatever it calls is a search of what students may read, and its words are shown to nobody.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, cast, get_args

from tutor_app.domain.errors import NotFound
from tutor_app.domain.values import RetrievalResult
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.tool_calls import (
    Tool,
    ToolCall,
    ToolChoice,
    ToolMessage,
    ToolModel,
    ToolReply,
)
from tutor_app.routing.edison import EDISON, QuestionCategory
from tutor_app.routing.retrieval_functions import (
    FUNCTIONS,
    CourseSearch,
    FunctionCall,
    FunctionName,
)
from tutor_app.wording.catalogue import phrase

ModelPipeline = Literal[
    "fc", "fc_categorize", "fc_forced", "fc_iterative", "fc_feedback", "fc_multihop"
]
MODEL_PIPELINES: tuple[ModelPipeline, ...] = get_args(ModelPipeline)
NO_WAY = phrase("commands_courses.no_way", "name", "known")
_MOST_TOKENS = 300
_ROUNDS = 3  # in which `fc_iterative` may look at what was found and call again
_SHOWN, _SHOWN_LETTERS = 3, 400  # passages of a result that the model reads, characters of each
_MOST_POSTS = 20


@dataclass(slots=True)
class ChosenCalls:
    """What a pipeline called, in order, with what each call found; part of the turn's record."""

    calls: list[FunctionCall] = field(default_factory=list)
    results: list[RetrievalResult] = field(default_factory=list)

    @property
    def functions(self) -> tuple[FunctionName, ...]:
        return tuple(dict.fromkeys(call.function for call in self.calls))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ChoiceAsked:
    question: str
    category: QuestionCategory | None
    model: ToolModel
    search: CourseSearch
    by: ModelPipeline


def pipeline_named(name: str) -> ModelPipeline:
    """Return a way in which a model chooses by its name.

    Raises:
        NotFound: there is none.
    """
    for pipeline in MODEL_PIPELINES:
        if pipeline == name:
            return pipeline
    raise NotFound(NO_WAY(name=name, known=", ".join((EDISON, *MODEL_PIPELINES))))


def choose_by_model(
    pipeline: ModelPipeline,
    question: str,
    model: ToolModel,
    search: CourseSearch,
    category: QuestionCategory | None = None,
) -> ChosenCalls:
    """Return what the model calls for a question, the way that `pipeline` names.

    Raises:
        ModelUnreachable, ModelRefused: the endpoint does not answer, or takes no tools.
    """
    asked = _ChoiceAsked(
        question=question, category=category, model=model, search=search, by=pipeline
    )
    return _WAYS[pipeline](asked)


def _once(asked: _ChoiceAsked, choice: ToolChoice, *, categorized: bool = False) -> ChosenCalls:
    chosen, _ = _first_round(asked, choice, categorized=categorized)
    return chosen


def _first_round(
    asked: _ChoiceAsked, choice: ToolChoice, *, categorized: bool = False
) -> tuple[ChosenCalls, list[ToolMessage]]:
    category = (asked.category or "") if categorized else ""
    words = render("choose_functions", question=asked.question, category=category)
    messages = [ToolMessage(role="user", content=words)]
    chosen = ChosenCalls()
    reply = asked.model.call_tools(messages, function_tools(), choice, _MOST_TOKENS)
    _carry_out(reply, asked, chosen, messages)
    return chosen, messages


def _iteratively(asked: _ChoiceAsked) -> ChosenCalls:
    chosen, messages = _first_round(asked, "required")
    _go_on(asked, chosen, messages, _ROUNDS - 1)
    return chosen


def _with_feedback(asked: _ChoiceAsked) -> ChosenCalls:
    chosen, messages = _first_round(asked, "required")
    draft = render("draft_from_results", question=asked.question)
    messages.append(ToolMessage(role="user", content=draft))
    answer = asked.model.call_tools(messages, (), "auto", _MOST_TOKENS).text
    messages.append(ToolMessage(role="assistant", content=answer))
    judge = render("judge_draft", question=asked.question, draft=answer)
    verdict = asked.model.call_tools(
        [ToolMessage(role="user", content=judge)], (), "auto", _MOST_TOKENS
    ).text
    messages.append(ToolMessage(role="user", content=verdict))
    _go_on(asked, chosen, messages, 1)
    return chosen


def _in_two_hops(asked: _ChoiceAsked) -> ChosenCalls:
    """First which sources, then what is looked for in each."""
    tools = function_tools()
    listed = "\n".join(f"- {tool.name}: {tool.description}" for tool in tools)
    words = render("choose_functions_only", question=asked.question, functions=listed)
    naming = Tool(
        name="name_sources",
        description=words,
        parameters={
            "type": "object",
            "properties": {
                "functions": {"type": "array", "items": {"type": "string", "enum": [*FUNCTIONS]}}
            },
            "required": ["functions"],
        },
    )
    named = asked.model.call_tools(
        [ToolMessage(role="user", content=words)], [naming], "required", _MOST_TOKENS
    )
    lists = [call.arguments.get("functions") for call in named.calls]
    wanted = {
        name for names in lists if isinstance(names, list) for name in names if name in FUNCTIONS
    }
    chosen = ChosenCalls()
    for tool in (tool for tool in tools if tool.name in wanted):
        asking = render("choose_functions", question=asked.question, category="")
        messages = [ToolMessage(role="user", content=asking)]
        reply = asked.model.call_tools(messages, [tool], "required", _MOST_TOKENS)
        _carry_out(reply, asked, chosen, messages)
    return chosen


def _go_on(
    asked: _ChoiceAsked, chosen: ChosenCalls, messages: list[ToolMessage], rounds: int
) -> None:
    for _ in range(rounds):
        reply = asked.model.call_tools(messages, function_tools(), "auto", _MOST_TOKENS)
        if not _carry_out(reply, asked, chosen, messages):
            return


def _carry_out(
    reply: ToolReply, asked: _ChoiceAsked, chosen: ChosenCalls, messages: list[ToolMessage]
) -> bool:
    """Run what was called and put it into the conversation; return whether anything was new."""
    messages.append(ToolMessage(role="assistant", content=reply.text, calls=reply.calls))
    is_new = False
    for call in reply.calls:
        made = _read_call(call, asked)
        if made is None:
            messages.append(ToolMessage(role="tool", content="[]", answers=call.id))
            continue
        if made not in chosen.calls:
            is_new = True
            chosen.calls.append(made)
            chosen.results.append(asked.search.run(made))
        found = chosen.results[chosen.calls.index(made)]
        messages.append(ToolMessage(role="tool", content=_as_read(found), answers=call.id))
    return is_new


def _read_call(call: ToolCall, asked: _ChoiceAsked) -> FunctionCall | None:
    """Return a call as code carries it out; None if there is no such function."""
    if call.name not in FUNCTIONS:
        return None
    query, top_k = call.arguments.get("query"), call.arguments.get("top_k")
    counts = isinstance(top_k, int) and call.name == "qa_retrieval"
    return FunctionCall(
        function=call.name,
        query=query if isinstance(query, str) and query.strip() else asked.question,
        top_k=max(1, min(top_k, _MOST_POSTS)) if counts and isinstance(top_k, int) else None,
        by=asked.by,
    )


def _as_read(found: RetrievalResult) -> str:
    shown = [passage.chunk.text[:_SHOWN_LETTERS] for passage in found.kept[:_SHOWN]]
    return json.dumps(shown, ensure_ascii=False)


@cache
def function_tools() -> tuple[Tool, ...]:
    """Return the four functions as tools; their descriptions stand in prompts/."""
    file = PROMPTS_DIR / "retrieval_functions.json"
    described: Mapping[str, Mapping[str, object]] = json.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Tool(
            name=name,
            description=str(described[name]["description"]),
            parameters=cast("Mapping[str, object]", described[name]["parameters"]),
        )
        for name in FUNCTIONS
    )


_WAYS: Mapping[ModelPipeline, Callable[[_ChoiceAsked], ChosenCalls]] = {
    "fc": lambda asked: _once(asked, "auto"),
    "fc_categorize": lambda asked: _once(asked, "auto", categorized=True),
    "fc_forced": lambda asked: _once(asked, "required"),
    "fc_iterative": _iteratively,
    "fc_feedback": _with_feedback,
    "fc_multihop": _in_two_hops,
}
