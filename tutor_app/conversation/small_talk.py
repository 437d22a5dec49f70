"""Greetings, thanks and small talk get a friendly reply; the course is not searched for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal

from tutor_app.domain.normal_form import straighten
from tutor_app.domain.values import Sentence, Session
from tutor_app.understanding.dialogue_acts import aside
from tutor_app.wording.affect_responses import AFFECT_RESPONSES, Need, find_need
from tutor_app.wording.catalogue import Phrase, phrase
from tutor_app.wording.quote_sentences import name_course

Kind = Literal["greeting", "thanks", "bye", "who", "how_are_you", "fine", "laugh"]

_YES_OR_NO = re.compile(r"\W*(?:yes|yeah|yep|yup|no|nope|sure)\W*", re.IGNORECASE)
_WHO_TO_ASK = re.compile(
    r"\W*(?:(?:ok|and|so|but|then|hi|hey),? )*whom? (?:can|do|should|could|must|may)"
    r" (?:i|we) (?:e-?mail|mail|write(?: to)?|contact|message|ask|talk to|speak to|turn to|reach)"
    r"(?: (?:about|for|with) (?:this|that|it|help|questions?))?(?: then| instead)?\W*",
    re.IGNORECASE,
)
LONGEST = 60  # characters: whoever writes more asks something

REPLIES: Mapping[Kind, Phrase] = {
    "greeting": phrase("conversation_small_talk.greeting", "course"),
    "thanks": phrase("conversation_small_talk.thanks"),
    "bye": phrase("conversation_small_talk.bye", "course"),
    "who": phrase("conversation_small_talk.who", "course"),
    "how_are_you": phrase("conversation_small_talk.how_are_you", "course"),
    "fine": phrase("conversation_small_talk.fine"),
    "laugh": phrase("conversation_small_talk.laugh"),
}
COURSE_FOR_AUDIENCE = phrase("conversation_small_talk.course_for_audience", "course", "audience")
QUESTION_WAITS = phrase("conversation_small_talk.question_waits")
ASK_CONTACT = phrase("conversation_small_talk.ask_contact", "contact")
# These go with any of the kinds below, and make none by themselves.
_FILLERS = (
    "there|again|all|everyone|everybody|tutor|elenchus|bot|buddy|mate|friend|sir|madam|professor"
    "|prof|dear|please|pls|so|very|really|much|a lot|lots|a bunch|a million|a ton|for (?:the|your|"
    "all the|all your) (?:help|answer|answers|time|explanation)|for (?:that|this|helping)|you|u|ya"
    "|yes|yeah|yep|well|oh|ah|um|hmm+|and|my|that's|thats|that|this|it|was|is|very|helpful|great"
    "|helps|helped|me|to|na|e|y|et|und|i'm|im|got|now|for now|then|today|have a (?:nice|good|great)"
    " (?:day|one|evening|weekend|night)"
)
_PHRASES: dict[Kind, str] = {
    "who": (
        "who (?:are|r) (?:you|u)|what (?:are|r) (?:you|u)|what(?:'s| is) your name"
        "|(?:are|r) (?:you|u) (?:a |an )?(?:bot|robot|human|ai|real|person|chatgpt|machine)"
        "(?: person)?|how do you work|introduce yourself"
        "|wer bist du|qui es[- ]tu|qui êtes[- ]vous|quién eres|chi sei|你是谁|あなたは誰(?:ですか)?"
    ),
    "how_are_you": (
        "how (?:are|r) (?:you|u)(?: doing)?|how(?:'s| is) it going|how do you do|what'?s up|sup"
        "|wass?up|wie geht(?:'s| es dir| es ihnen)?|ça va|comment ça va|comment allez[- ]vous"
        "|cómo estás|qué tal|come stai|tudo bem|你好吗|お元気ですか"
    ),
    "bye": (
        "bye+|bye[- ]bye|good ?bye|see (?:you|ya|u)(?: later| soon| tomorrow)?|cya|ciao ciao"
        "|good night|cheerio|take care|have a (?:nice|good|great) (?:day|one|evening|weekend)|ttyl"
        "|tschüss|tschüß|auf wiedersehen|au revoir|à bientôt|adiós|adios|hasta luego|chau"
        "|arrivederci|tchau|até logo|до свидания|пока|再见|再見|さようなら|バイバイ|안녕히 가세요"
    ),
    "thanks": (
        "thanks+|thank (?:you|u)|thankyou|thx+|thnx|tnx|ty|tysm|tyvm|cheers|much appreciated"
        "|appreciate(?:d)? it|i appreciate it|danke(?: schön| sehr)?|vielen dank"
        "|merci(?: beaucoup)?|gracias|muchas gracias|grazie(?: mille)?|obrigad[oa]|bedankt"
        "|dank je|dziękuję|tack|teşekkürler"
        "|спасибо|дякую|谢谢(?:你)?|謝謝|ありがとう(?:ございます)?|감사합니다|고마워|شكرا|धन्यवाद"
    ),
    "greeting": (
        "hi+|hiya|hey+|hello+|helo|hallo|yo|howdy|greetings|good (?:morning|afternoon|evening|day)"
        "|morning|evening|gm|guten (?:tag|morgen|abend)|moin|servus|grüezi|bonjour|bonsoir|salut"
        "|coucou|hola|buenos días|buenas tardes|buenas noches|ciao|buongiorno|buonasera|olá|oi"
        "|bom dia|boa tarde|hoi|goedemorgen|goedemiddag|cześć|dzień dobry|hej|merhaba|selam|привет"
        "|здравствуйте|привіт|你好|您好|嗨|早上好|こんにちは|おはよう(?:ございます)?|こんばんは"
        "|안녕|안녕하세요|مرحبا|السلام عليكم|नमस्ते|namaste|shalom|שלום"
    ),
    "laugh": "lol+|lmao+|rofl|ha(?:ha)+h?|he(?:he)+|xd+|jaja(?:ja)*|www+",
    "fine": (
        "ok+|okay|okey|okie|kk?|okey[- ]dokey|alright|all right|sure|cool|nice|great|perfect"
        "|awesome|super|excellent|wonderful|amazing|good|fine|got it|i got it|i see|gotcha"
        "|makes sense|that makes sense|understood|i understand|no problem|np|no worries|wow|yay|yes"
        "|yeah|yep|yup|no|nope|nvm|never ?mind|gut|alles klar|d'accord|vale|va bene|bene|好的?|はい"
        "|ладно|хорошо|понятно|sorry|my bad|oops"
    ),
}
_ORDER: tuple[Kind, ...] = ("who", "how_are_you", "bye", "thanks", "greeting", "laugh", "fine")
_KINDS = {
    kind: re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE) for kind, words in _PHRASES.items()
}
_FILLER = re.compile(rf"\b(?:{_FILLERS})\b", re.IGNORECASE)


def answer_small_talk(text: str, session: Session) -> Sentence | None:
    """Return the tutor's reply; None if the message asks for something."""
    reply = _reply(text, session)
    return None if reply is None else Sentence(text=reply, role="small_talk")


