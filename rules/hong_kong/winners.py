"""Who wins when several claim one discard."""

from __future__ import annotations

from rules.claim_rules import Call, ClaimRules, SeveralWinners
from rules.claim_rules import Claim as Called
from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.options import HongKongOptions
from rules.several_winners import winning_seats
from rules.table import Position


def winning_claims(
    win: Win, position: Position, options: HongKongOptions
) -> tuple[Claim, ...]:
    """The claims that are paid, the next in turn after the discarder first."""
    if len(win.claims) == 1:
        return win.claims
    by_seat = {claim.winner: claim for claim in win.claims}
    called = (
        Called(
            claim.winner,
            Call.WIN,
            value=options.capped(claim.faan),
            limit=claim.faan >= options.limit_worth,
        )
        for claim in win.claims
    )
    rules = ClaimRules(
        SeveralWinners(options.multiple_winners),
        three_winners_draw=options.triple_win_is_draw,
    )
    granted = winning_seats(called, win.discarder, position, rules)
    return tuple(by_seat[seat] for seat in granted)
