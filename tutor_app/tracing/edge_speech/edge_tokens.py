"""A message about a spanning tree as tokens: edges, nodes, numbers, places of rows, words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import ORDINALS, read_word_lists
from tutor_app.domain.traces import Graph, Number

WORDS: Final = read_word_lists(Path(__file__).with_name("edge_words.yaml"))
TokenKind = Literal["edge", "node", "number", "ordinal", "word", "comma", "plus", "equals", "end"]
LAST: Final = -1.0
_DASH: Final = r"\s?(?:[-–—~]|->|<->|→)\s?"
_PIECE: Final = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)(?![\w])|(?P<word>(?<!\w)[^\W\d_][\w'’]*)|(?P<plus>\+)|(?P<equals>=)"
    r"|(?P<comma>[,;:()/])|(?P<end>[.?!\n])"
)
_VERB_BEHIND: Final = re.compile(r"\s(?:is|isn't|was|and|or|belongs)\b")
_PRONOUNS: Final = frozenset(("a", "i"))
Ends = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EdgeToken:
    """One token; `ends` of an edge, `node` of a node, `number` of a number or an ordinal."""

    kind: TokenKind
    text: str
    ends: Ends = ("", "")
    node: str = ""
    number: Number = 0

    def says(self, *lists: str) -> bool:
        """Whether it is a word of one of the lists."""
        if self.kind != "word":
            return False
        denies = "not" in lists and self.text.endswith("n't")
        return denies or any(self.text in WORDS[name] for name in lists)


def edge_tokens(text: str, graph: Graph) -> tuple[EdgeToken, ...]:
    """Return the tokens of a text about a graph; an edge is two of its nodes with a dash."""
    return tuple(_Tokens(text, graph).read())


class _Tokens:
    def __init__(self, text: str, graph: Graph) -> None:
        self._text = text
        self._nodes = {node.casefold(): node for node in graph.nodes}
        self._known = {frozenset((edge.source, edge.target)) for edge in graph.edges}
        names = "|".join(re.escape(node) for node in sorted(graph.nodes, key=len, reverse=True))
        self._pair = re.compile(
            rf"(?<![\w-])({names}){_DASH}({names})(?![\w]|-\w)"
            rf"|\(\s?({names})\s?,\s?({names})\s?\)",
            re.IGNORECASE,
        )
        # "B from H", "between H and B": an edge where the graph has that one.
        self._worded = re.compile(
            rf"(?<![\w'’-])({names})\s+(?:to|from|via|over)\s+({names})(?![\w'’-])"
            rf"|\bbetween\s+({names})\s+and\s+({names})(?![\w'’-])"
        )
        self._exact = any(
            re.search(rf"(?<!\w){re.escape(node)}(?!\w)", text) for node in graph.nodes
        )

    def read(self) -> Iterator[EdgeToken]:
        place = 0
        for found in self._edges():
            yield from self._pieces(self._text[place : found.start()])
            ends = [self._nodes[each.casefold()] for each in found.groups() if each is not None]
            yield EdgeToken("edge", found[0], ends=(ends[0], ends[1]))
            place = found.end()
        yield from self._pieces(self._text[place:])

    def _edges(self) -> list[re.Match[str]]:
        """Return where edges stand: two nodes with a dash, or with "to" where they have one."""
        signed = [*self._pair.finditer(self._text)]
        worded = [
            each
            for each in self._worded.finditer(self._text)
            if frozenset(self._nodes[name.casefold()] for name in each.groups() if name)
            in self._known
            if not any(one.start() < each.end() and each.start() < one.end() for one in signed)
        ]
        return sorted([*signed, *worded], key=lambda each: each.start())

    def _pieces(self, text: str) -> Iterator[EdgeToken]:
        for found in _PIECE.finditer(text):
            said, name = found[0], str(found.lastgroup)
            if name == "number":
                value = float(said)
                number = int(value) if value.is_integer() else value
                yield EdgeToken("number", said, node=self._nodes.get(said, ""), number=number)
            elif name == "word":
                yield self._word(said, _VERB_BEHIND.match(text[found.end() :]) is not None)
            else:
                yield EdgeToken(name, said)  # type: ignore[arg-type]

    def _word(self, said: str, names: bool) -> EdgeToken:
        """Return a word or a node; `names`: what follows is said of a node."""
        word = said.casefold().replace("’", "'")
        node = self._nodes.get(word)
        spelled = node == said if self._exact else node is not None
        pronoun = word in _PRONOUNS and said == word and not (names and word == "a")
        if node is not None and spelled and not pronoun:
            return EdgeToken("node", said, node=node)
        a_word = said == word and word in WORDS["words_of_two"]
        if len(word) == 2 and not a_word and self._glued(said) is not None:
            return EdgeToken("edge", said, ends=self._glued(said) or ("", ""))
        if word in ORDINALS:
            return EdgeToken("ordinal", word, number=ORDINALS.index(word) + 1)
        if word in WORDS["last"]:
            return EdgeToken("ordinal", word, number=LAST)
        return EdgeToken("word", word)

    def _glued(self, said: str) -> Ends | None:
        """Return the ends of "PQ", spelled as the nodes are, where that edge is there."""
        ends = tuple(self._nodes.get(letter.casefold(), "") for letter in said)
        if frozenset(ends) not in self._known or said != "".join(ends):
            return None
        return ends[0], ends[1]


def sentences_of(tokens: Sequence[EdgeToken]) -> Iterator[tuple[list[EdgeToken], bool]]:
    """Yield the sentences, without their ends, and whether a question mark ends each."""
    sentence: list[EdgeToken] = []
    for token in tokens:
        if token.kind != "end":
            sentence.append(token)
            continue
        if sentence:
            yield sentence, token.text == "?"
        sentence = []
    if sentence:
        yield sentence, False
