"""The table drawn as it is seen from above: who sits where, and how far play is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField

from rules.table import Position
from rules.winds import WINDS, Wind
from scoring.ledger.book import Book
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import SELF_DRAWN, HandForm
from tournaments.models import Seat

#: The sides of the page in the order in which people sit: East's place first.
SIDES = ("bottom", "right", "top", "left")
#: The fields of one of several winners, with the class that says when each is asked.
Fields = list[tuple[BoundField, str]]
#: How many letters of a name stand in one line of a seat.
_ONE_LINE = 14


@dataclass(frozen=True)
class Place:
    """A player at the drawn table: `seat`, `wind` now, the `side` of the page, what to
    call them in few words, and the buttons that say they won, discarded, laid a deposit
    or were ready (None where that is not asked)."""

    seat: Seat
    wind: Wind
    place: Wind
    short: str
    is_dead: bool
    wins: Any
    discards: Any
    lays: Any = None
    ready: Any = None

    @property
    def side(self) -> str:
        return SIDES[WINDS.index(self.place)]

    @property
    def deals(self) -> bool:
        return self.wind is Wind.EAST

    @property
    def is_long(self) -> bool:
        return len(str(self.seat.entry)) > _ONE_LINE


@dataclass(frozen=True)
class DrawnTable:
    """The four places, in the order of the seats; the buttons for the winner's own
    tile and for a hand that nobody won; the other endings; how far play is.
    `several`: each place with the box that says it won too, and its hand's fields."""

    places: tuple[Place, ...]
    self_drawn: Any
    nobody: Any
    endings: tuple[Any, ...]
    wall: Wall
    several: tuple[tuple[Place, Any, Fields], ...] = ()


@dataclass(frozen=True)
class Wall:
    """Sixteen deals around a table, as paths: East's four at the bottom, then
    counter-clockwise, as it is played."""

    done: str
    now: str
    todo: str


def place_of(position: Position, seat: Wind) -> Wind:
    """Where at the table a seat's player sits: the wind they had in the first deal
    under this prevailing wind."""
    return position.winds[seat].after(position.deal - 1)


def drawn_table(book: Book, form: HandForm) -> DrawnTable:
    """What the drawn table shows of the hand that `form` asks for."""
    position = book.state.position
    wins, discards = _buttons(form, "winner"), _buttons(form, "source")
    laid, ready = _buttons(form, form.laid), _buttons(form, form.ready)
    seats = {Wind(seat.wind): seat for seat in book.session.seats.all()}
    shorts = short_names(list(seats.values()))
    places = tuple(
        Place(
            seats[wind],
            position.winds[wind],
            place_of(position, wind),
            shorts[wind],
            wind in position.dead,
            wins[wind],
            discards[wind],
            laid.get(wind),
            ready.get(wind),
        )
        for wind in WINDS
    )
    nobody = wins.pop(form.drawn_hand)
    endings = tuple(button for key, button in wins.items() if key not in tuple(WINDS))
    return DrawnTable(
        places,
        discards[SELF_DRAWN],
        nobody,
        endings,
        wall_at(position),
        tuple(_several(form, places)),
    )


def last_values(book: Book) -> list[int]:
    """What hands of this table were worth, by the numbers entered, the newest first."""
    value_of = presenter_of(book.rules.id).value_entered
    values = (value_of(line.entry) for line in reversed(book.state.lines))
    return list(dict.fromkeys(value for value in values if value))


def _several(
    form: HandForm, places: Iterable[Place]
) -> Iterator[tuple[Place, Any, Fields]]:
    fields = dict(form.values_of_several)
    boxes = _buttons(form, "winners") if fields else {}
    for place in places if fields else ():
        yield place, boxes[place.seat.wind], fields[place.seat.wind]


def _buttons(form: HandForm, name: str) -> dict[str, Any]:
    """The buttons of a question by what they answer; none without a name."""
    if not name:
        return {}
    return {str(button.data["value"]): button for button in form[name].subwidgets}


def short_names(seats: list[Seat]) -> dict[Wind, str]:
    """First names, where they tell the four apart; else the whole name."""
    firsts = {
        Wind(seat.wind): seat.entry.player.first_name.split(" ")[0] for seat in seats
    }
    times = Counter(firsts.values())
    return {
        Wind(seat.wind): first if first and times[first] == 1 else str(seat.entry)
        for seat in seats
        for first in [firsts[Wind(seat.wind)]]
    }


def wall_at(position: Position) -> Wall:
    """The wall before the hand at `position`."""
    deals = (WINDS.index(position.prevailing) * len(WINDS)) + position.deal - 1
    bricks = list(_bricks())
    now = min(deals, len(bricks) - 1)
    return Wall("".join(bricks[:now]), bricks[now], "".join(bricks[now + 1 :]))


#: The drawing's size, a brick's, and the room between two.
_WIDTH, _HEIGHT, _THICK, _GAP = 104.0, 124.0, 5.0, 2.5


def _bricks() -> Iterator[str]:
    """Each of the sixteen as a path, in the order of play."""
    first = _THICK + _GAP
    across = (_WIDTH - 2 * first - 3 * _GAP) / 4
    down = (_HEIGHT - 2 * first - 3 * _GAP) / 4
    xs = [first + number * (across + _GAP) for number in range(4)]
    ys = [first + number * (down + _GAP) for number in range(4)]
    for x in xs:
        yield _brick(x, _HEIGHT - _THICK, across, _THICK)
    for y in reversed(ys):
        yield _brick(_WIDTH - _THICK, y, _THICK, down)
    for x in reversed(xs):
        yield _brick(x, 0, across, _THICK)
    for y in ys:
        yield _brick(0, y, _THICK, down)


def _brick(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z"
