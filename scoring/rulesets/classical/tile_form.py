"""Classical Chinese: the form for a hand by tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.classical.hand_checks import FLAGS
from rules.classical.options import ClassicalOptions
from rules.hand_of_tiles import ONLY_TILE
from rules.ledger_entries import MOST_POINTS, Raw
from rules.ruleset_and_table_state import Ruleset
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileArguments, TileForm
from tournaments.web.form_fields_and_types import Sent


class ClassicalTiles(TileForm):
    """Form for the hands of all players, each by tiles or by value."""

    losers_too = True
    missing = _("Enter the tiles of %(name)s's hand, or its value.")
    claimed_label = pgettext_lazy("classical", "Points announced (optional)")

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[TileArguments]
    ) -> None:
        super().__init__(data, **arguments)
        for seat in self.seats:
            self.fields[f"value_{seat}"] = forms.IntegerField(
                label=_("Or value after doubling"),
                min_value=0,
                max_value=MOST_POINTS,
                required=False,
                widget=forms.NumberInput(
                    attrs={"inputmode": "numeric", "autocomplete": "off"}
                ),
            )
        if self.options.dangerous_game:
            self.fields["pays_for_all"] = forms.BooleanField(
                label=_("Discarder pays for all (dangerous tile)"),
                required=False,
            )

        if self.options.kitty:
            self.fields["no_chows"] = forms.BooleanField(
                label=pgettext_lazy("classical", "No chow: the winner takes the kitty"),
                required=False,
            )

    @property
    def options(self) -> ClassicalOptions:
        return cast(ClassicalOptions, self.rules.options)

    @classmethod
    def several_may_win(cls, rules: Ruleset) -> bool:
        return cast(ClassicalOptions, rules.options).multiple_winners == "all"

    def _flags_offered(self) -> Iterable[str]:
        yield from FLAGS
        if self.options.count_visible_tiles:
            yield ONLY_TILE

    @property
    def is_begun(self) -> bool:
        entered = [
            bool(self[f"tiles_{seat}"].value() or self[f"value_{seat}"].value())
            for seat in (self.seats if self._losers_count else self.winners)
        ]
        return bool(self.winners and self["source"].value() and all(entered))

    @property
    def _losers_count(self) -> bool:
        alone = "pays_for_all" in self.fields and self["pays_for_all"].value()
        return losers_count(self.options) and not alone

    def _lacks(self, seat: Wind) -> bool:
        """Return whether the player's hand is needed but has neither tiles
        nor a value.
        """
        if self["value_" + seat].value() not in (None, ""):
            return False
        return seat in self.winners or bool(self.winners and self._losers_count)

    def _entry(self) -> dict[str, object]:
        data = self.cleaned_data
        entry: dict[str, object] = {
            "hands": {seat: self._row(seat) for seat in self.hands}
        }
        if len(self.winners) > 1:
            entry["winners"] = [{"winner": seat} for seat in self.winners]
        else:
            [entry["winner"]] = self.winners
        by_seat = {seat.value: data.get(f"value_{seat}") for seat in self.seats}
        values = {seat: value for seat, value in by_seat.items() if value is not None}
        if values:
            entry["values"] = values
        if data.get("pays_for_all"):
            source = data["source"]
            entry["pay_for_all"] = source if source in tuple(WINDS) else None
        by_value = [seat for seat in self.winners if seat not in self.hands]
        if data.get("no_chows") and by_value:
            entry["no_chows"] = by_value
        return entry

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        values = raw.get("values") or {}
        return {
            **super().initial_of(raw, rules),
            **{f"value_{seat}": value for seat, value in values.items()},
            "pays_for_all": bool(raw.get("pay_for_all")),
            "no_chows": bool(raw.get("no_chows")),
        }


def losers_count(options: ClassicalOptions) -> bool:
    """Return whether the losers' hands change the payments."""
    between = options.losers_settle and options.settle_mode == "between_all"
    return between or options.settle_mode == "only_add_up"
