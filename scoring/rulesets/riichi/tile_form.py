"""Riichi: the form for a hand by tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import format_tiles
from rules.hand_of_tiles import DOUBLE_RIICHI, RIICHI, Hand
from rules.ledger_entries import Raw
from rules.riichi.entries import THREE_RON, AbortiveDraw
from rules.riichi.hand_checks import FLAGS
from rules.riichi.options import RiichiOptions
from rules.ruleset_and_table_state import Ruleset
from rules.tiles import Tile
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import seats_field
from scoring.rulesets.any_ruleset.hand_by_tiles_form import (
    NOBODY,
    TileArguments,
    TileForm,
    notation_input,
    one_or_several,
)
from scoring.rulesets.any_ruleset.typed_hands import hands_in, typed_tiles
from scoring.rulesets.riichi.dealer_stop_field import dealer_stops_field
from scoring.rulesets.riichi.outcome_and_value_words import three_winners
from tournaments.refusals import sentence
from tournaments.web.form_fields_and_types import Sent

#: Flags of a riichi declaration. Single riichi is set from the riichi sticks.
DECLARED = (RIICHI, DOUBLE_RIICHI)

#: Choices for the number of yakuman with liability; by default, the tiles decide.
_LIABLE_FOR = (
    ("", _("As the tiles show")),
    *((str(n), str(n)) for n in (1, 2, 3)),
)


class RiichiTiles(TileForm):
    """Form for hands by tiles, with riichi declarations, indicators, and the player
    liable for a yakuman."""

    claimed_label = pgettext_lazy("riichi", "Points announced (optional)")
    laid = "riichi"

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[TileArguments]
    ) -> None:
        options = cast(RiichiOptions, arguments["rules"].options)
        super().__init__(data, **arguments)
        self.indicators: dict[str, tuple[Tile, ...]] = {}
        self.fields["riichi"] = seats_field(_("Players who declared riichi"))
        self._offer("riichi", self._players())
        if options.dealer_stop_asked:
            self.fields["dealer_stops"] = dealer_stops_field()
        for name, label in (
            ("dora", _("Dora indicators")),
            ("ura", _("Ura dora indicators")),
        ):
            if name == "dora" or options.ura:
                self.fields[name] = forms.CharField(
                    label=label,
                    max_length=60,
                    required=False,
                    widget=notation_input(),
                )
        for seat in options.seats if options.pao else ():
            self._ask_who_is_liable(seat, several=options.asks_liable_yakuman)

    @classmethod
    def several_may_win(cls, rules: Ruleset) -> bool:
        return cast(RiichiOptions, rules.options).multi_ron != "head_bump"

    def _flags_offered(self) -> Iterable[str]:
        return (flag for flag in FLAGS if flag != RIICHI)

    def _ask_who_is_liable(self, seat: Wind, *, several: bool) -> None:
        self.fields[f"pao_{seat}"] = forms.ChoiceField(
            label=_("Player liable for the yakuman"),
            choices=[NOBODY, *self._players()],
            required=False,
        )
        if several:
            self.fields[f"pao_yakuman_{seat}"] = forms.ChoiceField(
                label=_("Number of yakuman with liability"),
                choices=_LIABLE_FOR,
                required=False,
            )

    @property
    def indicator_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("dora", "ura") if name in self.fields]

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        names = (f"pao_{seat}", f"pao_yakuman_{seat}")
        return tuple(name for name in names if name in self.fields)

    def clean(self) -> dict[str, object]:
        for name in ("dora", "ura"):
            try:
                text = self.cleaned_data.get(name) or ""
                self.indicators[name] = typed_tiles(text)
            except RuleError as error:
                for fault in error.faults:
                    self.add_error(name, sentence(fault))
        return super().clean()

    def _flags(self, seat: Wind, typed: Hand) -> Iterable[str]:
        """Return the flags of a hand.

        A player with a riichi stick gets the riichi flag, unless the flags include
        double riichi.
        """
        flags = set(super()._flags(seat, typed))
        sticks = self.cleaned_data.get("riichi") or ()
        if seat in sticks and not {*DECLARED} & (flags | typed.flags):
            flags.add(RIICHI)
        return flags

    def _indicators(self, seat: Wind, typed: Hand) -> dict[str, tuple[Tile, ...]]:
        """Return the indicators. Only a player who declared riichi gets ura dora."""
        declared = {*DECLARED} & (set(self._flags(seat, typed)) | typed.flags)
        dora, ura = self.indicators.get("dora", ()), self.indicators.get("ura", ())
        return {"dora": dora, "ura": ura if declared else ()}

    @property
    def three_winners(self) -> str:
        """Return the name of the draw that three winners cause; "" if three winners do
        not cause a draw.
        """
        return three_winners(cast(RiichiOptions, self.rules.options))

    @property
    def _is_broken_off(self) -> bool:
        """Return whether three players win, which is an abortive draw under these
        rules."""
        on_a_discard = self["source"].value() and not self.is_drawn
        return bool(self.three_winners and on_a_discard and len(self.winners) == 3)

    @property
    def is_begun(self) -> bool:
        return self._is_broken_off or super().is_begun

    def _lacks(self, seat: Wind) -> bool:
        return not self._is_broken_off and super()._lacks(seat)

    def raw(self) -> Raw:
        """Return the entry. An abortive draw by three winners needs no tiles."""
        if not self._is_broken_off:
            return super().raw()
        riichi = list(self.cleaned_data["riichi"])
        return {"kind": AbortiveDraw.kind, "reason": THREE_RON, "riichi": riichi}

    def _entry(self) -> dict[str, object]:
        riichi = set(self.cleaned_data["riichi"])
        riichi |= {seat for seat, typed in self.hands.items() if _declared(typed.hand)}
        entry = one_or_several([self._claim(seat) for seat in self.winners])
        if self.cleaned_data.get("dealer_stops"):
            entry["dealer_stops"] = True
        return entry | {"riichi": [seat for seat in WINDS if seat in riichi]}

    def _claim(self, seat: Wind) -> dict[str, object]:
        claim: dict[str, object] = {"winner": seat, "hand": self._row(seat)}
        pao = self.cleaned_data.get(f"pao_{seat}")
        if not pao:
            return claim
        share = self.cleaned_data.get(f"pao_yakuman_{seat}")
        return claim | {"pao": pao} | ({"pao_yakuman": int(share)} if share else {})

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        initial = super().initial_of(raw, rules)
        claims = raw.get("winners") or [raw]
        for claim in claims:
            for name in ("pao", "pao_yakuman"):
                initial[f"{name}_{claim['winner']}"] = str(claim.get(name, ""))
        initial["riichi"] = list(raw.get("riichi") or ())
        initial["dealer_stops"] = bool(raw.get("dealer_stops"))
        for seat, row in hands_in(raw).items():
            hand = read_hand(row)
            initial[f"flags_{seat}"] = sorted({*hand.flags} - {RIICHI})
            initial["dora"] = format_tiles(hand.dora_indicators)
            if hand.ura_indicators:
                initial["ura"] = format_tiles(hand.ura_indicators)
        return initial


def _declared(hand: Hand) -> bool:
    return bool({*DECLARED} & hand.flags)
