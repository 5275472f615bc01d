"""What was entered at a table since somebody began to fill in a form there."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ruleset_and_table_state import TableState
from scoring.ledger.table_ledger import Book
from scoring.models import RETRACTION, LedgerEntry
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names
from scoring.wording import ledger_entry_wording

_WORD = "-word"


@dataclass(frozen=True)
class FormNews:
    """That the form of a `hand` is not what it was filled in for. `entered`: the
    outcome of that hand which is in by now, in `words`; without one, `goes_on` says
    whether the table plays another hand, and not only by other rules. `next`: the hand
    that comes next."""

    hand: int
    next: int
    entered: LedgerEntry | None = None
    words: str = ""
    goes_on: bool = False


def stage_of(book: Book, *, may_enter: bool, needs_word: bool) -> str:
    """What the part of the page where hands are entered is for: a page that shows
    it for another stage is behind."""
    round_ = book.session.round
    phase = "open" if round_.is_open else round_.state
    asks = f"{'enter' if may_enter else 'over'}{_WORD if needs_word else ''}"
    return f"{phase}-{asks}-{book.state.position.hand}-{len(book.seats.steps)}"


def form_news(
    book: Book, hand: str, stage: str, *, now: str, names: Names, ahead: bool = False
) -> FormNews | None:
    """What is to be said of a form for a `hand` that came at a `stage`, where it is
    `now` another; None if it can be saved as if nothing had happened.

    `ahead`: the device keeps the hands between, so that a later one is as it should be.
    """
    if not (hand.isascii() and hand.isdecimal() and len(hand) < 7):
        return None
    number, state = int(hand), book.state
    position = state.position.hand
    outcome = book.outcome(number)
    if outcome and outcome.kind != RETRACTION:
        said = _words(book, outcome, state, names)
        return FormNews(number, position, outcome, said)
    if number != position and not ahead:
        return FormNews(number, position, goes_on=True)
    if stage and _without_hand(stage) != _without_hand(now):
        return FormNews(number, position)
    return None


def _words(book: Book, line: LedgerEntry, state: TableState, names: Names) -> str:
    """What a line that counts says, as the sheet tells it."""
    replayed = state.lines[book.live.index(line)]
    return ledger_entry_wording.of_line(replayed, book.names_for(line, names))


def _without_hand(stage: str) -> list[str]:
    """A stage without its hand, and without the referee's word, which the form asks
    for by itself."""
    parts = stage.replace(_WORD, "").split("-")
    return parts[:-2] + parts[-1:]
