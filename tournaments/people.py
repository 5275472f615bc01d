"""Who the players are: their names, clubs and teams, corrected."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Player, Role, Team, Tournament
from tournaments.refusals import refusal
from tournaments.setup import PlayerRow

PERSON = ("first_name", "last_name", "country", "club", "ema_number")


@transaction.atomic
def correct(entry: Entry, row: PlayerRow, *, director: User) -> None:
    """Put what `row` says about a player in the place of what was known; the
    start number stays, the log keeps the difference.

    A person is the same in every tournament. Raises Refused if the person plays
    in one that `director` does not direct, or another has the EMA number.
    """
    players = Player.objects.select_for_update(no_key=True)
    player = players.get(pk=entry.player_id)
    tournament = Tournament.objects.select_for_update().get(pk=entry.tournament_id)
    changes = {
        name: [old, new]
        for name in PERSON
        if (old := getattr(player, name)) != (new := getattr(row, name))
    }
    if changes:
        _refuse_elsewhere(player, director)
        _refuse_number_of_another(player, row.ema_number)
        for name, (_old, new) in changes.items():
            setattr(player, name, new)
        player.save(update_fields=list(changes))
    old_team = entry.team.name if entry.team else ""
    if old_team != row.team:
        changes["team"] = [old_team, row.team]
        entry.team = _team(tournament, row.team)
        entry.save(update_fields=["team"])
    if changes:
        tournament.record(
            "player_corrected",
            by=director.get_username(),
            number=entry.number,
            changes=changes,
        )


def _refuse_elsewhere(player: Player, director: User) -> None:
    if director.is_superuser:
        return
    directed = director.memberships.filter(role=Role.DIRECTOR).values("tournament")
    if player.entries.exclude(tournament__in=directed).exists():
        raise refusal(
            "plays_elsewhere",
            _(
                "%(name)s also plays in a tournament that you do not direct; only "
                "the team can be changed here."
            ),
            name=str(player),
        )


def _refuse_number_of_another(player: Player, ema_number: str) -> None:
    others = Player.objects.filter(ema_number=ema_number).exclude(pk=player.pk)
    if ema_number and (other := others.first()):
        raise refusal(
            "ema_number_taken",
            _("%(name)s has this EMA number."),
            "ema_number",
            name=str(other),
        )


def _team(tournament: Tournament, name: str) -> Team | None:
    if not name:
        return None
    return Team.objects.get_or_create(tournament=tournament, name=name)[0]
