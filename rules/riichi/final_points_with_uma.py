"""Places and final points: target, uma, oka, ties, leftover riichi sticks, chombo.

EMA 2025, 3.7; the floating uma is JPML's, the rounding Tenhou's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from rules.riichi.entries import DEPOSIT, Chombo
from rules.riichi.options import RiichiOptions
from rules.ruleset_and_table_state import Ending, Placing, TableState
from rules.table_points import places
from rules.winds import WINDS, Scores, Wind

Places = Mapping[Wind, int]
Points = Mapping[Wind, Fraction]

_THOUSAND = 1000


def rank_table(state: TableState, options: RiichiOptions) -> Mapping[Wind, Placing]:
    """Return places, scores with leftover sticks, and final points in thousands."""
    settled = state.over in (Ending.TOTALS, Ending.CANCELLED)
    left = 0 if settled else state.position.sticks * DEPOSIT
    scores = _with_leftover(state.scores, left, options)
    placed = _places(scores, options)
    points = _rounded(_points(scores, placed, options), scores, placed, options)
    chombo = _chombo(state)
    return {
        seat: Placing(placed[seat], scores[seat], points[seat] + chombo[seat])
        for seat in options.seats
    }


def _places(scores: Scores, options: RiichiOptions) -> Places:
    if options.tie == "split":
        marks = [(seat, scores[seat]) for seat in options.seats]
        return {seat: place for place, seat in places(marks)}
    in_order = sorted(options.seats, key=lambda seat: -scores[seat])
    return {seat: place for place, seat in enumerate(in_order, start=1)}


def _with_leftover(scores: Scores, left: int, options: RiichiOptions) -> Scores:
    """Return the scores with leftover sticks added to the first place.

    Tied first places share them, fractions dropped.
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
    """Return the uma by place.

    A floating uma depends on how many reach the target; it is 0 if all four are tied.
    """
    floating = options.uma_by_floating
    if not floating:
        return options.uma
    if len(set(scores.values())) == 1:
        return (0,) * len(WINDS)
    above = sum(score >= options.target for score in scores.values())
    return {1: floating.one, 3: floating.three}.get(above, options.uma)


def _points(scores: Scores, placed: Places, options: RiichiOptions) -> Points:
    """Return exact points in thousands.

    Tied players share the uma and oka of the places they take up.
    """
    first, *others = _uma(scores, options)
    bonus = (first + options.oka, *others)
    points = {}
    for seat, place in placed.items():
        tied = list(placed.values()).count(place)
        share = Fraction(sum(bonus[place - 1 : place - 1 + tied]), tied)
        points[seat] = (scores[seat] - options.subtracted + share) / _THOUSAND
    return points


def _rounded(
    points: Points, scores: Scores, placed: Places, options: RiichiOptions
) -> Points:
    """Return the points, rounded by the options.

    Points follow from scores rounded to thousands; the first place takes the rest.
    """
    if options.point_rounding == "none":
        return points
    rounded = {
        seat: points[seat] + _half_away(score) - Fraction(score, _THOUSAND)
        for seat, score in scores.items()
        if seat in placed and placed[seat] != 1
    }
    rest = sum(points.values(), Fraction()) - sum(rounded.values(), Fraction())
    first = [seat for seat in options.seats if seat not in rounded]
    return rounded | {seat: rest / len(first) for seat in first}


def _half_away(score: int) -> int:
    """Return a score in thousands, halves rounded away from zero."""
    thousands = floor(Fraction(abs(score), _THOUSAND) + Fraction(1, 2))
    return thousands if score >= 0 else -thousands


def _chombo(state: TableState) -> Points:
    """Return the change of final points by chombo, after the uma."""
    taken = dict.fromkeys(WINDS, Fraction())
    for line in state.lines:
        if isinstance(line.entry, Chombo):
            taken[line.entry.seat] += line.entry.final_points
    return taken
