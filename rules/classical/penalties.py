"""What faults at the table cost in Classical Chinese; a false mahjong and a misnamed
discard that is claimed are entries of their own, and their costs options."""

from __future__ import annotations

from rules.entries import DEAD_HAND
from rules.penalties import Catalogue, Offence
from rules.text import _

CATALOGUE = Catalogue(
    (
        Offence("faulty_chow", _("Faulty claim of a chow"), 50, source="Four Winds"),
        Offence(
            "faulty_pung_or_kong",
            _("Faulty claim of a pung or kong"),
            100,
            source="Four Winds",
        ),
        Offence(
            DEAD_HAND,
            _("Dead hand: it cannot win (wrong number of tiles, too many or too few)"),
            0,
            source="DMJL; Millington: worth 0 too",
        ),
    )
)
