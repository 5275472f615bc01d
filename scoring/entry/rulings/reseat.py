"""Who really sat where."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import Follow, Raw
from rules.winds import Wind
from scoring.corrections.reseating import raw_of
from scoring.rulesets.shared.entry_forms import OLD_PAGE, AtTableArguments
from scoring.rulesets.shared.ruling_form import Ruling, reason_field
from tournaments.people.player_and_seating_files import SEATS
from tournaments.web.form_fields_and_types import Sent
from tournaments.web.wind_names import wind_name

FOLLOWS = [
    (
        Follow.PLAYERS.value,
        _("The right players, in the wrong seats. The hands move with the players."),
    ),
    (
        Follow.SEATS.value,
        _("The right seats, with the wrong players. The hands stay with the seats."),
    ),
]


class ReseatForm(Ruling):
    """The wind each player really started with, and which players the hands so far
    belong to."""

    key = "reseat"
    title = _("Reseat players")
    button = _("Reseat players")
    seating = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    follow = forms.ChoiceField(
        label=_("Hands were entered for"),
        choices=FOLLOWS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose whether hands move with the players.")},
    )
    reason = reason_field()
    fields_of_faults = {
        "seats": "__all__",
        **{f"seats.{seat}": column for seat, column in SEATS.items()},
    }

    def __init__(
        self, data: Sent | None = None, **given: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **given)
        winds = [(wind.value, wind_name(wind)) for wind in self.seats]
        self.columns = {seat: SEATS[seat] for seat in self.seats}
        for seat, column in self.columns.items():
            self.fields[column] = forms.ChoiceField(
                label=_("%(name)s, recorded as %(wind)s, started as")
                % {"name": self.names[seat], "wind": wind_name(seat)},
                choices=winds,
                initial=seat.value,
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose this player's seat.")},
            )
        self.order_fields(
            ["device_key", "seating", *self.columns.values(), "follow", "reason"]
        )

    @property
    def is_begun(self) -> bool:
        moved = any(self[name].value() != seat for seat, name in self.columns.items())
        return bool(moved and self["follow"].value())

    def raw(self) -> Raw:
        data = self.cleaned_data
        seats = {seat: Wind(data[name]) for seat, name in self.columns.items()}
        return raw_of(seats, Follow(self.cleaned_data["follow"]))
