"""Form fields about standings: the choice of standings, and the reason to keep
seating."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Tournament
from tournaments.rounds.seeding_lists import (
    Account,
    Seeding,
    seeding_by,
    seeding_lists,
)
from tournaments.rounds.standings_used import (
    Basis,
    choices_of,
    standings_now,
)
from tournaments.web.form_fields_and_types import ReasonForm, offer
from tournaments.web.list_wording import joined_with_commas


class StandingField(forms.ChoiceField):
    """A form field to choose standings.

    The field also accepts values that are no longer offered, because results may have
    arrived since the form was shown. `decided_basis` checks the values.
    """

    def valid_value(self, value: object) -> bool:
        return len(str(value)) < 40


class StandingForm(forms.Form):
    """Form for choosing the standings to use while earlier rounds are not closed.

    The choice is shown only if `ask_standing` finds an open round.
    """

    standing = StandingField(
        label=gettext_lazy("Standings to use"), required=False, widget=forms.RadioSelect
    )

    def ask_standing(self, tournament: Tournament, before: int) -> Basis:
        """Offer the standings that can be used before round `before`, if earlier rounds
        are open.

        Return the standings that count only closed rounds. These are used without a
        decision.
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
        offered = [("", wait % {"rounds": joined_with_commas(closed.open)})]
        offered += [(key, basis.choice_in_words()) for key, basis in choices.items()]
        offer(self, "standing", offered)
        return closed

    @property
    def asks_standing(self) -> bool:
        return bool(list(self["standing"]))


class SeedingForm(forms.Form):
    """Form for choosing a rating list or ranking that seeds players before any round
    counts."""

    seeding = forms.ChoiceField(label=gettext_lazy("Seeding"), required=False)
    unseeded = forms.DecimalField(
        label=gettext_lazy("Value of players who are not in the list"),
        required=False,
        max_digits=9,
        decimal_places=2,
        help_text=gettext_lazy("Leave empty to put them last."),
    )

    def ask_seeding(self, tournament: Tournament, account: Account) -> None:
        """Offer the lists that can seed the tournament, if there are any."""
        if lists := seeding_lists(tournament, account):
            numbers = gettext_lazy("Player numbers")
            offer(self, "seeding", [("", numbers), *lists.items()])

    @property
    def asks_seeding(self) -> bool:
        return bool(list(self["seeding"]))

    def chosen_seeding(
        self, tournament: Tournament, account: Account
    ) -> Seeding | None:
        """Return the seeding by the list chosen in a valid form, or None if no list was
        chosen.

        Raises Refused as `seeding_by` does.
        """
        value = self.cleaned_data["unseeded"]
        missing = "" if value is None else str(value)
        key = self.cleaned_data["seeding"]
        return seeding_by(tournament, key, account, missing=missing)


class KeepingForm(forms.Form):
    """Form for the reason to use seating although its standings have changed.

    The reason is required after a refusal, or if `initial` contains `changed`.
    """

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
    """Form for the reason to keep seating although its standings have changed. `seen`
    is the fingerprint of the standings that were shown."""

    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
