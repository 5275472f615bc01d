"""Create a tournament from another tournament, or from a file of settings."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from scoring.tournament_folder.event_json.all_keys import DRAFTS, PRACTICE, Further
from scoring.tournament_folder.event_json.deduction_keys import DEDUCTIONS
from scoring.tournament_folder.event_json.description_keys import DATES
from scoring.tournament_folder.event_json.league_keys import LEAGUE, without_people
from scoring.tournament_folder.event_json.read_and_write_settings import (
    Settings,
    read_settings,
    write_settings,
)
from scoring.tournament_folder.standings_csv_files import FINISHED
from scoring.tournament_folder.tournament_from_event_json import make_event
from tournaments.access.roles_and_permissions import Ability, may
from tournaments.clubs.change_clubs import add_tournament
from tournaments.clubs.tournaments_of_clubs import club_of
from tournaments.clubs.who_sees_clubs import role_in_club
from tournaments.files import stored_logos
from tournaments.models import Tournament
from tournaments.people import register_players
from tournaments.people.registration_open_and_spots import TIMES
from tournaments.refusals import refusal
from tournaments.tournament_setup import description_and_logo, schedule_changes
from tournaments.tournament_setup.create_and_change_tournament import Plan
from tournaments.tournament_time.local_times import Move


def settings_file(tournament: Tournament) -> bytes:
    """Return settings and description of a tournament as event.json, without players,
    rounds and results.
    """
    values = json.loads(write_settings(tournament))
    for name in (DRAFTS, FINISHED, DEDUCTIONS, PRACTICE, "lot_seed"):
        values.pop(name, None)
    if LEAGUE in values:
        values[LEAGUE] = without_people(values[LEAGUE])
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


@transaction.atomic
def event_from_settings(content: bytes, *, director: User) -> Tournament:
    """Create a tournament from a settings file, and return it.

    At first only the director can see it. Raises RuleError with all faults of the file.
    """
    settings = _readable(content)
    by = director.get_username()
    plan = replace(_plan(settings), is_public=False)
    tournament = make_event(plan, settings.further, director=director, by=by)
    tournament.record("made_from_settings", by=by)
    return tournament


@transaction.atomic
def copy_event(
    tournament: Tournament,
    *,
    title: str,
    starts_on: date | None,
    with_players: bool,
    director: User,
    which: str = "",
    with_withdrawn: bool = False,
) -> Tournament:
    """Create a tournament with the settings, description and logo of `tournament`, and
    return it. At first only `director` can see it, and the staff of the same club if
    `director` directs the club.

    `with_players`: copy the players who stayed to the end, with their numbers;
    `with_withdrawn`: also the withdrawn players. House players and substitutes are
    never copied. The last day and the schedule move with the first day. Without
    `starts_on`, the copy has no dates and no schedule. `which` (a value of `Which`)
    chooses between the two meanings of a time that occurs twice on that day.

    Raises RuleError for old settings that the ruleset no longer has, for a schedule
    with times that do not exist on those days, and for players of a practice
    tournament.
    """
    if with_players and tournament.is_practice:
        raise refusal(
            "invented_people",
            _(
                "Practice tournaments have invented players. Copy the tournament "
                "without players."
            ),
            "with_players",
        )
    settings = _readable(settings_file(tournament))
    by = director.get_username()
    logo = stored_logos.read(description_and_logo.description_of(tournament).logo)
    further = _moved(settings.further, starts_on, tournament.zone, which)
    plan = replace(_plan(settings), title=title, is_public=False)
    copy = make_event(
        plan, replace(further, logo=logo or b""), director=director, by=by
    )
    players = 0
    if with_players:
        players = _take_players(tournament, copy, by, with_withdrawn=with_withdrawn)
    copy.record("copied", by=by, title=tournament.title, players=players)
    club = club_of(tournament)
    if club is not None and may(role_in_club(club, director), Ability.SETUP):
        add_tournament(club, copy, by=director)
    return copy


@transaction.atomic
def practice_after(tournament: Tournament, *, title: str, director: User) -> Tournament:
    """Create a practice tournament with the settings of `tournament`, and return it.

    It has no players, dates, registration or logo, and only `director` can see it.
    Raises RuleError for old settings that the ruleset no longer has.
    """
    settings = _readable(settings_file(tournament))
    further = _moved(settings.further, None, tournament.zone)
    marked = {**further.tournament, PRACTICE: True}
    return make_event(
        replace(_plan(settings), title=title, is_public=False, is_practice=True),
        replace(further, registration={}, tournament=marked),
        director=director,
        by=director.get_username(),
    )


def _readable(content: bytes) -> Settings:
    settings = read_settings(content)
    if settings.faults:
        raise RuleError(*settings.faults)
    return settings


def _plan(settings: Settings) -> Plan:
    if settings.plan is None:
        raise AssertionError("a plan that could not be read has a fault")
    return settings.plan


def _moved(
    further: Further, starts_on: date | None, zone: ZoneInfo, which: str = ""
) -> Further:
    """Return `further` with dates and schedule moved to begin on `starts_on`.

    Times of day stay the same. Without `starts_on`, dates and schedule are left out.
    The opening and closing times of registration are always left out. Raises Refused as
    `schedule_changes.moved`.
    """
    items = further.day_plan
    first = further.about.get("starts_on")
    if first is None and items:
        first = items[0].start.astimezone(zone).date()
    about = {key: value for key, value in further.about.items() if key not in DATES}
    registration = {
        name: None if name in TIMES else value
        for name, value in further.registration.items()
    }
    further = replace(further, registration=registration)
    if starts_on is None:
        return replace(further, about=about, day_plan=())
    about["starts_on"] = starts_on
    if not isinstance(first, date):
        return replace(further, about=about, day_plan=())
    later = starts_on - first
    if isinstance(ends_on := further.about.get("ends_on"), date):
        about["ends_on"] = ends_on + later
    move = Move(zone, zone, "starts_on", later, which)
    return replace(further, about=about, day_plan=schedule_changes.moved(items, move))


def _take_players(
    tournament: Tournament, copy: Tournament, by: str, *, with_withdrawn: bool
) -> int:
    """Register the players of `tournament` in `copy`, and return their number.

    `with_withdrawn`: also withdrawn players.
    """
    chosen = tournament.players.filter(is_substitute=False, is_filler=False)
    if not with_withdrawn:
        chosen = chosen.filter(last_round=None)
    players = list(chosen.select_related("person", "team").order_by("number"))
    rows = [
        register_players.PlayerRow(
            last_name=player.person.last_name,
            number=player.number,
            team=player.team.name if player.team else "",
            group=player.group,
            categories=player.categories,
            fixed_table=player.fixed_table,
            shown_as=player.shown_as,
        )
        for player in players
    ]
    register_players.enter(copy, rows, [player.person for player in players])
    copy.record("registered", by=by, numbers=[player.number for player in players])
    return len(players)
