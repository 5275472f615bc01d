"""Tournaments of any size with random results, created quickly."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import PARTS, Result, Sheet
from tournaments.models import (
    Game,
    Person,
    Player,
    Round,
    RoundState,
    Seat,
    Team,
    Tournament,
)
from tournaments.tournament_setup import create_and_change_tournament

COUNTRIES = ("Denmark", "Italy", "France", "Japan", "Poland", "Sweden")
FIRST = ("Wren", "Isolde", "Quill", "Esme", "Hanno", "Cyra", "Pax", "Nadir", "Vesper")
LAST = (
    "Cloudberry",
    "Kingfisher",
    "Northwind",
    "Fernhollow",
    "Ravensworth",
    "Moonfield",
)


def event_of(
    players: int, rounds: int, *, playing: bool = True, chance: int = 1
) -> Tournament:
    """Return a public MCR tournament with closed rounds.

    If `playing`, the last round is running: a third of its tables have not started, and
    a third are finished. `chance`: the seed.
    """
    random = Random(chance)
    director, _made = User.objects.get_or_create(username="director")
    plan = create_and_change_tournament.Plan(
        title="Lantern Coast Open",
        ruleset="mcr",
        planned_rounds=rounds,
        minutes=100,
        end_policy="finish_hand",
        is_public=True,
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    registered = _players(tournament, players)
    for number in range(1, rounds + 1):
        _round(tournament, number, registered, random, playing and number == rounds)
    return tournament


def _players(tournament: Tournament, players: int) -> list[Player]:
    teams = Team.objects.bulk_create(
        Team(tournament=tournament, name=f"Team {number}")
        for number in range(1, 1 + max(1, players // 8))
    )
    people = Person.objects.bulk_create(
        Person(
            first_name=FIRST[number % len(FIRST)],
            last_name=f"{LAST[number % len(LAST)]} {number:04}",
            country=COUNTRIES[number % len(COUNTRIES)],
            club="Lantern Club" if number % 2 else "Kong House",
        )
        for number in range(1, players + 1)
    )
    return Player.objects.bulk_create(
        Player(
            tournament=tournament,
            person=person,
            number=number,
            team=teams[(number - 1) % len(teams)],
        )
        for number, person in enumerate(people, start=1)
    )


def _round(
    tournament: Tournament,
    number: int,
    players: list[Player],
    random: Random,
    playing: bool,
) -> None:
    now = timezone.now()
    state = RoundState.RUNNING if playing else RoundState.CLOSED
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        state=state,
        started_at=now,
        ends_at=now + timedelta(minutes=47) if playing else None,
        ended_at=None if playing else now,
    )
    games = Game.objects.bulk_create(
        Game(round=round_, table=table) for table in range(1, len(players) // 4 + 1)
    )
    order = random.sample(players, 4 * len(games))
    seats = Seat.objects.bulk_create(
        Seat(
            game=games[at // 4],
            round=round_,
            wind="ESWN"[at % 4],
            player=player,
            playing=player.person if playing else None,
        )
        for at, player in enumerate(order)
    )
    begun = [at for at in range(len(games)) if not playing or at % 3]
    Sheet.objects.bulk_create(
        Sheet(
            game=games[at],
            sequence=9,
            hands_played=16 if not playing or at % 3 == 1 else 9,
            hand=16 if not playing or at % 3 == 1 else 10,
            prevailing="N",
            dealer="N",
            is_last_hand=False,
            over="all_hands" if not playing or at % 3 == 1 else "",
        )
        for at in begun
    )
    Result.objects.bulk_create(
        result
        for at in begun
        for result in _results(seats[4 * at : 4 * at + 4], random)
    )


def _results(seats: list[Seat], random: Random) -> list[Result]:
    scores = [random.randint(-80, 120) for _ in range(3)]
    scores = sorted([*scores, -sum(scores)], reverse=True)
    return [
        Result(
            seat=seat,
            score=scores[place - 1],
            penalties=0,
            place=place,
            parts=PARTS * (4, 2, 1, 0)[place - 1],
            hands_won=5 - place,
        )
        for place, seat in enumerate(seats, start=1)
    ]
