"""Penalties of Hong Kong Old Style.

A false win is a ledger entry instead; an option sets its cost.
"""

from __future__ import annotations

from rules.ledger_entries import DEAD_HAND
from rules.penalty_catalogue import Catalogue, Offence
from rules.translation_marks import _, cited, in_context

TVB = cited("TVB 2026")


def _warned(name: str, label: str) -> Offence:
    """Return an offence that gets a warning first, and then costs 10 points each
    time."""
    return Offence(name, label, 10, warned=True, doubles=False, source=TVB)


CATALOGUE = Catalogue(
    (
        _warned("wrong_claim", _("Wrong or empty claim")),
        _warned("misnamed_discard", in_context("hong_kong", "Misnamed discard")),
        _warned("drawing_too_early", _("Drawing too early")),
        _warned("slow_play", in_context("hong_kong", "Slow play")),
        Offence(
            DEAD_HAND,
            in_context(
                "hong_kong", "Dead hand: it cannot win (too many or too few tiles)"
            ),
            0,
            source=TVB,
        ),
    )
)
