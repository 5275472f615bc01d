"""The content of the wind draw pages. Later steps are left out until they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rules.winds import WINDS
from tournaments.models import (
    Ceremony,
    Game,
    Player,
    Round,
    Seat,
    Tournament,
    WindLots,
)
from tournaments.rounds.seat_rounds_and_exchange_seats import ORDER
from tournaments.seating.seating_plan import SEATS_PER_TABLE
from tournaments.seating.winds.wind_draw_procedure import Show, Step, show
from tournaments.seating_drafts.wind_draw_at_table_or_round import seats_of
from tournaments.web.wind_names import wind_name

Names = Mapping[int, str]


@dataclass(frozen=True)
class Place:
    """A player around the table.

    `counts`: numbers counted at this place. `acts`: the player must act now. `wind`:
    the wind of the player's tile. `fresh`: the tile was turned in this step.
    """

    number: int
    name: str
    counts: tuple[int, ...]
    acts: bool
    wind: str
    fresh: bool


@dataclass(frozen=True)
class Throw:
    name: str
    dice: tuple[int, ...]
    real: bool

    @property
    def total(self) -> int:
        return sum(self.dice)


@dataclass(frozen=True)
class Seated:
    """A player in the seat that was drawn."""

    wind: str
    number: int
    name: str


@dataclass(frozen=True)
class Stage:
    """The step of a wind draw that the page shows.

    It has a sentence, the four places, the row of tiles (True: face down), the throws,
    and at the end the seats E S W N.
    """

    step: Step
    sentence: str
    places: tuple[Place, ...]
    row: tuple[bool, ...]
    throws: tuple[Throw, ...]
    seats: tuple[Seated, ...]
    button: str

    @property
    def is_done(self) -> bool:
        return bool(self.seats)

    @property
    def waits_for_a_throw(self) -> bool:
        return self.step < Step.SECOND_THROW

    @property
    def of_steps(self) -> str:
        return _("Step %(step)s of %(steps)s") % {
            "step": self.step + 1,
            "steps": len(Step),
        }


@dataclass(frozen=True)
class TableCard:
    """A table of a round: its seats E S W N and its wind draw.

    `ceremony` is None if no wind draw was started. `by_lot`: the winds were drawn
    together with all tables.
    """

    game: Game
    seats: tuple[Seat, ...]
    ceremony: Ceremony | None
    by_lot: bool

    @property
    def stage(self) -> str:
        if self.ceremony is None:
            return _("Random") if self.by_lot else ""
        if self.ceremony.outcome:
            return self.ceremony.get_outcome_display()
        return _("In progress")


@dataclass(frozen=True)
class DrawnTable:
    """A table of a round whose winds were drawn together with all tables."""

    table: int
    seats: tuple[Seated, ...]


def stage_of(ceremony: Ceremony, names: Names) -> Stage:
    """Return the step of a table's wind draw that the page shows."""
    shown = show(ceremony.seed, ceremony.numbers, Step(ceremony.step), ceremony.dice)
    return Stage(
        step=shown.step,
        sentence=_sentence(shown, names),
        places=_places(shown, names),
        row=_row(shown),
        throws=_throws(shown, names, ceremony.dice),
        seats=seated(shown.seats or (), names),
        button=_button(shown.step),
    )


def seated(numbers: Sequence[int], names: Names) -> tuple[Seated, ...]:
    """Return the seats in the order E S W N with the players' names; empty without
    numbers."""
    return tuple(
        Seated(wind.value, number, names.get(number, ""))
        for wind, number in zip(WINDS, numbers, strict=False)
    )


def names_of(tournament: Tournament, numbers: Sequence[int]) -> dict[int, str]:
    """Return the names of these players by player number, lowest number first."""
    players = tournament.players.filter(number__in=numbers).select_related("person")
    return {player.number: str(player) for player in players.order_by("number")}


