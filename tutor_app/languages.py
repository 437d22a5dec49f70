"""A question in another language than the course's: what to say where nothing was found for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from tutor_app.retrieval.text import tokens

_LEAST = 2  # small words of a language; one may be a name

# Words that hold sentences together. A message with as many English ones is English.
_OF_ENGLISH = frozenset(
    "the what how why is are does of and to it you my this with for who when where can be"
    " not".split()
)
_SMALL_WORDS: dict[str, str] = {
    "de": "der die das ein eine einen ist sind und nicht wie warum wieso wann wo wer ich du wir"
    " sie kann man für mit auf bei von zum zur im den dem des gibt es wird werden bedeutet heißt",
    "es": "el la los las un una es son y no cómo como qué que por cuándo cuando dónde quién yo tú"
    " en de del para con se puede significa hay cuál porque esto",
    "fr": "le la les un une est sont et ne pas comment pourquoi quand où qui que quoi je tu nous"
    " vous dans de du des pour avec peut ce cette c'est qu'est quel quelle",
    "it": "il lo la gli un una è sono e non come perché quando dove chi che cosa io tu noi in di"
    " del della per con si può significa",
    "pt": "o os as um uma é são e não como por quê que quando onde quem eu você em de do da para"
    " com se pode significa porque",
    "nl": "de het een is zijn en niet hoe waarom wanneer waar wie ik jij wij van voor met op kan"
    " betekent wat",
}
_SCRIPTS = {
    "CJK": "zh",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CYRILLIC": "ru",
    "ARABIC": "ar",
}
_ENGLISH = (
    "This course is not written in the language of your question, and I find only its own words. "
    "Ask again in the course's language, even with single words."
)
_SAID: dict[str, str] = {
    "de": "Der Kurs ist in einer anderen Sprache geschrieben, und ich finde nur seine eigenen"
    " Wörter. Frag bitte in der Sprache des Kurses; einzelne Wörter genügen.",
    "es": "El curso está escrito en otro idioma, y solo encuentro sus propias palabras. Pregunta en"
    " el idioma del curso; bastan palabras sueltas.",
    "fr": "Le cours est écrit dans une autre langue, et je ne trouve que ses propres mots. Pose ta"
    " question dans la langue du cours; quelques mots suffisent.",
    "it": "Il corso è scritto in un'altra lingua, e trovo solo le sue parole. Chiedi nella lingua"
    " del corso; bastano singole parole.",
    "pt": "O curso está escrito em outra língua, e só encontro as palavras dele. Pergunte na língua"
    " do curso; bastam palavras soltas.",
    "nl": "De cursus is in een andere taal geschreven, en ik vind alleen haar eigen woorden. Vraag"
    " het in de taal van de cursus; losse woorden zijn genoeg.",
    "zh": "本课程使用另一种语言，我只能找到课程自己的词句。请用课程的语言提问，几个单词就够了。",
    "ja": "この講義は別の言語で書かれており、その中の言葉しか探せません。"
    "講義の言語で、単語だけでも質問してください。",
    "ko": "이 강의는 다른 언어로 쓰여 있어 강의의 낱말만 찾을 수 있습니다. "
    "강의의 언어로, 낱말만으로도 질문해 주세요.",
    "ru": "Курс написан на другом языке, и я нахожу только его собственные слова. Спросите на языке"
    " курса; достаточно отдельных слов.",
    "ar": "هذا المقرر مكتوب بلغة أخرى، ولا أجد إلا كلماته هو. اسأل بلغة المقرر، وتكفي كلمات مفردة.",
}


def in_another_language(text: str, knows: Callable[[str], bool]) -> str | None:
    """Return what to say to a message in a language that the course does not use; None elsewhere.

    `knows` says whether a content word occurs in the course: its language is that of its small
    words. The line is said in the message's language, and in English.
    """
    language = _language(text, knows)
    return None if language is None else f"{_SAID[language]} ({_ENGLISH})"


def _language(text: str, knows: Callable[[str], bool]) -> str | None:
    letters = [unicodedata.name(ch, "").split()[0] for ch in text if ch.isalpha()]
    for script in _SCRIPTS:
        count = sum(name.startswith(script) for name in letters)
        if count and count * 2 > len(letters):
            used = any(knows(word) for word in tokens(text) if not word.isascii())
            kana = any(name in ("HIRAGANA", "KATAKANA") for name in letters)
            return None if used else "ja" if kana else _SCRIPTS[script]
    said = set(re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.casefold().replace("’", "'")))
    found = {name: said & set(small.split()) for name, small in _SMALL_WORDS.items()}
    language = max(found, key=lambda name: len(found[name]))
    hits = found[language]
    if len(hits) < max(_LEAST, len(said & _OF_ENGLISH) + 1):
        return None
    if any(knows(stem) for word in hits for stem in tokens(word)):
        return None
    return language
