"""The presenter of Riichi."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from random import Random
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from rules.ledger_entries import Raw
from rules.riichi import Riichi
from rules.riichi.entries import (
    ABORTIVE_REASONS,
    DEPOSIT,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
)
from rules.riichi.score import RiichiScore
from rules.riichi.settlement import (
    CHOMBO,
    DISCARD,
    HONBA,
    LIABLE,
    NAGASHI,
    RIICHI,
    SELF_DRAWN,
    STICKS,
    TENPAI,
)
from rules.ruleset_and_table_state import Position
from rules.tiles import RED_FIVES
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import ABORTIVE
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Counters,
    MeasureWords,
)
from scoring.rulesets.any_ruleset.win_payment_tables import Table
from scoring.rulesets.presenter import Presenter
from scoring.rulesets.riichi.csv_and_payment_columns import COLUMNS, payment_table
from scoring.rulesets.riichi.final_settlement_words import (
    left_at_end,
    parts_of_points,
)
from scoring.rulesets.riichi.outcome_and_value_words import (
    called_out,
    fu_lines,
    outcome,
    short_value,
    value_words,
    won,
)
from scoring.rulesets.riichi.points_form import DRAW, RiichiForm
from scoring.rulesets.riichi.presets_and_rules_in_short import PRESETS, in_short
from scoring.rulesets.riichi.riichi_figures import AWARDS, FIGURES
from scoring.rulesets.riichi.tile_form import RiichiTiles
from tournaments.web.number_wording import whole


class RiichiPresenter(Presenter[Riichi, RiichiScore]):
    id = Riichi.id
    ema_rules = "Riichi"
    points_form = RiichiForm
    tile_form = RiichiTiles
    columns = COLUMNS
    presets = PRESETS
    original_language = "ja"
    starts_with_points = True
    has_final_points = True
    points_sentence = gettext_lazy("%(points)s final points")
    false_win = Chombo
    sum_is_known = True
    most_total = 500_000
    payment_words = {
        HONBA: gettext_lazy("counter (honba)"),
        RIICHI: gettext_lazy("riichi stick"),
        STICKS: gettext_lazy("riichi sticks"),
        LIABLE: gettext_lazy("liable"),
        TENPAI: gettext_lazy("not tenpai"),
        NAGASHI: gettext_lazy("nagashi"),
        CHOMBO: gettext_lazy("chombo"),
    }
    #: Payments of riichi sticks.
    deposit_reasons = (RIICHI, STICKS)
    points_reasons = (DISCARD, SELF_DRAWN, LIABLE)
    further_figures = FIGURES
    further_awards = AWARDS
    awards_left_out: ClassVar[Sequence[str]] = ("biggest_deal_in", "most_patterns")
    deposit = DEPOSIT
    settled_at_end = gettext_lazy("Riichi sticks left")
    deposit_field = RiichiForm.laid
    paper_columns = (
        pgettext_lazy("one deal", "Hand"),
        pgettext_lazy("declaration", "Riichi"),
        pgettext_lazy("of a hand", "Winner"),
        pgettext_lazy("discarder", "From"),
        gettext_lazy("Han, fu"),
    )
    paper_note = gettext_lazy(
        "Hand: E1, E2 … with its counters (honba). Riichi: the letters "
        "of the players who declared. Draw: write the tenpai players "
        "under “Winner”. Write scores with their sign, riichi sticks "
        "included. Bring this sheet to the referees' desk."
    )
    #: Table points are the final points: score, uma and oka.
    measure_words = {
        "table_points": MeasureWords(
            gettext_lazy("Final points"),
            gettext_lazy("the total of final points, uma included"),
        ),
        "last_points": MeasureWords(
            pgettext_lazy("tie-break", "Last round"),
            gettext_lazy("the final points of the last round"),
        ),
        "opponents_points": MeasureWords(
            pgettext_lazy("tie-break", "Opponents' points"),
            gettext_lazy(
                "the total final points of a player's opponents (Buchholz; "
                "rounds not played count as tied tables)"
            ),
        ),
    }

    def table_shares(self, _rules: Riichi, /) -> None:
        return None

    outcome = staticmethod(outcome)
    won = staticmethod(won)
    in_short = staticmethod(in_short)
    short_value = staticmethod(short_value)
    value_words = staticmethod(value_words)
    payment_table = staticmethod(payment_table)

    parts_of_points = staticmethod(parts_of_points)
    left_at_end = staticmethod(left_at_end)

    def sum_words(self, rules: Riichi, start: int) -> str:
        if rules.options.leftover == "lost":
            pattern = _(
                "%(start)s, minus %(deposit)s for each riichi stick left and "
                "penalty points removed from the table."
            )
        else:
            pattern = _(
                "%(start)s, with riichi sticks left going to first place, unless "
                "penalty points were removed from the table."
            )
        return pattern % {"start": whole(start), "deposit": whole(DEPOSIT)}

    def deposits(self, position: Position) -> Table:
        return {
            "sticks": {
                "deposit": DEPOSIT,
                "there": position.sticks,
                "field": self.deposit_field,
            }
        }

    def counters(self, _rules: Riichi, position: Position, /) -> Counters:
        return Counters(repeats=position.repeats)

    def ordinary_value(self, rules: Riichi, /) -> Raw:
        return {"han": 1, "fu": 30}

    def invented_value(self, _rules: Riichi, chance: Random, /) -> Raw:
        if chance.random() < 0.2:
            return {"limit": "mangan"}
        return {"han": chance.randint(1, 3), "fu": chance.choice([30, 40])}

    def invented_draw(self, chance: Random, /) -> Raw:
        ready = chance.sample([seat.value for seat in WINDS], chance.randint(0, 4))
        in_order = [seat.value for seat in WINDS if seat.value in ready]
        return {"kind": ExhaustiveDraw.kind, "tenpai": in_order}

    def drawn_hands(self, _rules: Riichi, dealer: Wind, /) -> Mapping[str, Raw]:
        drawn = {"kind": ExhaustiveDraw.kind}
        return {
            f"{DRAW}+": {**drawn, "tenpai": [dealer]},
            f"{DRAW}-": {**drawn, "tenpai": []},
            ABORTIVE: {"kind": AbortiveDraw.kind, "reason": ABORTIVE_REASONS[0]},
        }

    def draws_by_ready(self) -> Mapping[str, Raw]:
        sizes = range(len(WINDS) + 1)
        groups = chain.from_iterable(combinations(WINDS, size) for size in sizes)
        return {
            "".join(ready): {"kind": ExhaustiveDraw.kind, "tenpai": list(ready)}
            for ready in groups
        }

    called_out = staticmethod(called_out)
    fu_lines = staticmethod(fu_lines)

    def position_facts(self, position: Position) -> Iterator[str]:
        if position.repeats:
            pattern = ngettext(
                "%(number)s counter (honba)",
                "%(number)s counters (honba)",
                position.repeats,
            )
            yield pattern % {"number": position.repeats}
        if position.sticks:
            pattern = ngettext(
                "%(number)s riichi stick on the table",
                "%(number)s riichi sticks on the table",
                position.sticks,
            )
            yield pattern % {"number": position.sticks}

    def special_tiles(self, rules: Riichi) -> tuple[str, Sequence[int]] | None:
        return ("red", RED_FIVES) if rules.options.red_fives else None
