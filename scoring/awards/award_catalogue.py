"""The catalogue of awards: the figure that each award compares, and its winners. Works
without the database.

Definitions follow the achievements of Pantheon, with two differences: a discard that
two players win is one deal-in, and all tied players win the award.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from scoring.statistics.figures import (
    BIGGEST_DEAL_IN,
    BIGGEST_WIN,
    COMEBACK,
    DEALER_STAY,
    HIGHEST_SCORE,
    LONGEST_RUN,
    MOST_FU,
    MOST_SELF_DRAWS,
    MOST_WINS,
    At,
    Figures,
)
from scoring.statistics.ratios import Ratio, ratios

Name = TypeVar("Name", bound=Hashable)

#: Yakuhai of the three dragons, which count as one of different yaku.
DRAGONS = frozenset(("yakuhai_white", "yakuhai_green", "yakuhai_red"))
YAKUHAI = DRAGONS | {"seat_wind", "round_wind"}
#: Seven pairs are an award from this number on.
LEAST_SEVEN_PAIRS = 3


class Unit(StrEnum):
    """The unit of an award's value, which decides its format."""

    COUNT = "count"
    HAND_VALUE = "hand_value"
    POINTS = "points"
    SCORE = "score"
    SHARE = "share"
    AVERAGE = "average"
    PLACE = "place"


class Of(StrEnum):
    """The denominator of an award: the cases in which a player can collect its value.

    A player without a case cannot win the award.
    """

    GAMES = "games"
    HANDS = "hands"
    WINS = "wins"
    WINS_BY_TILES = "wins_by_tiles"
    DEAL_INS = "deal_ins"
    DRAWS = "draws"


_CASES: Mapping[Of, Callable[[Figures], int]] = {
    Of.GAMES: lambda f: f.games,
    Of.HANDS: lambda f: f.hands,
    Of.WINS: lambda f: f.wins,
    Of.WINS_BY_TILES: lambda f: f.known_wins,
    Of.DEAL_INS: lambda f: f.deal_ins,
    Of.DRAWS: lambda f: f.draws,
}


@dataclass(frozen=True)
class Award:
    """An award: which figure of a player is compared, and how.

    `of`: the denominator. `value`: returns the compared figure, None if the player has
    none. `least`: lowest value that wins, None for any. `is_fewest`: the lowest value
    wins. `record`: key of the record whose games are named, "" for a sum.
    `needs_games`: only players with the minimum number of games can win, because
    playing few games is an advantage.
    """

    key: str
    of: Of
    value: Callable[[Figures], Fraction | int | None]
    unit: Unit = Unit.COUNT
    least: int | None = 1
    is_fewest: bool = False
    record: str = ""
    needs_games: bool = False

    def cases(self, figures: Figures) -> int:
        """Return a player's number of cases: the denominator of the award."""
        return _CASES[self.of](figures)

    def value_of(self, figures: Figures, least_games: int) -> Fraction | int | None:
        """Return a player's value.

        Return None if the player has no case or no value, if the value is below
        `least`, or if the award needs the minimum of `least_games` games and the player
        has fewer.
        """
        counted = figures.games if self.of is Of.GAMES else figures.logged
        if not self.cases(figures) or (self.needs_games and counted < least_games):
            return None
        value = self.value(figures)
        if value is None or (self.least is not None and value < self.least):
            return None
        return value


def _record(key: str, record: str, of: Of, unit: Unit, least: int | None = 1) -> Award:
    return Award(key, of, _of_record(record), unit, least, record=record)


def _of_record(key: str) -> Callable[[Figures], int | None]:
    def value(figures: Figures) -> int | None:
        record = figures.records.get(key)
        return record.value if record else None

    return value


def _ratio(
    key: str, of: Of, measure: str, unit: Unit, *, is_fewest: bool = False
) -> Award:
    def value(figures: Figures) -> Fraction | None:
        return ratios(figures)[measure].value

    return Award(key, of, value, unit, None, is_fewest=is_fewest, needs_games=True)


def _fewest(key: str, of: Of, value: Callable[[Figures], int]) -> Award:
    return Award(key, of, value, least=None, is_fewest=True, needs_games=True)


def _yakuhai(figures: Figures) -> int:
    return sum(figures.patterns[name] for name in YAKUHAI)


def _different_yaku(figures: Figures) -> int:
    names = set(figures.patterns)
    return len(names - DRAGONS) + bool(names & DRAGONS)


def _average_dora(figures: Figures) -> Fraction | None:
    return Ratio(figures.dora, figures.known_wins).value


