"""Penalties in riichi. A chombo is a ledger entry instead.

The rule books let the referee choose the amounts and deduct them from the final points,
so a penalty changes no place at the table (WRC; EMA 2025, chapter 6). At EMA
tournaments, amounts are 100 to 20,000 points.
"""

from __future__ import annotations

from rules.ledger_entries import DEAD_HAND, Target
from rules.penalty_catalogue import Catalogue, Offence
from rules.translation_marks import _, cited, in_context

EMA = cited("EMA 2025, chapter 6")
_LEAST = 100
_MOST = 20_000


def _fined(name: str, label: str, *, warned: bool) -> Offence:
    """Return an offence for which the referee chooses the points."""
    return Offence(
        name,
        label,
        _LEAST,
        warned=warned,
        doubles=False,
        most=_MOST,
        target=Target.OVERALL,
        source=EMA,
    )


CATALOGUE = Catalogue(
    (
        Offence(
            DEAD_HAND,
            _("Dead hand: it cannot win and is not tenpai at an exhaustive draw"),
            0,
            target=Target.OVERALL,
            source=EMA,
        ),
        _fined("slow_play", in_context("riichi", "Slow play"), warned=True),
        _fined("wrong_call", _("Wrong or empty call"), warned=True),
        _fined("showing_tiles", _("Showing hidden tiles"), warned=True),
        _fined("late_arrival", _("Late for the start"), warned=False),
        _fined(
            "misconduct",
            in_context("riichi", "Giving information, or misconduct"),
            warned=False,
        ),
    ),
    target=Target.OVERALL,
    points_a_table_point=1000,
)
