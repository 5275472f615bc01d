"""The form field with which the dealer ends the game, if the rules give the dealer this
choice.
"""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


def dealer_stops_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=_("The dealer ends the game"),
        required=False,
        help_text=_(
            "Last hand: if the dealer stays, leads and has reached the target, ask "
            "whether to end the game."
        ),
    )