_ALL = (
    _record("biggest_win", BIGGEST_WIN, Of.WINS, Unit.HAND_VALUE),
    _record("highest_score", HIGHEST_SCORE, Of.GAMES, Unit.SCORE, None),
    _record("best_comeback", COMEBACK, Of.HANDS, Unit.POINTS),
    _record("longest_run", LONGEST_RUN, Of.HANDS, Unit.COUNT, 2),
    _record("dealer_stay", DEALER_STAY, Of.HANDS, Unit.COUNT, 2),
    _record("most_wins_in_a_game", MOST_WINS, Of.HANDS, Unit.COUNT),
    _record("most_self_draws_in_a_game", MOST_SELF_DRAWS, Of.HANDS, Unit.COUNT),
    Award("most_wins", Of.HANDS, lambda f: f.wins),
    Award("most_self_draws", Of.WINS, lambda f: f.self_draws),
    Award("most_dealer_wins", Of.WINS, lambda f: f.dealer_wins),
    Award("most_patterns", Of.WINS_BY_TILES, lambda f: len(f.patterns)),
    _fewest("fewest_deal_ins", Of.HANDS, lambda f: f.deal_ins),
    Award("most_deal_ins", Of.HANDS, lambda f: f.deal_ins),
    _ratio(
        "smallest_deal_in",
        Of.DEAL_INS,
        "average_deal_in",
        Unit.AVERAGE,
        is_fewest=True,
    ),
    _record("biggest_deal_in", BIGGEST_DEAL_IN, Of.DEAL_INS, Unit.HAND_VALUE),
    Award("most_firsts", Of.GAMES, lambda f: f.places[0]),
    _ratio("best_place", Of.GAMES, "average_place", Unit.PLACE, is_fewest=True),
    _ratio("fourth_avoidance", Of.GAMES, "fourth_avoided", Unit.SHARE),
)
#: Awards of some rulesets only (`further_awards` of their presenters).
_FURTHER = (
    Award("yakuman", Of.WINS, lambda f: f.yakuman),
    _record("most_fu", MOST_FU, Of.WINS, Unit.COUNT),
    Award("most_small_wins", Of.WINS, lambda f: f.small_wins),
    Award("most_silent_wins", Of.WINS_BY_TILES, lambda f: f.silent_wins),
    Award("most_ippatsu", Of.WINS_BY_TILES, lambda f: f.ippatsu),
    Award("most_yakuhai", Of.WINS_BY_TILES, _yakuhai),
    Award(
        "most_dora",
        Of.WINS_BY_TILES,
        _average_dora,
        Unit.AVERAGE,
        None,
        needs_games=True,
    ),
    Award("most_yaku", Of.WINS_BY_TILES, _different_yaku),
    Award(
        "seven_pairs",
        Of.WINS_BY_TILES,
        lambda f: f.patterns["chiitoitsu"],
        least=LEAST_SEVEN_PAIRS,
    ),
    Award("nagashi", Of.DRAWS, lambda f: f.nagashi),
    Award("received_at_draws", Of.DRAWS, lambda f: f.received_at_draws, Unit.POINTS),
    _record(
        "biggest_deal_in_without_riichi",
        BIGGEST_DEAL_IN,
        Of.DEAL_INS,
        Unit.HAND_VALUE,
    ),
    Award("sticks_won", Of.WINS, lambda f: f.sticks_won),
    Award("sticks_lost", Of.HANDS, lambda f: f.sticks_lost),
    _fewest("fewest_sticks_lost", Of.HANDS, lambda f: f.sticks_lost),
)
AWARDS: Mapping[str, Award] = {award.key: award for award in (*_ALL, *_FURTHER)}


def keys_of(further: Iterable[str], left_out: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of a ruleset's awards, in the order of the catalogue: the awards
    of all rulesets and those in `further`, without those in `left_out`.
    """
    chosen = {award.key for award in _ALL} - set(left_out) | set(further)
    return tuple(key for key in AWARDS if key in chosen)


@dataclass(frozen=True)
class AwardHolder:
    """A player who wins an award.

    `name`: key of the player; `of`: number of the player's cases; `at`: round, table
    and hand of each record, empty for a sum.
    """

    name: Hashable
    of: int
    at: tuple[At, ...] = ()


@dataclass(frozen=True)
class AwardResult:
    """An award with its value and all players who won it."""

    award: Award
    value: Fraction
    holders: tuple[AwardHolder, ...]


def result_of(
    award: Award, figures: Mapping[Name, Figures], least_games: int = 1
) -> AwardResult | None:
    """Return an award with its value and its winners: all tied players, in the given
    order. Return None if no player qualifies. `least_games`: minimum number of games.
    """
    values = {
        name: Fraction(value)
        for name, own in figures.items()
        if (value := award.value_of(own, least_games)) is not None
    }
    if not values:
        return None
    best = min(values.values()) if award.is_fewest else max(values.values())
    return AwardResult(
        award,
        best,
        tuple(
            _holder(award, name, figures[name])
            for name, value in values.items()
            if value == best
        ),
    )


def _holder(award: Award, name: Hashable, figures: Figures) -> AwardHolder:
    record = figures.records.get(award.record)
    return AwardHolder(name, award.cases(figures), record.at if record else ())


def usual_least_games(figures: Iterable[Figures]) -> int:
    """Return the default minimum number of games: three quarters of the highest number
    of games of any player, rounded up; 1 without games.
    """
    most = max((max(own.games, own.logged) for own in figures), default=0)
    return -(-3 * most // 4) or 1
