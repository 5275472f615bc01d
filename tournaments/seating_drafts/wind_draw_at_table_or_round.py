"""Draw the winds at a table step by step, in front of people.

The seed is made when the draw begins and stays: a reload or a second device shows
the same throw. Another seed needs a reason, and the log keeps the old one.

Draw the winds of all tables of a round at once, from one seed.

The hash of the seed is shown first; what is thrown in the hall then can become part
of it. Whoever draws again says why, and the log keeps what was drawn before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Ceremony, CeremonyOutcome, Round, Session, WindLots
from tournaments.refusals import refusal
from tournaments.seating.random_seed import combined
from tournaments.seating.seating_plan import CHAIRS
from tournaments.seating.winds.wind_draw_procedure import (
    Step,
    drawn_seats,
    read_dice,
    seats_by_lot,
)
from tournaments.seating_drafts.submit_draft import new_seed
from tournaments.seating_drafts.winds_by_hand_or_choice import (
    finish,
    how,
    not_begun,
    numbers_at,
    reseat,
    seated,
    table_to_draw,
    went_on,
)

#: The throw that a step waits for: the first (0) or the second (1).
THROWS: Mapping[int, int] = {Step.PLACES: 0, Step.FIRST_THROW: 1}


@transaction.atomic
def begin(session_id: int, *, by: str) -> Ceremony:
    """A seed for the draw at a table; only its hash is shown. A second time it is the
    same one. Raises Refused if lots were drawn for the whole round already."""
    session = table_to_draw(session_id)
    if ceremony := Ceremony.objects.filter(session=session).first():
        return ceremony
    lots = WindLots.objects.filter(round=session.round).first()
    if lots and lots.covers(session.table):
        raise refusal(
            "drawn_by_lot",
            _("The winds of this table were drawn together with the whole round."),
        )
    numbers = sorted(numbers_at(session))
    if len(numbers) < CHAIRS:
        raise refusal(
            "ceremony_of_four",
            _("Tiles and dice need 4 players. Enter the seats by hand."),
        )
    ceremony = Ceremony.objects.create(
        session=session,
        seed=new_seed(),
        numbers=numbers,
        begun_by=by,
    )
    session.record("ceremony_begun", by=by, commitment=ceremony.commitment)
    return ceremony


@transaction.atomic
def go_on(session_id: int, *, attempt: int, step: int, dice: str = "") -> Ceremony:
    """Show what comes after `step`. `dice`: what real dice showed, where the step
    waits for a throw; without them the seed throws.

    A step that has been made is not made again. Raises Refused if the draw was begun
    again since `attempt`, or has gone on with another throw; RuleError if `dice` is
    no throw.
    """
    session = table_to_draw(session_id)
    ceremony = begun_at(session, attempt)
    throw = THROWS.get(step)
    faces = list(read_dice(dice)) if dice and throw is not None else None
    if step < ceremony.step:
        if throw is not None and faces and ceremony.dice[throw] != faces:
            raise went_on()
        return ceremony
    if step != ceremony.step or step >= Step.SEATS or ceremony.outcome:
        raise went_on()
    if throw is not None:
        ceremony.dice[throw] = faces
    ceremony.step = step + 1
    ceremony.save(update_fields=["dice", "step"])
    return ceremony


@transaction.atomic
def seat_as_drawn(
    session_id: int, *, attempt: int, by: str, reason: str = ""
) -> Ceremony:
    """Seat a table as the screen drew it. Done twice, it is once.

    Raises Refused if the draw is not at its end, was begun again since `attempt`, or
    was overruled by hand, or other people sit at the table by now.
    """
    session = table_to_draw(session_id)
    ceremony = begun_at(session, attempt)
    if ceremony.outcome == CeremonyOutcome.SEATED:
        return ceremony
    if ceremony.outcome or ceremony.step < Step.SEATS:
        raise went_on()
    if sorted(numbers_at(session)) != ceremony.numbers:
        raise refusal(
            "other_people",
            _("The players at this table have changed. Restart the wind draw."),
        )
    seats = drawn_seats(ceremony.seed, ceremony.numbers, ceremony.dice)
    reseat(session.round, {session.table: seats})
    finish(ceremony, CeremonyOutcome.SEATED)
    session.record(
        "winds_drawn",
        by=by,
        reason=reason,
        numbers=seats,
        **how(ceremony),
    )
    return ceremony


@transaction.atomic
def begin_again(session_id: int, *, attempt: int, by: str, reason: str) -> Ceremony:
    """Another seed for the draw at a table, with a reason; the old one is logged.
    The table stays seated as it is until the new draw is taken."""
    session = table_to_draw(session_id)
    ceremony = begun_at(session, attempt)
    old = how(ceremony)
    Ceremony.objects.filter(pk=ceremony.pk).delete()
    again = Ceremony.objects.create(
        session=session,
        seed=new_seed(),
        attempt=attempt + 1,
        numbers=sorted(numbers_at(session)),
        begun_by=by,
    )
    session.record(
        "ceremony_again",
        by=by,
        reason=reason,
        **old,
        new_commitment=again.commitment,
    )
    return again


def begun_at(session: Session, attempt: int) -> Ceremony:
    """The draw of a table. Raises Refused if it was begun again since `attempt`."""
    ceremony = Ceremony.objects.filter(session=session, attempt=attempt).first()
    if ceremony is None:
        raise went_on()
    return ceremony


@transaction.atomic
def promise(round_id: int, *, by: str) -> WindLots:
    """A seed for the winds of a round; only its hash is shown. A second time it is the
    same one. Raises Refused if every table has begun a draw of its own."""
    round_ = not_begun(round_id)
    if lots := WindLots.objects.filter(round=round_).first():
        return lots
    _tables_to_draw(round_)
    lots = WindLots.objects.create(round=round_, seed=new_seed(), begun_by=by)
    round_.record("wind_lots_promised", by=by, commitment=lots.commitment)
    return lots


@transaction.atomic
def draw(round_id: int, *, attempt: int, thrown: str = "", by: str) -> WindLots:
    """Draw and seat the winds of every table that has no draw of its own, with the
    promised seed and what was thrown in the hall. Done twice, it is once.

    Raises Refused if another seed was promised since `attempt`.
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
        **_how(lots),
    )
    return lots


