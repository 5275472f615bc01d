"""The table diagram, seen from above: players, their places and the progress
of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.forms import BoundField
from django.forms.boundfield import BoundWidget

from rules.rule_option_types import Options
from rules.ruleset_and_table_state import Position, Ruleset, TableState
from rules.winds import WINDS, Wind
from scoring.all_pages.wall_of_tiles_drawing import IN_THE_MIDDLE, Wall, rounds_over
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import SELF_DRAWN, HandForm
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Person, Seat
from tournaments.models.whole_names import has_asian_letters

#: Sides of the page in the order of seats: East's place first.
SIDES = ("bottom", "right", "top", "left")
#: Fields of one of several winners, with the CSS class that shows them when needed.
Fields = list[tuple[BoundField, str]]
#: Characters of a name that fit on one line of a seat.
_ONE_LINE = 14


@dataclass(frozen=True)
class Place:
    """A player in the diagram. `wind`: current wind; `place`: side of the table;
    `short`: name shown; `declared`: has declared ready.

    `in_play`: score minus a stick that the ledger only records with the hand, None
    without sticks. The buttons of a form, None without a form: `wins`, `discards`,
    `lays` (a stick), `ready`.
    """

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
    """The diagram: places in the order of seats, progress of play, and the number of
    the `hand` that the form enters.

    `laid`: seats with a stick on the table in this hand; `left`: number of sticks from
    earlier hands; `deposit`: points per stick. The buttons of a form: `self_drawn`,
    `nobody` (no winner), other `endings`, and `several`: each place with its "also won"
    box and the fields of its hand.
    """

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
        """Return the number of sticks on the table."""
        return self.left + len(self.laid)

    @property
    def laid_seats(self) -> str:
        return " ".join(self.laid)


def side_of(place: Wind) -> str:
    """Return the side of the page for a place at the table."""
    return SIDES[WINDS.index(place)]


def has_long_name(seat: Seat) -> bool:
    """Return whether a player's name needs more than one line of a seat."""
    return len(str(seat.player)) > _ONE_LINE


def place_of(position: Position, seat: Wind) -> Wind:
    """Return the side of the table where a seat's player sits, named by the player's
    wind in the first hand under this prevailing wind.
    """
    steps = WINDS.index(position.winds[seat]) + position.deal - 1
    return position.seats[steps % position.players]


def table_before_hand(ledger: TableLedger, laid: tuple[Wind, ...]) -> DrawnTable:
    """Return the diagram of the current hand without a form.

    `laid`: seats with a riichi stick on the table.
    """
    seats = ledger.game.seats_by_wind()
    return diagram_at(ledger.state, ledger.rules, seats, laid)


def diagram_at(
    state: TableState,
    rules: Ruleset,
    seats: Mapping[Wind, Seat],
    laid: tuple[Wind, ...],
) -> DrawnTable:
    """Return the diagram of the hand at `state` without a form.

    `laid`: seats with a riichi stick on the table.
    """
    position = state.position
    deposit = presenter_of(rules.id).deposit
    shorts = short_names(list(seats.values()))
    places = tuple(
        Place(
            seats[wind],
            position.winds[wind],
            place_of(position, wind),
            shorts[wind],
            wind in position.dead,
            wind in position.ready,
            state.scores[wind] - deposit if deposit else None,
        )
        for wind in position.seats
    )
    wall = wall_at(position, rules.options)
    return DrawnTable(places, wall, position.hand, laid, position.sticks, deposit)


def drawn_table(
    ledger: TableLedger, form: HandForm, laid: tuple[Wind, ...]
) -> DrawnTable:
    """Return the diagram of the form's hand, with the buttons of `form` for winner and
    discarder.
    """
    before = table_before_hand(ledger, laid)
    return with_buttons(before, form, ledger.state.position)


def with_buttons(table: DrawnTable, form: HandForm, position: Position) -> DrawnTable:
    """Return the diagram at `position` with the buttons of `form`."""
    wins, discards = _buttons(form, "winner"), _buttons(form, "source")
    lays, ready = _buttons(form, form.laid), _buttons(form, form.ready)
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
    for wind in position.dead:
        _cannot_win(wins[wind])
    nobody = wins.pop(form.drawn_hand)
    endings = tuple(button for key, button in wins.items() if key not in tuple(WINDS))
    return replace(
        table,
        places=places,
        hand=form["hand"].value() or table.hand,
        self_drawn=discards[SELF_DRAWN],
        nobody=nobody,
        endings=endings,
        several=tuple(_several(form, places)),
    )


def last_values(ledger: TableLedger) -> list[int]:
    """Return the distinct hand values entered at this table, newest first."""
    value_of = presenter_of(ledger.rules.id).value_entered
    values = (value_of(line.entry) for line in reversed(ledger.state.lines))
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
    """Return the buttons of a field by value; {} without a name."""
    if not name:
        return {}
    return {str(button.data["value"]): button for button in form[name].subwidgets}


def short_names(seats: list[Seat]) -> dict[Wind, str]:
    """Return each player's name for use at the table: the first name (the last name in
    Chinese, Japanese and Korean letters) if it is unique there, otherwise the full
    name.
    """
    firsts = {
        Wind(seat.wind): _name_at_table(seat.player.person).split(" ")[0]
        for seat in seats
    }
    times = Counter(firsts.values())
    return {
        Wind(seat.wind): first if first and times[first] == 1 else str(seat.player)
        for seat in seats
        for first in [firsts[Wind(seat.wind)]]
    }


def _name_at_table(person: Person) -> str:
    is_asian = has_asian_letters(person.last_name)
    return person.last_name if is_asian else person.first_name


def wall_at(position: Position, options: Options) -> Wall:
    """Return the wall before the hand at `position`."""
    rounds = rounds_over(options, position.prevailing)
    deals = rounds * position.players + position.deal - 1
    return IN_THE_MIDDLE.after(deals, position.players)
