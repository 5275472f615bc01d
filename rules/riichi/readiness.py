"""Who may win, and who is tenpai when the wall ends: riichi is declared with a hand
that is ready, and a dead hand never is (EMA 2025, 3.4.2 and chapter 6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.entries import Entry
from rules.faults import Fault, RuleError
from rules.riichi.entries import ExhaustiveDraw, Seats, Win
from rules.text import _


def refuse_unready(entry: Entry, dead: Seats) -> None:
    """Raises RuleError with every player who cannot have won, or been tenpai or not,
    as `entry` says; the hands of `dead` are dead."""
    faults: list[Fault] = []
    match entry:
        case Win():
            faults = list(_of_win(entry, dead))
        case ExhaustiveDraw():
            faults = list(_of_draw(entry, dead))
    if faults:
        raise RuleError(*faults)


def _of_win(win: Win, dead: Seats) -> Iterator[Fault]:
    for winner in win.winners:
        if winner.seat in dead:
            yield Fault(
                "dead_hand_won",
                _("%(seat)s has a dead hand by a ruling and cannot win this hand."),
                "winner",
                {"seat": winner.seat},
            )


def _of_draw(draw: ExhaustiveDraw, dead: Seats) -> Iterator[Fault]:
    for seat in draw.tenpai:
        if seat in dead:
            yield Fault(
                "dead_hand_tenpai",
                _("%(seat)s has a dead hand by a ruling, which is not tenpai."),
                "tenpai",
                {"seat": seat},
            )
    for seat in draw.riichi:
        if seat not in draw.tenpai and seat not in dead:
            yield Fault(
                "noten_riichi",
                _(
                    "%(seat)s declared riichi and must be tenpai. If the hand was "
                    "shown and was not, enter a chombo."
                ),
                "tenpai",
                {"seat": seat},
            )
