"""Check the faan of wins entered without tiles: some values are impossible."""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.scoring_tables import Convention
from rules.translation_marks import _

SELF_DRAW, ROBBING_KONG = "self_draw", "robbing_kong"


def impossible_values(win: Win, convention: Convention) -> Iterator[Fault]:
    """Yield a fault for each claim, entered without tiles, with fewer faan than its way
    of winning scores."""
    several = len(win.claims) > 1
    for number, claim in enumerate(win.claims):
        alone = claim.own_hand is not None and claim.own_hand.alone
        if claim.hand is None and not alone:
            for fault in _faults(claim, win.discarder is None, convention):
                yield fault.within(f"winners[{number}]") if several else fault


def _faults(claim: Claim, self_draw: bool, convention: Convention) -> Iterator[Fault]:
    left = claim.faan - claim.bonus_faan
    if claim.bonus_faan and not left and convention.options.seven_flower_win:
        return
    params = {"faan": claim.faan, "bonus": claim.bonus_faan, "left": left}
    if self_draw and left < (least := _least(SELF_DRAW, convention)):
        yield Fault(
            "self_drawn_with_less",
            _("A win by self-draw has at least %(least)s faan without bonus tiles."),
            "faan",
            params | {"least": least},
        )
    if claim.robbed_kong and left < (least := _least(ROBBING_KONG, convention)):
        yield Fault(
            "robbed_with_less",
            _(
                "A win by robbing a kong has at least %(least)s faan without bonus "
                "tiles."
            ),
            "faan",
            params | {"least": least},
        )


def _least(way: str, convention: Convention) -> int:
    """Return the fewest faan of a hand won in this way, such as by robbing a kong.

    This is the lowest value of its pattern and of the patterns that exclude it. 0 if
    the rules do not use the pattern, or if a joker may prevent it.
    """
    if way not in convention.values or convention.options.jokers:
        return 0
    instead = (name for name, struck in convention.strikes.items() if way in struck)
    counted = (way, *instead, *convention.alone)
    worths = [convention.values[name] for name in counted if name in convention.values]
    return min(worths)
