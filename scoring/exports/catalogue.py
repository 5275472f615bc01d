"""Every export, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scoring.exports.export import Audience, Export
from scoring.exports.hands import HANDS, PAYMENTS
from scoring.exports.log import LOG
from scoring.exports.players import PLAYERS
from scoring.exports.results import RESULTS
from scoring.exports.seating import SEATING
from scoring.exports.standings import STANDINGS, TEAMS

#: By key. What a row is, only the export itself knows.
EXPORTS: Mapping[str, Export[object]] = {
    export.key: cast("Export[object]", export)
    for export in (
        *(PLAYERS, SEATING, STANDINGS, TEAMS),
        *(RESULTS, HANDS, PAYMENTS, LOG),
    )
}


def offered_to(audience: Audience) -> list[Export[object]]:
    """Those that the audience may take away."""
    everything = audience is Audience.DIRECTORS
    return [each for each in EXPORTS.values() if everything or not each.private]
