"""What forms ask about standings: which one to use, and why seating is kept."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.rounds.standings_used import (
    Basis,
    choices_of,
    standings_now,
)
from tournaments.web.form_fields_and_types import ReasonForm, offer


class StandingField(forms.ChoiceField):
    """One of the standings that were offered: results may have come in since, and
    `decided_basis` says so."""

    def valid_value(self, value: object) -> bool:
        return len(str(value)) < 40


class StandingForm(forms.Form):
    """Which standing to use while earlier rounds are not closed; asked where
    `ask_standing` finds such a round."""

    standing = StandingField(
        label=gettext_lazy("Standings to use"), required=False, widget=forms.RadioSelect
    )

    def ask_standing(self, tournament: Tournament, before: int) -> Basis:
        """Offer what can count before a round, if that is to be decided. Return the
        standing that counts without a decision: by closed rounds."""
        standings = standings_now(tournament)
        choices = choices_of(standings, before)
        if not choices:
            return standings.basis(before)
        closed = next(iter(choices.values()))
        wait = _("Wait until round %(rounds)s is closed")
        offered = [("", wait % {"rounds": ", ".join(map(str, closed.open))})]
        offered += [(key, each.choice_in_words()) for key, each in choices.items()]
        offer(self, "standing", offered)
        return closed

    @property
    def asks_standing(self) -> bool:
        return bool(list(self["standing"]))


class KeepingForm(forms.Form):
    """Why seating is used although its standing has changed; asked where it has, which
    `initial` says (`changed`), or the refusal."""

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
    """Why seating is kept although its standing has changed; `seen` names the standing
    that was looked at."""

    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
