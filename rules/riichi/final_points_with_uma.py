"""Calculate places and final points: target, uma, oka, ties, leftover riichi sticks and
chombo.

EMA 2025, 3.7. The floating uma follows JPML, the rounding Tenhou.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rules.absence_score_options import seats_placed_last
from rules.riichi.entries import DEPOSIT, Chombo
from rules.riichi.options import RiichiOptions
from rules.ruleset_and_table_state import Ending, Placing, TableState
from rules.table_points import places
from rules.winds import WINDS, Scores, Wind

Places = Mapping[Wind, int]
Points = Mapping[Wind, Fraction]

_THOUSAND = 1000
#: Unit of rounded shares, in thousands.
_SHARED_UNITS = {"tenths": Fraction(1, 10), "ones": Fraction(1)}


def rank_table(state: TableState, options: RiichiOptions) -> Mapping[Wind, Placing]:
    """Return each seat's place, score with leftover sticks, and final points in
    thousands."""
    return {
        seat: Placing(made.place, made.score, made.total)
        for seat, made in final_points(state, options).items()
    }


@dataclass(frozen=True)
class FinalPoints:
    """A player's final points and their parts, in thousands.

    `score` is in points and includes `leftover`, the riichi sticks left on the table.
    `above` is the score minus the target.
    """

    place: int
    score: int
    leftover: int
    above: Fraction
    uma: Fraction
    oka: Fraction
    rounding: Fraction
    chombo: Fraction

    @property
    def total(self) -> Fraction:
        return self.above + self.uma + self.oka + self.rounding + self.chombo


def sticks_left(state: TableState) -> int:
    """Return the number of riichi sticks on the table at the end of the game; 0 after
    paper totals or a cancelled game."""
    settled = state.over in (Ending.TOTALS, Ending.CANCELLED)
    return 0 if settled else state.position.sticks


def final_points(
    state: TableState, options: RiichiOptions
) -> Mapping[Wind, FinalPoints]:
    """Return the final points of each seat with their parts."""
    scores = _with_leftover(state.scores, sticks_left(state) * DEPOSIT, options)
    last = seats_placed_last(state, options)
    placed = _places(scores, options, last)
    by_place = _uma(scores, options)
    uma = dict(_shared(by_place, placed, options))
    uma |= dict.fromkeys(last, Fraction(by_place[len(placed) - 1], _THOUSAND))
    oka = _shared((options.oka, *(0 for _seat in placed)), placed, options)
    above = {
        seat: Fraction(scores[seat] - options.subtracted, _THOUSAND) for seat in placed
    }
    points = {seat: above[seat] + uma[seat] + oka[seat] for seat in placed}
    rounded = _rounded(points, scores, placed, options)
    chombo = _chombo(state)
    return {
        seat: FinalPoints(
            placed[seat],
            scores[seat],
            scores[seat] - state.scores[seat],
            above[seat],
            uma[seat],
            oka[seat],
            rounded[seat] - points[seat],
            chombo[seat],
        )
        for seat in options.seats
    }


def _places(
    scores: Scores, options: RiichiOptions, last: Collection[Wind]
) -> dict[Wind, int]:
    """Return the place of each seat. The seats in `last` share the place behind the
    others."""
    others = [seat for seat in options.seats if seat not in last]
    behind = dict.fromkeys(last, len(others) + 1)
    if options.tie == "split":
        marks = [(seat, scores[seat]) for seat in others]
        return {seat: place for place, seat in places(marks)} | behind
    in_order = sorted(others, key=lambda seat: -scores[seat])
    return {seat: place for place, seat in enumerate(in_order, start=1)} | behind


def _with_leftover(scores: Scores, left: int, options: RiichiOptions) -> Scores:
    """Return the scores with leftover sticks added to the first place.

    Tied first places share the sticks, rounded down. Unchanged if the rules leave the
    sticks unpaid.
    """
    if options.leftover == "lost" or not left:
        return scores
    best = max(scores[seat] for seat in options.seats)
    first = [seat for seat in options.seats if scores[seat] == best]
    if options.leftover == "winner":
        first = first[:1]
    share = left // len(first)
    return {seat: scores[seat] + (share if seat in first else 0) for seat in WINDS}


def _uma(scores: Scores, options: RiichiOptions) -> Sequence[int]:
    """Return the uma by place, in points.

    A floating uma depends on the number of players who reach the target; it is 0 if all
    players are tied.
    """
    floating = options.uma_by_floating
    if not floating:
        return options.uma
    if len(set(scores.values())) == 1:
        return (0,) * len(WINDS)
    above = sum(score >= options.target for score in scores.values())
    return {1: floating.one, 3: floating.three}.get(above, options.uma)


def _shared(by_place: Sequence[int], placed: Places, options: RiichiOptions) -> Points:
    """Return the points for each seat's place, in thousands. Tied seats share the
    points of their places.

    Options can round the shares to the nearest value, halves away from zero. The seat
    nearest to the first East then gets the remainder.
    """
    points: dict[Wind, Fraction] = {}
    for place in set(placed.values()):
        tied = [seat for seat in options.seats if placed[seat] == place]
        pool = Fraction(sum(by_place[place - 1 : place - 1 + len(tied)]), _THOUSAND)
        share = pool / len(tied)
        if options.shared_places != "exact":
            unit = _SHARED_UNITS[options.shared_places]
            share = _half_away(share / unit) * unit
        points |= dict.fromkeys(tied, share)
        points[tied[0]] += pool - share * len(tied)
    return points


def _rounded(
    points: Points, scores: Scores, placed: Places, options: RiichiOptions
) -> Points:
    """Return the final points after rounding, if the options use it.

    The scores of all places except the first are rounded to thousands; the first place
    gets the rest.
    """
    if options.point_rounding == "none":
        return points
    rounded = {
        seat: points[seat]
        + _half_away(Fraction(score, _THOUSAND))
        - Fraction(score, _THOUSAND)
        for seat, score in scores.items()
        if seat in placed and placed[seat] != 1
    }
    rest = sum(points.values(), Fraction()) - sum(rounded.values(), Fraction())
    first = [seat for seat in options.seats if seat not in rounded]
    return rounded | {seat: rest / len(first) for seat in first}


def _half_away(amount: Fraction) -> int:
    """Return the nearest whole number; halves are rounded away from zero."""
    nearest = floor(abs(amount) + Fraction(1, 2))
    return nearest if amount >= 0 else -nearest


def _chombo(state: TableState) -> Points:
    """Return the change of each seat's final points by chombo, in thousands."""
    taken = dict.fromkeys(WINDS, Fraction())
    for line in state.lines:
        if isinstance(line.entry, Chombo):
            taken[line.entry.seat] += line.entry.final_points
    return taken
