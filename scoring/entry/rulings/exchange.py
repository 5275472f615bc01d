"""Who sat at the wrong table, and in whose place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.rulesets.shared.ruling_form import reason_field
from scoring.wording.seat_order import seats_in_order
from tournaments.models import Seat, Session
from tournaments.web.form_fields_and_types import FormArguments, Sent
from tournaments.web.wind_names import wind_name

NOBODY = ("", gettext_lazy("Choose a player"))


class ExchangeForm(forms.Form):
    """A player of this table, one of another, and why they change places. `since` is
    asked where something was entered."""

    who = forms.TypedChoiceField(
        label=_("Player of this table"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a player of this table.")},
    )
    whom = forms.TypedChoiceField(
        label=_("Player of the other table"),
        coerce=int,
        error_messages={"required": _("Choose a player of another table.")},
    )
    since = forms.BooleanField(
        label=_("They sat there since the first hand"),
        required=False,
        help_text=_("Entries then belong to the player who really sat at that seat."),
    )
    reason = reason_field()

    def __init__(
        self,
        data: Sent | None = None,
        *,
        session: Session,
        others: Sequence[Session],
        **given: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **given)
        here, there = self.fields["who"], self.fields["whom"]
        assert isinstance(here, forms.ChoiceField)
        assert isinstance(there, forms.ChoiceField)
        here.choices = [_choice(seat) for seat in seats_in_order(session)]
        there.choices = [NOBODY] + [
            (
                gettext("Table %(table)s") % {"table": other.table},
                [_choice(seat) for seat in seats_in_order(other)],
            )
            for other in others
        ]


def _choice(seat: Seat) -> tuple[int, str]:
    words = gettext("%(name)s, %(wind)s")
    return seat.entry.number, words % {
        "name": seat.entry,
        "wind": wind_name(seat.wind),
    }
