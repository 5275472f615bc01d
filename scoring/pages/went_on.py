"""Whether a page that shows a table needs no more than what one hand has changed."""

from __future__ import annotations

from rules.after_time import word_needed
from rules.winds import WINDS
from scoring.ledger.writing import Receipt
from scoring.pages.drawn_table import place_of
from scoring.rulesets.shared.entry_forms import HandForm


def went_on(receipt: Receipt, form: HandForm, shown: str) -> bool:
    """Whether what was saved is one more hand of a drawn table that simply goes on, and
    the page shows all that its ledger had before: so many lines, as it says in `shown`.
    Where more lies on the table than seats and scores, the page is made anew."""
    book, line = receipt.book, receipt.entry
    if receipt.repeated or line.supersedes_id or book.live[-1] != line:
        return False
    if not form.keys or form.laid or form.counts_seats:
        return False
    if shown != str(len(book.lines) - 1) or shown == "0":
        return False
    return _is_simple(receipt)


def _is_simple(receipt: Receipt) -> bool:
    """Whether the table plays its next hand, everybody in their place."""
    state = receipt.state
    before, now = state.lines[-1].before, state.position
    marked = before.dead or now.dead or before.ready or now.ready
    if state.over or marked or word_needed(state):
        return False
    return all(place_of(before, seat) is place_of(now, seat) for seat in WINDS)
