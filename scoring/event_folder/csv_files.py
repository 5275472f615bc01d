"""The columns of the CSV files whose lines do not declare their own."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.event_folder import (
    final_places,
    presence,
    stage_places,
    standings_file,
)
from scoring.event_folder.layout import (
    COLUMNS,
    FINAL,
    HANDS,
    PRESENCE,
    STAGE_PLACES,
    STANDINGS,
    FileColumns,
)
from scoring.rulesets.presenter import AnyPresenter


def columns_by_file(presenter: AnyPresenter) -> Mapping[str, FileColumns]:
    """Those of an event by the ruleset of this presenter."""
    hands = presenter.columns
    return {
        **COLUMNS,
        HANDS: FileColumns(hands.all, rare=hands.rare),
        STANDINGS: standings_file.COLUMNS,
        STAGE_PLACES: stage_places.COLUMNS,
        PRESENCE: presence.COLUMNS,
        FINAL: final_places.COLUMNS,
    }
