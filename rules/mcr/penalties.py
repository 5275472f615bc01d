"""Penalties of MCR, for the referee's list of rulings.

1998 rules, articles 13 and 14. The penalty for counting before taking the tile is an
EMA ruling.
"""

from __future__ import annotations

from rules.ledger_entries import DEAD_HAND
from rules.penalty_catalogue import Catalogue, Gain, Offence
from rules.translation_marks import _, cited, in_context

RULES_1998 = cited("1998 rules, articles 13 and 14")

OFFENCES = (
    Offence(
        "empty_call",
        _("Empty call of chow, pung or kong"),
        5,
        warned=True,
        source=RULES_1998,
    ),
    Offence(
        "touching_the_wall",
        _("Touching the wall too early"),
        5,
        warned=True,
        source=RULES_1998,
    ),
    Offence(
        "late_call",
        _("Calling pung after 3 seconds"),
        5,
        warned=True,
        source=RULES_1998,
    ),
    Offence(
        "showing_tiles_of_another",
        _("Exposing another player's tiles"),
        5,
        most=60,
        gain=Gain.ONE,
        source=RULES_1998,
    ),
    Offence("late_10_minutes", _("Up to 10 minutes late"), 10, source=RULES_1998),
    Offence("late_15_minutes", _("Up to 15 minutes late"), 20, source=RULES_1998),
    Offence(
        "forfeit",
        _("More than 15 minutes late, or left: the game is forfeited"),
        500,
        most=1000,
        source=RULES_1998,
    ),
    Offence(
        "counting_before_the_tile",
        _("Counting before taking the tile"),
        10,
        source=cited("EMA"),
    ),
    Offence(
        "misconduct",
        in_context("mcr", "Giving information, or misconduct"),
        60,
        most=60,
        source=RULES_1998,
    ),
    Offence(
        "misnamed_discard",
        _("Misnamed discard that makes another player call a false win"),
        10,
        gain=Gain.EACH,
        source=RULES_1998,
    ),
    Offence(
        DEAD_HAND,
        _("Dead hand: it cannot win (wrong number of tiles, wrong chow, pung or kong)"),
        0,
        most=60,
        source=RULES_1998,
    ),
)

CATALOGUE = Catalogue(OFFENCES)
