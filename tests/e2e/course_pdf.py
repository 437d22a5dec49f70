"""A small PDF of the tests' own, in words that no other page shares."""

from __future__ import annotations

from pathlib import Path

import pymupdf

TITLE = "Lighthouses of the Northern Coast"
KEEPER = (
    "A lighthouse keeper trims the wick every four hours so that the flame does not smoke. "
    "The keeper winds the clockwork each evening before the lamp is lit. "
    "Each night is written down in the log, with wind and weather."
)
LENS = (
    "A Fresnel lens bends the light of a small lamp into one strong beam because its rings of "
    "prisms stand at different angles. Therefore a lens with more rings throws the beam farther. "
    "The first such lens was lit on the tower of Cordouan."
)
FOG = (
    "In fog the beam cannot be seen, so the keeper sounds a horn every thirty seconds. "
    "Ships tell lighthouses apart by the rhythm of their flashes, which is called the character."
)
EXERCISE = (
    "Exercise 1. Two lighthouses flash every six and every ten seconds. After how many seconds "
    "do their flashes coincide again?"
)
SECTIONS = (
    ("1 The keeper's work", KEEPER),
    ("2 How the lens works", LENS),
    ("3 Fog and characters", FOG),
    ("Exercises", EXERCISE),
)
ANSWERABLE = "Why does a Fresnel lens make one strong beam from a small lamp?"
ANSWER = "bends the light of a small lamp into one strong beam"
QUICK = "How often does the keeper trim the wick?"
QUICK_ANSWER = "trims the wick every four hours"


def write_course_pdf(file: Path) -> Path:
    """Write the PDF: a title, then one section a page."""
    pdf = pymupdf.open()
    for number, (heading, text) in enumerate(SECTIONS):
        page = pdf.new_page(width=595, height=842)
        top = 90.0
        if number == 0:
            page.insert_text((72, top), TITLE, fontsize=22, fontname="hebo")
            top += 50
        page.insert_text((72, top), heading, fontsize=15, fontname="hebo")
        page.insert_textbox((72, top + 18, 523, top + 200), text, fontsize=11, fontname="helv")
    pdf.save(file)
    pdf.close()
    return file
