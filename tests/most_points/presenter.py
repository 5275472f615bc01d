"""Forms and pages of most points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from rules.hand_score_and_patterns import HandScore
from rules.ledger_entries import Entry, Raw, Washout
from rules.ruleset_and_table_state import Line, Ruleset
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import HandForm
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.any_ruleset.hands_csv_columns import (
    WHO,
    WIN,
    Columns,
    Numbers,
    Values,
    outcome_in,
    won,
)
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names, wins
from scoring.rulesets.presenter import Presenter
from tests.most_points.game import STAKE, MostPoints, Win
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset


class PointsForm(HandForm):
    """Form for winner and discarder of a hand. The hand has no value."""

    template = "table/hands/_who.html"

    def _value_is_begun(self) -> bool:
        return True

    def _win(self, winner: str) -> dict[str, Any]:
        return {"winner": winner}

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, Any]:
        return {"winner": raw["winner"]}


class Tiles(TileForm):
    claimed_label = "Announced"

    def _entry(self) -> dict[str, Any]:
        return {"winner": self.winners[0]}


def _read(row: Row) -> tuple[str, Values]:
    return outcome_in(row, (WIN, Washout.kind)), {}


def _write(line: Line, numbers: Numbers) -> Mapping[str, Cell]:
    match line.entry:
        case Win() as win:
            return won(numbers, [win.winner], win.discarder) | {"outcome": WIN}
    return {"outcome": line.entry.kind}


class MostPointsPresenter(Presenter[MostPoints, HandScore]):
    id = MostPoints.id
    points_form = PointsForm
    tile_form = Tiles
    columns = Columns(("outcome", *WHO), _read, _write)
    tie_breaks = ("score", "firsts")
    payment_words = {STAKE: gettext_lazy("the stake")}
    presets = {
        "most-points": Preset(
            name="Most points",
            summary="Whoever wins takes 5 points from everybody.",
            ruleset=MostPoints.id,
            planned_rounds=1,
            minutes=60,
            end_policy="finish_hand",
        )
    }

    def outcome(self, entry: Entry, names: Names) -> str | None:
        if not isinstance(entry, Win):
            return None
        return wins(entry.winner, entry.discarder, "the stake", names)
