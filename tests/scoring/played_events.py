"""Events played through the program's own functions: rounds drawn by the worker's code,
confirmed, published, started, entered from paper, closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from django.utils import timezone

from rules.winds import WINDS
from scoring.rounds import end_and_close_round
from tests.scoring.results import paper
from tournaments.models import Draw, Tournament
from tournaments.people import register_players
from tournaments.rounds import publish_seating, round_clock
from tournaments.seating.constraints import Apart, Demands, Strictness
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft, seating_jobs, submit_draft
from tournaments.tournament_setup import create_and_change_tournament

#: Four scores by the numbers of the round and the table.
Scores = Callable[[int, int], Sequence[int]]

#: What one table's players brought: their start numbers in the order E S W N, and
#: their scores.
Table = tuple[Sequence[int], Sequence[int]]

DEMANDS = Demands(
    teams=Apart(Strictness.OFF),
    countries=Apart(Strictness.OFF),
    clubs=Apart(Strictness.OFF),
    moves=2_000,
)


def event(ruleset: str, players: int, director, **plan) -> Tournament:
    """A public event with players 1, 2, 3 … of four clubs."""
    usual = {
        "title": "Harbour League",
        "planned_rounds": 3,
        "minutes": 90,
        "end_policy": "finish_hand",
        "is_public": True,
    }
    tournament = create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan(ruleset=ruleset, **usual | plan),
        director=director,
    )
    register_players.register(
        tournament,
        [
            register_players.PlayerRow(
                first_name="Player",
                last_name=f"{number:02}",
                country="Denmark" if number % 2 else "Italy",
                club=f"Club {number % 4}",
            )
            for number in range(1, players + 1)
        ],
        by="director",
    )
    return tournament


def draw(
    tournament: Tournament,
    number: int,
    method: Method,
    rounds: int = 1,
    *,
    teams: bool = False,
) -> Draw:
    """A draft of these rounds, as the worker leaves it; `teams`: team mates never
    meet."""
    found = submit_draft.submit(
        tournament,
        method=method,
        first_round=number,
        rounds=rounds,
        demands=replace(DEMANDS, teams=Apart(Strictness.HARD)) if teams else DEMANDS,
        seed=f"round {number}",
        by="director",
    )
    seating_jobs.run(found.pk)
    found.refresh_from_db()
    assert found.state == "draft", found.faults
    return found


def play(
    tournament: Tournament,
    number: int,
    method: Method,
    scores: Scores,
    *,
    teams: bool = False,
) -> list[Table]:
    """A round from its draw to its closing; `scores` of a table by the numbers of the
    round and the table."""
    seats = draw(tournament, number, method, teams=teams)
    confirm_draft.confirm(seats, by="director")
    round_ = tournament.rounds.get(number=number)
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=timezone.now())
    round_.refresh_from_db()
    tables = []
    for session in round_.sessions.order_by("table"):
        people = {seat.wind: seat.entry.number for seat in session.seats.all()}
        brought = scores(number, session.table)
        paper(round_, session.table, dict(zip(WINDS, brought, strict=True)))
        tables.append(([people[wind.value] for wind in WINDS], brought))
    end_and_close_round.close(round_.pk, by="director", reason="the gong")
    return tables


def scores_by_chance(seed: str, start: int, unit: int) -> Scores:
    """Four scores of a table, no two alike, that sum to what all started with."""

    def scores(number: int, table: int) -> list[int]:
        chance = Random(f"{seed}/{number}/{table}")
        while True:
            three = [chance.randint(-150, 150) * unit for _player in range(3)]
            changes = [*three, -sum(three)]
            if len(set(changes)) == 4:
                return [start + change for change in changes]

    return scores
