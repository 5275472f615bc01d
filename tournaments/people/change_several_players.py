"""Change several players in one step, all or none, and the forms for this."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.models import Person, Player, Seat, Team, Tournament
from tournaments.people.categories import LONGEST_TOGETHER
from tournaments.people.countries_and_ema_numbers import standard_country
from tournaments.people.namesakes import mark_namesakes
from tournaments.people.player_changes import refuse_elsewhere
from tournaments.people.player_forms import checked_categories
from tournaments.people.presence_in_rounds import reached
from tournaments.people.self_registration import fill_places, forget_addresses
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER
from tournaments.web.form_fields_and_types import ReasonForm
from tournaments.web.list_wording import joined_with_commas


class SeveralTeamForm(forms.Form):
    value = forms.CharField(
        label=_("Team"),
        max_length=100,
        required=False,
        help_text=_("Leave empty for no team."),
    )


class SeveralCategoriesForm(forms.Form):
    value = forms.CharField(
        label=_("Categories"),
        max_length=LONGEST_TOGETHER,
        required=False,
        help_text=_("For example: Newcomer, Junior. Leave empty for no category."),
    )

    def clean_value(self) -> str:
        return checked_categories(self.cleaned_data["value"])


class SeveralClubForm(forms.Form):
    value = forms.CharField(
        label=_("Club"),
        max_length=100,
        required=False,
        help_text=_("Leave empty for no club."),
    )


class SeveralCountryForm(forms.Form):
    value = forms.CharField(
        label=_("Country"),
        max_length=60,
        required=False,
        help_text=_("Leave empty for no country."),
        widget=forms.TextInput(attrs={"list": "countries", "autocomplete": "off"}),
    )

    def clean_value(self) -> str:
        return standard_country(self.cleaned_data["value"])


#: Form of each change, by its name in a request.
FORMS: Final[Mapping[str, type[forms.Form]]] = {
    "withdraw": ReasonForm,
    "remove": ReasonForm,
    "team": SeveralTeamForm,
    "categories": SeveralCategoriesForm,
    "club": SeveralClubForm,
    "country": SeveralCountryForm,
}


def numbers_in(texts: list[str]) -> set[int]:
    """Return the player numbers in a request; other texts are ignored."""
    return {
        int(text)
        for text in texts
        if text.isascii()
        and text.isdecimal()
        and len(text) <= len(str(MOST_START_NUMBER))
    }


#: Most players named in an error message.
MOST_NAMED = 4

#: Fields that can be set for several players and belong to the person.
OF_PERSON = ("country", "club")


def players_numbered(tournament: Tournament, numbers: Collection[int]) -> list[Player]:
    """Return the players with these numbers. House players are left out."""
    players = tournament.players.filter(number__in=numbers, is_filler=False)
    return list(players.select_related("person", "team", "tournament"))


@transaction.atomic
def withdraw_several(
    tournament: Tournament, numbers: Collection[int], *, by: str, reason: str
) -> int:
    """Withdraw players after the last round that has started, and return the number of
    withdrawn players.

    Players who are already withdrawn are skipped. Raises Refused if no round is left to
    miss, or no player is left to withdraw.
    """
    lock_with_rounds(tournament)
    now = reached(tournament)
    if now.begun >= now.rounds:
        raise refusal(
            "misses_nothing",
            ngettext(
                "This tournament has only %(rounds)s round, so no round would be "
                "missed.",
                "This tournament has only %(rounds)s rounds, so no round would be "
                "missed.",
                now.rounds,
            ),
            rounds=now.rounds,
        )
    leaving = [
        player
        for player in players_numbered(tournament, numbers)
        if player.last_round is None or player.last_round > now.begun
    ]
    _refuse_nobody(leaving)
    Player.objects.filter(pk__in=[player.pk for player in leaving]).update(
        last_round=now.begun
    )
    tournament.record(
        "several_left",
        by=by,
        reason=reason,
        numbers=[player.number for player in leaving],
        after=now.begun,
    )
    fill_places(tournament, by=by)
    return len(leaving)


@transaction.atomic
def remove_several(
    tournament: Tournament, numbers: Collection[int], *, by: str, reason: str
) -> int:
    """Remove players, and return their number. Raises Refused if a player has a seat,
    or if there is no player to remove."""
    lock_with_rounds(tournament)
    players = players_numbered(tournament, numbers)
    _refuse_nobody(players)
    seated = set(
        Seat.objects.filter(player__in=players).values_list("player", flat=True)
    )
    if seated:
        raise refusal(
            "has_seat",
            gettext_noop(
                "These players have seats and cannot be removed: %(names)s. "
                "Withdraw them instead."
            ),
            names=_names([player for player in players if player.pk in seated]),
        )
    forget_addresses(players)
    Player.objects.filter(pk__in=[player.pk for player in players]).delete()
    mark_namesakes(tournament)
    tournament.record(
        "several_removed",
        by=by,
        reason=reason,
        numbers=[player.number for player in players],
        gone={player.number: str(player) for player in players},
    )
    fill_places(tournament, by=by)
    return len(players)


@transaction.atomic
def set_for_several(
    tournament: Tournament,
    numbers: Collection[int],
    field: str,
    value: str,
    *,
    director: User,
) -> int:
    """Set the team, categories, club or country of players ("" for none). Return the
    number of changed players.

    Raises Refused if no player changes, or if club or country would change for a player
    of a tournament that `director` does not direct.
    """
    lock_with_rounds(tournament)
    changed = [
        player
        for player in players_numbered(tournament, numbers)
        if _known(player, field) != value
    ]
    _refuse_nobody(changed)
    before = {player.number: _known(player, field) for player in changed}
    if field in OF_PERSON:
        for player in changed:
            refuse_elsewhere(player.person, director)
        persons = Person.objects.filter(pk__in=[player.person_id for player in changed])
        persons.update(**{field: value})
    elif field == "categories":
        players = Player.objects.filter(pk__in=[player.pk for player in changed])
        players.update(categories=value)
    else:
        team = (
            Team.objects.get_or_create(tournament=tournament, name=value)[0]
            if value
            else None
        )
        players = Player.objects.filter(pk__in=[player.pk for player in changed])
        players.update(team=team)
    tournament.record(
        "several_changed",
        by=director.get_username(),
        numbers=list(before),
        field=field,
        before=before,
        value=value,
    )
    return len(changed)


def _known(player: Player, field: str) -> str:
    if field in OF_PERSON:
        return str(getattr(player.person, field))
    if field == "categories":
        return player.categories
    return player.team.name if player.team else ""


def _refuse_nobody(players: Sequence[Player]) -> None:
    if not players:
        raise refusal(
            "nobody", gettext_noop("This would not change any of the selected players.")
        )


def _names(players: Sequence[Player]) -> str:
    names = joined_with_commas(
        f"{player.number} {player}" for player in players[:MOST_NAMED]
    )
    return names + (" …" if len(players) > MOST_NAMED else "")
