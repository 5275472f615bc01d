"""The presenter of MCR."""

from __future__ import annotations

from random import Random

from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from rules.hand_score_and_patterns import Pattern
from rules.ledger_entries import Entry, Raw
from rules.mcr import Mcr, Win
from rules.mcr.score import McrScore
from rules.table_points import shares_of
from rules.winds import WINDS, Scores, Wind
from scoring.rulesets.any_ruleset.figures_of_players import Kind, NamedFigure, wins
from scoring.rulesets.any_ruleset.pattern_names import (
    NameBeside,
    english_name,
    original_name,
)
from scoring.rulesets.mcr.csv_and_payment_columns import COLUMNS, payment_table
from scoring.rulesets.mcr.outcome_and_value_words import (
    outcome,
    short_value,
    value_words,
    won,
)
from scoring.rulesets.mcr.points_form import McrForm
from scoring.rulesets.mcr.presets_and_rules_in_short import PRESETS, in_short
from scoring.rulesets.mcr.tile_form import McrTiles
from scoring.rulesets.presenter import Presenter


class McrPresenter(Presenter[Mcr, McrScore]):
    id = Mcr.id
    ema_rules = "MCR"
    points_form = McrForm
    tile_form = McrTiles
    columns = COLUMNS
    presets = PRESETS
    original_language = "zh-Hans"
    #: As in files of organisers.
    options_among_event_keys = ("false_win",)
    paper_columns = (
        pgettext_lazy("of a hand", "Winner"),
        pgettext_lazy("discarder", "From"),
        gettext_lazy("Fan"),
    )
    hands_are_numbered = True
    # The dealer changes after every hand.
    awards_left_out = ("dealer_stay",)
    further_figures = (
        NamedFigure("chicken_hands", gettext_lazy("Chicken Hands"), Kind.SHARE, wins),
    )

    def names_beside(self, pattern: Pattern, /) -> tuple[NameBeside, ...]:
        """Return the Chinese name, the English name and the Green Book's number of a
        fan, because players at international tournaments use all three.
        """
        number = pgettext("number of a fan", "No. %(number)s")
        return (
            *original_name(pattern, self.original_language),
            *english_name(pattern),
            *(
                [NameBeside(number % {"number": pattern.number})]
                if pattern.number
                else ()
            ),
        )

    def asks_what_lacked(self, rules: Mcr) -> bool:
        options = rules.options
        return options.false_win_not_ready > options.false_win_others

    def false_win_costing(self, amounts: Scores, rules: Mcr) -> Wind | None:
        for offender in WINDS:
            payments = dict.fromkeys(WINDS, rules.options.false_win_others)
            payments[offender] = rules.options.false_win_offender
            if payments == amounts:
                return offender
        return None

    def value_entered(self, entry: Entry) -> int | None:
        claims = entry.claims if isinstance(entry, Win) else ()
        return claims[0].points if len(claims) == 1 and not claims[0].hand else None

    def ordinary_value(self, rules: Mcr, /) -> Raw:
        return {"points": rules.options.minimum}

    def invented_value(self, rules: Mcr, chance: Random, /) -> Raw:
        return {"points": chance.randint(rules.options.minimum, 88)}

    def table_shares(self, rules: Mcr, /) -> tuple[int, ...] | None:
        return shares_of(rules.options)

    outcome = staticmethod(outcome)
    won = staticmethod(won)
    in_short = staticmethod(in_short)
    short_value = staticmethod(short_value)
    value_words = staticmethod(value_words)
    payment_table = staticmethod(payment_table)
