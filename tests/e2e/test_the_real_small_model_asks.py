"""The real 0.5B model holds the duty to ask: what it said is shown, or the check that failed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from evals.product import Product, running_product
from tests.e2e.acts import ask, open_chat, quotes
from tests.e2e.course_pdf import ANSWERABLE
from tutor_app.domain.values import Sentence

ANSWER_SECONDS = 120


@pytest.fixture
def small_model_product(model_cache: Path) -> Iterator[Product]:
    home = Path(tempfile.mkdtemp(prefix="el-", dir="/tmp"))
    with running_product(
        home / "home", model_cache, {"MODEL": "small", "MODEL_DUTIES": "force-follow-up"}
    ) as running:
        yield running
    shutil.rmtree(home, ignore_errors=True)


@pytest.mark.long
@pytest.mark.model
def test_the_turn_records_the_models_sentence_or_the_check_that_failed(
    small_model_product: Product, context: BrowserContext, course_pdf: Path
) -> None:
    course = small_model_product.course("Lighthouses", course_pdf)
    page = open_chat(context.new_page(), small_model_product, course.id)
    turn = ask(page, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    page.wait_for_url("**/?c=*")
    stops = page.get_by_role("button", name="Stop")
    expect(stops).to_have_count(0, timeout=ANSWER_SECONDS * 1000)  # a redraw may show two

    (stored,) = small_model_product.conversations().turns(page.url.partition("c=")[2])
    assert stored.status == "done"
    assert stored.record is not None
    attempts = stored.record.attempts
    assert attempts, "the model was not asked"
    assert all(attempt.reply for attempt in attempts)
    last = attempts[-1]
    assert last.first_token_seconds is not None
    assert 0 < last.first_token_seconds <= last.seconds
    by_model = [e for e in stored.events if isinstance(e, Sentence) and e.by_model]
    if by_model:
        assert last.failed_check is None
        expect(turn).to_contain_text(by_model[0].text)
    else:
        assert any(attempt.failed_check for attempt in attempts)
