"""The presenter of Zung Jung."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.ledger_entries import Entry, Raw
from rules.ruleset_and_table_state import Position
from rules.zung_jung import Win, ZungJung
from rules.zung_jung.dealer_and_game_end import cycle_of
from rules.zung_jung.score import ZungJungScore
from rules.zung_jung.settlement import RESPONSIBLE, SHARED
from scoring.rulesets.any_ruleset.outcome_and_counter_words import MeasureWords
from scoring.rulesets.any_ruleset.part_of_game import PartOfGame
from scoring.rulesets.presenter import Presenter
from scoring.rulesets.zung_jung.csv_and_payment_columns import (
    COLUMNS,
    payment_table,
    possible_points,
)
from scoring.rulesets.zung_jung.outcome_and_value_words import (
    outcome,
    short_value,
    value_words,
    won,
)
from scoring.rulesets.zung_jung.points_form import ZungJungForm
from scoring.rulesets.zung_jung.presets_and_rules_in_short import PRESETS, in_short
from scoring.rulesets.zung_jung.tile_form import ZungJungTiles


class ZungJungPresenter(Presenter[ZungJung, ZungJungScore]):
    id = ZungJung.id
    points_form = ZungJungForm
    tile_form = ZungJungTiles
    columns = COLUMNS
    presets = PRESETS
    #: World Series: match points, then the score, then lots.
    tie_breaks = ("table_points", "score", "lot")
    #: Match points have decimals and a sign.
    has_final_points = True
    points_sentence = gettext_lazy("%(points)s match points")
    has_prevailing_wind = False
    payment_words = {
        RESPONSIBLE: gettext_lazy("responsible"),
        SHARED: gettext_lazy("shared amount"),
    }
    lines_are_numbered = True
    paper_columns = (
        pgettext_lazy("one deal", "Hand"),
        pgettext_lazy("of a hand", "Winner"),
        pgettext_lazy("discarder", "From"),
        gettext_lazy("Responsible"),
        pgettext_lazy("hand value", "Points"),
    )
    paper_note = gettext_lazy(
        "Self-draw: write the winner under “From” too. Draw: write 0. "
        "Write a player under “Responsible” only if it is not the "
        "discarder; write 0 for no one. The four scores of a hand add "
        "up to zero. Bring this sheet to the referees' desk."
    )
    measure_words = {
        "table_points": MeasureWords(
            gettext_lazy("Match points"), gettext_lazy("the total of match points")
        ),
        "last_points": MeasureWords(
            pgettext_lazy("tie-break", "Last round"),
            gettext_lazy("the match points of the last round"),
        ),
        "opponents_points": MeasureWords(
            pgettext_lazy("tie-break", "Opponents' points"),
            gettext_lazy(
                "the total match points of a player's opponents (Buchholz; "
                "rounds not played count as tied tables)"
            ),
        ),
    }

    def table_shares(self, _rules: ZungJung, /) -> None:
        return None

    def part_of_game(self, position: Position) -> PartOfGame:
        cycle = cycle_of(position)
        words = _("Cycle %(number)s") % {"number": cycle}
        return PartOfGame(str(cycle), "", words, words)

    def special_tiles(self, rules: ZungJung) -> tuple[str, Sequence[int]] | None:
        return None

    def value_entered(self, entry: Entry) -> int | None:
        if not isinstance(entry, Win) or entry.hand:
            return None
        return entry.points

    def ordinary_value(self, rules: ZungJung, /) -> Raw:
        return {"points": rules.options.least_points}

    def invented_value(self, rules: ZungJung, chance: Random, /) -> Raw:
        low = [points for points in possible_points(rules) if points <= 100]
        return {"points": chance.choice(low or possible_points(rules))}

    outcome = staticmethod(outcome)
    won = staticmethod(won)
    in_short = staticmethod(in_short)
    short_value = staticmethod(short_value)
    value_words = staticmethod(value_words)
    payment_table = staticmethod(payment_table)
