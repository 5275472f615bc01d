"""Effects of an entry before and after saving: payments, scores, next seats, and arrows
for players who change seats. Reads only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.ledger_entries import FalseWin, Penalty
from rules.ledger_replay import follow_seated, replay_seated
from rules.ruleset_and_table_state import Line, Position
from rules.winds import WINDS, Scores, Wind
from scoring.corrections.later_hands_affected import ChangedHand, changed_hands
from scoring.entry_forms.tile_hand_values import HandInWords, shown_hands_of
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.ledger.table_ledger import NOT_ENTERED, TableLedger
from scoring.models import LedgerEntry
from scoring.standings.penalty_effects import PointsEffect, points_effects
from scoring.table.consequence_of_fault import consequence
from scoring.table.score_sheet import Transfer, transfers
from scoring.table.table_diagram import place_of, short_names
from scoring.table.table_page_contents import Seats, names_of
from scoring.wording import ledger_entry_wording, next_hand_and_seat_wording
from tournaments.models import Game, Seat

#: Ends of the arrows at each place, in a square of 100 by 100: East at the bottom, then
#: counter-clockwise, as players sit.
SIDES = {
    Wind.EAST: (50, 84),
    Wind.SOUTH: (84, 50),
    Wind.WEST: (50, 16),
    Wind.NORTH: (16, 50),
}
_BEND = 0.15
_HEAD = 9


def arrow_between(start: Wind, end: Wind) -> str:
    """Return the SVG path of an arrow. It bends to its right, so that the arrows of two
    players who swap places do not overlap."""
    (x, y), (to_x, to_y) = SIDES[start], SIDES[end]
    across, down = to_x - x, to_y - y
    mid_x = (x + to_x) / 2 - down * _BEND
    mid_y = (y + to_y) / 2 + across * _BEND
    return (
        f"M{x} {y}Q{mid_x:g} {mid_y:g} {to_x} {to_y}{_head(mid_x, mid_y, to_x, to_y)}"
    )


def _head(from_x: float, from_y: float, x: int, y: int) -> str:
    """Return the two strokes of an arrow's head at (x, y)."""
    across, down = x - from_x, y - from_y
    length = (across**2 + down**2) ** 0.5
    ahead, aside = across / length * _HEAD, down / length * _HEAD
    left = f"M{x - ahead + aside / 2:.1f} {y - aside - ahead / 2:.1f}L{x} {y}"
    return f"{left}L{x - ahead - aside / 2:.1f} {y - aside + ahead / 2:.1f}"


@dataclass(frozen=True)
class Change:
    """A player's score before and after. `short`: the name used at the table."""

    seat: Seat
    short: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Effect:
    """The effect of an entry: payments and each player's score.

    `then`: sentence on the next hand or the end of play, "" if the page shows it
    elsewhere. `points`: effects on the points that decide places, if scores do not show
    them. `warning`: text of a penalty without deduction. `changed`: later hands that
    the entry changes. `consequence`: sentences on the consequences of a penalty or
    false win.
    """

    payments: tuple[Transfer, ...]
    changes: tuple[Change, ...]
    then: str = ""
    points: tuple[PointsEffect, ...] = ()
    warning: str = ""
    changed: tuple[ChangedHand, ...] = ()
    consequence: str = ""

    @property
    def shows_scores(self) -> bool:
        """Return whether scores should be shown. They are not if only points change."""
        return not self.points or any(change.difference for change in self.changes)


@dataclass(frozen=True)
class Sitting:
    """A player in the next hand.

    `place`: side of the table, named by its wind in the first hand of the prevailing
    wind; `moves_from`: the side that the player leaves now, None if the player stays.
    """

    wind: Wind
    seat: Seat
    place: Wind
    moves_from: Wind | None = None

    @property
    def arrow(self) -> str:
        return arrow_between(self.moves_from, self.place) if self.moves_from else ""


