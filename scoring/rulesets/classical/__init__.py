"""What the pages know of Classical Chinese."""

from __future__ import annotations

from rules.classical import Classical
from rules.classical.entries import Misnamed
from rules.classical.score import ClassicalScore
from rules.entries import Entry, FalseWin, Penalty
from rules.table import Position
from scoring.rulesets.classical.columns import COLUMNS
from scoring.rulesets.classical.outcomes import outcome
from scoring.rulesets.classical.payment_table import payment_table
from scoring.rulesets.classical.points_form import ClassicalForm
from scoring.rulesets.classical.settings_form import PRESETS, ClassicalTournamentForm
from scoring.rulesets.classical.tile_form import ClassicalTiles
from scoring.rulesets.classical.value_words import value_words
from scoring.rulesets.presenter import Presenter
from scoring.rulesets.shared.outcome_words import Names
from scoring.rulesets.shared.payment_tables import Table


class ClassicalPresenter(Presenter[Classical, ClassicalScore]):
    id = Classical.id
    points_form = ClassicalForm
    tile_form = ClassicalTiles
    columns = COLUMNS
    settings_form = ClassicalTournamentForm
    presets = PRESETS
    starts_with_points = True
    faults_of_play = (FalseWin, Penalty, Misnamed)
    has_misnamed_discards = True

    def outcome(self, entry: Entry, names: Names) -> str | None:
        return outcome(entry, names)

    def value_words(self, score: ClassicalScore) -> str:
        return value_words(score)

    def payment_table(self, rules: Classical, position: Position) -> Table:
        return payment_table(rules, position)
