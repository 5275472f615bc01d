"""Who wins when several claim one discard."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.options import HongKongOptions
from rules.table import Position
from rules.winds import WINDS, Wind

#: Three that claim one discard are everybody but who discarded it.
EVERYBODY = 3


def winning_claims(
    win: Win, position: Position, options: HongKongOptions
) -> tuple[Claim, ...]:
    """The claims that are paid, the next in turn after the discarder first."""
    if win.discarder is None or len(win.claims) == 1:
        return win.claims
    if len(win.claims) == EVERYBODY and options.triple_win_is_draw:
        return ()
    after = turns_after(win.discarder)
    in_turn = sorted(win.claims, key=lambda claim: after[claim.winner])
    if options.multiple_winners == "all":
        return tuple(in_turn)
    if options.multiple_winners == "nearest_to_east":
        from_east = turns_after(position.dealer)
        return (min(in_turn, key=lambda claim: from_east[claim.winner]),)
    return (max(in_turn, key=lambda claim: _merit(claim, options)),)


def turns_after(seat: Wind) -> Mapping[Wind, int]:
    """How many turns after `seat` each is."""
    first = WINDS.index(seat)
    return {wind: (WINDS.index(wind) - first) % len(WINDS) for wind in WINDS}


def _merit(claim: Claim, options: HongKongOptions) -> int:
    """What the winner has most of; among equals it is the next in turn."""
    if options.multiple_winners == "highest":
        return options.capped(claim.faan)
    if options.multiple_winners == "limit_first":
        return int(claim.faan >= options.limit_worth)
    return 0
