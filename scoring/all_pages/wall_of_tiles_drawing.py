"""The progress of a table: the wall around a table diagram, and a badge.

The wall has one brick for each deal: 16 with 4 players, fewer with fewer players. The
badge is made without a template, because a hall can have 250 badges.
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
from tournaments.models import Game


@dataclass(frozen=True)
class Wall:
    """The wall as three SVG paths: bricks of the deals played, of the current deal, and
    of the remaining deals.

    The bricks of the East round are at the bottom. The other rounds follow
    counter-clockwise, in the order of play.
    """

    done: str
    now: str
    todo: str


class Brick(NamedTuple):
    """A rectangle by its upper left corner and size, rounded to a tenth of a unit."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def at(cls, *figures: float) -> Brick:
        return cls(*(round(figure, 1) for figure in figures))


@dataclass(frozen=True)
class Drawing:
    """The measures of a wall in SVG units; `gap` is the space between two bricks."""

    width: float
    height: float
    thick: float
    gap: float

    def after(self, deals: int, players: int = FOUR) -> Wall:
        """Return the wall after the first `deals` deals.

        If all deals are over, the last brick is shown as the current deal.
        """
        return _after(self, deals, players)

    def whole(self, players: int = FOUR) -> Wall:
        """Return the wall of a finished game for this number of players."""
        return _whole(self, players)

    def of_table(self, game: Game, *, is_over: bool, tells: bool = True) -> Wall:
        """Return the wall of a table.

        The game's sheet must be loaded. `tells`: as in `deals_at`.
        """
        return self.of_deals(*deals_at(game, tells=tells), is_over=is_over)

    def of_deals(self, over: int, deals: int, *, is_over: bool) -> Wall:
        """Return the wall after `over` of `deals` deals, or the wall of a finished game
        if `is_over`.
        """
        players = deals // len(WINDS)
        return self.whole(players) if is_over else self.after(over, players)

    def bricks(self, players: int) -> Iterator[Brick]:
        """Yield one brick for each deal, in the order of play."""
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


def deals_at(game: Game, *, tells: bool = True) -> tuple[int, int]:
    """Return the number of deals that are over at a table, and the number of deals in 4
    rounds.

    If the rules limit the number of hands, the deals are scaled to that limit. If the
    results are hidden (`tells` is false), each hand counts as one deal, because a
    dealer who stays would reveal the winner.
    """
    rules = game.rules
    deals = len(WINDS) * rules.players
    sheet = getattr(game, "sheet", None)
    if sheet is None:
        return 0, deals
    if limit := rules.options.hands_limit:
        return int(deals * sheet.hands_played // limit), deals
    if not tells:
        return min(sheet.hands_played, deals), deals
    rounds = rounds_over(rules.options, sheet.prevailing)
    return rules.players * rounds + WINDS.index(Wind(sheet.dealer)), deals


def rounds_over(options: Options, prevailing: str) -> int:
    """Return the number of finished rounds when `prevailing` is the prevailing wind."""
    order: str = getattr(options, "round_winds", "".join(WINDS))
    return order.index(prevailing)


@cache
def _after(drawing: Drawing, deals: int, players: int) -> Wall:
    """Return the wall after the first `deals` deals.

    Cached, because a page draws the wall for hundreds of tables.
    """
    bricks = list(drawing.bricks(players))
    now = min(deals, len(bricks) - 1)
    done, todo = bricks[:now], bricks[now + 1 :]
    return Wall(_path(done), _path(bricks[now : now + 1]), _path(todo))


@cache
def _whole(drawing: Drawing, players: int) -> Wall:
    return Wall(_path(list(drawing.bricks(players))), "", "")


def _path(bricks: Sequence[Brick]) -> str:
    """Return the bricks as one SVG path.

    Each brick is relative to the start of the previous one, so bricks of one side have
    the same text and hundreds of walls compress well.
    """
    parts, x, y = list[str](), 0.0, 0.0
    for brick in bricks:
        begins = f"m{brick.x - x:.4g} {brick.y - y:.4g}"
        parts.append(f"{begins}h{brick.width:g}v{brick.height:g}h-{brick.width:g}z")
        x, y = brick.x, brick.y
    return "".join(parts)


#: Around the middle of the table diagram, and around a table number on the hall screen.
IN_THE_MIDDLE = Drawing(104, 124, 5, 2.5)
AROUND_A_NUMBER = Drawing(48, 48, 4, 1.2)

BADGE = '<span class="badge play-{}">{}</span>'
#: count-down-clocks.js marks the badge late when `data-late-at` has passed.
BADGE_UNTIL = (
    '<span class="badge play-{}" data-whole data-late-at="{}" data-late="{}">{}</span>'
)


@lru_cache(maxsize=2048)
def play_badge(progress: Progress) -> SafeString:
    """Return the badge as HTML: the progress as text, and the time of the next change.

    Cached by the whole progress, so a cached badge is never outdated.
    """
    if progress.late_at is None:
        return format_html(BADGE, progress.key, progress.text)
    at = date_format(progress.late_at, "U.u")
    return format_html(BADGE_UNTIL, progress.key, at, progress.late, progress.text)
