"""The presenter of Classical Chinese."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.classical import Classical
from rules.classical.declaring_ready import UNDECLARED
from rules.classical.entries import AbortiveDraw, Misnamed
from rules.classical.score import ClassicalScore
from rules.classical.settlement import BETWEEN_LOSERS, MISNAMED, PAYS_FOR_ALL
from rules.ledger_entries import FalseWin, Penalty, Raw
from rules.ruleset_and_table_state import Position
from rules.table_points import shares_of
from rules.tables_of_two_or_three import seats_by
from rules.winds import Wind
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import ABORTIVE
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Counters
from scoring.rulesets.classical.csv_and_payment_columns import COLUMNS, payment_table
from scoring.rulesets.classical.misnamed_and_ready_forms import MisnamedForm, ReadyForm
from scoring.rulesets.classical.outcome_and_value_words import (
    outcome,
    short_value,
    value_words,
    won,
)
from scoring.rulesets.classical.points_form import ClassicalForm
from scoring.rulesets.classical.presets_and_rules_in_short import PRESETS, in_short
from scoring.rulesets.classical.tile_form import ClassicalTiles
from scoring.rulesets.presenter import Presenter


class ClassicalPresenter(Presenter[Classical, ClassicalScore]):
    id = Classical.id
    points_form = ClassicalForm
    tile_form = ClassicalTiles
    columns = COLUMNS
    tie_breaks = ("score", "firsts")
    presets = PRESETS
    starts_with_points = True
    faults_of_play = (FalseWin, Penalty, Misnamed)
    rulings = (MisnamedForm,)
    declaration = ReadyForm
    payment_words = {
        BETWEEN_LOSERS: gettext_lazy("between losers"),
        PAYS_FOR_ALL: pgettext_lazy("classical", "pays for all"),
        MISNAMED: gettext_lazy("misnamed discard"),
        UNDECLARED: gettext_lazy("not declared ready"),
    }
    paper_columns = (
        pgettext_lazy("one deal", "Hand"),
        pgettext_lazy("of a hand", "Winner"),
    )
    paper_note = gettext_lazy(
        "Hand: E1, E2 … for each wind. In each player's cell, write "
        "the hand's points small at the top and the total won or paid "
        "below. The four totals of a hand add up to zero. Bring this "
        "sheet to the referees' desk."
    )

    def counters(self, rules: Classical, position: Position, /) -> Counters:
        options = rules.options
        counts = options.east_wins_in_a_row or options.extra_hand_bonus
        streak = position.streak if counts else 0
        return Counters(streak=streak, goulash=position.goulash)

    def changing_values(self, rules: Classical, counters: Counters, /) -> Counters:
        """Return the number of wins in a row as a counter if the next win reaches the
        number that is worth the limit; otherwise 0.
        """
        is_last = counters.streak + 1 == rules.options.east_wins_in_a_row
        return Counters(streak=counters.streak if is_last else 0)

    def ordinary_value(self, rules: Classical, /) -> Raw:
        return {"values": dict.fromkeys(seats_by(rules), rules.options.limit)}

    def invented_value(self, rules: Classical, chance: Random, /) -> Raw:
        seats = seats_by(rules)
        return {"values": {seat.value: 2 * chance.randint(11, 60) for seat in seats}}

    def value_by_tiles(
        self, rules: Classical, winner: Wind, hand: Raw, chance: Random, /
    ) -> Raw:
        others = {
            seat.value: 2 * chance.randint(4, 20)
            for seat in seats_by(rules)
            if seat != winner
        }
        return {"hands": {winner.value: hand}, "values": others}

    def asks_declarations(self, rules: Classical) -> bool:
        return rules.options.must_declare_ready

    def won_by(self, winners: Sequence[Wind], value: Raw, /) -> Raw:
        return {"winners": [{"winner": seat} for seat in winners], **value}

    def drawn_hands(self, rules: Classical, dealer: Wind, /) -> Mapping[str, Raw]:
        drawn = super().drawn_hands(rules, dealer)
        reasons = rules.options.abortive_draws
        if not reasons:
            return drawn
        return {**drawn, ABORTIVE: {"kind": AbortiveDraw.kind, "reason": reasons[0]}}

    def table_shares(self, rules: Classical, /) -> tuple[int, ...] | None:
        return shares_of(rules.options)

    outcome = staticmethod(outcome)
    won = staticmethod(won)
    in_short = staticmethod(in_short)
    short_value = staticmethod(short_value)
    value_words = staticmethod(value_words)
    payment_table = staticmethod(payment_table)
