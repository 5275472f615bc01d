"""Practice tournaments played completely by bots.

Like the worker's bots, they open the table links, send each hand to the queue, and
direct the rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import timedelta
from fractions import Fraction

from django.utils import timezone

from scoring.models import BotPlay, Result, Sheet
from scoring.practice import bot_worker, start_and_stop_bots
from scoring.practice.next_step_of_staff import Step, next_step
from scoring.rounds import clock_tick
from tests.scoring.in_process_bots import InProcess, hurry
from tests.scoring.played_events import DEMANDS, event
from tournaments.models import AT_WORK, DrawState, RoundState, Seat, Tournament
from tournaments.seating.constraints import Constraints
from tournaments.seating.seating_request import Method, Request
from tournaments.seating_drafts import seating_jobs

Points = dict[int, Fraction]
#: Scores of each table of a round, by player number.
Tables = list[dict[int, int]]


def rehearsal(ruleset: str, players: int, director, **plan) -> Tournament:
    """Return a practice tournament in which hands in progress at the gong do not count.

    `plan`: values that replace the usual plan.
    """
    usual = {"end_policy": "stop_at_once", "is_practice": True, "is_public": False}
    return event(ruleset, players, director, **usual | plan)


def ask_for(
    tournament: Tournament, method: Method, demands: Constraints = DEMANDS
) -> None:
    """Store a method of generating seating in the tournament, for stages that
    set none.
    """
    asked = Request((), 1, "", method=method, demands=demands).as_data()
    names = ("method", "rounds", "demands", "options")
    tournament.draw_settings = {name: asked[name] for name in names}
    tournament.save(update_fields=["draw_settings"])


class Devices(InProcess):
    """Browsers that record the fields of each saved hand, by round and table."""

    def __init__(self) -> None:
        super().__init__()
        self.hands: dict[tuple[int, int], list[dict[str, str]]] = defaultdict(list)

    def post(self, path, fields, token):
        answer = super().post(path, fields, token)
        if "saved" in answer.json():
            *_slug, round_, table, _queue = path.strip("/").split("/")
            self.hands[int(round_), int(table)].append(fields)
        return answer


def play_whole(
    tournament: Tournament,
    *,
    hands: int = 2,
    most: int = 400,
    devices: Devices | None = None,
    between: Callable[[], object] = lambda: None,
) -> Devices:
    """Let bots play to the end of the last round.

    Return their browsers. The gong comes when every table has played this many hands.
    `most`: maximum number of slices; `between`: called after each slice.
    """
    start_and_stop_bots.start(
        tournament, speed=100, by_tiles=False, runs_rounds=True, by="director"
    )
    BotPlay.objects.filter(tournament=tournament).update(seed=1)
    devices = devices or Devices()
    for _slice in range(most):
        bot_worker.play_slice(tournament.pk, seconds=60, browsers=[devices])
        hurry(tournament)
        for draw in tournament.draws.filter(state__in=AT_WORK):
            seating_jobs.run(draw.pk)
        _gong(tournament, hands)
        between()
        if next_step(tournament).step == Step.OVER:
            break
    assert next_step(tournament).step == Step.OVER
    assert not tournament.draws.exclude(state=DrawState.CONFIRMED).exists()
    assert not set(devices.answers) - {200, 302, 422}
    tournament.refresh_from_db()
    return devices


def _gong(tournament: Tournament, hands: int) -> None:
    round_ = tournament.rounds.filter(state=RoundState.RUNNING).first()
    if round_ is None:
        return
    played = Sheet.objects.filter(game__round=round_, hands_played__gte=hands)
    if played.count() == round_.games.count():
        tournament.rounds.filter(pk=round_.pk).update(ends_at=timezone.now())
        clock_tick.sweep(timezone.now() + timedelta(seconds=1))


def tables_of(tournament: Tournament, number: int) -> Tables:
    """Return the stored scores of each table in a round, in the order of tables."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    results = Result.objects.filter(seat__round__tournament=tournament)
    for table, who, score in results.filter(seat__round__number=number).values_list(
        "seat__game__table", "seat__player__number", "score"
    ):
        found[table][who] = score
    return [found[table] for table in sorted(found)]


def mcr_tables(tournament: Tournament, devices: Devices, number: int) -> Tables:
    """Return the scores of each table in a round of MCR, calculated from the hands that
    devices sent. The winner gets 8 base points from each player, and the fan from the
    discarder, or from each player if the tile was self-drawn.
    """
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    people: dict[int, dict[str, int]] = defaultdict(dict)
    for table, wind, who in seats.values_list("game__table", "wind", "player__number"):
        people[table][wind] = who
    found = []
    for table, sits in sorted(people.items()):
        score = dict.fromkeys(sits.values(), 0)
        for hand in devices.hands[number, table]:
            winner, source = hand["winner"], hand.get("source")
            if winner not in sits:
                continue  # a draw
            for wind in set(sits).difference(winner):
                pays_fan = source not in sits or source == wind
                pays = 8 + (int(hand["points"]) if pays_fan else 0)
                score[sits[wind]] -= pays
                score[sits[winner]] += pays
        found.append(score)
    return found


def shared(brought: dict[int, int], awards: Sequence[int]) -> Points:
    """Return the points for each player's place.

    Tied players share the points of their places equally.
    """
    found: Points = {}
    for who, score in brought.items():
        better = sum(other > score for other in brought.values())
        equal = list(brought.values()).count(score)
        found[who] = Fraction(sum(awards[better : better + equal]), equal)
    return found


def summed(parts: Sequence[Points]) -> Points:
    found: Points = defaultdict(Fraction)
    for part in parts:
        for who, value in part.items():
            found[who] += value
    return found


def in_order(points: Points, scores: Points, people) -> list[int]:
    """Return the player numbers, best first.

    Equal points and scores go to the lowest number, because bots draw no lots.
    """
    return sorted(people, key=lambda who: (-points[who], -scores[who], who))
