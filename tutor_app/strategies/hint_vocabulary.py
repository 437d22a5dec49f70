"""The words that tell whether a hint in other words still says the same."""

from __future__ import annotations

from tutor_app.strategies.question_checks import terms


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


RIGHT = _set(
    "right rightly correct correctly good great well fine nice nicely excellent perfect perfectly "
    "true exactly accurate proper properly bravo congratulations okay ok solid fantastic awesome"
)
WRONG = _set(
    "wrong wrongly incorrect incorrectly mistake mistakes mistaken error errors false fault faulty "
    "bug bugs bad problem issue issues trouble fails failed unfortunately sorry off broken"
)
NEGATIONS = _set("not no never nothing none neither nor without nobody nowhere isn aren wasn doesn")

# What must come out, and what came out.
EXPECTED = _set("must should expect expected expects supposed needs ought wanted")
SEEN = _set("gave gives got gets saw seen returned returns produced came outputs showed shows")

# In help with a program: words for operators and values, and for what would mend it.
OPERATORS = _set(
    "plus minus times add adds added adding subtract subtracts multiply multiplies divide divides "
    "modulo increment increments decrement equal equals less greater more least most larger "
    "smaller bigger inclusive exclusive negative positive zero bound boundary"
)
TO_CHANGE = _set(
    "change changes changing changed replace replaces replacing fix fixes fixing remove removes "
    "delete deletes insert inserts correct corrected instead should must ought need needs use "
    "using rewrite swap move initialize initialise set"
)

# Words that say which, when or how many: a wrong one makes a right hint false.
STEERING = _set(
    "smallest largest lowest highest biggest smaller larger bigger lower higher greater less fewer "
    "least most cheaper cheapest shorter shortest longer longest nearest closest min max minimum "
    "maximum last previous before after earlier later front back top bottom left end ends stop "
    "stops enter enters leave leaves open closed push pushed pop popped always only all every "
    "each both none any never half twice double again new old other another unless until"
)

_PLAIN_WORDS = """
    able attention aware back bear begin begins beginning below bit careful carefully check
    clear clearly closely come comes compare comparing consider continue curious decide decided
    describe determine discover does else examine everything exercise explain expression far figure
    find fits focus follow following follows found further give given gives going hand happen
    happens have head here hint hold holds imagine inspect keep keeping know leads learn line lines
    little look looking looks matter matters mean means mentioned mind moment name
    namely next note notice observe once other part pause perhaps piece place play please point
    possible predict process provide read reading really reason recall refer reflect remember result
    review revisit same says section seem seems shown side similar simply spot stand stands start
    state stated step steps student suppose take talk tell term test text thing think thought
    together tell told tool touch trace track turn turns under understand understanding
    value values view walk want watch word words work worked working write yourself
"""
PLAIN = frozenset(terms(_PLAIN_WORDS))
