"""What each ruleset asks besides the tiles, and the entry it makes of all that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.classical import Classical, ClassicalOptions
from rules.entries import MOST_POINTS
from rules.faults import RuleError
from rules.hands import RIICHI, Hand
from rules.hong_kong import HongKong, HongKongOptions
from rules.mcr import Mcr
from rules.notation import format_tiles
from rules.riichi import Riichi, RiichiOptions
from rules.rows import read_hand
from rules.table import Position, Ruleset
from rules.tiles import Tile
from rules.winds import WINDS, Wind
from scoring.entry_forms.common import seats_field
from scoring.entry_forms.hong_kong import GUARANTEES
from scoring.tile_entry.asked import DECLARED, losers_count
from scoring.tile_entry.forms import TileForm, notation_input
from scoring.tile_entry.reading import hands_in, typed_tiles
from scoring.verbs import Raw
from tournaments.refusals import sentence

_NOBODY = ("", _("Nobody"))

#: For how many yakuman somebody may be liable; the tiles show it where it is not said.
_LIABLE_FOR = (
    ("", _("For those that the tiles show")),
    *((str(n), str(n)) for n in (1, 2, 3)),
)


class McrTiles(TileForm):
    claimed_label = _("Fan announced, if any were")

    def _entry(self) -> dict[str, Any]:
        [winner] = self.winners
        return {"winner": winner, "hand": self._row(winner)}


class HongKongTiles(TileForm):
    """Several winners; one player who pays for all."""

    claimed_label = _("Faan announced, if any were")

    def __init__(self, *args: Any, rules: Ruleset, **kwargs: Any) -> None:
        options = cast(HongKongOptions, rules.options)
        super().__init__(*args, rules=rules, **kwargs)
        reasons = [key for key in GUARANTEES if key in options.responsibility]
        for seat in WINDS if reasons else ():
            self.fields[f"guarantor_{seat}"] = forms.ChoiceField(
                label=_("Who pays for all?"),
                choices=[_NOBODY, *self._players()],
                required=False,
            )
            self.fields[f"guarantee_{seat}"] = forms.ChoiceField(
                label=_("Why?"),
                choices=[(key, GUARANTEES[key]) for key in reversed(reasons)],
                required=False,
            )

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        names = (f"guarantor_{seat}", f"guarantee_{seat}")
        return names if names[0] in self.fields else ()

    def _entry(self) -> dict[str, Any]:
        return one_or_several([self._claim(seat) for seat in self.winners])

    def _claim(self, seat: Wind) -> dict[str, Any]:
        claim: dict[str, Any] = {"winner": seat, "hand": self._row(seat)}
        if guarantor := self.cleaned_data.get(f"guarantor_{seat}"):
            guarantee = self.cleaned_data.get(f"guarantee_{seat}") or "ruling"
            claim |= {"guarantor": guarantor, "guarantee": guarantee}
        return claim

    @classmethod
    def initial_of(cls, raw: Raw, rules: Any) -> dict[str, Any]:
        initial = super().initial_of(raw, rules)
        claims = raw.get("winners") or [raw]
        for claim in claims:
            for name in ("guarantor", "guarantee"):
                initial[f"{name}_{claim['winner']}"] = claim.get(name, "")
        return initial


class ClassicalTiles(TileForm):
    """All four hands, each by its tiles or its value."""

    losers_too = True
    missing = _("Give the tiles of %(name)s's hand, or its value.")
    claimed_label = _("Points announced, if any were")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in WINDS:
            self.fields[f"value_{seat}"] = forms.IntegerField(
                label=_("or its value, after doubling"),
                min_value=0,
                max_value=MOST_POINTS,
                required=False,
                widget=forms.NumberInput(
                    attrs={"inputmode": "numeric", "autocomplete": "off"}
                ),
            )
        if cast(ClassicalOptions, self.rules.options).dangerous_game:
            self.fields["pays_for_all"] = forms.BooleanField(
                label=_("The discarder pays for all (a dangerous tile)"),
                required=False,
            )

    @property
    def is_begun(self) -> bool:
        given = [
            bool(self[f"tiles_{seat}"].value() or self[f"value_{seat}"].value())
            for seat in (WINDS if self._losers_count else self.winners)
        ]
        return bool(self.winners and self["source"].value() and all(given))

    @property
    def _losers_count(self) -> bool:
        alone = "pays_for_all" in self.fields and self["pays_for_all"].value()
        return losers_count(self.rules) and not alone

    def _lacks(self, seat: Wind) -> bool:
        """The winner's hand may be given by its value as well."""
        if self["value_" + seat].value() not in (None, ""):
            return False
        return seat in self.winners or bool(self.winners and self._losers_count)

    def _entry(self) -> dict[str, Any]:
        data = self.cleaned_data
        [winner] = self.winners
        entry: dict[str, Any] = {
            "winner": winner,
            "hands": {seat: self._row(seat) for seat in self.hands},
        }
        given = {seat.value: data.get(f"value_{seat}") for seat in WINDS}
        values = {seat: value for seat, value in given.items() if value is not None}
        if values:
            entry["values"] = values
        if data.get("pays_for_all"):
            source = data["source"]
            entry["pay_for_all"] = source if source in tuple(WINDS) else None
        return entry

    @classmethod
    def initial_of(cls, raw: Raw, rules: Any) -> dict[str, Any]:
        values = raw.get("values") or {}
        return {
            **super().initial_of(raw, rules),
            **{f"value_{seat}": value for seat, value in values.items()},
            "pays_for_all": bool(raw.get("pay_for_all")),
        }


