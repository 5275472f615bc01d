"""Two persons compared: at the same table, and by their places in the same tournaments.

Each comparison counts how often each person has the better place, and ties separately.
Games known only by their totals count for places and scores. Hands count only in games
whose hands reproduce the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404

from rules.winds import Wind
from scoring.models import Result
from scoring.over_tournaments.person_figures import pairs_with
from scoring.over_tournaments.person_page import (
    chosen_rules,
    public_names,
)
from scoring.over_tournaments.person_sums import stored_at
from scoring.over_tournaments.tournament_history import (
    PastTournament,
    public_history_of,
)
from scoring.statistics.count_games import PairFigures
from tournaments.web.form_fields_and_types import Context
from tournaments.web.number_wording import decimal

#: Newest games on the page.
MOST_GAMES = 50


@dataclass(frozen=True)
class Side:
    """One person's part in a game.

    `shared`: both persons have this place; `won`: the person has the better place.
    """

    seat: Wind
    place: int
    shared: bool
    score: int
    won: bool


@dataclass(frozen=True)
class SharedGame:
    """A game with both persons at the table."""

    row: PastTournament
    round: int
    table: int
    one: Side
    two: Side

    @property
    def difference(self) -> int:
        return self.one.score - self.two.score


@dataclass(frozen=True)
class SharedTournament:
    """A tournament in which both persons have a place."""

    one: PastTournament
    two: PastTournament

    @property
    def winner(self) -> int:
        """Return the person with the better place, 1 or 2; 0 if tied."""
        first, second = self.one.place or 0, self.two.place or 0
        return 0 if first == second else 1 if first < second else 2


@dataclass(frozen=True)
class Tally:
    """Number of times each of two persons had the better place, and number of ties."""

    one: int = 0
    tied: int = 0
    two: int = 0

    @property
    def total(self) -> int:
        return self.one + self.tied + self.two


def head_to_head(one: int, two: int, ruleset: str = "") -> Context:
    """Return the content of the page on two persons, with their newest `MOST_GAMES`
    games.

    `ruleset`: the ruleset shown, by default the most frequent. Raises Http404 unless
    both persons have a page.
    """
    known = public_names([one, two])
    if len(known) < 2:
        raise Http404
    together = _together(public_history_of(one, two), public_history_of(two, one))
    chosen, choices = chosen_rules([pair.one for pair in together], ruleset)
    shared = [pair for pair in together if pair.one.tournament.ruleset == chosen]
    numbers = {pair.two.tournament.pk: [pair.two.player.number] for pair in shared}
    rows = [pair.one for pair in shared]
    pair = pairs_with(rows, {two: numbers}).get(two, PairFigures())
    games = _games([(pair_.one, pair_.two) for pair_ in shared])
    return {
        "one": known[one],
        "two": known[two],
        "choices": choices,
        "pair": pair,
        "games": games[:MOST_GAMES],
        "more": max(0, len(games) - MOST_GAMES),
        "measures": _measures(games, pair),
        "tournaments": [pair_ for pair_ in shared if _both_placed(pair_)],
        "tally": tally([pair_ for pair_ in shared if _both_placed(pair_)]),
        "bar_end": pair.games - pair.behind,
        "ruleset": chosen,
        "as_of": stored_at(rows),
    }


def tally(shared: Sequence[SharedTournament]) -> Tally:
    """Return in how many tournaments each person has the better place, and in how many
    both are tied.
    """
    winners = [pair.winner for pair in shared]
    return Tally(winners.count(1), winners.count(0), winners.count(2))


def _both_placed(pair: SharedTournament) -> bool:
    return pair.one.place is not None and pair.two.place is not None


def _together(
    first: Sequence[PastTournament], second: Sequence[PastTournament]
) -> list[SharedTournament]:
    others = {row.tournament.pk: row for row in second}
    return [
        SharedTournament(row, others[row.tournament.pk])
        for row in first
        if row.tournament.pk in others
    ]


def _games(rows: Sequence[tuple[PastTournament, PastTournament]]) -> list[SharedGame]:
    """Return the games with both persons at the table.

    The newest tournament and its last round come first.
    """
    firsts = [one.player.pk for one, _two in rows]
    seconds = [two.player.pk for _one, two in rows]
    by_player: defaultdict[int, dict[int, Result]] = defaultdict(dict)
    for own, others in ((firsts, seconds), (seconds, firsts)):
        results = Result.objects.filter(
            seat__player__in=own, seat__game__seats__player__in=others
        )
        for result in results.select_related("seat__game__round"):
            by_player[result.seat.player_id][result.seat.game_id] = result
    games = []
    for one, two in rows:
        second = by_player[two.player.pk]
        both = [
            (result, second[game])
            for game, result in by_player[one.player.pk].items()
            if game in second
        ]
        both.sort(key=lambda pair: -pair[0].seat.game.round.number)
        games += [_game(one, *pair) for pair in both]
    return games


def _game(row: PastTournament, first: Result, second: Result) -> SharedGame:
    game = first.seat.game
    tied = first.place == second.place
    return SharedGame(
        row,
        game.round.number,
        game.table,
        *(
            Side(
                Wind(own.seat.wind),
                own.place,
                tied,
                own.score,
                own.place < other.place,
            )
            for own, other in ((first, second), (second, first))
        ),
    )


def _measures(
    games: Sequence[SharedGame], pair: PairFigures
) -> Mapping[str, tuple[object, object]]:
    """Return the figures of both persons by key."""
    count = len(games)

    def average(places: list[Fraction]) -> str:
        return decimal(sum(places, Fraction()) / count, 2) if count else "—"

    return {
        "score": (pair.score, pair.other_score),
        "place": (
            average([_mean_place(game.one) for game in games]),
            average([_mean_place(game.two) for game in games]),
        ),
        "won": (pair.won_from, pair.lost_to),
    }


def _mean_place(side: Side) -> Fraction:
    """Return the place of one person.

    If the other person shares it, return the mean of the two places.
    """
    return side.place + Fraction(side.shared, 2)
