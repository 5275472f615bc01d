"""How far each player is from the next place above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.standings.ranking import Placed, Standing


@dataclass(frozen=True)
class Gap:
    """What is missing to somebody above, in the first `measure` that differs."""

    measure: str
    amount: Fraction | int


def gaps(
    placed: Sequence[tuple[Placed[Standing], Sequence[Any]]], measures: Sequence[str]
) -> Mapping[int, Gap]:
    """By start number, from the players in order, each with what is compared: the
    `measures` in theirs. Nobody above: no gap."""
    found: dict[int, Gap] = {}
    above: Sequence[Any] | None = None
    last: tuple[int, Sequence[Any]] | None = None
    for row, mark in placed:
        if last is not None and row.place != last[0]:
            above = last[1]
        if above is not None:
            found[row.line.entry.number] = between(above, mark, measures)
        last = row.place, mark
    return found


def between(better: Sequence[Any], mark: Sequence[Any], measures: Sequence[str]) -> Gap:
    """What `mark` lacks to be as good as `better`. They differ."""
    return next(
        Gap(measure, high - low)
        for measure, high, low in zip(measures, better, mark, strict=True)
        if high != low
    )
