"""Form fields about standings: the standings to use, and the reason to keep seating."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Tournament
from tournaments.rounds.standings_used import (
    Basis,
    choices_of,
    standings_now,
)
from tournaments.web.form_fields_and_types import ReasonForm, offer


class StandingField(forms.ChoiceField):
    """A choice of standings.

    It also accepts values that are no longer offered, because results may have come in
    since; `decided_basis` checks them.
    """

    def valid_value(self, value: object) -> bool:
        return len(str(value)) < 40


class StandingForm(forms.Form):
    """The choice of standings while earlier rounds are not closed. It is shown if
    `ask_standing` finds such a round."""

    standing = StandingField(
        label=gettext_lazy("Standings to use"), required=False, widget=forms.RadioSelect
    )

    def ask_standing(self, tournament: Tournament, before: int) -> Basis:
        """Offer the standings that can be used before a round, if there is a choice.

        Return the standings used without a decision, which count closed rounds.
        """
        standings = standings_now(tournament)
        choices = choices_of(standings, before)
        if not choices:
            return standings.basis(before)
        closed = next(iter(choices.values()))
        wait = ngettext(
            "Wait until round %(rounds)s is closed",
            "Wait until rounds %(rounds)s are closed",
            len(closed.open),
        )
        offered = [("", wait % {"rounds": ", ".join(map(str, closed.open))})]
        offered += [(key, basis.choice_in_words()) for key, basis in choices.items()]
        offer(self, "standing", offered)
        return closed

    @property
    def asks_standing(self) -> bool:
        return bool(list(self["standing"]))


class KeepingForm(forms.Form):
    """The reason to use seating although its standings have changed. It is required if
    `initial` has `changed`, or after a refusal."""

    keep = forms.CharField(
        label=gettext_lazy("Reason to keep this seating"),
        max_length=500,
        required=False,
    )

    @property
    def asks_keep(self) -> bool:
        if not self.is_bound:
            return bool(self.initial.get("changed"))
        return bool("keep" in self.errors or self["keep"].data)


class KeepForm(ReasonForm):
    """The reason to keep seating although its standings have changed. `seen` identifies
    the standings that were shown."""

    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
