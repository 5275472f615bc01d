"""Attendance on a match day of a league.

When check-in starts, no player is present. Then players are checked in, or registered
and checked in. Match days do not depend on each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    NOT_BEGUN,
    LeagueFine,
    MatchDay,
    Player,
    Stage,
    StagePlace,
    Tournament,
)
from tournaments.people.name_order import name_order
from tournaments.people.register_players import PlayerRow, register
from tournaments.refusals import Refused, refusal
from tournaments.rounds.match_days import days_of
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.stages.stage_settings import stage_at, stages_of
from tournaments.rounds.start_checks import refuse_read_only
from tournaments.rounds.tournament_table_sizes import short_in_words, sizes_of


@dataclass(frozen=True)
class MatchDayPlayer:
    """A player's presence on a match day, and the deductions of that day.

    `is_here`: the player plays in a remaining round of the day or, if all rounds have
    started, in any round of the day.
    """

    player: Player
    is_here: bool
    fines: tuple[LeagueFine, ...]


@dataclass(frozen=True)
class MatchDayAttendance:
    """The attendance of a match day, for its page.

    `comers`: the players with their presence. `free`: the rounds of the day that have
    not started, in which attendance can still change. `groups`: the number of groups.
    `fewest` and `most`: the fewest and most players allowed at a table.
    """

    day: MatchDay
    comers: tuple[MatchDayPlayer, ...]
    free: tuple[int, ...]
    unseated: tuple[int, ...]
    groups: int
    fewest: int
    most: int

    @property
    def here(self) -> int:
        return sum(player.is_here for player in self.comers)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Return the number of players at each table, without house players."""
        return sizes_of(self.here, self.fewest, self.most)

    @property
    def short_tables(self) -> str:
        """Return a note about tables that are not full; "" if there are none."""
        return short_in_words(self.sizes, self.most)

    @property
    def over(self) -> int:
        """Return the number of present players who have no table."""
        return self.here - sum(self.sizes)


def attendance_of(tournament: Tournament, day: MatchDay) -> MatchDayAttendance:
    """Return the attendance of this match day, with a fixed number of queries."""
    free = _free(tournament, day)
    rounds = free or tuple(day.round_numbers)
    fines: dict[int, list[LeagueFine]] = {}
    for fine in LeagueFine.objects.filter(day=day):
        fines.setdefault(fine.player_id, []).append(fine)
    people = tournament.players.filter(is_filler=False).select_related("person", "team")
    comers = tuple(
        MatchDayPlayer(
            player,
            day.opened_at is not None and any(map(player.plays, rounds)),
            tuple(fines.get(player.pk, ())),
        )
        for player in sorted(
            people,
            key=lambda one: name_order(one.person.last_name, one.person.first_name),
        )
    )
    seated = set(tournament.rounds.values_list("number", flat=True))
    unseated = tuple(number for number in free if number not in seated)
    stage = _stage(tournament, day)
    groups, fewest = stage.groups if stage else 0, tournament.rules.fewest_players
    return MatchDayAttendance(
        day, comers, free, unseated, groups, fewest, tournament.rules.players
    )


def current_day(days: Sequence[MatchDay], begun: int) -> MatchDay | None:
    """Return the first match day with a round after round `begun`; if there is none,
    the last match day. None if there are no match days."""
    to_come = (day for day in days if day.last_round > begun)
    return next(to_come, days[-1] if days else None)


@transaction.atomic
def open_day(tournament: Tournament, number: int, *, by: str) -> MatchDay:
    """Start check-in of a match day with no player present in its remaining rounds, and
    return the day.

    Raises Refused if check-in has already started or all rounds have started.
    """
    return open_with(tournament, number, (), by=by)


@transaction.atomic
def open_with(
    tournament: Tournament, number: int, here: Collection[int], *, by: str
) -> MatchDay:
    """Start check-in of a match day with only the players `here` (player numbers)
    present, and return the day.

    Raises Refused as `open_day` does.
    """
    day, free = _locked(tournament, number)
    if day.opened_at is not None:
        raise refusal("opened", _("Check-in for this match day has already started."))
    if not free:
        raise _over(day)
    people = list(tournament.players.filter(is_filler=False))
    for player in people:
        _set_presence(player, free, here=player.number in here)
    Player.objects.bulk_update(people, ["first_round", "last_round", "away_rounds"])
    day.opened_at = timezone.now()
    day.save(update_fields=["opened_at"])
    tournament.record("match_day_opened", by=by, day=day.number, here=sorted(here))
    return day


