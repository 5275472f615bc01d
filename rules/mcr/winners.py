"""Who wins when several claim one discard (1998 rules, article 8: the next in turn)."""

from __future__ import annotations

from rules.claim_rules import Call, ClaimRules
from rules.claim_rules import Claim as Called
from rules.mcr.entries import Claim, Win
from rules.several_winners import winning_seats
from rules.table import Position


def winning_claims(
    win: Win, position: Position, rules: ClaimRules
) -> tuple[Claim, ...]:
    """The claims that are paid, the next in turn after the discarder first."""
    by_seat = {claim.winner: claim for claim in win.claims}
    called = (
        Called(claim.winner, Call.WIN, value=claim.points) for claim in win.claims
    )
    granted = winning_seats(called, win.discarder, position, rules)
    return tuple(by_seat[seat] for seat in granted)