def _reply(text: str, session: Session) -> str | None:
    course = name_course(session)
    if session.contact and _WHO_TO_ASK.fullmatch(text):
        return ASK_CONTACT(contact=session.contact)
    need = find_need(text)
    if need is not None and not _goes_on(need, text, session):
        return AFFECT_RESPONSES[need](course=course)
    kind = classify_small_talk(text)
    # "ok and then?" goes on from what was said.
    if kind is None or (kind == "fine" and session.before and text.rstrip().endswith("?")):
        return None
    if kind == "fine" and _awaits_answer(session):
        is_answer = session.work is not None and _YES_OR_NO.fullmatch(text)
        return None if is_answer else QUESTION_WAITS()
    audience = session.settings.persona.audience
    if kind == "who" and audience:
        course = COURSE_FOR_AUDIENCE(course=course, audience=audience)
    return REPLIES[kind](course=course)


def _awaits_answer(session: Session) -> bool:
    """Return whether the tutor's last reply asks something about the student's work."""
    last = next((one for one in reversed(session.before) if one.intent is not None), None)
    at_work = last is not None and last.intent in (
        "tracing",
        "validation",
        "debugging",
        "evaluation",
    )
    return last is not None and at_work and any(one.endswith("?") for one in last.said)


def _goes_on(need: Need, text: str, session: Session) -> bool:
    """Return whether a call for help is about the work at hand, or answers a question."""
    if session.work is not None:
        return need == "stuck" or aside(text) is not None
    if need == "stuck" and session.before and session.before[-1].quoted:
        return aside(text) == "stuck"  # it is what was just shown that is unclear
    return bool(session.before) and len(text.strip()) == 1


def classify_small_talk(text: str) -> Kind | None:
    """Return which kind of small talk a message is; None if it says anything else.

    Only a message of nothing but such words counts: "hi, why does BFS…" is a question.
    """
    plain = straighten(unicodedata.normalize("NFC", text)).strip()
    if len(plain) > LONGEST:
        return None
    found: list[Kind] = []
    rest = plain
    for kind in _ORDER:
        rest, count = _KINDS[kind].subn(" ", rest)
        if count:
            found.append(kind)
    rest = _FILLER.sub(" ", rest)
    if any(ch.isalnum() for ch in rest):
        return None
    if found:
        return found[0]
    return "fine" if _only_signs(plain) else None


def _only_signs(text: str) -> bool:
    """True for a smiley or a thumb; a bare "?" asks for something."""
    return bool(text) and "?" not in text and not any(ch.isalnum() for ch in text)
