"""How a tournament comes to be: made, filled with players, seated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

import rules
from rules.faults import Fault, RuleError
from rules.winds import WINDS
from tournaments import clock
from tournaments.models import (
    NOT_BEGUN,
    ConfirmationNeeded,
    Draw,
    Entry,
    LateWord,
    Membership,
    Player,
    Role,
    Round,
    RoundState,
    Seat,
    Session,
    StartMode,
    Team,
    Tournament,
)
from tournaments.models.tournament import (
    default_tie_breaks,
    default_warning_marks,
    new_hall_key,
)
from tournaments.presence import reached, refuse_presence
from tournaments.refusals import refusal
from tournaments.round_rows import next_mark

#: The rulesets whose tables can be entered and shown.
SERVED = ("mcr", "hong_kong", "classical", "riichi")

#: Words that stand in addresses where a tournament's slug could.
RESERVED_SLUGS = frozenset({"new", "import", "practice"})


@dataclass(frozen=True)
class PlayerRow:
    """A player to register. `number` None: the next free one; `first_round` None:
    the first that has not begun; what follows is as in `Entry`."""

    last_name: str
    first_name: str = ""
    number: int | None = None
    country: str = ""
    club: str = ""
    team: str = ""
    ema_number: str = ""
    group: str = ""
    fixed_table: int | None = None
    first_round: int | None = None
    last_round: int | None = None
    is_filler: bool = False


@dataclass(frozen=True)
class TableRow:
    """The seating of one table: start numbers in the order E S W N."""

    round: int
    table: int
    numbers: tuple[int, int, int, int]


@dataclass(frozen=True)
class Plan:
    """What a new tournament is to be. `options` are JSON values of the ruleset."""

    title: str
    ruleset: str
    planned_rounds: int
    minutes: int
    end_policy: str
    options: Mapping[str, object] = field(default_factory=dict)
    tie_breaks: Sequence[str] = field(default_factory=default_tie_breaks)
    is_public: bool = False
    start_mode: str = StartMode.BY_HAND
    countdown: int = 0
    warning_marks: Sequence[int] = field(default_factory=default_warning_marks)
    confirmation: str = ConfirmationNeeded.NONE


@dataclass(frozen=True)
class Settings:
    """What a director may change about a tournament that exists. `options` are the
    ruleset's; None: as they are."""

    title: str
    planned_rounds: int
    minutes: int
    end_policy: str
    tie_breaks: Sequence[str]
    options: Mapping[str, object] | None = None
    start_mode: str = StartMode.BY_HAND
    countdown: int = 0
    warning_marks: Sequence[int] = field(default_factory=default_warning_marks)
    confirmation: str = ConfirmationNeeded.NONE
    late_word: str = LateWord.REFEREE
    table_settles_conflicts: bool = False


@transaction.atomic
def create_tournament(plan: Plan, *, director: User | None, by: str = "") -> Tournament:
    """A new tournament with `director` as its director.

    Without one, only the installation's first director directs it; the log then
    names `by`. Raises RuleError for options the ruleset does not have.
    """
    rules.ruleset(plan.ruleset, plan.options)
    if plan.ruleset not in SERVED:
        raise RuleError(
            Fault(
                "not_served",
                _("Tables cannot be entered by the rules “%(ruleset)s” yet."),
                "ruleset",
                {"ruleset": plan.ruleset},
            )
        )
    tournament = _with_free_slug(
        title=plan.title,
        ruleset=plan.ruleset,
        options=dict(plan.options),
        planned_rounds=plan.planned_rounds,
        minutes=plan.minutes,
        end_policy=plan.end_policy,
        tie_breaks=list(plan.tie_breaks),
        is_public=plan.is_public,
        start_mode=plan.start_mode,
        countdown=plan.countdown,
        warning_marks=list(plan.warning_marks),
        confirmation=plan.confirmation,
    )
    if director:
        Membership.objects.create(
            user=director, tournament=tournament, role=Role.DIRECTOR
        )
        by = by or director.get_username()
    tournament.record("created", by=by)
    return tournament


