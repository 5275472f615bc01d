"""Read a win entered at a Zung Jung table from JSON values."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hand_in_entry import read_entered_hand
from rules.shared_fault_messages import WINNER_IS_DISCARDER
from rules.strict_reader import Reader
from rules.translation_marks import _
from rules.winds import Wind
from rules.zung_jung.entries import NO_ONE, Win
from rules.zung_jung.options import CHICKEN, ZungJungOptions


def read_win(raw: Mapping[str, object], options: ZungJungOptions) -> Win:
    """Return a win from JSON values.

    `responsible` is a seat (or a list of one seat), or "none"; by default, it is the
    discarder. Raises RuleError with every fault.
    """
    reader = Reader(raw)
    reader.text("kind", (Win.kind,))
    winner = reader.seat("winner")
    discarder = reader.seat("from", optional=True)
    responsible = _responsible(reader, winner, discarder)
    hand = read_entered_hand(reader, "hand", self_draw=discarder is None)
    points = 0
    if reader.peek("hand") is None:
        points = _points(reader, options)
    if winner and winner == discarder:
        reader.fault(
            "winner_is_discarder",
            WINNER_IS_DISCARDER,
            "from",
        )
    reader.done()
    return Win(winner or Wind.EAST, discarder, responsible, points, hand)


def _responsible(
    reader: Reader, winner: Wind | None, discarder: Wind | None
) -> Wind | None:
    if reader.peek("responsible") == NO_ONE:
        reader.take("responsible")
        return None
    responsible = _seat_in(reader, "responsible")
    if responsible is None:
        return discarder
    if discarder is None:
        reader.fault(
            "responsible_for_self_draw",
            _("No player is responsible for a self-draw."),
            "responsible",
        )
    elif responsible == winner:
        reader.fault(
            "winner_is_responsible",
            _(
                "The winner cannot be the responsible player. If the winner discarded "
                "this tile first, choose “No one”."
            ),
            "responsible",
        )
    return responsible


def _seat_in(reader: Reader, field: str) -> Wind | None:
    """Return the seat under `field`, which may be a list of one seat; None if it is
    missing or faulty, with a fault if faulty."""
    value = reader.take(field)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    inner = Reader({field: value})
    inner.faults = reader.faults
    return inner.seat(field, optional=True)


def _points(reader: Reader, options: ZungJungOptions) -> int:
    faults = len(reader.faults)
    points = reader.integer("points", low=CHICKEN, high=options.most_points)
    if len(reader.faults) == faults and points < options.minimum:
        reader.fault(
            "below_minimum",
            _("%(points)s points are less than the minimum of %(minimum)s."),
            "points",
            points=points,
            minimum=options.minimum,
        )
    return points
