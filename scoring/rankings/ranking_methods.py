"""The ranking methods of series, by key: how each calculates a score, and which
tournaments it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from scoring.models import RankingMethod
from scoring.rankings import austrian_method, ema_method, united_kingdom_method
from scoring.rankings.player_results import PlayerResult, Reckoned


@dataclass(frozen=True)
class Method:
    """A ranking method.

    `reckon`: returns the calculation of a player's score on a day. `years`: years
    before the day of the ranking whose results it reads, None for all.
    `least_results`: results that a player needs for a place. `least_players`,
    `least_rounds`: minimum size of a tournament. `has_weights`: tournaments have a
    weight. `has_first_day`: results count from a chosen day on. `counts_days`: each day
    of play is a result. `has_abroad`: results at home and abroad count differently.
    `has_countries`: the ranking also ranks countries.
    """

    reckon: Callable[[Iterable[PlayerResult], date], Reckoned]
    years: int | None = None
    least_results: int = 1
    least_players: int = 2
    least_rounds: int = 1
    has_weights: bool = False
    has_first_day: bool = True
    counts_days: bool = False
    has_abroad: bool = False
    has_countries: bool = False


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        # EMA's results count for two years; explanations show older ones as too old.
        RankingMethod.EMA: Method(
            ema_method.reckon_results,
            years=4,
            least_results=ema_method.LEAST_RESULTS,
            least_players=16,
            least_rounds=3,
            has_weights=True,
            has_first_day=False,
            has_countries=True,
        ),
        RankingMethod.UK: Method(united_kingdom_method.reckon, counts_days=True),
        RankingMethod.AUSTRIA: Method(austrian_method.reckon, has_abroad=True),
    }
)