class RiichiTiles(TileForm):
    """Who declared riichi, the indicators, who is liable for a yakuman."""

    claimed_label = _("Points announced, if any were")

    def __init__(self, *args: Any, rules: Ruleset, **kwargs: Any) -> None:
        options = cast(RiichiOptions, rules.options)
        super().__init__(*args, rules=rules, **kwargs)
        self.indicators: dict[str, tuple[Tile, ...]] = {}
        self.fields["riichi"] = seats_field(_("Who declared riichi in this hand?"))
        self._offer("riichi", self._players())
        for name, label in (("dora", _("Dora indicators")), ("ura", _("Ura dora"))):
            if name == "dora" or options.ura:
                self.fields[name] = forms.CharField(
                    label=label,
                    max_length=60,
                    required=False,
                    widget=notation_input(),
                )
        for seat in WINDS if options.pao else ():
            self._ask_who_is_liable(seat, several=options.yakuman_stack)

    def _ask_who_is_liable(self, seat: Wind, *, several: bool) -> None:
        self.fields[f"pao_{seat}"] = forms.ChoiceField(
            label=_("Who is liable for the yakuman?"),
            choices=[_NOBODY, *self._players()],
            required=False,
        )
        if several:
            self.fields[f"pao_yakuman_{seat}"] = forms.ChoiceField(
                label=_("For how many of the yakuman?"),
                choices=_LIABLE_FOR,
                required=False,
            )

    @property
    def indicator_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("dora", "ura") if name in self.fields]

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        names = (f"pao_{seat}", f"pao_yakuman_{seat}")
        return tuple(name for name in names if name in self.fields)

    def clean(self) -> dict[str, Any]:
        for name in ("dora", "ura"):
            try:
                text = self.cleaned_data.get(name) or ""
                self.indicators[name] = typed_tiles(text)
            except RuleError as error:
                for fault in error.faults:
                    self.add_error(name, sentence(fault))
        return super().clean()

    def _flags(self, seat: Wind, typed: Hand) -> Iterable[str]:
        """Who put a stick on the table declared riichi, if not double riichi."""
        flags = set(super()._flags(seat, typed))
        sticks = self.cleaned_data.get("riichi") or ()
        if seat in sticks and not {*DECLARED} & (flags | typed.flags):
            flags.add(RIICHI)
        return flags

    def _indicators(self, seat: Wind, typed: Hand) -> dict[str, Any]:
        """The ura dora are turned for who declared riichi only."""
        declared = {*DECLARED} & (set(self._flags(seat, typed)) | typed.flags)
        dora, ura = self.indicators.get("dora", ()), self.indicators.get("ura", ())
        return {"dora": dora, "ura": ura if declared else ()}

    def _entry(self) -> dict[str, Any]:
        riichi = set(self.cleaned_data["riichi"])
        riichi |= {seat for seat, each in self.hands.items() if _declared(each.hand)}
        entry = one_or_several([self._claim(seat) for seat in self.winners])
        return entry | {"riichi": [seat for seat in WINDS if seat in riichi]}

    def _claim(self, seat: Wind) -> dict[str, Any]:
        claim: dict[str, Any] = {"winner": seat, "hand": self._row(seat)}
        pao = self.cleaned_data.get(f"pao_{seat}")
        if not pao:
            return claim
        share = self.cleaned_data.get(f"pao_yakuman_{seat}")
        return claim | {"pao": pao} | ({"pao_yakuman": int(share)} if share else {})

    @classmethod
    def initial_of(cls, raw: Raw, rules: Any) -> dict[str, Any]:
        initial = super().initial_of(raw, rules)
        claims = raw.get("winners") or [raw]
        for claim in claims:
            for name in ("pao", "pao_yakuman"):
                initial[f"{name}_{claim['winner']}"] = str(claim.get(name, ""))
        initial["riichi"] = list(raw.get("riichi") or ())
        for seat, row in hands_in(raw).items():
            hand = read_hand(row)
            kept = [flag for flag in initial[f"flags_{seat}"] if flag != RIICHI]
            initial[f"flags_{seat}"] = kept
            initial["dora"] = format_tiles(hand.dora_indicators)
            if hand.ura_indicators:
                initial["ura"] = format_tiles(hand.ura_indicators)
        return initial


def _declared(hand: Hand) -> bool:
    return bool({*DECLARED} & hand.flags)


def one_or_several(claims: list[dict[str, Any]]) -> dict[str, Any]:
    return claims[0] if len(claims) == 1 else {"winners": claims}


FORMS: Mapping[str, type[TileForm]] = {
    Mcr.id: McrTiles,
    HongKong.id: HongKongTiles,
    Classical.id: ClassicalTiles,
    Riichi.id: RiichiTiles,
}


def tile_form(
    rules: Ruleset, *args: Any, position: Position, **options: Any
) -> TileForm:
    """The form of a hand by its tiles by these rules."""
    return FORMS[rules.id](*args, rules=rules, position=position, **options)