@transaction.atomic
def register(
    tournament: Tournament, rows: Iterable[PlayerRow], *, by: str
) -> list[Entry]:
    """Register players, with numbers of their own or the next free ones.

    A row with an EMA number known to us is the same person as before; any other
    row is a new person. Raises Refused if a number is taken, or a person is
    registered already, or would leave before coming.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    rows = list(rows)
    now = reached(tournament)
    for row in rows:
        refuse_presence(now, row.first_round or now.comes_next, row.last_round)
    taken = set(tournament.entries.values_list("number", flat=True))
    numbers = _numbers(rows, taken)
    players = _players(rows)
    refuse_registered(tournament, players)
    teams = _teams(tournament, {row.team for row in rows if row.team})
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            number=number,
            team=teams.get(row.team),
            group=row.group,
            fixed_table=row.fixed_table,
            first_round=row.first_round or now.comes_next,
            last_round=row.last_round,
            is_filler=row.is_filler,
        )
        for row, player, number in zip(rows, players, numbers, strict=True)
    )
    tournament.record("registered", by=by, numbers=numbers)
    return entries


@transaction.atomic
def withdraw(entry: Entry, *, by: str, reason: str) -> None:
    """Take back a registration. Raises Refused once the player has a seat."""
    Tournament.objects.select_for_update().get(pk=entry.tournament_id)
    if entry.seats.exists():
        raise refusal(
            "has_seat", _("%(name)s already has a seat and stays."), name=str(entry)
        )
    tournament, number = entry.tournament, entry.number
    entry.delete()
    tournament.record("withdrawn", by=by, reason=reason, number=number)


@transaction.atomic
def seat_rounds(
    tournament: Tournament, rows: Iterable[TableRow], *, by: str
) -> list[Round]:
    """Seat whole rounds, as drafts, from a plan made elsewhere.

    A draft or published round of the same number is replaced. Raises Refused if
    a round has started, or a number is unknown or twice in a round.
    """
    lock(tournament)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    by_round: dict[int, list[TableRow]] = {}
    for row in rows:
        by_round.setdefault(row.round, []).append(row)
    if not by_round:
        raise refusal("no_tables", _("There is no table in this plan."), "plan")
    rounds = []
    for number, tables in sorted(by_round.items()):
        _refuse_bad_round(number, tables, entries)
        rounds.append(replace_round(tournament, number, tables, entries))
    tournament.record("seated", by=by, rounds=sorted(by_round))
    return rounds


@transaction.atomic
def renew_hall_key(tournament: Tournament, *, by: str) -> str:
    """A new key for the hall's screen; whoever has the old one sees it no more."""
    tournament.hall_key = new_hall_key()
    tournament.save(update_fields=["hall_key"])
    tournament.record("hall_key_renewed", by=by)
    return tournament.hall_key


@transaction.atomic
def show_to_public(tournament: Tournament, shown: bool, *, by: str) -> None:
    """Show the tournament to everybody, or hide it."""
    tournament.is_public = shown
    tournament.save(update_fields=["is_public"])
    tournament.record("shown" if shown else "hidden", by=by)


@transaction.atomic
def change_settings(
    tournament: Tournament,
    settings: Settings,
    *,
    by: str,
    now: datetime | None = None,
) -> None:
    """Put `settings` in the place of the old ones; the log keeps the difference.

    A round whose clock runs keeps its deadline, and is warned at the new marks.
    Raises Refused if fewer rounds are planned than are seated already, or options
    change once a round has begun; RuleError for options the ruleset does not have.
    """
    current = lock(tournament)
    last = next_round_number(tournament) - 1
    if settings.planned_rounds < min(last, current.planned_rounds):
        raise refusal(
            "rounds_seated",
            _("Round %(round)s is seated already."),
            "planned_rounds",
            round=last,
        )
    options = _changed_options(current, settings.options)
    values = asdict(settings) | {"options": options}
    changes = {
        name: [old, new]
        for name, new in values.items()
        if (old := getattr(current, name)) != new
    }
    if not changes:
        return
    for name, (_old, new) in changes.items():
        setattr(tournament, name, new)
    tournament.save(update_fields=list(changes))
    if "options" in changes:
        changes |= _differences(*changes.pop("options"))
    tournament.record("settings_changed", by=by, changes=changes)
    now = now or timezone.now()
    if "warning_marks" in changes:
        _warn_anew(tournament, now)
    if "start_mode" in changes:
        clock.arrange_start(tournament, now=now)


def refuse_registered(tournament: Tournament, players: Iterable[Player]) -> None:
    """Raises Refused if one of these persons is registered already, or is there
    twice."""
    there = set(tournament.entries.values_list("player", flat=True))
    for player in players:
        if player.pk in there:
            raise refusal(
                "registered",
                _("%(name)s (EMA number %(number)s) is registered already."),
                "ema_number",
                name=str(player),
                number=player.ema_number,
            )
        there.add(player.pk)


def lock(tournament: Tournament) -> Tournament:
    """The tournament and its rounds as they are, locked until the transaction
    ends. Rounds come first, as in the verbs of a round."""
    list(tournament.rounds.select_for_update())
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def _changed_options(
    tournament: Tournament, options: Mapping[str, object] | None
) -> Mapping[str, object]:
    """The options a tournament is to have: those it has, if the others mean the
    same."""
    had: Mapping[str, object] = tournament.options
    if options is None:
        return had
    wanted = rules.ruleset(tournament.ruleset, options)
    if wanted == tournament.rules:
        return had
    if begun := tournament.rounds.exclude(state__in=NOT_BEGUN).first():
        raise refusal(
            "round_begun",
            _("Round %(round)s has begun: the rules stay as they are."),
            next(iter(_differences(had, options))),
            round=begun.number,
        )
    return options


