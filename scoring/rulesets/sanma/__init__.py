"""The presenter of Sanma. It shares forms and texts with Riichi."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import chain, combinations
from random import Random
from typing import cast

from django.utils.translation import gettext_lazy

from rules.ledger_entries import Raw
from rules.riichi import Riichi
from rules.riichi.entries import ExhaustiveDraw
from rules.riichi.settlement import BANK
from rules.sanma import Sanma, SanmaOptions
from rules.sanma.hand_checks import REMOVED
from rules.tiles import RED_FIVES
from rules.winds import WINDS
from scoring.rulesets.riichi import RiichiPresenter
from scoring.rulesets.sanma.points_and_tile_forms import SanmaForm, SanmaTiles
from scoring.rulesets.sanma.presets_and_rules_in_short import PRESETS, in_short

_SEATS = WINDS[: Sanma.players]


class SanmaPresenter(RiichiPresenter):
    id = Sanma.id
    ema_rules = ""
    awards_left_out = (*RiichiPresenter.awards_left_out, "fourth_avoidance")
    points_form = SanmaForm
    tile_form = SanmaTiles
    presets = PRESETS
    payment_words = {
        **RiichiPresenter.payment_words,
        BANK: gettext_lazy("share of the missing player"),
    }
    in_short = staticmethod(in_short)

    def invented_draw(self, chance: Random, /) -> Raw:
        ready = chance.sample(_SEATS, chance.randint(0, len(_SEATS)))
        in_order = [seat.value for seat in _SEATS if seat in ready]
        return {"kind": ExhaustiveDraw.kind, "tenpai": in_order}

    def draws_by_ready(self) -> Mapping[str, Raw]:
        sizes = range(len(_SEATS) + 1)
        groups = chain.from_iterable(combinations(_SEATS, size) for size in sizes)
        return {
            "".join(ready): {"kind": ExhaustiveDraw.kind, "tenpai": list(ready)}
            for ready in groups
        }

    def removed_tiles(self, rules: Riichi) -> Container[int]:
        return REMOVED

    def special_tiles(self, rules: Riichi) -> tuple[str, Sequence[int]] | None:
        options = cast(SanmaOptions, rules.options)
        return ("red", RED_FIVES[1:]) if options.red_fives else None