@dataclass(frozen=True)
class SavedReceipt:
    """A saved entry.

    `next`: sentence on the next hand, "" once a newer entry exists or play is over;
    `sitting`: players in the order of the next hand's winds.
    """

    line: LedgerEntry
    text: str
    effect: Effect
    next: str
    sitting: tuple[Sitting, ...]
    hands: tuple[HandInWords, ...] = ()

    @property
    def seats_change(self) -> bool:
        return bool(self.moved)

    @property
    def moved(self) -> set[Wind]:
        """Return the seats whose players change sides now."""
        return {Wind(player.seat.wind) for player in self.sitting if player.moves_from}


def effect_of(preview: Preview, game: Game) -> Effect:
    """Return the effect of a draft: its payments, the resulting scores, and the next
    hand.
    """
    seats = game.seats_by_wind()
    payments = preview.line.settlement.payments if preview.line else ()
    after = preview.after
    if after.over:
        then = ledger_entry_wording.of_ending(after.over)
    else:
        rules = game.rules
        then = next_hand_and_seat_wording.of_next(after.position, rules, names_of(game))
    names = names_of(game)
    points = points_effects(game, preview.before, after, seats)
    return Effect(
        transfers(payments, seats),
        _changes(preview.before.scores, after.scores, seats),
        then,
        points,
        _warning(preview.line, names),
        changed_hands(preview, seats),
        consequence(preview, names, points),
    )


def _warning(line: Line | None, names: Mapping[Wind, str]) -> str:
    """Return the text of a penalty without deduction; "" for other entries."""
    entry = line.entry if line else None
    if not isinstance(entry, Penalty) or any(entry.amounts.values()):
        return ""
    return ledger_entry_wording.of_entry(entry, names)


def receipt_of(ledger: TableLedger, sequence: int) -> SavedReceipt | None:
    """Return the receipt of the entry with this sequence number; None if it does not
    exist or no longer counts.
    """
    line = next((line for line in ledger.live if line.sequence == sequence), None)
    if line is None or line.kind in NOT_ENTERED:
        return None
    index = ledger.live.index(line)
    replayed = ledger.state.lines[index]
    earlier = ledger.rules.opening_scores()
    if index:
        earlier = ledger.state.lines[index - 1].scores
    seats, names = ledger.game.seats_by_wind(), names_of(ledger.game)
    effect = Effect(
        transfers(replayed.settlement.payments, seats),
        _changes(earlier, replayed.scores, seats),
        points=_points_of(ledger, index, seats),
    )
    goes_on = ledger.state.over is None and line == ledger.last_entered
    position = ledger.state.position
    return SavedReceipt(
        line,
        ledger_entry_wording.of_line(replayed, ledger.names_for(line, names)),
        effect,
        next_hand_and_seat_wording.of_next(position, ledger.rules, names)
        if goes_on
        else "",
        _sitting(replayed, position, seats) if goes_on else (),
        shown_hands_of(ledger.raw_of(line), replayed.before, ledger.rules, names),
    )


def _points_of(
    ledger: TableLedger, index: int, seats: Seats
) -> tuple[PointsEffect, ...]:
    """Return how the entry at `index` changed the points that decide places; () for
    entries other than penalties and false wins.
    """
    if not isinstance(ledger.state.lines[index].entry, Penalty | FalseWin):
        return ()
    entries = [ledger.entry_of(line) for line in ledger.live[: index + 1]]
    before = replay_seated(ledger.rules, entries[:-1])
    after = follow_seated(ledger.rules, before, entries[-1])
    return points_effects(ledger.game, before, after, seats)


def _sitting(line: Line, position: Position, seats: Seats) -> tuple[Sitting, ...]:
    """Return each player of the next hand with wind and place at the table.

    If the player moves before it, the result also has the place before.
    """
    players = []
    for seat in sorted(
        position.seats, key=lambda seat: WINDS.index(position.winds[seat])
    ):
        before, now = place_of(line.before, seat), place_of(position, seat)
        moves_from = before if before is not now else None
        players.append(Sitting(position.winds[seat], seats[seat], now, moves_from))
    return tuple(players)


def _changes(before: Scores, after: Scores, seats: Seats) -> tuple[Change, ...]:
    shorts = short_names(list(seats.values()))
    return tuple(
        Change(seats[seat], shorts[seat], before[seat], after[seat])
        for seat in sorted(seats, key=WINDS.index)
    )
