"""Ratings of all players from all games in order. Ratings are never edited: after a
correction all games are computed again.

The games of a round come in the order of their tables. No player is at two tables of a
round, so this order does not change any rating.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.ratings.rating_systems import (
    ELO_START,
    TENHOU_START,
    Skill,
    danish_mean,
    eighth_mean,
    open_skill,
    pairwise_elo,
    tenhou_change,
    tenhou_shares,
)

Name = TypeVar("Name", bound=Hashable)


class System(StrEnum):
    DANISH_MEAN = "danish_mean"
    EIGHTH_MEAN = "eighth_mean"
    ELO = "elo"
    OPEN_SKILL = "open_skill"
    TENHOU = "tenhou"


@dataclass(frozen=True)
class RatedGame(Generic[Name]):
    """A game: the players with their scores. `length`: as in `danish_mean`."""

    players: tuple[Name, ...]
    scores: tuple[int | Fraction, ...]
    length: Fraction = Fraction(1)


@dataclass
class Rating:
    """The rating of a player.

    `skill`: used by OpenSkill only; `before`: rating before the last game.
    """

    value: float
    games: int = 0
    before: float = 0.0
    skill: Skill = field(default_factory=Skill)


def starting_value(system: System) -> float:
    """Return the rating of a player without games."""
    if system == System.ELO:
        return ELO_START
    return TENHOU_START if system == System.TENHOU else 0.0


def replay(system: System, games: Iterable[RatedGame[Name]]) -> Mapping[Name, Rating]:
    """Return the ratings after the last game, by player.

    All changes of a game are calculated from the ratings before the game. Games with
    fewer than 2 players are skipped.
    """
    ratings: dict[Name, Rating] = {}
    start = starting_value(system)
    for game in games:
        if len(game.players) < 2:
            continue
        table = [ratings.setdefault(one, Rating(start)) for one in game.players]
        for rating, value in zip(table, _changed(system, table, game), strict=True):
            rating.before, rating.value = rating.value, value
            rating.games += 1
    return ratings


def _changed(
    system: System, table: Sequence[Rating], game: RatedGame[Name]
) -> list[float]:
    values = [rating.value for rating in table]
    scores = [float(score) for score in game.scores]
    if system == System.DANISH_MEAN:
        return danish_mean(values, scores, float(game.length))
    if system == System.EIGHTH_MEAN:
        return eighth_mean(values, scores)
    if system == System.ELO:
        return pairwise_elo(values, scores)
    if system == System.TENHOU:
        mean, shares = sum(values) / len(values), tenhou_shares(scores)
        return [
            rating.value + tenhou_change(rating.value, mean, share, rating.games)
            for rating, share in zip(table, shares, strict=True)
        ]
    for rating, skill in zip(
        table, open_skill([rating.skill for rating in table], scores), strict=True
    ):
        rating.skill = skill
    return [rating.skill.shown for rating in table]
