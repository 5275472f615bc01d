"""The table drawn as it is seen from above: who sits where, and how far play is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.forms import BoundField
from django.forms.boundfield import BoundWidget

from rules.rule_option_types import Options
from rules.ruleset_and_table_state import Position
from rules.winds import WINDS, Wind
from scoring.all_pages.wall_of_tiles_drawing import IN_THE_MIDDLE, Wall, rounds_over
from scoring.ledger.table_ledger import Book
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import SELF_DRAWN, HandForm
from scoring.rulesets.presenter_registry import presenter_of
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
    call them in few words, whether they declared ready. `in_play`: their score less a
    deposit, which the ledger hears of with the hand. With the buttons of a form that
    say they won, discarded, laid a deposit or were ready (None where that is not
    asked)."""

    seat: Seat
    wind: Wind
    place: Wind
    short: str
    is_dead: bool
    declared: bool
    in_play: int | None = None
    wins: BoundWidget | None = None
    discards: BoundWidget | None = None
    lays: BoundWidget | None = None
    ready: BoundWidget | None = None

    @property
    def side(self) -> str:
        return side_of(self.place)

    @property
    def deals(self) -> bool:
        return self.wind is Wind.EAST

    @property
    def is_long(self) -> bool:
        return has_long_name(self.seat)


@dataclass(frozen=True)
class DrawnTable:
    """The places, in the order of the seats; how far play is, and which `hand` is
    asked for; `laid`: the seats whose deposits lie there while the hand is played,
    beside those that were `left` by hands before; `deposit` is what each is worth.
    With the buttons of a form for the winner's own tile and for a hand that nobody
    won, the other endings, and `several`: each place with the box that says it won
    too, and its hand's fields."""

    places: tuple[Place, ...]
    wall: Wall
    hand: object
    laid: tuple[Wind, ...] = ()
    left: int = 0
    deposit: int = 0
    self_drawn: BoundWidget | None = None
    nobody: BoundWidget | None = None
    endings: tuple[BoundWidget, ...] = ()
    several: tuple[tuple[Place, BoundWidget, Fields], ...] = ()

    @property
    def deposits(self) -> int:
        """How many lie on the table."""
        return self.left + len(self.laid)

    @property
    def laid_seats(self) -> str:
        return " ".join(self.laid)


def side_of(place: Wind) -> str:
    """The side of the page on which a place at the table is."""
    return SIDES[WINDS.index(place)]


def has_long_name(seat: Seat) -> bool:
    """Whether a player's name takes more than one line of a seat."""
    return len(str(seat.entry)) > _ONE_LINE


def place_of(position: Position, seat: Wind) -> Wind:
    """Where at the table a seat's player sits: the wind they had in the first deal
    under this prevailing wind."""
    steps = WINDS.index(position.winds[seat]) + position.deal - 1
    return position.seats[steps % position.players]


def table_before_hand(book: Book, laid: tuple[Wind, ...]) -> DrawnTable:
    """What the drawn table shows, without a form, of the hand that is played now and of
    the deposits `laid` in it."""
    position = book.state.position
    deposit = presenter_of(book.rules.id).deposit
    seats = {Wind(seat.wind): seat for seat in book.session.seats.all()}
    shorts = short_names(list(seats.values()))
    places = tuple(
        Place(
            seats[wind],
            position.winds[wind],
            place_of(position, wind),
            shorts[wind],
            wind in position.dead,
            wind in position.ready,
            book.state.scores[wind] - deposit if deposit else None,
        )
        for wind in position.seats
    )
    wall = wall_at(position, book.rules.options)
    return DrawnTable(places, wall, position.hand, laid, position.sticks, deposit)


def drawn_table(book: Book, form: HandForm, laid: tuple[Wind, ...]) -> DrawnTable:
    """The drawn table with the buttons by which its `form` asks who won and from whom,
    for the hand that the form asks for."""
    wins, discards = _buttons(form, "winner"), _buttons(form, "source")
    lays, ready = _buttons(form, form.laid), _buttons(form, form.ready)
    table = table_before_hand(book, laid)
    places = tuple(
        replace(
            place,
            wins=wins[place.seat.wind],
            discards=discards[place.seat.wind],
            lays=lays.get(place.seat.wind),
            ready=ready.get(place.seat.wind),
        )
        for place in table.places
    )
    for wind in book.state.position.dead:
        _cannot_win(wins[wind])
    nobody = wins.pop(form.drawn_hand)
    endings = tuple(button for key, button in wins.items() if key not in tuple(WINDS))
    return replace(
        table,
        places=places,
        hand=form["hand"].value(),
        self_drawn=discards[SELF_DRAWN],
        nobody=nobody,
        endings=endings,
        several=tuple(_several(form, places)),
    )


def last_values(book: Book) -> list[int]:
    """What hands of this table were worth, by the numbers entered, the newest first."""
    value_of = presenter_of(book.rules.id).value_entered
    values = (value_of(line.entry) for line in reversed(book.state.lines))
    return list(dict.fromkeys(value for value in values if value))


def _several(
    form: HandForm, places: Iterable[Place]
) -> Iterator[tuple[Place, BoundWidget, Fields]]:
    fields = dict(form.values_of_several)
    boxes = _buttons(form, "winners") if fields else {}
    for place in places if fields else ():
        if place.is_dead:
            _cannot_win(boxes[place.seat.wind])
        yield place, boxes[place.seat.wind], fields[place.seat.wind]


def _cannot_win(button: BoundWidget) -> None:
    button.data["attrs"]["disabled"] = True


def _buttons(form: HandForm, name: str) -> dict[str, BoundWidget]:
    """The buttons of a question by what they answer; none without a name."""
    if not name:
        return {}
    return {str(button.data["value"]): button for button in form[name].subwidgets}


def short_names(seats: list[Seat]) -> dict[Wind, str]:
    """First names, where they tell the players apart; else the whole name."""
    firsts = {
        Wind(seat.wind): seat.entry.player.first_name.split(" ")[0] for seat in seats
    }
    times = Counter(firsts.values())
    return {
        Wind(seat.wind): first if first and times[first] == 1 else str(seat.entry)
        for seat in seats
        for first in [firsts[Wind(seat.wind)]]
    }


def wall_at(position: Position, options: Options) -> Wall:
    """The wall before the hand at `position`."""
    rounds = rounds_over(options, position.prevailing)
    deals = rounds * position.players + position.deal - 1
    return IN_THE_MIDDLE.after(deals, position.players)
