"""The chart of a person's places across tournaments, relative to the size of each
field.

20th of 28 players is not the same as 20th of 88, so the height shows the share of
players behind the person. The server draws the chart in two sizes; a table below it has
the figures. The scale is a square root: places near the top are further apart, because
they are harder to gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.over_tournaments.tournament_history import PastTournament
from scoring.public.place_chart import Size
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import ordinal, percent

DESK = Size(760, 246, left=52, right=24, top=18, bottom=36)
PHONE = Size(340, 226, left=40, right=20, top=14, bottom=36)

#: Most tournaments drawn, by size. The table has the tournaments of the larger chart.
MOST_ON_DESK, MOST_ON_PHONE = 14, 10
#: Grid lines: share of the field in front.
MARKED = (0, 0.1, 0.25, 0.5, 1)


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    place: str
    is_last: bool

    @property
    def text_y(self) -> float:
        return round(self.y + 4.2, 1)


@dataclass(frozen=True)
class Line:
    y: float
    words: str

    @property
    def text_y(self) -> float:
        return round(self.y + 4, 1)


@dataclass(frozen=True)
class Year:
    x: float
    words: str


@dataclass(frozen=True)
class ShareChart:
    """The chart in one size. `text`: the same figures for screen readers."""

    size: Size
    lines: tuple[Line, ...]
    years: tuple[Year, ...]
    dots: tuple[Dot, ...]
    text: str

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{dot.x} {dot.y}" for dot in self.dots)

    @property
    def area(self) -> str:
        first, last, floor = self.dots[0], self.dots[-1], self.size.floor
        return f"{self.path}V{floor}H{first.x}z" if last else ""


def share_charts(rows: Sequence[PastTournament]) -> list[tuple[ShareChart, str]]:
    """Return the chart in each size with its CSS class. Empty with fewer than 2 places.

    `rows`: tournaments, newest first.
    """
    placed = [row for row in rows if row.place is not None][::-1]
    if len(placed) < 2:
        return []
    return [
        (_chart(placed[-MOST_ON_DESK:], DESK), "not-phone"),
        (_chart(placed[-MOST_ON_PHONE:], PHONE, short=True), "only-phone"),
    ]


def _chart(
    rows: Sequence[PastTournament], size: Size, *, short: bool = False
) -> ShareChart:
    start = size.left + 17
    step = (size.end - 5 - start) / (len(rows) - 1)
    at = [round(start + step * number, 1) for number in range(len(rows))]
    words = (
        ordinal(1),
        percent(10),
        percent(25),
        pgettext("part of the players", "half"),
        pgettext("place", "last"),
    )
    return ShareChart(
        size,
        tuple(
            Line(_y(share, size), text)
            for share, text in zip(MARKED, words, strict=True)
        ),
        tuple(
            Year(x, _year(row, short=short))
            for number, (x, row) in enumerate(zip(at, rows, strict=True))
            if number == 0 or rows[number - 1].starts_on.year != row.starts_on.year
        ),
        tuple(
            Dot(x, _y(_in_front(row), size), row.place_words, number == len(rows) - 1)
            for number, (x, row) in enumerate(zip(at, rows, strict=True))
        ),
        _text(rows),
    )


def _year(row: PastTournament, *, short: bool) -> str:
    year = str(row.starts_on.year)
    return f"’{year[-2:]}" if short else year


def _in_front(row: PastTournament) -> float:
    """Return the share of the other players who placed better."""
    return ((row.place or 1) - 1) / (row.of - 1) if row.of > 1 else 0


def _y(share: float, size: Size) -> float:
    return round(size.top + sqrt(share) * (size.floor - size.top), 1)


def _text(rows: Sequence[PastTournament]) -> str:
    figures = joined_with_commas(
        _("%(place)s of %(of)s") % {"place": row.place_words, "of": row.of}
        for row in rows
    )
    return _("Places, oldest first: %(figures)s") % {"figures": figures}
