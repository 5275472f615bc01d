"""What a new tournament by Riichi is asked."""

from __future__ import annotations

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.riichi import Riichi
from rules.riichi.options import RiichiOptions
from tournaments.setup.ruleset_forms import AS_IN_THE_RULES, TournamentForm


class RiichiTournamentForm(TournamentForm):
    ruleset_id = Riichi.id
    option_rows = (("hands_limit", "chombo_last_hand"),)
    #: What the rules of a preset say of time. What the form asks counts: the list
    #: tells what people who play by them are used to.
    TIME = {
        "none": _("no end by time"),
        "finish_hand": _("when time is up, finish the hand"),
        "hand_plus_one": _("when time is up, finish the hand and play one more"),
    }

    chombo_last_hand = forms.ChoiceField(
        label=_("A chombo in the last hand"),
        choices=[
            AS_IN_THE_RULES,
            ("ends", _("Ends the game")),
            ("again", _("The hand is dealt again")),
        ],
        required=False,
    )

    @classmethod
    def preset_name(cls, key: str, name: Promise | str) -> Promise | str:
        options = RiichiOptions.of(key)
        parts = [name, cls.TIME[options.time_policy]]
        if options.time_minutes:
            minutes = gettext("%(minutes)s minutes")
            parts.insert(1, minutes % {"minutes": options.time_minutes})
        return " · ".join(map(str, parts))
