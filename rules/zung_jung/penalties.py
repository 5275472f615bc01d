"""Penalties of Zung Jung (World Series of Mahjong, code of behaviour).

The code lets the organiser choose the amounts. A false win is a ledger entry; an option
sets its cost.
"""

from __future__ import annotations

from rules.ledger_entries import DEAD_HAND
from rules.penalty_catalogue import Catalogue, Offence
from rules.translation_marks import _, cited

_CODE = cited("World Series of Mahjong, code of behaviour; amount set by the organiser")

OFFENCES = (
    Offence("wrong_claim", _("Wrong claim, corrected late"), 10, source=_CODE),
    Offence(
        "overstated_points", _("Hand value overstated, noticed late"), 30, source=_CODE
    ),
    Offence("late", _("Late for the game"), 30, source=_CODE),
    Offence("misconduct", _("Misconduct"), 60, warned=True, source=_CODE),
    Offence(
        DEAD_HAND,
        _(
            "Dead hand: it cannot win (too many or too few tiles, drawing or "
            "discarding out of turn)"
        ),
        0,
        most=60,
        source=_CODE,
    ),
)

CATALOGUE = Catalogue(OFFENCES)
