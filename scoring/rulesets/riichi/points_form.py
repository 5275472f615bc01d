"""Riichi: the form for a hand by han and fu or as a limit, with draws and chombo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Unpack, cast

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.ledger_entries import Raw, Washout
from rules.riichi.entries import (
    THREE_RON,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Win,
)
from rules.riichi.options import RiichiOptions
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    ABORTIVE,
    FALSE_WIN,
    SELF_DRAWN,
    SEVERAL,
    AtTableArguments,
    HandForm,
    of_several,
    seats_field,
)
from scoring.rulesets.riichi import han_and_fu_choices
from scoring.rulesets.riichi.dealer_stop_field import dealer_stops_field
from scoring.rulesets.riichi.outcome_and_value_words import (
    ABORTIVE_DRAW_NAMES,
    three_winners,
)
from tournaments.web.form_fields_and_types import Sent, Words

DRAW = "draw"

#: Fields of one of several winners, with the CSS class that decides when each is shown.
_OF_SEVERAL = {"value": "", "pao": "of-a-yakuman", "pao_yakuman": "of-several-yakuman"}

_NO_VALUE = _("Enter the hand value.")


@dataclass(frozen=True)
class ValueGroup:
    """The radio buttons of values under one heading. `by_fu`: each button is a number
    of fu."""

    label: Promise | str
    radios: list[BoundWidget]
    by_fu: bool


class RiichiForm(HandForm):
    """Form for a hand: winners, discarder, value and riichi, or another ending."""

    template = "table/hands/riichi.html"
    keys = "table/keys/riichi.html"
    centre = "table/keys/riichi_centre.html"
    rare = "table/keys/riichi_rare.html"
    details_below_keys = True
    value_question = _("Hand value?")
    ordinary = (*HandForm.ordinary, "value", "winners", "tenpai", "riichi")
    laid = "riichi"
    laid_words = pgettext_lazy("declaration", "Riichi")
    ready = "tenpai"
    drawn_hand = DRAW
    false_win = _("Chombo")

    value = forms.ChoiceField(
        label=_("Hand value"), widget=forms.RadioSelect, required=False
    )
    pao = forms.ChoiceField(label=_("Player liable for the yakuman"), required=False)
    pao_yakuman = forms.ChoiceField(
        label=_("Number of yakuman with liability"), required=False
    )
    winners = seats_field(pgettext_lazy("riichi", "Winners on this discard"))
    tenpai = seats_field(_("Tenpai players (one tile short of a win)"))
    nagashi = seats_field(_("Nagashi players (discarded only terminals and honors)"))
    abort = forms.ChoiceField(
        label=pgettext_lazy("riichi", "Reason"),
        widget=forms.RadioSelect,
        required=False,
    )
    riichi = seats_field(_("Players who declared riichi"))
    dealer_stops = dealer_stops_field()
    fields_of_faults = {
        **HandForm.fields_of_faults,
        "reason": "abort",
        **dict.fromkeys(("han", "fu", "limit", "yakuman", "points"), "value"),
        **of_several(
            "winner", "han", "fu", "limit", "yakuman", "points", "pao", "pao_yakuman"
        ),
    }

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        if "offender" in self.fields:
            self.fields["offender"].label = _("Player who committed chombo")
        for name in ("riichi", "tenpai", "nagashi", "winners"):
            self._offer(name, self._players())
        self._offer_values()
        self._offer_liability()
        self._offer(
            "abort", [(key, ABORTIVE_DRAW_NAMES[key]) for key in reasons(self.options)]
        )
        self._leave_out_what_is_not_played()

    def _leave_out_what_is_not_played(self) -> None:
        if not self.options.nagashi:
            del self.fields["nagashi"]
        if not reasons(self.options):
            del self.fields["abort"]
        if not self.several_may_win:
            del self.fields["winners"]
        if not self.options.dealer_stop_asked:
            del self.fields["dealer_stops"]

    def _offer_values(self) -> None:
        kept = str(self["value"].value() or "")
        extra = han_and_fu_choices.extra_choice(kept, self.options)
        as_entered = [(_("As entered"), extra)] if extra else []
        self.values_offered = [*han_and_fu_choices.groups(self.options), *as_entered]
        self._offer("value", self.values_offered)
        if not self.several_may_win:
            return
        for seat in self.options.seats:
            self.fields[f"value_{seat}"] = forms.ChoiceField(
                label=self.names[seat],
                choices=[("", "–"), *han_and_fu_choices.spelled(self.options)],
                required=False,
            )

    def _offer_liability(self) -> None:
        if not self.options.pao:
            del self.fields["pao"], self.fields["pao_yakuman"]
            return
        nobody = ("", pgettext_lazy("no player", "None"))
        self._offer("pao", [nobody, *self._players()])
        if self.options.asks_liable_yakuman:
            self._offer("pao_yakuman", [("", "1"), ("2", "2"), ("3", "3")])
        else:
            del self.fields["pao_yakuman"]
        for seat in self.options.seats if self.several_may_win else ():
            self.fields[f"pao_{seat}"] = forms.ChoiceField(
                label=_("Liable"), choices=[nobody, *self._players()], required=False
            )
            if self.options.asks_liable_yakuman:
                self.fields[f"pao_yakuman_{seat}"] = deepcopy(
                    self.fields["pao_yakuman"]
                )

    @property
    def options(self) -> RiichiOptions:
        return cast(RiichiOptions, self.rules.options)

    @property
    def several_may_win(self) -> bool:
        """Return whether several players can win. With head bump only one can."""
        return self.options.multi_ron != "head_bump"

    @property
    def values_of_several(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        if not self.several_may_win:
            return []
        return [
            (
                seat.value,
                [
                    (self[f"{name}_{seat}"], when)
                    for name, when in _OF_SEVERAL.items()
                    if f"{name}_{seat}" in self.fields
                ],
            )
            for seat in self.options.seats
        ]

    @property
    def keys_class(self) -> str:
        return "with-sticks"

    @property
    def _value_buttons(self) -> dict[str, BoundWidget]:
        return {str(radio.data["value"]): radio for radio in self["value"].subwidgets}

    @property
    def fu_columns(self) -> tuple[int, ...]:
        return han_and_fu_choices.FU if self.options.uses_fu else ()

    @property
    def value_rows(self) -> list[tuple[int, list[han_and_fu_choices.Cell]]]:
        """Return the rows of the grid: values below a limit by han and fu."""
        if not self.options.uses_fu:
            return []
        return list(han_and_fu_choices.rows(self._value_buttons, self.options))

    @property
    def limit_cells(self) -> list[han_and_fu_choices.Cell]:
        return han_and_fu_choices.limits(self._value_buttons, self.options)

    @property
    def more_values(self) -> list[tuple[BoundWidget, Words]]:
        """Return the buttons of values outside the grid, with their names."""
        names = dict(
            choice
            for _label, choices in han_and_fu_choices.spelled(self.options)
            for choice in choices
        )
        return [
            (button, names.get(str(button.data["value"]), button.choice_label))
            for button in han_and_fu_choices.more(self._value_buttons)
        ]

    @property
    def common_values(self) -> list[ValueGroup]:
        return list(self._values_shown(rare=False))

    @property
    def rare_values(self) -> list[ValueGroup]:
        """Return the values with a rare number of fu. The page hides them at first."""
        return list(self._values_shown(rare=True))

    @property
    def value_is_rare(self) -> bool:
        return han_and_fu_choices.is_rare(str(self["value"].value() or ""))

    def _values_shown(self, *, rare: bool) -> Iterator[ValueGroup]:
        """Yield the radio buttons of the values in their groups."""
        buttons = self._value_buttons
        for label, choices in self.values_offered:
            keys = [
                key for key, _n in choices if han_and_fu_choices.is_rare(key) is rare
            ]
            if keys:
                radios = [buttons[key] for key in keys]
                yield ValueGroup(label, radios, han_and_fu_choices.is_of_fu(keys[0]))

    def _other_endings(self) -> Iterator[tuple[str, Promise | str]]:
        if self.several_may_win:
            yield SEVERAL, pgettext_lazy("riichi", "Several winners")
        yield DRAW, _("Exhaustive draw")
        if reasons(self.options):
            yield ABORTIVE, pgettext_lazy("riichi", "Abortive draw")

    def _value_is_begun(self) -> bool:
        return bool(self.data.get("value"))

    def _has_value(self, seat: str) -> bool:
        return bool(self.data.get(f"value_{seat}"))

    def _ending_is_begun(self, ending: str) -> bool:
        if ending == SEVERAL and self._is_broken_off():
            return True
        if ending == ABORTIVE:
            return bool(self.data.get("abort"))
        return super()._ending_is_begun(ending)

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        self._need("value", _NO_VALUE)

    def _clean_ending(self, ending: str, cleaned: dict[str, object]) -> None:
        if ending == SEVERAL:
            self._clean_several(cleaned)
        elif ending == ABORTIVE:
            self._need(
                "abort",
                pgettext_lazy("riichi", "Choose the reason for the abortive draw."),
            )

    @property
    def three_winners(self) -> str:
        """Return the name of the draw that three winners cause; "" if three winners do
        not cause a draw.
        """
        return three_winners(self.options)

    def _is_broken_off(self) -> bool:
        """Return whether three players win, which is an abortive draw under these
        rules."""
        winners = self.cleaned_data.get("winners", [])
        return bool(self.three_winners) and len(winners) == 3

    def _clean_several(self, cleaned: dict[str, object]) -> None:
        if self._is_broken_off():
            return
        self._need("source", _("Choose the discarder."))
        if cleaned.get("source") == SELF_DRAWN:
            self.add_error(
                "source",
                _(
                    "Only a win on a discard can have several winners. Choose the "
                    "discarder."
                ),
            )
        self._need("winners", _("Choose the winners."))
        for seat in self.cleaned_data.get("winners", []):
            message = _("Enter the value of %(name)s's hand.")
            self._need(f"value_{seat}", message % {"name": self.names[seat]})

    def raw(self) -> Raw:
        raw = dict(super().raw())
        if raw["kind"] != Washout.kind and (riichi := self.cleaned_data["riichi"]):
            raw["riichi"] = riichi
        if self.cleaned_data.get("dealer_stops") and raw["kind"] in _MAY_STOP:
            raw["dealer_stops"] = True
        return raw

    def _win(self, winner: str) -> dict[str, object]:
        return self._valued(winner)

    def _valued(self, winner: str, suffix: str = "") -> dict[str, object]:
        """Return the part of an entry with winner, hand value and the liable player,
        from the fields that end with `suffix`.
        """
        data = self.cleaned_data
        value = data[f"value{suffix}"]
        raw = {"winner": winner, **han_and_fu_choices.raw_of(value)}
        pao = data.get(f"pao{suffix}")
        if not pao or not value.startswith("yakuman"):
            return raw
        share = data.get(f"pao_yakuman{suffix}")
        return raw | {"pao": pao} | ({"pao_yakuman": int(share)} if share else {})

    def _ending(self, ending: str) -> Raw:
        data = self.cleaned_data
        if ending == ABORTIVE:
            return {"kind": AbortiveDraw.kind, "reason": data["abort"]}
        if ending == SEVERAL and self._is_broken_off():
            return {"kind": AbortiveDraw.kind, "reason": THREE_RON}
        if ending == SEVERAL:
            winners = [self._valued(seat, f"_{seat}") for seat in data["winners"]]
            return {"kind": "win", "from": data["source"], "winners": winners}
        raw = {"kind": ExhaustiveDraw.kind, "tenpai": data["tenpai"]}
        nagashi = data.get("nagashi")
        return raw | {"nagashi": nagashi} if nagashi else raw

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        riichi: dict[str, object] = {
            "riichi": list(raw.get("riichi", [])),
            "dealer_stops": bool(raw.get("dealer_stops")),
        }
        match raw["kind"]:
            case ExhaustiveDraw.kind:
                drawn = {
                    name: list(raw.get(name, [])) for name in ("tenpai", "nagashi")
                }
                return {"winner": DRAW, **drawn, **riichi}
            case Washout.kind:
                return {"winner": DRAW}
            case AbortiveDraw.kind:
                return {"winner": ABORTIVE, "abort": raw["reason"], **riichi}
            case Chombo.kind:
                return {"winner": FALSE_WIN, "offender": raw["seat"], **riichi}
        return super().initial_of(raw, rules) | riichi

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        options = cast(RiichiOptions, rules.options)
        winners: Sequence[Raw] = raw.get("winners") or [raw]
        if len(winners) == 1:
            return {
                "winner": winners[0]["winner"],
                **_initial_value(winners[0], options),
            }
        initial: dict[str, object] = {
            "winner": SEVERAL,
            "winners": [one["winner"] for one in winners],
        }
        for one in winners:
            for name, value in _initial_value(one, options).items():
                initial[f"{name}_{one['winner']}"] = value
        return initial


def _initial_value(winner: Raw, options: RiichiOptions) -> dict[str, object]:
    """Return the form's initial values for a winner's hand value and liable player."""
    return {
        "value": han_and_fu_choices.value_of(winner, options),
        "pao": winner.get("pao", ""),
        "pao_yakuman": str(winner.get("pao_yakuman", "")),
    }


#: Kinds of entries with which a dealer may end the game.
_MAY_STOP = (Win.kind, ExhaustiveDraw.kind)


def reasons(options: RiichiOptions) -> list[str]:
    """Return the reasons for an abortive draw under these rules."""
    return list(options.abortive_reasons)
