"""Notice that entries were made at a table while the user was filling in a form."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ruleset_and_table_state import TableState
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names
from scoring.wording import ledger_entry_wording

_WORD = "-word"


@dataclass(frozen=True)
class FormNews:
    """A notice that a form for `hand` is out of date.

    `entered`: the outcome of that hand that was entered since then, with its `text`.
    Without an outcome, `goes_on`: the table plays another hand now; otherwise only the
    stage has changed. `next`: number of the next hand.
    """

    hand: int
    next: int
    entered: LedgerEntry | None = None
    text: str = ""
    goes_on: bool = False


def stage_of(ledger: TableLedger, *, may_enter: bool, needs_word: bool) -> str:
    """Return the stage of hand entry at a table as text.

    A page with another stage is out of date. `needs_word`: the next hand needs a
    confirmation.
    """
    round_ = ledger.game.round
    phase = "open" if round_.is_open else round_.state
    asks = f"{'enter' if may_enter else 'over'}{_WORD if needs_word else ''}"
    return f"{phase}-{asks}-{ledger.state.position.hand}-{len(ledger.seats.steps)}"


def form_news(
    ledger: TableLedger,
    hand: str,
    stage: str,
    *,
    now: str,
    names: Names,
    ahead: bool = False,
) -> FormNews | None:
    """Return the notice for a form for `hand`; None if the form can be saved as usual.

    `stage`: stage of the table when the form was rendered; `now`: current stage.
    `ahead`: the device has the hands in between, so a later hand is expected.
    """
    if not (hand.isascii() and hand.isdecimal() and len(hand) < 7):
        return None
    number, state = int(hand), ledger.state
    position = state.position.hand
    outcome = ledger.outcome(number)
    if outcome and outcome.kind != RETRACTION:
        text = _words(ledger, outcome, state, names)
        return FormNews(number, position, outcome, text)
    if number != position and not ahead:
        return FormNews(number, position, goes_on=True)
    if stage and _without_hand(stage) != _without_hand(now):
        return FormNews(number, position)
    return None


def _words(
    ledger: TableLedger, line: LedgerEntry, state: TableState, names: Names
) -> str:
    """Return the wording of an entry that counts, as on the score sheet."""
    replayed = state.lines[ledger.live.index(line)]
    return ledger_entry_wording.of_line(replayed, ledger.names_for(line, names))


def _without_hand(stage: str) -> list[str]:
    """Return a stage without the hand and without the confirmation, which the form
    shows itself.
    """
    parts = stage.replace(_WORD, "").split("-")
    return parts[:-2] + parts[-1:]
