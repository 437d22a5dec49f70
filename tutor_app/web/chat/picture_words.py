"""What stands around the pictures of a message."""

from __future__ import annotations

from tutor_app.web.picture_text_route import LARGEST_PICTURE
from tutor_app.web.security.upload_limits import MEGABYTE
from tutor_app.wording.catalogue import phrase

MOST_PICTURES = 4  # of a message
ADD = phrase("page_pictures.add")
PHOTOGRAPH = phrase("page_pictures.photograph")
TRAY = phrase("page_pictures.tray")
READING = phrase("page_pictures.reading")
READ_TEXT = phrase("page_pictures.read_text", "name")
CHECK_TEXT = phrase("page_pictures.check_text")
TURN = phrase("page_pictures.turn")
REMOVE = phrase("page_pictures.remove")
LARGER = phrase("page_pictures.larger")
TOO_MANY = phrase("page_pictures.too_many", "count")
TOO_LARGE = phrase("page_pictures.too_large", "name", "megabytes")
AWAY = phrase("page_pictures.away")


def picture_words() -> dict[str, str]:
    """Return the words that the page's script says; `{name}` is filled in there."""
    return {
        "add": ADD(),
        "photograph": PHOTOGRAPH(),
        "tray": TRAY(),
        "reading": READING(),
        "readText": READ_TEXT(name="{name}"),
        "checkText": CHECK_TEXT(),
        "turn": TURN(),
        "remove": REMOVE(),
        "larger": LARGER(),
        "tooMany": TOO_MANY(count=MOST_PICTURES),
        "tooLarge": TOO_LARGE(name="{name}", megabytes=LARGEST_PICTURE // MEGABYTE),
        "away": AWAY(),
    }
