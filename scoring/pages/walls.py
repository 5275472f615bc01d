"""The wall of sixteen deals around a table, as a drawing that says how far play is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rules.winds import WINDS, Wind
from tournaments.models import Session


@dataclass(frozen=True)
class Wall:
    """Sixteen deals around a table, as paths: East's four at the bottom, then
    counter-clockwise, as it is played."""

    done: str
    now: str
    todo: str


class Brick(NamedTuple):
    """A rectangle: its upper left corner and its size, to a tenth."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def at(cls, *figures: float) -> Brick:
        return cls(*(round(figure, 1) for figure in figures))


@dataclass(frozen=True)
class Drawing:
    """A drawing of that size: how thick a brick is and how far from the next."""

    width: float
    height: float
    thick: float
    gap: float

    def after(self, deals: int) -> Wall:
        """The wall when so many deals are over; at most the last is being played."""
        bricks = _bricks_of(self)
        now = min(deals, len(bricks) - 1)
        done, todo = bricks[:now], bricks[now + 1 :]
        return Wall(_path(done), _path(bricks[now : now + 1]), _path(todo))

    def whole(self) -> Wall:
        """The wall when play is over."""
        return Wall(_path(_bricks_of(self)), "", "")

    def of_table(self, session: Session, *, is_over: bool) -> Wall:
        """The wall of a table, read with its sheet: how far its play is, of what can
        be played."""
        return self.whole() if is_over else self.after(deals_over(session))

    def bricks(self) -> Iterator[Brick]:
        """The sixteen, in the order of play."""
        first = self.thick + self.gap
        across = (self.width - 2 * first - 3 * self.gap) / 4
        down = (self.height - 2 * first - 3 * self.gap) / 4
        xs = [first + number * (across + self.gap) for number in range(4)]
        ys = [first + number * (down + self.gap) for number in range(4)]
        for x in xs:
            yield Brick.at(x, self.height - self.thick, across, self.thick)
        for y in reversed(ys):
            yield Brick.at(self.width - self.thick, y, self.thick, down)
        for x in reversed(xs):
            yield Brick.at(x, 0, across, self.thick)
        for y in ys:
            yield Brick.at(0, y, self.thick, down)


def deals_over(session: Session) -> int:
    """How many of sixteen deals are over; where so many hands are played and no more,
    as much of them."""
    sheet = getattr(session, "sheet", None)
    if sheet is None:
        return 0
    options = session.rules.options
    if limit := options.hands_limit:
        return int(16 * sheet.hands_played // limit)
    order = getattr(options, "round_winds", "".join(WINDS))
    return 4 * int(order.index(sheet.prevailing)) + WINDS.index(Wind(sheet.dealer))


@cache
def _bricks_of(drawing: Drawing) -> tuple[Brick, ...]:
    """The same for every table of a page that has hundreds."""
    return tuple(drawing.bricks())


def _path(bricks: Sequence[Brick]) -> str:
    """The bricks, each from where the one before it began: those of one side then read
    alike, and hundreds of walls are sent as little."""
    parts, x, y = list[str](), 0.0, 0.0
    for brick in bricks:
        begins = f"m{brick.x - x:.4g} {brick.y - y:.4g}"
        parts.append(f"{begins}h{brick.width:g}v{brick.height:g}h-{brick.width:g}z")
        x, y = brick.x, brick.y
    return "".join(parts)


#: Around the middle of the drawn table, and around a table's number in the hall.
IN_THE_MIDDLE = Drawing(104, 124, 5, 2.5)
AROUND_A_NUMBER = Drawing(48, 48, 4, 1.2)
