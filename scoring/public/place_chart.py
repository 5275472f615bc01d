"""A chart of a player's place after each round, drawn by the server in two sizes, for
large screens and phones.

The scale is a square root: places near the top are further apart, as they are harder to
gain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import gettext as _

from tournaments.web.list_wording import joined_with_commas

#: Places with a grid line.
MARKED = (1, 4, 8, 16, 32, 64, 128, 256, 512)
#: Minimum distance of a grid line from the last place, so that labels do not overlap.
#: Pixels.
APART = 16


@dataclass(frozen=True)
class Size:
    """Dimensions of a chart in pixels, with the margins around it."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int

    @property
    def floor(self) -> int:
        return self.height - self.bottom

    @property
    def end(self) -> int:
        return self.width - self.right

    @property
    def text_x(self) -> int:
        """Return the right edge of the grid labels."""
        return self.left - 10

    @property
    def foot(self) -> int:
        """Return the baseline of the round labels."""
        return self.height - 8


DESK = Size(760, 260, left=44, right=24, top=26, bottom=34)
PHONE = Size(340, 240, left=34, right=24, top=26, bottom=34)


@dataclass(frozen=True)
class Line:
    """A grid line and its place."""

    place: int
    y: float

    @property
    def text_y(self) -> float:
        return round(self.y + 4, 1)


@dataclass(frozen=True)
class Column:
    """A round, and its position in the chart."""

    number: int
    x: float


@dataclass(frozen=True)
class Dot:
    """The place after a round."""

    round: int
    place: int
    x: float
    y: float
    is_last: bool

    @property
    def radius(self) -> int:
        return 15 if self.is_last else 13

    @property
    def text_y(self) -> float:
        return round(self.y + 4.6, 1)


@dataclass(frozen=True)
class Chart:
    """A chart in one size. `coming`: rounds that were not played yet."""

    size: Size
    lines: tuple[Line, ...]
    columns: tuple[Column, ...]
    coming: tuple[Column, ...]
    dots: tuple[Dot, ...]

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{dot.x} {dot.y}" for dot in self.dots)

    @property
    def area(self) -> str:
        """Return the path of the line, closed along the bottom for filling."""
        first, last, floor = self.dots[0], self.dots[-1], self.size.floor
        return f"{self.path}L{last.x} {floor}L{first.x} {floor}z"


@dataclass(frozen=True)
class PlaceChart:
    """Places by round, and the chart in both sizes."""

    places: Mapping[int, int]
    desk: Chart
    phone: Chart

    @property
    def newest(self) -> int:
        return max(self.places)

    @property
    def text(self) -> str:
        """Return the figures as text, for screen readers."""
        figures = joined_with_commas(
            _("round %(round)s: %(place)s") % {"round": number, "place": place}
            for number, place in sorted(self.places.items())
        )
        return _("Place after each round: %(figures)s") % {"figures": figures}

    @property
    def drawings(self) -> tuple[tuple[Chart, str, bool], ...]:
        """Return each chart with its CSS class and whether labels are short."""
        return (self.desk, "not-phone", False), (self.phone, "only-phone", True)


def place_chart(
    places: Mapping[int, int], rounds: int, players: int, first: int = 1
) -> PlaceChart | None:
    """Return the chart of places after each round; None without places.

    `places`: place by round number; `rounds`: number of planned rounds; `players`:
    number of players; `first`: the first round shown.
    """
    if not places:
        return None
    last = max(players, *places.values(), 2)
    planned = range(first, max(rounds, *places) + 1)
    return PlaceChart(
        dict(places),
        _chart(places, planned, last, DESK),
        _chart(places, planned, last, PHONE),
    )


def _chart(places: Mapping[int, int], rounds: range, last: int, size: Size) -> Chart:
    def y(place: int) -> float:
        part = (sqrt(place) - 1) / (sqrt(last) - 1)
        return round(size.top + part * (size.floor - size.top), 1)

    start = size.left + 20
    step = (size.end - start) / (len(rounds) - 1) if len(rounds) > 1 else 0
    columns = tuple(
        Column(number, round(start + at * step, 1)) for at, number in enumerate(rounds)
    )
    newest = max(places)
    at = {column.number: column.x for column in columns}
    return Chart(
        size,
        tuple(Line(place, y(place)) for place in _marked(last, y)),
        columns,
        tuple(column for column in columns if column.number > newest),
        tuple(
            Dot(number, place, at[number], y(place), number == newest)
            for number, place in sorted(places.items())
        ),
    )


def _marked(last: int, y: Callable[[int], float]) -> Iterator[int]:
    for place in MARKED:
        if place < last and y(last) - y(place) >= APART:
            yield place
    yield last
