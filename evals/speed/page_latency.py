"""Seconds from Enter to the first quote drawn, in a real browser against a running instance."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from playwright.sync_api import Error, Page, sync_playwright
from rich.progress import track

from evals.answers.gold_questions import GoldQuestion
from tutor_app.runtime.evaluation_course import console

CHROMIUM = "/usr/bin/chromium"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
LONGEST = 30.0  # seconds until an answer counts as lost
# The newest answer has a picture that has arrived, or says that it does not know.
_ANSWERED = """before => {
    const drawn = [...document.querySelectorAll('figure.el-crop img')].filter(
        image => image.complete && image.naturalWidth > 0);
    return drawn.length > before;
}"""


def measure_page(url: str, questions: Sequence[GoldQuestion]) -> dict[str, Any]:
    """Ask every question in a conversation of its own and time its first quote.

    A question that the tutor declines is counted apart: it shows no quote.
    """
    seconds, without = [], 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        for question in track(questions, "Asking on the page", console=console):
            taken = _first_quote(page, url, question.text)
            if taken is None:
                without += 1
            else:
                seconds.append(taken)
        browser.close()
    p50, p95 = np.percentile(seconds, [50, 95])
    return {
        "questions": len(questions),
        "with_quotes": len(seconds),
        "without_quotes": without,
        "first_quote": {"p50": round(float(p50), 2), "p95": round(float(p95), 2)},
    }


def _first_quote(page: Page, url: str, text: str) -> float | None:
    page.goto(url)
    box = page.get_by_role("textbox", name="Ask about")
    box.wait_for()
    page.wait_for_timeout(800)  # a person reads the page before typing
    box.fill(text)
    started = time.perf_counter()
    box.press("Enter")
    while time.perf_counter() - started < LONGEST:
        if page.evaluate(_ANSWERED, 0):
            return time.perf_counter() - started
        if page.get_by_text("I don't know: I found nothing").count():
            return None
        try:
            page.wait_for_timeout(10)
        except Error:
            return None
    return None
