"""Penalties of Classical Chinese.

A false mahjong and a discard that was named wrongly are ledger entries; options set
their costs.
"""

from __future__ import annotations

from dataclasses import replace

from rules.classical.options import ClassicalOptions
from rules.dead_hands_and_tile_count import with_tile_counts
from rules.ledger_entries import DEAD_HAND
from rules.penalty_catalogue import Catalogue, Offence
from rules.translation_marks import _, cited, in_context

CATALOGUE = Catalogue(
    (
        Offence(
            "faulty_chow", _("Faulty claim of a chow"), 50, source=cited("Four Winds")
        ),
        Offence(
            "faulty_pung_or_kong",
            _("Faulty claim of a pung or kong"),
            100,
            source=cited("Four Winds"),
        ),
        Offence(
            DEAD_HAND,
            in_context(
                "classical", "Dead hand: it cannot win (too many or too few tiles)"
            ),
            0,
            source=cited("DMJL; Millington: also worth 0"),
        ),
    )
)


def catalogue_by(options: ClassicalOptions) -> Catalogue:
    """Return the penalty catalogue, with the offences that the options add.

    These are: changing a ready hand, if ready declarations are required; and a wrong
    number of tiles, if it costs points.
    """
    catalogue = CATALOGUE
    if options.must_declare_ready:
        changed = Offence(
            "changed_ready_hand",
            _("Hand changed after declaring ready"),
            options.changed_ready_hand_points,
            source=cited("Four Winds"),
        )
        catalogue = replace(catalogue, offences=(*catalogue.offences, changed))
    return with_tile_counts(catalogue, options.wrong_tile_count_points)
