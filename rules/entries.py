"""The ledger entries every ruleset shares.

What a win looks like differs by ruleset and lives in its folder. `kind` is the
entry's name in files and in the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

from rules.reading import Reader
from rules.text import _
from rules.winds import Scores, Wind

MOST_POINTS = 100_000


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table."""

    kind: ClassVar[str]
    #: Whether this is the outcome of a hand (one of them per hand number).
    settles_hand: ClassVar[bool] = False

    def as_data(self) -> dict[str, object]:
        """The entry's own values as JSON, without its kind."""
        return asdict(self)


@dataclass(frozen=True)
class Washout(Entry):
    """A hand nobody won."""

    kind = "washout"
    settles_hand = True


@dataclass(frozen=True)
class FalseWin(Entry):
    """`seat` called a win that was none; `ready`: one tile was all that lacked."""

    seat: Wind
    ready: bool = True
    kind = "false_win"

    def as_data(self) -> dict[str, object]:
        return {"seat": self.seat} | ({} if self.ready else {"ready": False})


@dataclass(frozen=True)
class Penalty(Entry):
    """A referee's ruling: points gained or lost by seat; they need not sum to 0."""

    amounts: Scores
    kind = "penalty"


@dataclass(frozen=True)
class Totals(Entry):
    """The scores of a table that kept paper; they stand for whatever came before.

    `penalties` is what the scores sum to: 0, or the points that penalties took
    from the table.
    """

    scores: Scores
    penalties: int = 0
    kind = "totals"


@dataclass(frozen=True)
class Gong(Entry):
    """Time is up; `policy` says what that means for the running hand."""

    policy: str
    kind = "gong"


@dataclass(frozen=True)
class PlayEnded(Entry):
    """No further hand is played at this table: no hand was running at the gong
    (`why` = "time"), or a referee ended play ("ruling")."""

    why: str = "time"
    kind = "play_ended"


#: How many hand results still count after the gong.
HANDS_AFTER_GONG = {"stop_at_once": 0, "finish_hand": 1, "finish_hand_plus_one": 2}


def read_shared(raw: Mapping[str, object]) -> Entry | None:
    """The shared entry in `raw`; None if its kind belongs to a ruleset.

    Raises RuleError with every fault when the kind is known and its values are not.
    """
    reader = Reader(raw)
    kind = str(raw.get("kind", ""))
    if kind not in _READERS:
        return None
    reader.text("kind", (kind,))
    entry = _READERS[kind](reader)
    reader.done()
    return entry


def _read_washout(reader: Reader) -> Entry:
    return Washout()


def _read_false_win(reader: Reader) -> Entry:
    return FalseWin(
        reader.seat("seat") or Wind.EAST, reader.flag("ready", default=True)
    )


def _read_penalty(reader: Reader) -> Entry:
    """Either four `amounts` by seat, or one `seat` and its `amount`."""
    limits = {"low": -MOST_POINTS, "high": MOST_POINTS}
    amounts = reader.points_by_seat("amounts", **limits)
    seat = reader.seat("seat", optional=True)
    amount = reader.integer("amount", 0, **limits)
    if seat:
        amounts[seat] += amount
    if not any(amounts.values()) and not reader.faults:
        reader.fault(
            "no_penalty", _("Give at least one player points to gain or lose."), "seat"
        )
    return Penalty(amounts)


def _read_totals(reader: Reader) -> Entry:
    limits = {"low": -MOST_POINTS, "high": MOST_POINTS}
    scores = reader.points_by_seat("scores", **limits)
    penalties = reader.integer("penalties", 0, **limits)
    total = sum(scores.values())
    if total != penalties:
        reader.fault(
            "unbalanced",
            _("The four scores sum to %(total)s; they should sum to %(expected)s."),
            "scores",
            total=total,
            expected=penalties,
        )
    return Totals(scores, penalties)


def _read_gong(reader: Reader) -> Entry:
    return Gong(reader.text("policy", tuple(HANDS_AFTER_GONG)))


def _read_play_ended(reader: Reader) -> Entry:
    return PlayEnded(reader.text("why", ("time", "ruling")))


_READERS = {
    Washout.kind: _read_washout,
    FalseWin.kind: _read_false_win,
    Penalty.kind: _read_penalty,
    Totals.kind: _read_totals,
    Gong.kind: _read_gong,
    PlayEnded.kind: _read_play_ended,
}
