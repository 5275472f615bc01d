"""Draw the winds of all tables of a round at once, from one seed.

The hash of the seed is shown first; what is thrown in the hall then can become part
of it. Whoever draws again says why, and the log keeps what was drawn before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.draws.submitting import new_seed
from tournaments.draws.winds.by_hand import not_begun, reseat, seated, went_on
from tournaments.models import Round, WindLots
from tournaments.refusals import refusal
from tournaments.seating.chance import combined
from tournaments.seating.winds.ceremony import seats_by_lot


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
