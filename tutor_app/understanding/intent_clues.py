"""The words that tell which help a message asks for, with the points that each gives.

A clue counts once, however many of its wordings are found. Words are looked for in plain spelling:
lower case, no hyphens in words, common misspellings repaired.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor_app.domain.values import Intent

Weights = dict[Intent, float]


@dataclass(frozen=True, slots=True)
class Clue:
    """What is looked for, and how many points it gives to which help."""

    intent: Intent
    points: float
    pattern: re.Pattern[str]


def _clue(intent: Intent, points: float, *wordings: str) -> Clue:
    return Clue(intent, points, re.compile("|".join(wordings), re.MULTILINE))


# --- what several clues speak of -------------------------------------------------------------

_NOT = (
    r"(?:does ?n'?o?t|do ?n'?t|is ?n'?t|are ?n'?t|wo ?n'?t|ca ?n'?t|did ?n'?t|cannot|can not|never)"
)
_PROGRAM = (
    r"(?:code|program|programme|script|function|method|loop|class|query|app|server|page|site"
    r"|button|css|html|sql|recursion|compiler|simulation|implementation|output|tests?|threads?"
    r"|variable|list|dictionary|dict|matrix|model|loss|file|build|notebook|cell|regex|if)"
)
_MY_PROGRAM = rf"(?:my|the|this|our) (?:\w+ ){{0,3}}?{_PROGRAM}"
# "my function", "this loop": a program of the student's own, shown or not.
OWN_PROGRAM = re.compile(
    rf"\b(?:my|this|our) (?:\w+ ){{0,3}}?{_PROGRAM}\b|\bthe (?:program|script|app|server|page)\b"
)
_WORK = (
    r"(?:answer|solution|attempt|proof|reasoning|argument|work|working|trace|table|results?"
    r"|derivation|justification|calculation|invariant|diagram|decomposition|understanding|guess"
    r"|idea|approach|definition|explanation|numbers?|draft|steps?|regex|query|sql|normal form"
    r"|pseudocode|matrix|order|path)"
)
_GOOD = (
    r"(?:right|correct|ok|okay|fine|good|valid|enough|true|wrong|false|acceptable|legit|sound"
    r"|complete|sufficient|accurate|lossless|fair)"
)
# What is understood, not looked up: "what is the point of …".
_UNDERSTOOD = (
    r"(?:point|reason|idea|purpose|intuition|logic|use|benefit|advantage|disadvantage|motivation"
    r"|trade ?off|role)s?"
)
_YOU = r"(?:you|u|someone|anyone|somebody)"
_WHAT_IS = r"(?:what(?:'?s| is| are| does| do)|whats|define)"

# --- a fact ----------------------------------------------------------------------------------

_DIRECT = (
    _clue("direct", 1.5, r""),  # where nothing tells otherwise
    _clue(
        "direct",
        2.0,
        # nothing but "what is a stack trace again?"
        rf"\A\W{{0,9}}(?:[a-z']+,? ){{0,2}}?{_WHAT_IS} (?:exactly )?(?:an? |the )?"
        r"(?!.*\b(?:wrong|my|this|that|it|next|you|i|output)\b)"
        rf"(?!.*\b{_UNDERSTOOD}\b(?! \w+ \w+ \w+ \w+))(?:\S+ ){{0,3}}?\S+\W*\Z",
    ),
    _clue(
        "direct",
        1.5,
        r"\bwhat(?:'?s| is| are| was| r| does| do| did)? (?:\w+ ){0,4}?"
        r"(?:stands? for|means?|meant|called|abbreviat\w+|defin\w+)\b",
        r"\bdefin(?:e|ition|itions|ed as)\b|\bmeaning of\b|\bsyntax\b|\bformula (?:for|of)\b",
        r"\bname the\b|\blist (?:the|all) \b|\bnever (?:seen|heard)\b",
        r"\b(?:what'?s|what is|what are|whats) the (?:difference|default|name|symbol|maximum"
        r"|minimum|size|height|notation|(?:time )?complexity|running time|value|unit|deadline)\b",
        r"\bhow (?:is|are|do you|do u) (?:\w+ ){1,4}?"
        r"(?:called|counted|defined|measured|written|spelled|abbreviated|pronounced|denoted)\b",
        r"=\s*\?|\b(?:one line|one sentence|in a nutshell|quick(?:ly)?|briefly|in short)\b",
    ),
    _clue(
        "direct",
        0.5,
        r"^\W{0,9}(?:(?!how |why )\w+[ ,:]+){0,5}?"
        r"(?:what(?:'?s| is| are| r| was)|whats|which|who|where|is|are|can|does|do) "
        r"(?!.*\b(?:work|why|how)\b)",
        r"\bhow (?:many|big|much|long|large|often)\b",
    ),
    _clue(
        "direct",
        1.0,
        r"\b(?:same (?:thing|as)|or something else|versus|vs)\b|\bor not\W*$",
        r"\bdifferen(?:ce|t)\b|\bwho (?:invented|wrote|is|was)\b|\bwhat counts as\b",
        r"\bgive me the\b|\b(?:deadline|due date|hand (?:it |this )?in|submit|office hours?"
        r"|exam date|grading)\b",
    ),
)

# --- to understand why -----------------------------------------------------------------------

_CONCEPTUAL = (
    _clue("conceptual", 3.0, r"\bwhy\b|\bhow come\b|\bwhat for\b|\bfor what reason\b"),
    _clue(
        "conceptual",
        2.5,
        r"\bhow (?:does|do|is|are|can|could|would|did|will|come|exactly|should|on earth)\b"
        r"(?! (?:i|you|u|we) (?:submit|hand|install|register|contact))"
        r"(?! (?:\w+ ){1,4}?(?:called|counted|defined|measured|written|spelled|pronounced)\b)",
        r"\bexplain\b|\bintuit\w+|\bwrap my head\b|\bmake sense of\b|\bhelp me understand\b",
        r"\b(?:do ?n'?o?t|ca ?n'?t|cannot|still|never|not) (?:\w+ )?"
        r"(?:understand|get (?:why|how|what|the)|see (?:why|how|what))\b",
        r"\bi (?:do ?n'?t|never) (?:\w+ )?get\b(?! \w+ (?:error|output))|\bconfus\w+\b",
        r"\bwhat(?:'?s| is)? (?:\w+ )?(?:the )?(?:(?:big|main|key|whole|real) )?"
        rf"{_UNDERSTOOD}\b(?! \w+ for a)|\bwhat {_UNDERSTOOD} (?:does|do|is|are)\b",
        r"\b(?:clarify|describe|elaborate|illustrate)\b|\brelationship between\b|\bwhat about\b",
        r"\bcompare\b|\bin (?:what|which) (?:sense|way)\b|\bteach me\b",
        r"^\W{0,9}(?:is|are|does|do|would|wo|ca)n'?t (?!my\b|this\b|the code)",
        r"\bwho cares\b|\bwalk me through the (?:reason|idea|logic|argument|proof)\w*",
        r"\bwhen (?:should|would|do|does|is it (?:better|worth|safe))\b",
        r"\bhow (?:do|should|would|can) (?:i|we|you|one) (?:\w+ )?"
        r"(?:know|use|choose|pick|decide|prefer|need|argue)\b",
        r"\bwhat (?:would|could|can|will) (?:go|break|happen)\b|\bjustif(?:y|ied)\b",
        r"\bwhat (?:happens|goes wrong|breaks|changes|if)\b|\bhow hard\b",
    ),
    _clue(
        "conceptual",
        2.0,
        r"\bunderstand (?:what|why|how|the|an?)\b|\bnot sure (?:if )?i (?:\w+ )?understand\b",
    ),
    _clue(
        "conceptual",
        1.0,
        r"\bmatters?\b|\bbut (?:i|if|the|it|then)\b",
        r"\bif .*(?:why|how|\bthen)\b|\bsuppos\w+\b|\b(?:im)?possible\b|\bactually\b|\breally\b",
        r"\bmagic\b|\bproof\b|\bprove\b|\bget what\b|\bfeels?\b|\bdo i \w+ by\b|\bin general\b",
        r"\bwhat makes\b",
    ),
)

# --- own work judged -------------------------------------------------------------------------

_VALIDATION = (
    _clue(
        "validation",
        2.5,
        r"\b(?:is|are|was|were|does|do|would|will) (?:this|that|it|these|those|my|mine|the) "
        rf"(?:\w+ ){{0,5}}?(?:{_GOOD}|hold|count as|get (?:full )?(?:marks|points|credit))\b",
        rf"(?:^|[,.:;!)\n] ?|\b(?:so|it'?s|this|that) )(?:is (?:it|that|this) )?{_GOOD}"
        r"(?: like (?:this|that))?\s*\?",
        r"\b(?:correct|right|ok|okay|good|true or false|fine|agree)\s*\?+\s*$",
        r", (?:is ?n'?t it|are ?n'?t they|does ?n'?t it|was ?n'?t it|no)\s*\?\s*$",
        r"^\W{0,9}(?:is|are) \S.{0,80} an? (?:valid|correct|legal|possible|proper)\b",
        r"\bdid i\b.*\b(?:correctly|right|properly|well)\b|\bwould you say\b",
        r"\b(?:strong|clear|formal|precise|detailed|rigorous) enough\b",
        r"\bam i (?:right|correct|wrong|on the right|missing)\b|\bon the right track\b",
        r"\b(?:double )?(?:check|verify|validate|grade|mark|assess|review|confirm|judge|critique"
        r"|proofread)\b(?: \w+){0,3}? (?:my|this|please|pls|whether)\b",
        r"\b(?:check|verify|grade|mark|confirm) (?:it|that|if|these|our)\b|^\W{0,9}check\b",
        rf"\b(?:can|could|would) {_YOU} (?:please |pls |kindly )?(?:double )?"
        r"(?:check|verify|grade|mark|review|confirm|validate|look (?:over|through))\b",
        rf"\bcorrect me if\b|\b(?:does|do|would) (?:this|my|that) (?:\w+ )?{_WORK} "
        r"(?:work|hold|suffice)\b|\blook over\b",
        r"\bdid i (?:\w+ )?(?:do|get|make|miss|forget|understand|go)\b",
        r"\bhave i (?:\w+ )?(?:understood|got|done|made|missed|forgotten)\b",
        r"\bwhere (?:did|do) i (?:go|went) wrong\b|\bwhere (?:is|was|s) my (?:mistake|error)\b",
        r"\bany (?:mistakes?|errors?)\b|\b(?:is )?(?:something|anything) (?:is )?missing\b",
        r"\bwhat do (?:you|u) think\b|\bis it (?:fair|true|correct|right|ok|okay) to say\b",
        r"\b(?:get|give me|worth|earn) (?:the )?full (?:marks|points|credit)\b",
        r"\b(?:tell|let) me (?:know )?(?:if|whether|which|where)\b|\bfeedback on my\b",
        r"\bwhich (?:\w+ )?(?:step|line|row|part)s? (?:\w+ ){0,4}?(?:is|are|goes) (?:\w+ )?wrong\b",
        r"\bdoes (?:my|this|it) (?:\w+ )?"
        r"(?:do what|answer|satisfy|solve|meet|fulfil|prove|hold)\b|\bgood enough\b",
    ),
    _clue(
        "validation",
        1.5,
        r"\bcorrect me\b|[.!]\s+(?:is|are|does) (?:it|that|this|they)(?: \w+)?\s*\?\s*$",
        r"\b(?:tell|let) me (?:know )?(?:if|whether|where)\b|\bdouble check\b",
        r"\bthis is (?:ok|correct|right)\b|\b(?:can|could|would) (?:you|u) (?:please )?look at\b",
        r"^\W{0,9}(?:so )?(?:my|our) (?:\w+ ){1,4}?(?:\S+ ){0,8}?"
        r"(?:is|are|was|were|has|have|gives?)\b.*\b(?:is|are|does|was|ok|right|correct)\b.*\?",
    ),
    _clue(
        "validation",
        1.5,
        rf"\bmy (?:\w+ ){{0,3}}?{_WORK}\b",
        r"\b(?:here(?:'?s| is| are)|this is) (?:my|what i|how i)\b"
        rf"(?! (?:\w+ )?{_PROGRAM}\b)",
    ),
    _clue(
        "validation",
        1.0,
        r"\bi(?:'d| would|'?ve| have| just)? (?:got|get|said|say|think|thought|claim|claimed"
        r"|wrote|put|answered|counted|computed|calculated|converted|decomposed|concluded|picked"
        r"|chose|matched|sorted|took|found|proved|argue|believe|guess|did)\b",
        r"^\W{0,9}(?:my|our) (?:answer|solution|attempt|guess)\b|\bworked it out\b|\bi ran\b",
    ),
    _clue(
        "validation",
        1.0,
        r"\A\W{0,9}(?:so |hi |hello )?i(?:'d| would)? (?:think|believe|guess|claim|say|said)\b",
        r"\b(?:the|my) (?:\w+ )?answer is\b",
    ),
)

# --- a program that misbehaves ---------------------------------------------------------------

_DEBUGGING = (
    _clue(
        "debugging",
        2.5,
        rf"\b{_MY_PROGRAM}\b(?: \w+){{0,6}}? (?:{_NOT}|crash\w*|fail\w*|hang\w*|freez\w*|loops?"
        r"|stops?|breaks?|prints?|returns?|gives?|throws?|outputs?|leaves?|skips?|misses|modif\w+"
        r"|changes?|ends?|stays?|runs?|wrong"
        r"|is (?:always|never|nan|none|empty|stuck|broken|slow))\b",
        r"\b(?:does ?n'?t|does not|wo ?n'?t|is ?n'?t|not|never|stopped|stops) (?:\w+ )?"
        r"(?:work\w*|run\w*|compil\w*|terminat\w*|stop\w*|finish\w*|print\w*|return\w*|appl\w*"
        r"|updat\w*|called|find|start|do anything|show\w*|execut\w*|end\w*|load\w*|respond\w*)\b",
        rf"\b{_NOT} (?:my|this|it|the) (?:\w+ ){{0,3}}?"
        r"(?:work|run|print|stop|end|compile|return)\b",
        r"\bwhy (?:does|do|is|did) (?:this|it|that|my)\b(?: \w+){0,4} (?:fail|crash|break|slow"
        r"|wrong|not (?:work|run|stop|print|return|compile))\w*\b",
        r"\b(?:runs?|loops?|goes) (?:on )?forever\b|\binfinite (?:loop|recursion)\b",
        r"\bcrash\w*\b|\bhangs\b|\bfreezes\b|\bthrows?\b|\bthrowing\b|\bthrew\b|\bsegfault\w*",
        r"\b(?:gives?|giving|shows?|showing|get|getting|got|gets|have|having|throws?|returns?"
        r"|prints?) (?:\w+ ){0,3}?(?:errors?|exceptions?|undefined|nan|nothing|none|null"
        r"|garbage|(?:the )?wrong|the same|rejected)\b",
        r"\b(?:an?|the|my|any|some|this) bugs?\b|\bbuggy\b|\bdebug (?:my|this|it|the)\b",
        r"\bnothing happens\b|\bit (?:compiles|worked)\b|\bstack trace\b|\bvalgrind\b",
        r"\bexpect\w* (?:\S+ ){1,8}?(?:but|got|gets|same)\b|\bthan expected\b",
        r"\bi(?: a|'|’)?m? ?expect\w*\b|\bbut (?:it )?(?:should|must)\b",
        r"\bshould (?:be|return|print|give|output|count)\b.*\b(?:but|instead|get|got|rather)\b",
        r"\bbut it (?:does|do|is|did) ?n[o']?t\b|\bfix (?:this|it|my)\b",
        r"\b(?:fails?|failing|failed) (?:\w+ ){0,3}?(?:test|tests|case|with|for|on)\b",
        r"\btests? \w+ (?:fails?|is failing)\b|\bautograder\b.*\b(?:wrong|fail\w*|rejects?)\b",
        r"\b(?:so|too|very) slow\b|\btim(?:es?|ed|ing) out\b|\btime limit\b",
        r"\bpermission denied\b|\bkeeps? getting\b|\bstack overflow\b",
        r"\bpytest says\b|\bcompiler says\b|\bcomplains\b",
        r"\b(?:is|are|becomes?|goes|turns?) nan\b",
        r"\b(?:(?:output|result|answer|value) is|get|gets|got|returns?|prints?|gives?|shows?)\b"
        r".{1,40}\b(?:instead of|rather than)\b",
        r"\bdifferent (?:answer|result|output|value)s? (?:than|from|to|every)\b",
        r"\bno (?:output|rows|results)\b",
        r"\bit (?:skips|misses|crashes|hangs|fails|ignores|freezes|loops)\b",
        r"\bterminates immediately\b|\bexit(?:s|ed)? with\b",
    ),
    _clue(
        "debugging",
        1.5,
        r"\bwhat(?:'?s| is| am i| did i)? (?:\w+ )?(?:doing )?wrong\b(?! (?:if|when))",
        r"\bwrong (?:output|result|answer|value|order|number)s?\b|\boff by one\b",
        r"\bone too (?:early|late|many|few)\b|\b(?:always|every time|sometimes|for every)\b",
        r"\ball the time\b|\binstead of\b|\bwhere (?:is|s) the (?:bug|problem|error)\b",
        r"\bsomething(?:'?s| is) (?:off|wrong|broken)\b|\bfix\b",
        rf"\bhelp (?:me )?(?:with|fix\w*|on|in)? ?(?:my|this|the) (?:\w+ )?{_PROGRAM}\b",
        r"\bproblems? (?:is )?(?:in|with) my\b|\bhaving (?:\w+ )?(?:problems?|trouble|issues?)\b",
        r"\bthe opposite (?:\w+ )?(?:answer|result|of what|output)\b",
        r"\bnot sure (?:why|where|what'?s?)\b|\b(?:what|where) (?:should|do|can) i (?:look|check)",
        r"\bfind the (?:problem|error|bug|mistake) in\b|\bit says\b|\bunexpected\w*\b",
        r"\b(?:works?|pass(?:es)?) (?:with|for|on|fine|yesterday|locally)\b|\bfigure out why\b",
        r"\bshould (?:be|return|print|give) [-\d'\"\[]",
    ),
)

# --- an algorithm worked through -------------------------------------------------------------

_TRACING = (
    _clue(
        "tracing",
        2.5,
        r"\b(?:trace|simulate|dry run|hand execute|step through)\b(?! (?:on|back))",
        r"\bstep by step\b|\bevery step\b|\ball (?:the )?(?:\w+ )?steps\b|\bline by line\b",
        r"\beach (?:step|round|pass|iteration|reference|insert\w*|call|line|cycle|swap|merge)\b",
        r"\b(?:after|for|at|with) (?:each|every)\b",
        r"\bevery (?:cycle|round|pass|iteration|expansion)\b",
        r"\bfill (?:in|out)\b|\bgo through\b.*\bwith me\b|\bwalk (?:me )?through\b",
        r"\bwork (?:through|out)\b|\bby hand\b|\bgantt\b|\bnext (?:step|row)\b|\bwhat comes next\b",
        r"\bwhat does (?:this|it|the \w+) (?:print|output|return)\b|\bwhat gets printed\b",
        r"\bwhat (?:is|are|would be) the (?:output|values?|contents?|state) (?:\w+ )?"
        r"(?:of|after|when)\b",
        r"^\W{0,9}(?:(?:can|could|would|will) (?:you|u|we) |please |pls |now |then |hi |hello "
        r"|i need to |i have to |we have to |given )*"
        r"(?:run|trace|apply|do(?! (?:i|you|u|we|they|the|these|those|all|both)\b)|perform"
        r"|execute|sort|show|build|construct|compute|calculate|simulate|solve|traverse|draw"
        r"|insert|delete|remove|fill|evaluate|schedule|multiply|convert|use|find|carry out"
        r"|encode|decode|add|divide|parse|derive|list|minimi[sz]e|expand|demonstrate|generate"
        r"|merge|search)\b",
        r"\b(?:first|next|one|two|three|\d) (?:\w+ )?"
        r"(?:passes|pass|iterations?|steps?|rounds?|epochs?)\b (?:of|with|for|on)",
    ),
    _clue(
        "tracing",
        1.0,
        r"\b(?:show|need|give|want|see|draw) (?:\w+ ){0,4}?(?:table|trace|order|tree|steps|stack"
        r"|frames|matrix|array|sequence|path|state|expansions?|writing|rotations|chart)\b",
        r"\bfull table\b|\b(?:run|trace|apply|perform|do|simulate|use) (?:\w+ ){0,4}?"
        r"(?:on|for|from|to|with)\b",
        r"\b(?:starting|start|from) (?:at |in |from |node |vertex )?\w{1,3}\b.*\bto\b",
        r"\bhow (?:would|does|do) (?:\w+ ){1,5}?(?:go|run|proceed|find|sort|get|look) "
        r"(?:\w+ ){0,4}?(?:on|in|for|with|from|\d)",
    ),
)

CLUES: tuple[Clue, ...] = (*_DIRECT, *_CONCEPTUAL, *_VALIDATION, *_DEBUGGING, *_TRACING)
