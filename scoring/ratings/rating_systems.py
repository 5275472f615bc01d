"""Changes of ratings by one game, in several systems.

All changes of a game are calculated from the ratings before the game. The mean score
rating works with fractions (exact) and floats (fast).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, sqrt
from typing import TypeVar

from rules.table_points import places

Number = TypeVar("Number", Fraction, float)

#: Divisor of a full game with 4 players in the Danish system; twice that with 3.
DENMARK = 40
#: Lengths of a game in the Danish system, by number of winds played.
LENGTHS = {1: Fraction(4), 2: Fraction(2), 3: Fraction(4, 3), 4: Fraction(1)}
ELO_START, ELO_K, ELO_SCALE = 1500.0, 32.0, 400.0
TENHOU_START = 1500.0
TENHOU_SHARES = (30, 10, -10, -30)


def danish_mean(
    ratings: Sequence[Number], scores: Sequence[Number], length: Number
) -> list[Number]:
    """Return the new ratings by the Danish system: each rating moves towards the score
    of the game plus the mean rating of the table.

    new = old + (score × L + mean − old) / (40 × L + 1), with 80 instead of 40 for three
    players. `length`: L, which is 1 for a full MCR game or two riichi games. The sum of
    all ratings stays the same if the scores sum to 0. Source: mahjong.dk/rating/system.
    """
    mean = sum(ratings[1:], ratings[0]) / len(ratings)
    divisor = (DENMARK if len(ratings) > 3 else 2 * DENMARK) * length + 1
    return [
        old + (score * length + mean - old) / divisor
        for old, score in zip(ratings, scores, strict=True)
    ]


def eighth_mean(ratings: Sequence[Number], scores: Sequence[Number]) -> list[Number]:
    """Return the new ratings by the system of Chemnitz for Classical: each rating
    changes by an eighth of (score + mean rating of the table − old rating). Source:
    tu-chemnitz.de/~sontag/mahjongg.
    """
    mean = sum(ratings[1:], ratings[0]) / len(ratings)
    return [
        old + (score + mean - old) / 8
        for old, score in zip(ratings, scores, strict=True)
    ]


def pairwise_elo(
    ratings: Sequence[float], scores: Sequence[float], k: float = ELO_K
) -> list[float]:
    """Return the new Elo ratings. Each player is compared with each other player; a tie
    counts half.

    new = old + k / (n − 1) × Σ (S − E), with E = 1 / (1 + 10^((other − old) / 400)).
    """
    return [
        old
        + k
        / (len(ratings) - 1)
        * sum(
            _won(scores[own], scores[against]) - _expected(old, other)
            for against, other in enumerate(ratings)
            if against != own
        )
        for own, old in enumerate(ratings)
    ]


def tenhou_change(own: float, mean: float, share: float, games_before: int) -> float:
    """Return the change of one player's Tenhou rating.

    max(0.2, 1 − 0.002 × games) × (share + (table mean − own) / 40). `share`: 30, 10,
    −10 or −30 by place; tied players get the mean. Source: tenhou.net/man.
    """
    return max(0.2, 1 - 0.002 * games_before) * (share + (mean - own) / 40)


def tenhou_shares(scores: Sequence[float]) -> list[float]:
    """Return the `share` of each player at a table for `tenhou_change`, in the order of
    `scores`.
    """
    placed = places(enumerate(scores))
    shares = dict.fromkeys(range(len(scores)), 0.0)
    for place, own in placed:
        tied = [one for other, one in placed if other == place]
        pool = TENHOU_SHARES[place - 1 : place - 1 + len(tied)]
        shares[own] = sum(pool) / len(tied)
    return list(shares.values())


@dataclass(frozen=True)
class Skill:
    """A player's skill in OpenSkill: the estimate (`mu`) and its uncertainty
    (`sigma`).
    """

    mu: float = 25.0
    sigma: float = 25 / 3

    @property
    def shown(self) -> float:
        """Return the rating shown to people: the estimate minus 3 times its
        uncertainty.
        """
        return self.mu - 3 * self.sigma


#: Variation of a performance, lowest share of the variance that remains after a game,
#: and uncertainty added before each game.
BETA, KAPPA, TAU = 25 / 6, 0.0001, 25 / 300


def open_skill(skills: Sequence[Skill], scores: Sequence[float]) -> list[Skill]:
    """Return the new skills after a game, by OpenSkill's Plackett-Luce model.

    Source: Weng and Lin, A Bayesian Approximation Method for Online Ranking (2011),
    algorithm 4, with the defaults of the package openskill 6.
    """
    places_of = {own: place for place, own in places(enumerate(scores))}
    variances = [skill.sigma**2 + TAU**2 for skill in skills]
    spread = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp(skill.mu / spread) for skill in skills]
    tied = Counter(places_of.values())
    # For each player: the strength of all who are not placed better.
    behind = {
        own: sum(strengths[other] for other in places_of if places_of[other] >= place)
        for own, place in places_of.items()
    }
    after = []
    for own, (skill, variance) in enumerate(zip(skills, variances, strict=True)):
        omega = delta = 0.0
        for other, place in places_of.items():
            if place <= places_of[own]:
                chance = strengths[own] / behind[other]
                omega += ((other == own) - chance) / tied[place]
                delta += chance * (1 - chance) / tied[place]
        shrink = delta * variance / spread**2 * sqrt(variance) / spread
        after.append(
            Skill(
                skill.mu + omega * variance / spread,
                sqrt(variance * max(1 - shrink, KAPPA)),
            )
        )
    return after


def _won(own: float, other: float) -> float:
    return 1.0 if own > other else 0.5 if own == other else 0.0


def _expected(own: float, other: float) -> float:
    """Return the expected result of a player against another, from 0 to 1."""
    return float(1 / (1 + 10 ** ((other - own) / ELO_SCALE)))
