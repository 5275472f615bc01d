"""What the pages know of Hong Kong Old Style."""

from __future__ import annotations

from rules.entries import Entry
from rules.hong_kong import HongKong
from rules.hong_kong.score import HongKongScore
from rules.table import Position
from scoring.rulesets.hong_kong.columns import COLUMNS
from scoring.rulesets.hong_kong.outcomes import outcome
from scoring.rulesets.hong_kong.payment_table import payment_table
from scoring.rulesets.hong_kong.points_form import HongKongForm
from scoring.rulesets.hong_kong.settings_form import PRESETS, HongKongTournamentForm
from scoring.rulesets.hong_kong.tile_form import HongKongTiles
from scoring.rulesets.hong_kong.value_words import value_words
from scoring.rulesets.presenter import Presenter
from scoring.rulesets.shared.outcome_words import Names
from scoring.rulesets.shared.payment_tables import Table


class HongKongPresenter(Presenter[HongKong, HongKongScore]):
    id = HongKong.id
    points_form = HongKongForm
    tile_form = HongKongTiles
    columns = COLUMNS
    settings_form = HongKongTournamentForm
    presets = PRESETS

    def outcome(self, entry: Entry, names: Names) -> str | None:
        return outcome(entry, names)

    def value_words(self, score: HongKongScore) -> str:
        return value_words(score)

    def payment_table(self, rules: HongKong, position: Position) -> Table:
        return payment_table(rules, position)
