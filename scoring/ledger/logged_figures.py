"""The figures of a table that the log keeps with a change of its ledger: whose scores
they are, before and after."""

from __future__ import annotations

from rules.winds import Scores
from scoring.ledger.book import Book


def scores_now(book: Book) -> Scores:
    """The scores as they stand, to be compared once something is written."""
    return dict(book.state.scores)


def figures(book: Book, before: Scores) -> dict[str, object]:
    """For the log's data: start numbers in the order of the seats, and their scores
    before and now; nothing if they are the same."""
    after, seats = book.state.scores, book.state.position.seats
    if all(after[seat] == before[seat] for seat in seats):
        return {}
    numbers = {seat.wind: seat.entry.number for seat in book.session.seats.all()}
    return {
        "seats": [numbers[seat] for seat in seats],
        "before": [before[seat] for seat in seats],
        "after": [after[seat] for seat in seats],
        "ruleset": book.rules.id,
    }
