"""The presenter of Hong Kong Old Style."""

from __future__ import annotations

from random import Random

from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.hong_kong import HongKong
from rules.hong_kong.score import HongKongScore
from rules.hong_kong.settlement import GOULASH, GUARANTOR, ROBBED_KONG
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Position
from rules.table_points import SEAT_ORDER
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Counters
from scoring.rulesets.hong_kong.csv_and_payment_columns import COLUMNS, payment_table
from scoring.rulesets.hong_kong.outcome_and_value_words import (
    outcome,
    short_value,
    value_words,
    won,
)
from scoring.rulesets.hong_kong.points_form import HongKongForm, faan_offered
from scoring.rulesets.hong_kong.presets_and_rules_in_short import PRESETS, in_short
from scoring.rulesets.hong_kong.tile_form import HongKongTiles
from scoring.rulesets.presenter import Presenter


class HongKongPresenter(Presenter[HongKong, HongKongScore]):
    id = HongKong.id
    points_form = HongKongForm
    tile_form = HongKongTiles
    columns = COLUMNS
    tie_breaks = ("score", "firsts")
    presets = PRESETS
    settled_at_end = gettext_lazy("False wins")
    payment_words = {
        GUARANTOR: pgettext_lazy("hong_kong", "pays for all"),
        ROBBED_KONG: gettext_lazy("robbed kong"),
        GOULASH: gettext_lazy("carried over from draws"),
    }
    paper_columns = (
        pgettext_lazy("one deal", "Hand"),
        pgettext_lazy("of a hand", "Winner"),
        pgettext_lazy("discarder", "From"),
        gettext_lazy("Faan"),
    )

    def counters(self, rules: HongKong, position: Position, /) -> Counters:
        options = rules.options
        counts = options.max_dealer_wins or options.extra_hand_bonus
        streak = position.streak if counts else 0
        return Counters(0, streak, position.carried, position.goulash)

    def changing_values(self, rules: HongKong, counters: Counters, /) -> Counters:
        as_faan = rules.options.goulash_carry_as == "faan"
        return Counters(carried=counters.carried if as_faan else 0)

    def ordinary_value(self, rules: HongKong, /) -> Raw:
        return {"faan": faan_offered(rules.options)[0]}

    def invented_value(self, rules: HongKong, chance: Random, /) -> Raw:
        return {"faan": chance.choice(faan_offered(rules.options))}

    def table_shares(self, rules: HongKong, /) -> tuple[int, ...] | None:
        if rules.options.tie_break == SEAT_ORDER:
            return None
        return rules.options.table_points

    outcome = staticmethod(outcome)
    won = staticmethod(won)
    in_short = staticmethod(in_short)
    short_value = staticmethod(short_value)
    value_words = staticmethod(value_words)
    payment_table = staticmethod(payment_table)
