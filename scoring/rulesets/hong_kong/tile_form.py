"""Hong Kong Old Style: the form for a hand by tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.hong_kong.hand_checks import FLAGS
from rules.hong_kong.options import HongKongOptions
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from rules.winds import Wind
from scoring.rulesets.any_ruleset.hand_by_tiles_form import (
    NOBODY,
    TileArguments,
    TileForm,
    one_or_several,
)
from scoring.rulesets.hong_kong.points_form import GUARANTEES
from tournaments.web.form_fields_and_types import Sent


class HongKongTiles(TileForm):
    """Form for the hands of one or several winners by tiles, and the player who pays
    for all."""

    claimed_label = _("Faan announced (optional)")

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[TileArguments]
    ) -> None:
        options = cast(HongKongOptions, arguments["rules"].options)
        super().__init__(data, **arguments)
        reasons = [key for key in GUARANTEES if key in options.responsibility]
        for seat in self.seats if reasons else ():
            self.fields[f"guarantor_{seat}"] = forms.ChoiceField(
                label=_("Player who pays for all"),
                choices=[NOBODY, *self._players()],
                required=False,
            )
            self.fields[f"guarantee_{seat}"] = forms.ChoiceField(
                label=pgettext_lazy("hong_kong", "Reason"),
                choices=[(key, GUARANTEES[key]) for key in reversed(reasons)],
                required=False,
            )

    @classmethod
    def several_may_win(cls, rules: Ruleset) -> bool:
        return cast(HongKongOptions, rules.options).multiple_winners != "nearest"

    def _flags_offered(self) -> Iterable[str]:
        """Yield the flags that these rules allow."""
        options = cast(HongKongOptions, self.rules.options)
        for flag in FLAGS:
            if flag.startswith("robbing") and not options.robbing:
                continue
            if flag == "robbing_concealed_kong" and options.rob_concealed_kong == "no":
                continue
            if flag == "flower_win" and not options.seven_flower_win:
                continue
            yield flag

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        names = (f"guarantor_{seat}", f"guarantee_{seat}")
        return names if names[0] in self.fields else ()

    def _entry(self) -> dict[str, object]:
        return one_or_several([self._claim(seat) for seat in self.winners])

    def _claim(self, seat: Wind) -> dict[str, object]:
        claim: dict[str, object] = {"winner": seat, "hand": self._row(seat)}
        if guarantor := self.cleaned_data.get(f"guarantor_{seat}"):
            guarantee = self.cleaned_data.get(f"guarantee_{seat}") or "ruling"
            claim |= {"guarantor": guarantor, "guarantee": guarantee}
        return claim

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        initial = super().initial_of(raw, rules)
        claims = raw.get("winners") or [raw]
        for claim in claims:
            for name in ("guarantor", "guarantee"):
                initial[f"{name}_{claim['winner']}"] = claim.get(name, "")
        return initial
