"""The shortest asides as students say them in other languages: "no entiendo", "gib mir die Lösung".

Only whole short messages count: what says more is a question of its own.
"""

from __future__ import annotations

import re
from typing import Literal

LONGEST = 8  # words

# Whole messages, without what is said to be polite; ß and accents may be left out.
_WORDINGS: dict[Literal["stuck", "pressed", "why", "argue"], tuple[str, ...]] = {
    "stuck": (
        r"(ich )?(verstehe?|kapiere?|check) (das |es |den schritt )?(immer noch |leider )?nicht",
        r"(ich )?wei(ss|ß) (es )?(leider )?nicht( weiter)?|keine ahnung",
        r"ich (komme nicht weiter|stecke fest|hänge fest)|(noch )?(ein|einen) (hinweis|tipp)",
        r"(yo )?no (lo )?(entiendo|comprendo|sé|se)( nada)?",
        r"(estoy|me quedé) (atascad[oa]|perdid[oa])",
        r"(otra )?(una )?pista|ayuda|hilfe|aide[- ]moi|aiuto|ajuda|help mij",
        r"je (ne )?(comprends|sais) pas|je suis (bloqué|perdu)e?|un indice",
        r"non (lo )?(capisco|ho capito|so)|sono bloccat[oa]|un (suggerimento|indizio)",
        r"(eu )?não (entendo|entendi|sei)|estou (travad|perdid)[oa]|uma dica",
        r"ik (snap|begrijp|weet) (het|dit) niet|ik zit vast|een hint",
    ),
    "why": (
        r"warum|wieso|weshalb|was (meinst du|heißt das|bedeutet das)( damit)?|wie meinst du das",
        r"por ?qué|por ?que|qué quieres decir|qué significa( eso)?",
        r"pourquoi|que veux[- ]tu dire|qu'est[- ]ce que ça veut dire",
        r"perch[eé]|(che )?cosa (intendi|vuoi dire|significa)|como assim|o que (você )?quer dizer",
        r"waarom|wat bedoel je",
    ),
    "pressed": (
        r"(gib|sag|zeig) (mir )?(einfach |doch |bitte )*die (lösung|antwort)|(die )?lösung",
        r"(dame|dime|muéstrame) la (respuesta|solución)|(la )?(solución|respuesta)",
        r"(donne|dis|montre)[- ]moi la (réponse|solution)|la (réponse|solution)",
        r"(dammi|dimmi|mostrami) la (risposta|soluzione)|la (risposta|soluzione)",
        r"me (dá|dê|diga|mostre) a (resposta|solução)|a (resposta|solução)",
        r"geef (me )?(gewoon )?(het antwoord|de oplossing)",
    ),
    "argue": (
        r"das (stimmt nicht|ist falsch)|du (hast unrecht|liegst falsch)",
        r"meins? ist richtig|ist das sicher",
        r"(eso )?(no es correcto|está mal)|te equivocas|estás segur[oa]",
        r"(c'est faux|tu te trompes|tu es sûre?)|(è sbagliato|ti sbagli|sei sicur[oa])",
        r"(está errado|tem certeza)|(dat klopt niet|weet je het zeker)",
    ),
}
_POLITE = re.compile(
    r"\b(bitte|por favor|s'?il te pla[iî]t|s'?il vous pla[iî]t|per favore|alsjeblieft)\b"
)
_PATTERNS = {
    kind: re.compile("|".join(f"(?:{wording})" for wording in wordings))
    for kind, wordings in _WORDINGS.items()
}


def aside_abroad(plain: str) -> Literal["stuck", "pressed", "why", "argue"] | None:
    """Return what a short message in another language wants; `plain` is in small letters."""
    said = " ".join(re.sub(r"[¿¡?!.,]", " ", _POLITE.sub(" ", plain)).split())
    if not said or len(said.split()) > LONGEST:
        return None
    return next((kind for kind, found in _PATTERNS.items() if found.fullmatch(said)), None)
