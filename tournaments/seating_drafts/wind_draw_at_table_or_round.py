"""Wind draws by the program: step by step at one table, or for all tables of a round.

At a table, the random seed is made when the wind draw starts and does not change. After
a reload or on a second device, the throw is the same. For a round, the hash of the seed
is shown first; dice thrown in the hall can then become part of the seed. A new seed
needs a reason, and the log keeps the old seed with its result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Ceremony, CeremonyOutcome, Game, Round, WindLots
from tournaments.refusals import refusal
from tournaments.seating.random_seed import combined
from tournaments.seating.seating_plan import SEATS_PER_TABLE
from tournaments.seating.winds.wind_draw_procedure import (
    Step,
    drawn_seats,
    read_dice,
    seats_by_lot,
)
from tournaments.seating_drafts.submit_draft import new_seed
from tournaments.seating_drafts.winds_by_hand_or_choice import (
    finish,
    not_begun,
    numbers_at,
    replay_data,
    reseat,
    seated,
    table_to_draw,
    wind_draw_has_changed,
)

#: Throw needed at a step: the first (0) or the second (1).
THROWS: Mapping[int, int] = {Step.PLACES: 0, Step.FIRST_THROW: 1}


@transaction.atomic
def begin(game_id: int, *, by: str) -> Ceremony:
    """Create a seed for the wind draw at a table. Return the wind draw. Only the hash
    of the seed may be shown.

    A second call returns the same wind draw. Raises Refused if the winds were already
    drawn for the whole round, or if the table does not have four players.
    """
    game = table_to_draw(game_id)
    if ceremony := Ceremony.objects.filter(game=game).first():
        return ceremony
    lots = WindLots.objects.filter(round=game.round).first()
    if lots and lots.covers(game.table):
        raise refusal(
            "drawn_by_lot",
            _("The winds of this table were drawn with the whole round."),
        )
    numbers = sorted(numbers_at(game))
    if len(numbers) < SEATS_PER_TABLE:
        raise refusal(
            "ceremony_of_four",
            _("Tiles and dice need 4 players. Enter the seats by hand."),
        )
    ceremony = Ceremony.objects.create(
        game=game,
        seed=new_seed(),
        numbers=numbers,
        begun_by=by,
    )
    game.record("ceremony_begun", by=by, commitment=ceremony.commitment)
    return ceremony


@transaction.atomic
def go_on(game_id: int, *, attempt: int, step: int, dice: str = "") -> Ceremony:
    """Continue the wind draw with the step after `step`. Return the wind draw.

    `dice` contains the faces of real dice, if the step needs a throw; if it is empty,
    the seed determines the throw. A step that was already made is not repeated. Raises
    Refused if the wind draw was restarted since `attempt` or continued with a different
    throw. Raises RuleError if `dice` is not a valid throw.
    """
    game = table_to_draw(game_id)
    ceremony = begun_at(game, attempt)
    throw = THROWS.get(step)
    faces = list(read_dice(dice)) if dice and throw is not None else None
    if step < ceremony.step:
        if throw is not None and faces and ceremony.dice[throw] != faces:
            raise wind_draw_has_changed()
        return ceremony
    if step != ceremony.step or step >= Step.SEATS or ceremony.outcome:
        raise wind_draw_has_changed()
    if throw is not None:
        ceremony.dice[throw] = faces
    ceremony.step = step + 1
    ceremony.save(update_fields=["dice", "step"])
    return ceremony


@transaction.atomic
def seat_as_drawn(game_id: int, *, attempt: int, by: str, reason: str = "") -> Ceremony:
    """Seat the players of a table as drawn. Return the wind draw. A second call has no
    effect.

    Raises Refused if the wind draw is not complete, was restarted since `attempt`, was
    replaced by a manual entry, or if the players at the table have changed.
    """
    game = table_to_draw(game_id)
    ceremony = begun_at(game, attempt)
    if ceremony.outcome == CeremonyOutcome.SEATED:
        return ceremony
    if ceremony.outcome or ceremony.step < Step.SEATS:
        raise wind_draw_has_changed()
    if sorted(numbers_at(game)) != ceremony.numbers:
        raise refusal(
            "other_people",
            _("The players at this table have changed. Restart the wind draw."),
        )
    seats = drawn_seats(ceremony.seed, ceremony.numbers, ceremony.dice)
    reseat(game.round, {game.table: seats})
    finish(ceremony, CeremonyOutcome.SEATED)
    game.record(
        "winds_drawn",
        by=by,
        reason=reason,
        numbers=seats,
        **replay_data(ceremony),
    )
    return ceremony


@transaction.atomic
def begin_again(game_id: int, *, attempt: int, by: str, reason: str) -> Ceremony:
    """Restart the wind draw at a table with a new seed. Return the new wind draw.

    The log keeps the old wind draw with the reason. The current seats remain until the
    new wind draw is accepted.
    """
    game = table_to_draw(game_id)
    ceremony = begun_at(game, attempt)
    old = replay_data(ceremony)
    Ceremony.objects.filter(pk=ceremony.pk).delete()
    again = Ceremony.objects.create(
        game=game,
        seed=new_seed(),
        attempt=attempt + 1,
        numbers=sorted(numbers_at(game)),
        begun_by=by,
    )
    game.record(
        "ceremony_again",
        by=by,
        reason=reason,
        **old,
        new_commitment=again.commitment,
    )
    return again


def begun_at(game: Game, attempt: int) -> Ceremony:
    """Return the wind draw of a table.

    Raises Refused if the wind draw was restarted since `attempt`.
    """
    ceremony = Ceremony.objects.filter(game=game, attempt=attempt).first()
    if ceremony is None:
        raise wind_draw_has_changed()
    return ceremony


@transaction.atomic
def promise(round_id: int, *, by: str) -> WindLots:
    """Create a seed for the winds of a round. Return the wind draw. Only the hash of
    the seed may be shown.

    A second call returns the same wind draw. Raises Refused if every table has its own
    wind draw.
    """
    round_ = not_begun(round_id)
    if lots := WindLots.objects.filter(round=round_).first():
        return lots
    _tables_to_draw(round_)
    lots = WindLots.objects.create(round=round_, seed=new_seed(), begun_by=by)
    round_.record("wind_lots_promised", by=by, commitment=lots.commitment)
    return lots


@transaction.atomic
def draw(round_id: int, *, attempt: int, thrown: str = "", by: str) -> WindLots:
    """Draw the winds of every table without its own wind draw, and seat the players.
    Return the wind draw.

    The winds depend on the promised seed and the dice thrown in the hall (`thrown`). A
    second call has no effect. Raises Refused if the seed was replaced since `attempt`,
    if the round has started, or if every table has its own wind draw.
    """
    round_ = not_begun(round_id)
    lots = _promised(round_, attempt)
    if lots.finished_at:
        return lots
    people = seated(round_, _tables_to_draw(round_))
    lots.thrown = thrown
    lots.tables = [
        {"table": table, "numbers": sorted(numbers)}
        for table, numbers in people.items()
    ]
    lots.finished_at = timezone.now()
    lots.save()
    drawn = seats_of(lots)
    reseat(round_, drawn)
    round_.record(
        "wind_lots_drawn",
        by=by,
        tables=[[table, *numbers] for table, numbers in drawn.items()],
        **_replay_data(lots),
    )
    return lots


@transaction.atomic
def promise_again(round_id: int, *, attempt: int, by: str, reason: str) -> WindLots:
    """Replace the seed for the winds of a round. Return the wind draw.

    The log keeps the old seed with the reason. The current seats remain until the winds
    are drawn again.
    """
    round_ = not_begun(round_id)
    lots = _promised(round_, attempt)
    old = _replay_data(lots)
    lots.seed, lots.thrown, lots.tables = new_seed(), "", []
    lots.attempt += 1
    lots.finished_at = None
    lots.begun_by, lots.begun_at = by, timezone.now()
    lots.save()
    round_.record(
        "wind_lots_again",
        by=by,
        reason=reason,
        **old,
        new_commitment=lots.commitment,
    )
    return lots


def seats_of(lots: WindLots) -> Mapping[int, tuple[int, ...]]:
    """Return the player numbers E S W N at each table of the wind draw, by table
    number."""
    seed = combined(lots.seed, lots.thrown)
    return {
        drawn["table"]: seats_by_lot(seed, drawn["table"], drawn["numbers"])
        for drawn in lots.tables
    }


def _promised(round_: Round, attempt: int) -> WindLots:
    lots = WindLots.objects.filter(round=round_, attempt=attempt).first()
    if lots is None:
        raise wind_draw_has_changed()
    return lots


def _tables_to_draw(round_: Round) -> list[int]:
    """Return the numbers of the tables without their own wind draw.

    Raises Refused if there are none.
    """
    tables = round_.games.filter(ceremony__isnull=True).order_by("table")
    if numbers := list(tables.values_list("table", flat=True)):
        return numbers
    raise refusal(
        "no_tables_left",
        _("Every table of round %(round)s already has its own wind draw."),
        round=round_.number,
    )


class _ReplayData(TypedDict):
    seed: str
    commitment: str
    thrown: str


def _replay_data(lots: WindLots) -> _ReplayData:
    """Return the data needed to reproduce the wind draw."""
    return {
        "seed": lots.seed,
        "commitment": lots.commitment,
        "thrown": lots.thrown,
    }
