"""The wall of deals around a table, as a drawing that says how far play is: sixteen,
or as many as fewer players deal.

How far play at a table is, as a badge; no template, since a hall has 250.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.rule_option_types import Options
from rules.winds import FOUR, WINDS, Wind
from scoring.confirming_and_finishing.tables_still_playing import Progress
from tournaments.models import Session


@dataclass(frozen=True)
class Wall:
    """Four rounds of deals around a table, as paths: East's at the bottom, then
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

    def after(self, deals: int, players: int = FOUR) -> Wall:
        """The wall of so many players when so many deals are over; at most the last is
        being played."""
        return _after(self, deals, players)

    def whole(self, players: int = FOUR) -> Wall:
        """The wall of so many players when play is over."""
        return _whole(self, players)

    def of_table(self, session: Session, *, is_over: bool, tells: bool = True) -> Wall:
        """The wall of a table, read with its sheet: how far its play is, of what can
        be played; see `deals_at`."""
        return self.of_deals(*deals_at(session, tells=tells), is_over=is_over)

    def of_deals(self, over: int, deals: int, *, is_over: bool) -> Wall:
        """The wall of a table where so many of all deals are over, or its play is."""
        players = deals // len(WINDS)
        return self.whole(players) if is_over else self.after(over, players)

    def bricks(self, players: int) -> Iterator[Brick]:
        """One for each deal of so many players, in the order of play."""
        first = self.thick + self.gap
        gaps = (players - 1) * self.gap
        across = (self.width - 2 * first - gaps) / players
        down = (self.height - 2 * first - gaps) / players
        xs = [first + number * (across + self.gap) for number in range(players)]
        ys = [first + number * (down + self.gap) for number in range(players)]
        for x in xs:
            yield Brick.at(x, self.height - self.thick, across, self.thick)
        for y in reversed(ys):
            yield Brick.at(self.width - self.thick, y, self.thick, down)
        for x in reversed(xs):
            yield Brick.at(x, 0, across, self.thick)
        for y in ys:
            yield Brick.at(0, y, self.thick, down)


def deals_at(session: Session, *, tells: bool = True) -> tuple[int, int]:
    """How many deals are over at a table, of how many that four rounds have; where so
    many hands are played and no more, as much of them. Where what is scored there is
    held back (not `tells`), a deal for each hand: who deals again tells who won."""
    rules = session.rules
    deals = len(WINDS) * rules.players
    sheet = getattr(session, "sheet", None)
    if sheet is None:
        return 0, deals
    if limit := rules.options.hands_limit:
        return int(deals * sheet.hands_played // limit), deals
    if not tells:
        return min(sheet.hands_played, deals), deals
    rounds = rounds_over(rules.options, sheet.prevailing)
    return rules.players * rounds + WINDS.index(Wind(sheet.dealer)), deals


def rounds_over(options: Options, prevailing: str) -> int:
    """How many rounds are over while that wind prevails."""
    order: str = getattr(options, "round_winds", "".join(WINDS))
    return order.index(prevailing)


@cache
def _after(drawing: Drawing, deals: int, players: int) -> Wall:
    """The wall after so many deals; cached, for a page draws it for hundreds of
    tables."""
    bricks = list(drawing.bricks(players))
    now = min(deals, len(bricks) - 1)
    done, todo = bricks[:now], bricks[now + 1 :]
    return Wall(_path(done), _path(bricks[now : now + 1]), _path(todo))


@cache
def _whole(drawing: Drawing, players: int) -> Wall:
    return Wall(_path(list(drawing.bricks(players))), "", "")


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

BADGE = '<span class="badge play-{}">{}</span>'
#: count-down-clocks.js turns it late.
BADGE_UNTIL = (
    '<span class="badge play-{}" data-whole data-late-at="{}" data-late="{}">{}</span>'
)


@lru_cache(maxsize=2048)
def play_badge(progress: Progress) -> SafeString:
    """How far play is, in words, and when those will be others. Kept by all that stands
    in it, and so never an old one."""
    if progress.late_at is None:
        return format_html(BADGE, progress.key, progress.words)
    at = date_format(progress.late_at, "U.u")
    return format_html(BADGE_UNTIL, progress.key, at, progress.late, progress.words)
