"""MCR: the form for a hand by fan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Unpack, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.ledger_entries import Raw
from rules.mcr.options import McrOptions
from rules.ruleset_and_table_state import Ruleset
from rules.tiles import BONUS_TILES
from rules.winds import WINDS
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    SEVERAL,
    AtTableArguments,
    TypedPointsForm,
    of_several,
    seats_field,
)
from tournaments.web.form_fields_and_types import Sent

#: Numbers of fan with a key: the lowest `_LOWEST`, and some of the others.
_LOWEST = 9
_OFTEN = (18, 20, 24, 28, 32, 48, 64, 88)

#: Flowers in a set of tiles.
_FLOWERS = len(BONUS_TILES)

#: Fields of each of several winners.
_OF_SEVERAL = ("points", "flowers", "chicken")

#: Fan that are replaced first by those entered at a table, in this order.
_RARELY = (28, 64, 20)


class McrForm(TypedPointsForm):
    """Form for a hand by fan: winners, discarder and fan. There may be several
    winners."""

    template = "table/hands/mcr.html"
    keys = "table/keys/mcr.html"
    often_keys = "table/keys/_often.html"
    rare = "table/keys/mcr_rare.html"
    value_question = _("Fan, flowers included?")
    ordinary = (*TypedPointsForm.ordinary, "points", "flowers", "chicken", "winners")

    points = forms.IntegerField(
        label=_("Fan, flowers included"),
        required=False,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "autocomplete": "off"},
        ),
    )
    #: How many of the fan are flowers, which do not count towards the minimum.
    flowers = forms.TypedChoiceField(
        label=_("Flowers included in the fan"),
        choices=[(count, count) for count in range(_FLOWERS + 1)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    chicken = forms.BooleanField(label=_("Chicken Hand"), required=False)
    winners = seats_field(pgettext_lazy("mcr", "Winners on this discard"))
    fields_of_faults = {
        **TypedPointsForm.fields_of_faults,
        **of_several("winner", "from", "points", "flowers", "chicken"),
    }

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        if not self.several_may_win:
            del self.fields["winners"]
            return
        self._offer("winners", self._players())
        for seat in WINDS:
            for name in _OF_SEVERAL:
                self.fields[f"{name}_{seat}"] = deepcopy(self.fields[name])

    @property
    def options(self) -> McrOptions:
        return cast(McrOptions, self.rules.options)

    @property
    def minimum(self) -> int:
        """Return the smallest number of fan that a win can have."""
        return self.options.minimum

    @property
    def several_may_win(self) -> bool:
        return self.options.multiple_winners == "all"

    @property
    def values_of_several(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        if not self.several_may_win:
            return []
        return [
            (
                seat.value,
                [(self[f"{name}_{seat}"], "") for name in _OF_SEVERAL],
            )
            for seat in WINDS
        ]

    @property
    def least_words(self) -> str:
        """Return the minimum fan as text."""
        return now("At least %(fan)s, without flowers") % {"fan": self.minimum}

    @classmethod
    def often_after(cls, rules: Ruleset, last_values: Sequence[int]) -> tuple[int, ...]:
        """Return the fan that have their own key on the page: the lowest, some common
        ones, and those entered at this table, which replace the rarest.
        """
        minimum = cast(McrOptions, rules.options).minimum
        lowest = range(minimum, minimum + _LOWEST)
        others = [fan for fan in _OFTEN if fan > lowest[-1]]
        known = {*lowest, *others}
        entered = [fan for fan in last_values if fan >= minimum]
        entered = [fan for fan in entered if fan not in known]
        rarest = [fan for fan in _RARELY if fan not in last_values]
        entered = entered[: len(rarest)]
        left = [fan for fan in others if fan not in rarest[: len(entered)]]
        return tuple(sorted([*lowest, *left, *entered]))

    def _other_endings(self) -> Iterator[tuple[str, Promise | str]]:
        if self.several_may_win:
            yield SEVERAL, pgettext_lazy("mcr", "Several winners")
        yield from super()._other_endings()

    def _clean_ending(self, ending: str, cleaned: dict[str, object]) -> None:
        if ending != SEVERAL:
            return
        self._need_several(cleaned)
        for seat in self.cleaned_data.get("winners", []):
            message = _("Enter the fan of %(name)s's hand.")
            self._need(f"points_{seat}", message % {"name": self.names[seat]})
            self._refuse_flowers_in_minimum(f"_{seat}")

    def _ending(self, ending: str) -> Raw:
        if ending != SEVERAL:
            return super()._ending(ending)
        data = self.cleaned_data
        winners = [self._valued(seat, f"_{seat}") for seat in data["winners"]]
        return {"kind": "win", "from": data["source"], "winners": winners}

    def _has_value(self, seat: str) -> bool:
        return bool(self.data.get(f"points_{seat}"))

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        self._need("points", _("Enter the fan."))
        self._refuse_flowers_in_minimum()

    def _refuse_flowers_in_minimum(self, suffix: str = "") -> None:
        fan = self.cleaned_data.get(f"points{suffix}")
        flowers = self.cleaned_data.get(f"flowers{suffix}")
        if not (fan and flowers) or fan - flowers >= self.minimum:
            return
        message = _(
            "Without flowers, the hand has %(fan)s fan. It needs %(minimum)s, "
            "because flowers do not count towards the minimum."
        )
        values = {"fan": max(0, fan - flowers), "minimum": self.minimum}
        self.add_error(f"flowers{suffix}", message % values)

    def _win(self, winner: str) -> dict[str, object]:
        return self._valued(winner)

    def _valued(self, winner: str, suffix: str = "") -> dict[str, object]:
        """Return the part of an entry with winner and fan, from the fields that end
        with `suffix`.
        """
        data = self.cleaned_data
        raw = {"winner": winner, "points": data[f"points{suffix}"]}
        if flowers := data[f"flowers{suffix}"]:
            raw["flowers"] = flowers
        return raw | {"chicken": True} if data[f"chicken{suffix}"] else raw

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        if winners := raw.get("winners"):
            several: dict[str, object] = {
                "winner": SEVERAL,
                "winners": [one["winner"] for one in winners],
            }
            for one in winners:
                values = cls._initial_values(one)
                several |= {f"{k}_{one['winner']}": v for k, v in values.items()}
            return several
        return {"winner": raw["winner"], **cls._initial_values(raw)}

    @staticmethod
    def _initial_values(raw: Raw) -> dict[str, object]:
        """Return one winner's initial values for `_OF_SEVERAL`, from the winner's part
        of an entry.
        """
        return {
            "points": raw.get("points"),
            "flowers": raw.get("flowers", 0),
            "chicken": raw.get("chicken", False),
        }
