"""Check tenpai players at an exhaustive draw. A player in riichi is always tenpai; a
player with a dead hand is never tenpai (EMA 2025, 3.4.2 and chapter 6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault, RuleError
from rules.riichi.entries import ExhaustiveDraw, Seats
from rules.translation_marks import _


def refuse_unready(draw: ExhaustiveDraw, dead: Seats) -> None:
    """Raise RuleError if a player with a dead hand is entered as tenpai, or if a player
    in riichi is not."""
    if faults := list(_faults(draw, dead)):
        raise RuleError(*faults)


def _faults(draw: ExhaustiveDraw, dead: Seats) -> Iterator[Fault]:
    for seat in draw.tenpai:
        if seat in dead:
            yield Fault(
                "dead_hand_tenpai",
                _("%(seat)s has a dead hand by a ruling. A dead hand is not tenpai."),
                "tenpai",
                {"seat": seat},
            )
    for seat in draw.riichi:
        if seat not in draw.tenpai and seat not in dead:
            yield Fault(
                "noten_riichi",
                _(
                    "%(seat)s declared riichi and must be tenpai. If the shown hand "
                    "is not tenpai, enter a chombo."
                ),
                "tenpai",
                {"seat": seat},
            )