def tables_of(round_: Round, lots: WindLots | None) -> list[TableCard]:
    """Return every table of a round, with its seats and its wind draw if there is
    one."""
    seats = Seat.objects.select_related("player__person")
    games = (
        round_.games.order_by("table")
        .select_related("ceremony")
        .prefetch_related(Prefetch("seats", seats))
    )
    covered = {drawn["table"] for drawn in lots.tables} if lots else set()
    return [
        TableCard(
            game,
            tuple(sorted(game.seats.all(), key=lambda seat: ORDER[seat.wind])),
            getattr(game, "ceremony", None),
            game.table in covered,
        )
        for game in games
    ]


def drawn_tables(tournament: Tournament, lots: WindLots) -> list[DrawnTable]:
    """Return the seats drawn for all tables of a round; empty before they are drawn."""
    drawn = seats_of(lots)
    players = Player.objects.filter(tournament=tournament).select_related("person")
    names = {player.number: str(player) for player in players} if drawn else {}
    return [
        DrawnTable(table, seated(numbers, names)) for table, numbers in drawn.items()
    ]


def _places(shown: Show, names: Names) -> tuple[Place, ...]:
    winds = {one.place: one.wind.value for one in shown.turned}
    last = shown.turned[-1].place if shown.turned else None
    acting = _acting(shown)
    counting = shown.step == Step.FIRST_THROW
    return tuple(
        Place(
            number=number,
            name=names.get(number, ""),
            counts=shown.counted[place] if counting else (),
            acts=place == acting,
            wind=winds.get(place, ""),
            fresh=place == last and shown.step < Step.SEATS,
        )
        for place, number in enumerate(shown.places)
    )


def _acting(shown: Show) -> int | None:
    """Return the place of the player who acts in this step; None at the end."""
    if shown.step == Step.PLACES:
        return shown.thrower
    if shown.step <= Step.SECOND_THROW:
        return shown.second
    return shown.turned[-1].place if shown.step < Step.SEATS else None


def _row(shown: Show) -> tuple[bool, ...]:
    taken = {one.position for one in shown.turned}
    return tuple(position not in taken for position in range(SEATS_PER_TABLE))


def _throws(
    shown: Show, names: Names, typed: Sequence[Sequence[int] | None]
) -> tuple[Throw, ...]:
    made = [(shown.thrower, shown.first), (shown.second, shown.again)]
    return tuple(
        Throw(names.get(shown.places[place], ""), dice, typed[throw] is not None)
        for throw, (place, dice) in enumerate(made)
        if place is not None and dice is not None
    )


def _sentence(shown: Show, names: Names) -> str:
    """Return the sentence for this step, which staff can read out."""
    at = [names.get(number, str(number)) for number in shown.places]
    values: dict[str, object] = {"thrower": at[shown.thrower]}
    if shown.second is not None and shown.first:
        values |= {"second": at[shown.second], "first": sum(shown.first)}
    if shown.again:
        values["again"] = sum(shown.again)
    if shown.step >= Step.SEATS:
        return _(
            "East sits down first, then South to the right of East, then West, then "
            "North."
        )
    if shown.turned:
        last = shown.turned[-1]
        values |= {"taker": at[last.place], "wind": wind_name(last.wind.value)}
        return _("%(taker)s turns over %(wind)s.") % values
    return _sentence_before_turning(shown) % values


def _sentence_before_turning(shown: Show) -> str:
    """Return the sentence for a step before the tiles are turned."""
    if shown.step == Step.PLACES:
        return _("Stand around the table like this. %(thrower)s throws the dice.")
    if shown.step == Step.FIRST_THROW:
        return _(
            "%(first)s: count anticlockwise, %(thrower)s is 1. The dice go to "
            "%(second)s."
        )
    if shown.from_odd_end:
        return _(
            "%(again)s is odd: %(second)s takes the tile at the odd end. The others "
            "follow anticlockwise."
        )
    return _(
        "%(again)s is even: %(second)s takes the tile at the even end. The others "
        "follow anticlockwise."
    )


def _button(step: Step) -> str:
    """Return the label of the button that shows the next step."""
    if step == Step.PLACES:
        return _("Throw dice")
    if step == Step.FIRST_THROW:
        return _("Throw again")
    if step == Step.SECOND_THROW:
        return _("Turn first tile")
    return _("Turn next tile") if step < Step.LAST_TILE else _("Show seats")
