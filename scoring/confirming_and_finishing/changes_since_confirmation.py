"""Changes at a table since a player confirmed or disputed its result. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from rules.entries_with_seats_exchanged import AS_RECORDED, Seats, one_after_the_other
from rules.ledger_entries import Gong
from rules.ledger_replay import placings
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS, Wind
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Confirmation, LedgerEntry
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names
from scoring.wording import ledger_entry_wording
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import Seat


@dataclass(frozen=True)
class Change:
    """A change of a hand or a ruling, as text.

    `hand`: number of the hand, None for a ruling. `before`: "" for a new entry; `now`:
    "" for a removed entry. `recounted`: the entry is the same, but changed rules give
    it another result.
    """

    hand: int | None
    before: str
    now: str
    recounted: bool = False

    @property
    def title(self) -> str:
        if self.hand is not None and self.recounted:
            pattern = _("Hand %(hand)s counts differently under the current rules.")
            return pattern % {"hand": self.hand}
        if self.hand is None:
            corrected, entered, removed = _("Corrected:"), _("Entered:"), _("Undone:")
        else:
            corrected = _("Hand %(hand)s was corrected.") % {"hand": self.hand}
            entered = _("Hand %(hand)s was inserted.") % {"hand": self.hand}
            removed = _("Hand %(hand)s was removed.") % {"hand": self.hand}
        if self.before and self.now:
            return corrected
        return entered if self.now else removed


@dataclass(frozen=True)
class ChangesSince:
    """The changes since a player's answer, with the player's score and table points
    then and now. The figures are None for a cancelled table.
    """

    answer: Confirmation
    changes: tuple[Change, ...]
    score_before: int | None
    score_now: int | None
    points_before: Fraction | None = None
    points_now: Fraction | None = None


def changed_since(
    ledger: TableLedger, answer: Confirmation, seat: Seat
) -> ChangesSince:
    """Return the changes in the ledger since the answer of the player at `seat`."""
    lines = [line for line in ledger.lines if line.sequence <= answer.sequence]
    rules_then = ledger.seats.rules.after(answer.sequence)
    then = TableLedger(ledger.game, lines, rules_then)
    moved = _moved_since(ledger, answer.sequence)
    now_sits = Wind(seat.wind)
    then_sat = next(wind for wind in WINDS if moved[wind] is now_sits)
    changes = tuple(_changes(then, ledger, moved))
    return ChangesSince(
        answer,
        changes,
        _score(then, then_sat),
        _score(ledger, now_sits),
        _points(then, then_sat),
        _points(ledger, now_sits),
    )


def _changes(then: TableLedger, now: TableLedger, moved: Seats) -> Iterator[Change]:
    """Yield corrected and new entries in ledger order, then removed entries."""
    names = {Wind(seat.wind): seat.player for seat in seats_in_order(now.game)}
    texts_now = _lines_in_words(now, names)
    texts_then = _lines_in_words(then, {wind: names[moved[wind]] for wind in names})
    originals = {now.as_entered(line).pk: line for line in texts_then}
    for line, text_now in texts_now.items():
        was = originals.pop(_origin(now, line, after=len(then.lines)), None)
        before = texts_then[was] if was else ""
        if before != text_now:
            recounted = was == line and then.rules != now.rules
            yield Change(_hand(line), before, text_now, recounted)
    for line in originals.values():
        yield Change(_hand(line), texts_then[line], "")


def _lines_in_words(ledger: TableLedger, names: Names) -> Mapping[LedgerEntry, str]:
    """Return the texts of the entries that count, by entry. The gong is left out."""
    return {
        line: ledger_entry_wording.of_line(replayed, ledger.names_for(line, names))
        for line, replayed in zip(ledger.live, ledger.state.lines, strict=True)
        if line.kind != Gong.kind
    }


def _origin(ledger: TableLedger, line: LedgerEntry, *, after: int) -> int:
    """Return the id of the entry that `line` corrects among the first `after` entries
    of the ledger; 0 if it corrects none of them.
    """
    by_key = {entry_line.pk: entry_line for entry_line in ledger.lines}
    line = ledger.as_entered(line)
    while line.sequence > after:
        if not ledger.is_corrected(line):
            return 0
        line = ledger.as_entered(by_key[line.supersedes_id or 0])
    return line.pk


def _moved_since(ledger: TableLedger, sequence: int) -> Seats:
    """Return the current seat of each player, by the player's seat after the entry with
    that sequence number.
    """
    seats = AS_RECORDED
    for step in ledger.seats.steps:
        if step.sequence > sequence:
            seats = one_after_the_other(seats, step.reseat.seats)
    return seats


def _hand(line: LedgerEntry) -> int | None:
    return line.hand if line.settles_hand else None


def _score(ledger: TableLedger, seat: Wind) -> int | None:
    if ledger.state.over is Ending.CANCELLED:
        return None
    return ledger.final_scores()[seat]


def _points(ledger: TableLedger, seat: Wind) -> Fraction | None:
    if ledger.state.over is Ending.CANCELLED:
        return None
    return placings(ledger.rules, ledger.state)[seat].table_points
