"""Check the fan of wins entered without tiles: some values are impossible."""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.mcr.entries import Claim, Win
from rules.mcr.entry_reading import most_fan
from rules.mcr.options import McrOptions
from rules.translation_marks import _


def impossible_values(win: Win, options: McrOptions) -> Iterator[Fault]:
    """Yield a fault for each claim with an impossible number of fan.

    1998 rules, article 9: a self-drawn hand scores Self-Drawn or a fan that implies it.
    """
    several = len(win.claims) > 1
    for number, claim in enumerate(win.claims):
        if claim.hand is None:
            for fault in _faults(claim, win.discarder is None, options):
                yield fault.within(f"winners[{number}]") if several else fault


def _faults(claim: Claim, self_draw: bool, options: McrOptions) -> Iterator[Fault]:
    if claim.chicken and self_draw:
        yield Fault(
            "chicken_self_drawn",
            _("A win by self-draw scores Self-Drawn, so it cannot be a Chicken Hand."),
            "chicken",
        )
    most = most_fan(options, self_draw=self_draw)
    if claim.points > most:
        yield Fault(
            "too_many_fan",
            _(
                "%(points)s fan is not possible. A hand won on a discard has at most "
                "%(most)s."
            ),
            "points",
            {"most": most, "points": claim.points},
        )
