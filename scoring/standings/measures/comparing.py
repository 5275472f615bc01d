"""Comparing lines by a list of measures: what each line has by each of them, among all
or among those who are equal so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.lines import Value
from scoring.standings.measures.measure import Measure

#: The figures of the lines at some positions, in their order.
Figures = Callable[[Sequence[int]], Sequence[Value]]


@dataclass(frozen=True)
class Step:
    """A measure, and where its figures come from."""

    measure: Measure
    figures: Figures
    #: Whether the lines are to keep them, because they do not have them anyway.
    is_kept: bool


@dataclass(frozen=True)
class Comparison:
    """`marks`: what is compared, of each line, the highest first; `figures` that lines
    do not have anyway, of each line by the key of the measure."""

    marks: list[tuple[Value, ...]]
    figures: list[Mapping[str, Value]]


def compare(count: int, steps: Sequence[Step]) -> Comparison:
    """So many lines, compared by one measure after the other."""
    columns: list[list[Value]] = []
    figures: list[dict[str, Value]] = [{} for _line in range(count)]
    for step in steps:
        found = _column(step, count, columns)
        columns.append([step.measure.mark(value) for value in found])
        if step.is_kept:
            for own, value in zip(figures, found, strict=True):
                if value is not None:
                    own[step.measure.key] = value
    marks: list[tuple[Value, ...]] = [()] * count
    if columns:
        marks = list(zip(*columns, strict=True))
    return Comparison(marks, list(figures))


def _column(
    step: Step, count: int, before: Sequence[Sequence[Value]]
) -> Sequence[Value | None]:
    everybody = range(count)
    if not step.measure.among_tied:
        return step.figures(everybody)
    equal: dict[tuple[Value, ...], list[int]] = defaultdict(list)
    for at in everybody:
        equal[tuple(column[at] for column in before)].append(at)
    found: list[Value | None] = [None] * count
    for group in equal.values():
        if len(group) > 1:
            for at, value in zip(group, step.figures(group), strict=True):
                found[at] = value
    return found