@transaction.atomic
def set_attendance(
    tournament: Tournament, number: int, player: int, *, here: bool, by: str
) -> Player:
    """Set whether a player is present in the remaining rounds of a match day, and
    return the player.

    A withdrawn player becomes present again. Raises Refused if no player has the
    number, or if all rounds have started.
    """
    day, free = _locked(tournament, number)
    if not free:
        raise _over(day)
    people = tournament.players.filter(is_filler=False).select_related("person")
    registered = people.filter(number=player).first()
    if registered is None:
        raise refusal("nobody", _("No player has number %(number)s."), number=player)
    if all(registered.plays(round_) == here for round_ in free):
        return registered
    _set_presence(registered, free, here=here)
    fields = ["first_round", "last_round", "away_rounds"]
    registered.save(update_fields=fields)
    tournament.record(
        "came_to_match_day" if here else "not_at_match_day",
        by=by,
        number=registered.number,
        day=day.number,
    )
    return registered


@transaction.atomic
def walk_in(
    tournament: Tournament,
    number: int,
    *,
    first_name: str,
    last_name: str,
    group: int = 0,
    by: str,
) -> Player:
    """Register a new player who is present on this match day, and return the player.

    `group` is the player's group, if there are groups. Raises Refused if all rounds
    have started, and for a group that does not exist.
    """
    day, free = _locked(tournament, number)
    if not free:
        raise _over(day)
    row = PlayerRow(last_name, first_name, first_round=free[0])
    [player] = register(tournament, [row], by=by)
    stage = _stage(tournament, day)
    if stage and stage.needs_deciding:
        _join(stage, player, group)
    tournament.record("came_to_match_day", by=by, number=player.number, day=day.number)
    return player


def _set_presence(player: Player, rounds: Sequence[int], *, here: bool) -> None:
    if not here:
        player.away = {*player.away, *rounds}
        return
    away = set(player.away)
    if player.last_round is not None and player.last_round < rounds[-1]:
        away.update(range(player.last_round + 1, rounds[0]))
        player.last_round = None
    if player.first_round > rounds[0]:
        away.update(range(rounds[-1] + 1, player.first_round))
        player.first_round = rounds[0]
    player.away = away.difference(rounds)


def _join(stage: Stage, player: Player, group: int) -> None:
    """Add a new player to a stage, in the last place.

    Raises Refused for a group that does not exist, or if the stage's players are not
    decided.
    """
    if not stage.is_decided or not (
        1 <= group <= stage.groups if stage.groups else group == 0
    ):
        raise refusal(
            "no_such_group",
            _("Choose a group from 1 to %(groups)s for the player."),
            "group",
            groups=stage.groups,
        )
    last = stage.places.aggregate(last=Max("rank"))["last"] or 0
    StagePlace.objects.create(stage=stage, player=player, group=group, rank=last + 1)


def _stage(tournament: Tournament, day: MatchDay) -> Stage | None:
    return stage_at(stages_of(tournament), day.first_round)


def _free(tournament: Tournament, day: MatchDay) -> tuple[int, ...]:
    begun = tournament.rounds.exclude(state__in=NOT_BEGUN)
    last = begun.aggregate(last=Max("number"))["last"] or 0
    return tuple(number for number in day.round_numbers if number > last)


def _locked(tournament: Tournament, number: int) -> tuple[MatchDay, tuple[int, ...]]:
    current = lock_with_rounds(tournament)
    refuse_read_only(current)
    days = {day.number: day for day in days_of(current)}
    if number not in days:
        raise refusal(
            "no_day", _("Match day %(number)s does not exist."), number=number
        )
    return days[number], _free(tournament, days[number])


def _over(day: MatchDay) -> Refused:
    return refusal(
        "day_over",
        _("All rounds of match day %(day)s have started."),
        day=day.number,
    )
