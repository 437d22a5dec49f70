"""Where a message's own work stands: the rest of it states the problem."""

from __future__ import annotations

import re

_WORK = (
    r"work(?:ing)?|attempts?|tr(?:y|ies)|solutions?|traces?|tracing|answers?|steps?"
    r"|tables?|results?"
    r"|order|run|calculations?|version|approach|rows?|notes?|guess|lists?|sequence|passes"
    r"|path|distances|queues?|stack|frontier|fringe|pq|expansions?|expansion\s+order"
    r"|heaps?|arrays|parents?|predecessors?|parent\s+(?:list|array|pointers)"
)
# "I got this:", "Here is my attempt:", "my trace so far", "what I have", "This is what I did".
_OPENS = re.compile(
    r"(?ix)^[\s>*#_-]* (?:"
    r" (?:so[ ,]+|well[ ,]+|ok[ ,]+|then[ ,]+|and[ ,]+|but[ ,]+|now[ ,]+)*"
    r" (?: (?:this|here|that)(?:'s|’s|\s+is|\s+are)?\s+(?:what\s+i\b|how\s+i\b|my\b|mine\b)"
    r"   | mine\b"
    r"   | (?:what\s+)?i(?:'ve|’ve|\s+have)?\s+(?:currently\s+|now\s+|already\s+)?"
    r"     (?:got|get|did|do|have|had|came\s+up|ended\s+up|wrote|tried|worked|think"
    r"|believe|would)\b"
    rf"   | (?:my|our)\s+(?:(?:own|current|new|next|first|second|other|last|updated"
    rf"|corrected|revised|hand|partial)\s+)*(?:{_WORK})\b"
    rf"   | (?:own\s+)?(?:attempt|student(?:'s)?\s+(?:work|trace|answer|solution))\b"
    r" )"
    r")[^\n]{0,60}?(?::|\bfar\b[ .]*$|\bdid\b[ .]*$|\bthis\b[ .]*$|\bhave\b[ .]*$)[*_]*"
    rf" | ^[\s>*#_-]*(?:and\s+|so\s+)?(?:(?:this|here)(?:'s|’s|\s+is)\s+)?(?:my|our)\s+(?:own\s+)?"
    rf"(?:{_WORK})[ .*_]*$"
)
# "I have the following graph:" opens the problem, not the work.
_NOT_WORK = re.compile(
    r"(?i)\b(?:graphs?|array|game\s+tree|edges?|matrix|heuristics?|input|numbers|data"
    r"|problem|question"
    r"|exercise|assignment|task|homework|to\s+\w+|adjacency|nodes|items|strings?)\b"
)
_OPENS_INLINE = re.compile(
    r"(?ix)(?<=[.!?;\n,])\s*(?:and\s+|but\s+|so\s+)?"
    r"(?: i(?:'ve|’ve)?\s+(?:got|get|did|have)(?:\s+(?:this|the\s+following|so\s+far))?\s*:"
    rf"  | (?:here(?:'s|’s|\s+is)\s+)?my\s+(?:own\s+|first\s+)?(?:{_WORK})"
    r"(?:\s+(?:is|was|so\s+far|(?:at|after|in|for|per)\s+(?:each|every)(?:\s+\w+)?))?\s*:"
    r" | (?:this|here)(?:'s|’s|\s+is)\s+what\s+i\s+(?:did|have|got)(?:\s+so\s+far)?\s*:"
    rf"  | (?:here(?:'s|’s|\s+is)\s+)?my\s+(?:own\s+)?(?:{_WORK})(?:\s+so\s+far)?[ .]*(?=\n))"
)
# What opens a list of parents says what it is.
_PARENTS = re.compile(r"(?i)\b(?:parents?|predecessors?)\b")
# "Is this right?", "Did I make a mistake", "Please check my work".
CHECKS = re.compile(
    r"(?ix) \b(?:is|are|was|were)\s+(?:this|that|it|these|they|s?he|my\s+\w+|mine)\s+"
    r"   (?:\w+\s+){0,3}?(?:right|correct|ok(?:ay)?|wrong|valid|true|fine|good)\b"
    r" | \b(?:is|was|are)\s+(?:the|my|a)\s+(?:path|order|cost|answer|solution|result|table|sequence"
    r"   |trace|array|run)\b[^?\n]{0,80}\b(?:right|correct|wrong)\b"
    r" | \b(?:did|have|do)\s+i\s+(?:\w+\s+){0,3}?(?:mistakes?|errors?|wrong|right"
    r"|correct\w*|slip)\b"
    r" | \b(?:can|could|would|will)\s+(?:you|u|someone)\s+(?:please\s+|pls\s+)?"
    r"   (?:check|verify|grade|correct|look\s+over|mark|review|confirm)\b"
    r" | \b(?:please|pls|plz|kindly)\s+(?:check|verify|grade|correct|mark|review|confirm)\b"
    r" | \b(?:check|verify|grade|review|mark|correct)\s+(?:my|this|it|whether|if)\b"
    r" | \bwhere\s+(?:is|was|did|do|does|are)\s+(?:the|my|i|it)\b[^.?\n]{0,40}"
    r"   (?:mistake|error|wrong|fail|bug|slip)"
    r" | \b(?:which|what)\s+(?:\w+\s+)?(?:step|row|line|pass|part)\s+(?:\w+\s+){0,3}?"
    r"   (?:wrong|incorrect|mistake|error)"
    r" | \bwhat\s+(?:did\s+i\s+do|(?:is|'s)\s+(?:my\s+mistake|wrong))"
    r" | \b(?:first|any)\s+(?:wrong\s+step|mistakes?|errors?)\b | \bam\s+i\s+(?:right"
    r"|correct|wrong)"
    r" | \bfind\s+(?:my|the|any)\s+(?:first\s+)?(?:mistake|error)"
    r" | \b(?:right|correct|ok(?:ay)?|good)(?:\s+so\s+far)?\s*\? | \bcheck\s+(?:pls|plz|please)\b"
    r" | \bdid\s+i\s+\w+\b[^?\n]{0,80}\b(?:right|correctly|correct)\b"
    r" | \bwhere\s+(?:did\s+)?i\s+(?:go|went)\s+wrong | ^\s*(?:correct|right)\s*\?"
)
# "I think the order is S, A, G.", "My friend says …": work told in a sentence.
_TELLS = re.compile(
    r"(?im)(?:^|(?<=[.!?;:,]))[^\S\n]*(?:(?:so|and|but|ok|well|then)[ ,]+)*"
    r"(?:i|we|he|she|they|my\s+\w+)\s+"
    r"(?:think|thought|believe|got|get|took|had|did|expand(?:ed)?|visit(?:ed)?|evaluated?|removed?"
    r"|pick(?:ed)?|chose|found|says?|said|claims?|end(?:ed)?\s+up|came|would|accept(?:ed)?"
    r"|have|go|went|do|add(?:ed)?|pop(?:ped)?|insert(?:ed)?|merged?|calculated|computed)\b[^.!?\n]*"
    r"(?:\w\s*(?:,|->|→|-|–)\s*\w|\d\s+\d|=\s*\d"
    r"|\b\w\s\w\s\w\b)"
)
_ROW = re.compile(
    r"(?ix)^\s*(?:[-*•|]\s*)?(?:(?:after\s+)?(?:step|pass|iteration|round|limit|depth|level|iter)"
    r"\s*[=#]?\s*\d+ | \d+\s*[.):|]\s*\S | after\s+(?:inserting|pass)\b)"
)
_DECIDES = re.compile(
    r"(?i)\b(?:accept(?:ed)?|reject(?:ed)?|skipped|added|popped|expanded)\b|[✓✗✔✘]"
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SORTS = re.compile(r"(?i)sort|\bheap")
# "…: pass 1: S=0 A=3": a row that says its number, in a line of its own or not.
_INLINE_ROW = re.compile(
    r"(?i)(?<=[.!?;,:\n])\s*(?:step|pass|limit|iteration|round|depth(?:\s+limit)?)\s*\d+\s*[:=)]"
)
_HEADER = re.compile(
    r"(?i)^\s*\|?\s*(?:steps?|pass|iteration|iter|round|limit|#|no\.?|nr\.?|it\.?|i|k)\s*(?:\||\t|&|,|\s{2,})"
    r"|^\s*\|?\s*(?:settled|expand(?:ed|ing)?|visited|selected|popped|pop|dequeued|removed|extracted"
    r"|chosen|picked|processed|taken|current|curr)\s*(?:node|vertex|city)?\s*(?:\||\t)"
    r"|^\s*\|\s*\|(?:\s*[\w()\[\]]+\s*\|){2,}\s*$"
    r"|^\s*\|?\s*(?:node|vertex|state|u)\s*(?:\||\t).*\b(?:open|queue|frontier|fringe|stack|closed"
    r"|visited|explored|dist\w*|prev\w*|parent|pred\w*|cost|g)\b"
)

# What was taken stands over the first column, or over the one behind the number of the row.
_TAKEN_HEAD = re.compile(
    r"(?i)^\s*\|?\s*(?:(?:steps?|#|no\.?|nr\.?|row|iter\w*)\s*(?:\||\t|\s{2,})\s*)?"
    r"(?:settled?|expand\w*|visit(?:ed|ing)?|popp?(?:ed)?|dequeued?|removed?|extracted|picked|processed"
    r"|taken?|take|chosen)\s*(?:node|vertex|city)?\s*(?:\||\t|\s{2,})\s*\w"
)


def split_message(text: str) -> tuple[str, str]:
    """Return the part of a message that states the problem, and the student's own work.

    The work is "" where there is none. What belongs to the other part is blanked, so that positions
    in either part are positions in the message.
    """
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = _find_work(text, lines, starts)
    if found is None:
        return text, ""
    begin, end = found
    return _blank(text, begin, end), _blank(text[:end], 0, begin)


def _find_work(text: str, lines: list[str], starts: list[int]) -> tuple[int, int] | None:
    for number, line in enumerate(lines):
        opened = _OPENS.match(line)
        if opened and _opens_work(opened[0], line[opened.end() :], lines[number + 1 :]):
            begin = starts[number] + (
                opened.start() if _PARENTS.search(opened[0]) else opened.end()
            )
            return begin, _find_end(text, begin)
    for inline in _OPENS_INLINE.finditer(text):
        if re.search(r"\w", text[inline.end() :]):
            begin = inline.start() if _PARENTS.search(inline[0]) else inline.end()
            return begin, _find_end(text, begin)
    if not CHECKS.search(text):
        return _find_decisions(text, lines, starts) or _find_filled_table(lines, starts)
    told = _TELLS.search(text)
    rows = _find_rows(text, lines, starts)
    if rows is not None:
        return rows
    told = told or _INLINE_ROW.search(text)
    return (told.start(), _find_end(text, told.start())) if told else None


def _opens_work(opening: str, rest: str, following: list[str]) -> bool:
    """Tell whether an opening such as "I got this:" is one, and something follows it."""
    if _NOT_WORK.search(opening):
        return False
    return bool(re.search(r"\w", rest)) or any(re.search(r"\w", line) for line in following[:3])


def _find_rows(text: str, lines: list[str], starts: list[int]) -> tuple[int, int] | None:
    """Find numbered rows or a table that no opening announces."""
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if _HEADER.match(line) or (_ROW.match(line) and _ROW.match(after)):
            return starts[number], _find_end(text, starts[number])
        if _is_array(line) and _is_array(after) and _sorts(text[: starts[number]]):
            return starts[number], _find_end(text, starts[number])
    return None


def _find_decisions(text: str, lines: list[str], starts: list[int]) -> tuple[int, int] | None:
    """Find numbered lines that each say what was done: "1. b-c accepted"."""
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if all(_ROW.match(each) and _DECIDES.search(each) for each in (line, after)):
            return starts[number], _find_end(text, starts[number])
    return None


def _find_filled_table(lines: list[str], starts: list[int]) -> tuple[int, int] | None:
    """Find a table whose heading says what was taken, where rows are filled in below it."""
    for number, line in enumerate(lines):
        below = [each for each in lines[number + 1 : number + 4] if re.search(r"\w", each)]
        if _TAKEN_HEAD.match(line) and len(below) > 1:
            filled = (re.findall(r"[^\s|,&]*\w[^\s|,&]*", each) for each in below)
            if all(len(cells) > 1 for cells in filled):
                return starts[number], starts[-1]
    return None


def _sorts(before: str) -> bool:
    """Tell whether the text above has given an array to sort already."""
    return bool(_SORTS.search(before)) and len(_NUMBER.findall(before)) > 1


def _is_array(line: str) -> bool:
    """Tell whether a line is an array and nothing else, as each step of a sort is written."""
    cells = re.split(r"[\s,;]+", line.strip(" \t\r\n[](){}<>"))
    return len(cells) > 2 and all(_NUMBER.fullmatch(cell) for cell in cells)


def _find_end(text: str, begin: int) -> int:
    """Return where the own work ends: before the question about it, else with the message."""
    asked = CHECKS.search(text, begin)
    if asked is None:
        return len(text)
    # The whole sentence or line of the question, not its middle: "… Total 5. Is this right?"
    before = text[begin : asked.start()]
    cut = max(before.rfind("\n"), before.rfind(". "), before.rfind("? "), before.rfind("! "))
    return begin + cut + 1 if cut >= 0 else asked.start()


def _blank(text: str, begin: int, end: int) -> str:
    """Return the text with blanks, and the same line ends, from `begin` to `end`."""
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]
