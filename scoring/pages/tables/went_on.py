"""Where a page that shows a table needs no more than what one hand has changed, and
what that is."""

from __future__ import annotations

from rules.hands_after_gong import word_needed
from scoring.ledger import deposits
from scoring.ledger.book import Book
from scoring.ledger.writing import Receipt
from scoring.pages.tables.drawn_table import last_values, table_before_hand
from scoring.pages.tables.score_sheet import last_line
from scoring.pages.tables.table import sheet_and_entry_part
from scoring.rulesets.registry import presenter_of
from tournaments.web.request_types_and_form_faults import new_device_key


def went_on(receipt: Receipt, shown: str) -> bool:
    """Whether what was saved is one more hand of a drawn table that simply goes on, and
    the page shows all that its ledger had before: so many lines, as it says in
    `shown`."""
    book, line = receipt.book, receipt.entry
    if receipt.repeated or line.supersedes_id or book.live[-1] != line:
        return False
    if not presenter_of(book.rules.id).points_form.keys:
        return False
    return shown == str(len(book.lines) - 1) and _is_simple(receipt)


def what_is_new(book: Book) -> dict[str, object]:
    """What the last hand has changed on the page: how the table stands, the hand's own
    line, and of the form what the next hand finds otherwise."""
    form = presenter_of(book.rules.id).points_form
    return {
        **sheet_and_entry_part(book),
        "last_line": last_line(book),
        "drawn": table_before_hand(book, deposits.laid(book)),
        "device_key": new_device_key(),
        "centre": form.centre,
        "lays": form.laid,
        "often": form.often_after(book.rules, last_values(book)),
        "carried": form.carried_by(book.rules),
    }


def _is_simple(receipt: Receipt) -> bool:
    """Whether the table simply plays its next hand."""
    state = receipt.state
    before, now = state.lines[-1].before, state.position
    marked = before.dead or now.dead or before.ready or now.ready
    return not (state.over or marked or word_needed(state))