def _differences(
    one: Mapping[str, object], other: Mapping[str, object]
) -> dict[str, list[object]]:
    """What each option is in the one and in the other, where that is not the same."""
    return {
        name: [one.get(name), other.get(name)]
        for name in sorted({*one, *other})
        if one.get(name) != other.get(name)
    }


def _warn_anew(tournament: Tournament, now: datetime) -> None:
    """Let the clock that runs heed the tournament's marks."""
    for round_ in tournament.rounds.filter(state=RoundState.RUNNING):
        if round_.ends_at:
            round_.mark_at = next_mark(tournament, round_.ends_at, now)
            round_.save(update_fields=["mark_at"])


def _with_free_slug(*, title: str, **values: Any) -> Tournament:
    """A tournament under a slug of its own, also when somebody else takes the
    same one at the same moment."""
    created = False
    while not created:
        tournament, created = Tournament.objects.get_or_create(
            slug=_free_slug(title), defaults={"title": title, **values}
        )
    return tournament


def _free_slug(title: str) -> str:
    stem = slugify(title)[:70] or "tournament"
    taken = RESERVED_SLUGS.union(
        Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    if stem not in taken:
        return stem
    return next(
        slug
        for count in range(2, len(taken) + 3)
        if (slug := f"{stem}-{count}") not in taken
    )


def _numbers(rows: Sequence[PlayerRow], taken: set[int]) -> list[int]:
    numbers = []
    used = set(taken)
    for row in rows:
        if row.number is not None and row.number in used:
            raise refusal(
                "number_taken",
                _("Number %(number)s is given twice."),
                "number",
                number=row.number,
            )
        if row.number is not None:
            used.add(row.number)
    following = max(used, default=0) + 1
    for row in rows:
        if row.number is None:
            numbers.append(following)
            following += 1
        else:
            numbers.append(row.number)
    return numbers


def _players(rows: Sequence[PlayerRow]) -> list[Player]:
    ema_numbers = {row.ema_number for row in rows if row.ema_number}
    known = {
        player.ema_number: player
        for player in Player.objects.filter(ema_number__in=ema_numbers)
    }
    players = [
        known.get(row.ema_number)
        or Player(
            first_name=row.first_name,
            last_name=row.last_name,
            country=row.country,
            club=row.club,
            ema_number=row.ema_number,
        )
        for row in rows
    ]
    Player.objects.bulk_create(player for player in players if player.pk is None)
    return players


def _teams(tournament: Tournament, names: set[str]) -> dict[str, Team]:
    Team.objects.bulk_create(
        (Team(tournament=tournament, name=name) for name in sorted(names)),
        ignore_conflicts=True,
    )
    return {team.name: team for team in tournament.teams.all()}


def _refuse_bad_round(
    number: int, tables: Sequence[TableRow], entries: Mapping[int, Entry]
) -> None:
    seated = [start for row in tables for start in row.numbers]
    if unknown := sorted(set(seated) - entries.keys()):
        raise refusal(
            "unknown_player",
            _("Round %(round)s seats numbers nobody has: %(numbers)s."),
            "plan",
            round=number,
            numbers=", ".join(map(str, unknown)),
        )
    if twice := sorted({start for start in seated if seated.count(start) > 1}):
        raise refusal(
            "seated_twice",
            _("Round %(round)s seats a player twice: %(numbers)s."),
            "plan",
            round=number,
            numbers=", ".join(map(str, twice)),
        )
    names = [row.table for row in tables]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise refusal(
            "table_twice",
            _("Round %(round)s has table %(tables)s twice."),
            "plan",
            round=number,
            tables=", ".join(map(str, doubled)),
        )


def replace_round(
    tournament: Tournament,
    number: int,
    tables: Sequence[TableRow],
    entries: Mapping[int, Entry],
    draw: Draw | None = None,
) -> Round:
    """Seat a round as a draft, in the place of one of that number that has not
    begun. Raises Refused if it has."""
    old = tournament.rounds.filter(number=number).first()
    if old and old.state not in NOT_BEGUN:
        raise refusal(
            "round_started",
            _("Round %(round)s has started: its seats stay."),
            "plan",
            round=number,
        )
    if old:
        old.delete()
    round_ = Round.objects.create(tournament=tournament, number=number, draw=draw)
    sessions = Session.objects.bulk_create(
        Session(round=round_, table=row.table) for row in tables
    )
    Seat.objects.bulk_create(
        Seat(session=session, round=round_, wind=wind, entry=entries[start])
        for session, row in zip(sessions, tables, strict=True)
        for wind, start in zip(WINDS, row.numbers, strict=True)
    )
    return round_


def next_round_number(tournament: Tournament) -> int:
    """The number of the round to be seated next."""
    last = tournament.rounds.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1
