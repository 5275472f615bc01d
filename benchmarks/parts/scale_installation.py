"""A large installation for `benchmarks.scale`: one tournament is played with the
program; the database copies its rows with other keys, persons and days
(`benchmarks.parts.copy_tournament_in_sql`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from benchmarks.parts.copy_tournament_in_sql import Tell, copy_rows, stride_of
from rules.winds import WINDS
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.models import (
    Season,
    SeasonTournament,
    Series,
)
from scoring.rounds import end_and_close_round
from scoring.statistics.store_figures import store
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all
from tournaments.models import (
    Club,
    ClubTournament,
    EventDescription,
    Game,
    LogEvent,
    MergedRecord,
    Person,
    PersonMerge,
    Round,
    Tournament,
)
from tournaments.models.names_without_accents import plain
from tournaments.people import register_players
from tournaments.persons import pages_over_tournaments
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

#: Size of each tournament.
PLAYERS, ROUNDS, HANDS = 100, 5, 16
#: Ledger entries of a tournament.
LINES = PLAYERS // 4 * ROUNDS * HANDS
#: Persons for each tournament: on average, a person has 20 results.
PERSONS = 5
#: One club (a federation) has a tenth of all tournaments; the others have this many.
IN_FEDERATION, IN_CLUB = 10, 100
#: Seasons of a series; tournaments of a season at most.
SEASONS, IN_SEASON = 20, 50
YEARS = 20
COUNTRIES = ("Denmark", "France", "Germany", "Italy", "Poland", "Spain", "Sweden")
SYLLABLES = [first + second for first in "bdfghjklmnprstv" for second in "aeiou"]
FIRST_NAMES = ("Ada", "Åse", "Björn", "Cécile", "Émile", "Gösta", "Léa", "Noé", "Zoë")
#: Every SECOND_RECORD-th person is a second record of the person before. Every
#: MERGED-th of these records is merged.
SECOND_RECORD, MERGED = 100, 2


@dataclass(frozen=True)
class Copy:
    """A tournament to create. `number`: 1 for the oldest."""

    number: int
    club: int
    day: date

    @property
    def title(self) -> str:
        return f"Open {self.number}"


def build(tournaments: int, ledger_lines: int, tell: Tell) -> None:
    """Fill an empty, migrated database with finished tournaments of 100 players in 5
    rounds. The newest have all ledger entries, hands won and log entries, up to
    `ledger_lines`; the others only results."""
    owner = User.objects.create_superuser("owner")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    chance = Random("scale")
    persons = _persons(max(tournaments * PERSONS, PLAYERS * 2), chance)
    original = _played(owner, chance)
    tell("played a tournament")
    plan = _plan(tournaments)
    stride = stride_of(Tournament)
    with_ledger = ledger_lines // LINES
    with connection.cursor() as cursor:
        # The copies are as consistent as the originals: no triggers, no checks of keys.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
        _write_plan(cursor, plan, persons, chance)
        copy_rows(cursor, original, tournaments, with_ledger, tell)
        cursor.execute("SET session_replication_role = DEFAULT")
    _clubs_and_series(plan, original.pk, stride, owner)
    _merge_some(persons)
    began = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    tell(f"VACUUM ANALYZE in {time.monotonic() - began:.0f} s")


def _persons(number: int, chance: Random) -> list[Person]:
    """Create and return persons. Some are second records of others, without accents."""
    rows: list[Person] = []
    for n in range(number):
        if n % SECOND_RECORD == SECOND_RECORD - 1:
            one = rows[-1]
            rows.append(
                Person(
                    first_name=one.last_name,
                    last_name=plain(one.first_name).capitalize(),
                    country=one.country,
                    club=one.club,
                )
            )
            continue
        name = "".join(chance.choices(SYLLABLES, k=4)).capitalize()
        country = chance.choice(COUNTRIES)
        rows.append(
            Person(
                first_name=chance.choice(FIRST_NAMES),
                last_name=name,
                country=country,
                club=f"Club {chance.randrange(100)}",
                ema_number=f"{n:08}" if chance.random() < 0.6 else "",
                shown_as=chance.choices(("full", "initials", "number"), (93, 5, 2))[0],
            )
        )
    return Person.objects.bulk_create(rows, batch_size=2000)


def _played(owner: User, chance: Random) -> Tournament:
    """Return a finished tournament with all its hands and figures."""
    tournament = create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan(
            title="Original",
            ruleset="mcr",
            planned_rounds=ROUNDS,
            minutes=90,
            end_policy="finish_hand",
            is_public=True,
        ),
        director=owner,
    )
    EventDescription.objects.create(
        tournament=tournament, starts_on=date(2000, 1, 1), city="Here"
    )
    rows = [
        register_players.PlayerRow(first_name="Original", last_name=str(n))
        for n in range(1, PLAYERS + 1)
    ]
    register_players.register(tournament, rows, by="owner")
    for round_number in range(1, ROUNDS + 1):
        seats = chance.sample(range(1, PLAYERS + 1), PLAYERS)
        tables = [
            seat_rounds_and_exchange_seats.TableRow(
                round_number, table + 1, tuple(seats[4 * table : 4 * table + 4])
            )
            for table in range(PLAYERS // 4)
        ]
        [round_] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, tables, by="owner"
        )
        publish_seating.publish(round_.pk, by="owner")
        round_clock.start(round_.pk, by="owner", now=timezone.now())
        _enter_hands(round_, chance)
        end_and_close_round.close(round_.pk, by="owner", reason="")
    tournament.refresh_from_db()
    finish(tournament, by="owner", now=timezone.now())
    store(tournament)
    return tournament


def _enter_hands(round_: Round, chance: Random) -> None:
    """Write the hands of all tables, and the log entries that single hands have."""
    log = []
    tournament = Tournament.objects.get(pk=round_.tournament_id)
    for game in Game.objects.filter(round=round_).select_related("round__tournament"):
        hands = [_hand(chance) for _hand_number in range(HANDS)]
        append_all(
            game, [(at, hand, NONE) for at, hand in enumerate(hands, 1)], by="table"
        )
        seats = list(game.seats.values_list("player__number", flat=True))
        for at, hand in enumerate(hands, 1):
            data = {
                "round": round_.number,
                "table": game.table,
                "hand": at,
                "sequence": at,
                "entry": hand["kind"],
                "seats": seats,
                "before": [0, 24, -48, 24],
                "after": [16, 16, -64, 32],
                "ruleset": "mcr",
            }
            revision = tournament.revision + len(log) + 1
            log.append(
                LogEvent(
                    tournament=tournament,
                    revision=revision,
                    by=f"table {game.table}",
                    kind="entered",
                    data=data,
                )
            )
    LogEvent.objects.bulk_create(log)
    tournament.revision += len(log)
    tournament.save(update_fields=["revision"])


def _hand(chance: Random) -> dict[str, object]:
    if chance.random() < 0.15:
        return {"kind": "washout"}
    winner, discarder = chance.sample(WINDS, 2)
    return {
        "kind": "win",
        "winner": winner,
        "points": chance.randint(8, 40),
        "from": None if chance.random() < 0.3 else discarder,
    }


def _plan(tournaments: int) -> list[Copy]:
    """Return the tournaments, the oldest first. Club 0 is the federation."""
    clubs = max(1, round(tournaments * (1 - 1 / IN_FEDERATION) / IN_CLUB))
    first = timezone.localdate() - timedelta(days=365 * YEARS)
    return [
        Copy(
            n + 1,
            0 if n % IN_FEDERATION == 0 else 1 + n % clubs,
            first + timedelta(days=(n + 1) * (365 * YEARS - 7) // tournaments),
        )
        for n in range(tournaments)
    ]


def _write_plan(
    cursor: object, plan: Sequence[Copy], persons: Sequence[Person], chance: Random
) -> None:
    """Create temporary tables: a row for each copy (p) and for each of its players
    (s). Each club has regulars, who play in almost half of its tournaments."""
    cursor.execute(
        "CREATE TEMPORARY TABLE plan (k int PRIMARY KEY, title text, "
        "day date, at timestamptz, city text, country text)"
    )
    cursor.execute(
        "CREATE TEMPORARY TABLE plan_player (k int, number int, person bigint, "
        "first_name text, last_name text, country text, club text)"
    )
    with cursor.copy("COPY plan FROM STDIN") as copy:
        for one in plan:
            at = datetime.combine(one.day, datetime.min.time(), UTC)
            country = COUNTRIES[one.club % len(COUNTRIES)]
            city = f"City {one.club}"
            copy.write_row((one.number, one.title, one.day, at, city, country))
    clubs = 1 + max(one.club for one in plan)
    with cursor.copy("COPY plan_player FROM STDIN") as copy:
        for one in plan:
            start = one.club * len(persons) // clubs
            for number, at in enumerate(_chosen(len(persons), chance), 1):
                who = persons[(start + at) % len(persons)]
                copy.write_row(
                    (
                        one.number,
                        number,
                        who.pk,
                        who.first_name,
                        who.last_name,
                        who.country,
                        who.club,
                    )
                )
    cursor.execute("CREATE INDEX ON plan_player (k, number)")
    cursor.execute("ANALYZE plan, plan_player")


def _chosen(persons: int, chance: Random) -> list[int]:
    """Return different numbers below `persons`, low ones most often."""
    chosen: dict[int, None] = {}
    while len(chosen) < PLAYERS:
        chosen[int(persons * chance.random() ** 2)] = None
    return list(chosen)


def _clubs_and_series(
    plan: Sequence[Copy], original: int, stride: int, owner: User
) -> None:
    """Create the clubs, each with a series that has a ranking and a rating."""
    for number in range(1 + max(one.club for one in plan)):
        own = [original + one.number * stride for one in plan if one.club == number]
        title = f"Club {number}" if number else "Federation"
        slug = title.lower().replace(" ", "-")
        club = Club.objects.create(slug=slug, title=title, is_public=True)
        ClubTournament.objects.bulk_create(
            ClubTournament(club=club, tournament_id=pk) for pk in own
        )
        series = Series.objects.create(
            slug=slug,
            title=f"{title} league",
            ruleset="mcr",
            is_public=True,
            ranking="ema",
            rating="elo" if number % 2 else "danish_mean",
            club=club,
        )
        series.editors.create(user=owner)
        size = min(IN_SEASON, max(1, -(-len(own) // SEASONS)))
        for n, part in enumerate(_parts(own, size)):
            season = Season.objects.create(
                series=series,
                slug=f"season-{n + 1}",
                title=f"Season {n + 1}",
                value="base_rank",
                formula={"best": 5},
                created_at=timezone.now() - timedelta(days=10_000 - n),
            )
            SeasonTournament.objects.bulk_create(
                SeasonTournament(season=season, tournament_id=pk, position=at)
                for at, pk in enumerate(part, 1)
            )


def _parts(rows: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def _merge_some(persons: Sequence[Person]) -> None:
    second = range(SECOND_RECORD - 1, len(persons), SECOND_RECORD * MERGED)
    for at in second:
        kept, merged = persons[at - 1], persons[at]
        entry = PersonMerge.objects.create(kept=kept, merged=merged, by="owner")
        MergedRecord.objects.create(record=merged, kept=kept, merge=entry)
