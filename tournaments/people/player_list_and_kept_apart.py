"""The player list for directors, with absences and special conditions, and pairs of
players to keep apart. This module only reads."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import NeverMeet, Player, Seat, Tournament
from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.people.presence_in_rounds import (
    Reached,
    reached,
    words_for_gone,
    words_for_times,
)
from tournaments.seating import seating_plan


@dataclass(frozen=True)
class PlayerLine:
    """A player in the player list.

    `gone`: a text about a withdrawal, or "". `notes`: texts about other conditions for
    seating.
    """

    player: Player
    gone: str
    notes: tuple[str, ...]

    @property
    def leaves(self) -> bool:
        return self.player.last_round is not None

    @property
    def has_note(self) -> bool:
        """Return whether the list shows a note about the player, such as an absence."""
        return bool(
            self.gone
            or self.notes
            or self.player.is_filler
            or self.player.is_substitute
            or self.player.fee_paid
        )

    @property
    def flag(self) -> str:
        """Return the file name of the country's flag; "" if the country is empty or
        unknown."""
        return flag_of(self.player.person.country)


def lines_of(tournament: Tournament, now: Reached | None = None) -> list[PlayerLine]:
    """Return all players including house players, by number.

    `now`: the progress of the tournament, if the caller already has it.
    """
    now = now or reached(tournament)
    return [_line(player, now) for player in players_of(tournament)]


def suggested_players(tournament: Tournament) -> list[Player]:
    """Return the players that a form suggests for a name, by number, with withdrawn
    players last. House players are left out."""
    lines = [line for line in lines_of(tournament) if not line.player.is_filler]
    return [line.player for line in sorted(lines, key=lambda line: bool(line.gone))]


def line_of(player: Player) -> PlayerLine:
    return _line(player, reached(player.tournament))


def _line(player: Player, now: Reached) -> PlayerLine:
    notes = list(player.category_names)
    if player.group:
        notes.append(_("group %(group)s") % {"group": player.group})
    if player.fixed_table:
        notes.append(_("always at table %(table)s") % {"table": player.fixed_table})
    notes += words_for_times(player, now)
    return PlayerLine(player, words_for_gone(player, now), tuple(notes))


def registered(tournament: Tournament) -> int:
    """Return the number of registered players, without house players."""
    return tournament.players.filter(is_filler=False).count()


def players_of(tournament: Tournament) -> QuerySet[Player]:
    """Return the players, including house players, by number. The annotation `has_seat`
    is true for players who can be withdrawn, but not removed."""
    return (
        tournament.players.select_related("person", "team", "check_in", "sign_up")
        .annotate(has_seat=Exists(Seat.objects.filter(player=OuterRef("pk"))))
        .order_by("number")
    )


def never_meet(tournament: Tournament) -> set[seating_plan.Pair]:
    """Return the player numbers of all pairs to keep apart."""
    pairs = NeverMeet.objects.filter(tournament=tournament)
    return {
        seating_plan.pair(one, other)
        for one, other in pairs.values_list("one__number", "other__number")
    }