@transaction.atomic
def promise_again(round_id: int, *, attempt: int, by: str, reason: str) -> WindLots:
    """Another seed for the winds of a round, with a reason; the old one is logged.
    The tables stay seated as they are until lots are drawn again."""
    round_ = not_begun(round_id)
    lots = _promised(round_, attempt)
    old = _how(lots)
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
    """Who sits E S W N at each table for which lots were drawn, by its number."""
    seed = combined(lots.seed, lots.thrown)
    return {
        drawn["table"]: seats_by_lot(seed, drawn["table"], drawn["numbers"])
        for drawn in lots.tables
    }


def _promised(round_: Round, attempt: int) -> WindLots:
    lots = WindLots.objects.filter(round=round_, attempt=attempt).first()
    if lots is None:
        raise went_on()
    return lots


def _tables_to_draw(round_: Round) -> list[int]:
    """The tables without a draw of their own. Raises Refused if there is none."""
    tables = round_.sessions.filter(ceremony__isnull=True).order_by("table")
    if numbers := list(tables.values_list("table", flat=True)):
        return numbers
    raise refusal(
        "no_tables_left",
        _("Every table of round %(round)s already has its own wind draw."),
        round=round_.number,
    )


class _How(TypedDict):
    seed: str
    commitment: str
    thrown: str


def _how(lots: WindLots) -> _How:
    """What anybody needs to repeat the lots."""
    return {
        "seed": lots.seed,
        "commitment": lots.commitment,
        "thrown": lots.thrown,
    }
