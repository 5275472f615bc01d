"""Types of the ledger entries that all rulesets share.

Each ruleset's folder has its type of win. `kind` is the entry's name in files and in
the database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeVar

from rules.faults import Fault, RuleError
from rules.strict_reader import JsonObject, Reader
from rules.translation_marks import _
from rules.winds import WINDS, Scores, Wind

Chosen = TypeVar("Chosen")

MOST_POINTS = 100_000

#: Highest number of a table.
MOST_TABLE = 32_766

#: An entry as JSON: its kind and values, not yet read.
Raw = JsonObject

#: Reason for ending play so that no hand of the table counts.
CANCELLED = "cancelled"


@dataclass(frozen=True)
class Entry:
    """A ledger entry: something that happened at a table, such as a win or a
    penalty.
    """

    kind: ClassVar[str]
    #: Whether this is the outcome of a hand (one for each hand number).
    settles_hand: ClassVar[bool] = False
    #: Whether the same hand is dealt again after it.
    redeals: ClassVar[bool] = False

    def as_data(self) -> dict[str, object]:
        """Return the entry as JSON values, without its kind."""
        return asdict(self)


@dataclass(frozen=True)
class Washout(Entry):
    """A draw: a hand without a winner."""

    kind = "washout"
    settles_hand = True


@dataclass(frozen=True)
class FalseWin(Entry):
    """A false win by `seat`. `ready`: the hand lacked only one tile."""

    seat: Wind
    ready: bool = True
    kind = "false_win"

    def as_data(self) -> dict[str, object]:
        return {"seat": self.seat} | ({} if self.ready else {"ready": False})


class Target(StrEnum):
    """Target of a penalty: the score at the table, the table points, or the player's
    total in the standings, which leaves the table unchanged."""

    SCORE = "score"
    TABLE_POINTS = "table_points"
    OVERALL = "overall"


#: Offences whose rulings make a hand dead: it can no longer win.
DEAD_HAND = "dead_hand"
TOO_MANY_TILES = "too_many_tiles"
TOO_FEW_TILES = "too_few_tiles"
DEAD_HANDS = frozenset((DEAD_HAND, TOO_MANY_TILES, TOO_FEW_TILES))


@dataclass(frozen=True)
class Penalty(Entry):
    """A referee's ruling: points gained or lost by seat; the sum need not be 0.

    `offender`, if known, pays the players who gain. `offence` is its id in the
    ruleset's catalogue, `times` its count; a warning costs nothing. `in_totals`: paper
    totals, if they count, include it.
    """

    amounts: Scores
    target: Target = Target.SCORE
    offender: Wind | None = None
    offence: str = ""
    times: int = 1
    in_totals: bool = False
    kind = "penalty"

    @property
    def dead_hand(self) -> Wind | None:
        """Return the seat whose hand is dead by this ruling; None if there is none."""
        return self.offender if self.offence in DEAD_HANDS else None

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"amounts": self.amounts}
        if self.target is not Target.SCORE:
            data["target"] = self.target
        if self.offender:
            data["offender"] = self.offender
        if self.offence:
            data["offence"] = self.offence
        if self.times > 1:
            data["times"] = self.times
        return data | ({"in_totals": True} if self.in_totals else {})


@dataclass(frozen=True)
class Totals(Entry):
    """Paper totals: final scores of a table, which replace all earlier scores.

    `penalties` is the sum of the scores: 0, or the points that penalties took from the
    table.
    """

    scores: Scores
    penalties: int = 0
    kind = "totals"


@dataclass(frozen=True)
class Gong(Entry):
    """The gong; `policy` decides how it affects the current hand."""

    policy: str
    kind = "gong"


class Follow(StrEnum):
    """The choice for hands entered under wrong names: they follow the named players, or
    stay with the seats."""

    PLAYERS = "players"
    SEATS = "seats"


@dataclass(frozen=True)
class Reseat(Entry):
    """A correction: players did not sit as recorded.

    `seats` maps the recorded seat of each player to the real seat. `follow` applies to
    all earlier entries. `tables`: for players recorded at another table, its number by
    seat.
    """

    seats: Mapping[Wind, Wind]
    follow: Follow
    tables: Mapping[Wind, int] = field(default_factory=dict)
    kind = "reseat"

    def as_data(self) -> dict[str, object]:
        moved = {seat: new for seat, new in self.seats.items() if seat is not new}
        data: dict[str, object] = {"seats": moved, "follow": self.follow}
        return data | ({"tables": dict(self.tables)} if self.tables else {})

    @property
    def back(self) -> Reseat:
        """Return the entry that undoes this reseat."""
        seats = {new: seat for seat, new in self.seats.items()}
        return Reseat({seat: seats[seat] for seat in WINDS}, self.follow)


@dataclass(frozen=True)
class Substituted(Entry):
    """A substitute plays at `seat` from now on, for a player who left during the
    game."""

    seat: Wind
    kind = "substituted"


@dataclass(frozen=True)
class PlayEnded(Entry):
    """The end of play at this table.

    `why` is "time" (no hand was in progress at the gong), "ruling" (a referee ended the
    game) or "cancelled" (a referee cancelled the game, so no hand counts).
    """

    why: str = "time"
    kind = "play_ended"


@dataclass(frozen=True)
class RulesChanged(Entry):
    """A change of the tournament's rules that also applies to all earlier entries.

    `former` has the previous options as JSON values.
    """

    former: Mapping[str, object]
    kind = "rules_changed"

    def as_data(self) -> dict[str, object]:
        return {"former": dict(self.former)}


#: End policy -> number of hands that may still end after the gong.
HANDS_AFTER_GONG = {"stop_at_once": 0, "finish_hand": 1, "finish_hand_plus_one": 2}


def read_shared(raw: Mapping[str, object]) -> Entry | None:
    """Return the entry in `raw` if its kind is shared by all rulesets; otherwise None.

    Raises RuleError with every fault if the kind is shared but the values are wrong.
    """
    reader = Reader(raw)
    kind = str(raw.get("kind", ""))
    if kind not in _READERS:
        return None
    reader.text("kind", (kind,))
    entry = _READERS[kind](reader)
    reader.done()
    return entry


def read_known(
    raw: Raw,
    own: Mapping[str, Callable[[Raw, Chosen], Entry]],
    options: Chosen,
    ruleset: str,
) -> Entry:
    """Return the entry in `raw`. Its kind must be in `own` or shared by all rulesets.

    Raises RuleError with every fault, also for an unknown kind.
    """
    kind = raw.get("kind")
    if isinstance(kind, str) and kind in own:
        return own[kind](raw, options)
    if shared := read_shared(raw):
        return shared
    message = _("“%(kind)s” is not a kind of entry in %(ruleset)s.")
    params = {"kind": kind, "ruleset": ruleset}
    raise RuleError(Fault("unknown_kind", message, "kind", params))


def _read_washout(reader: Reader) -> Entry:
    return Washout()


def _read_false_win(reader: Reader) -> Entry:
    return FalseWin(
        reader.seat("seat") or Wind.EAST, reader.flag("ready", default=True)
    )


#: Highest count of an offence.
MOST_TIMES = 10
LONGEST_ID = 40


def _read_penalty(reader: Reader) -> Entry:
    """Return a penalty from four `amounts` by seat, or one `seat` and its `amount`."""
    limits = {"low": -MOST_POINTS, "high": MOST_POINTS}
    amounts = reader.points_by_seat("amounts", **limits)
    seat = reader.seat("seat", optional=True)
    amount = reader.integer("amount", 0, **limits)
    if seat:
        amounts[seat] += amount
    penalty = Penalty(
        amounts,
        Target(reader.text("target", tuple(Target), default=Target.SCORE)),
        reader.seat("offender", optional=True),
        _offence(reader),
        reader.integer("times", 1, low=1, high=MOST_TIMES),
        reader.flag("in_totals"),
    )
    if not reader.faults:
        _refuse_penalty(reader, penalty)
    return penalty


def _offence(reader: Reader) -> str:
    """Return the id of an offence; "" if there is none or it is faulty, with a fault.
    The ruleset's catalogue need not contain the id."""
    value = reader.take("offence")
    if value is None:
        return ""
    if not isinstance(value, str) or not value or len(value) > LONGEST_ID:
        reader.fault("not_an_offence", _("Enter the name of the offence."), "offence")
        return ""
    return value


def _refuse_penalty(reader: Reader, penalty: Penalty) -> None:
    amounts, offender = penalty.amounts, penalty.offender
    if not any(amounts.values()) and not (offender and penalty.offence):
        reader.fault(
            "no_penalty",
            _("Enter points gained or lost for at least 1 player."),
            "seat",
        )
    if offender is None:
        return
    gains = [points for seat, points in amounts.items() if seat is not offender]
    if min(gains) < 0 or sum(amounts.values()) > 0:
        reader.fault(
            "offender_pays",
            _(
                "Only the offender can lose points, and the others cannot gain more in "
                "total than the offender loses."
            ),
            "amounts",
        )


def _read_totals(reader: Reader) -> Entry:
    limits = {"low": -MOST_POINTS, "high": MOST_POINTS}
    scores = reader.points_by_seat("scores", **limits)
    penalties = reader.integer("penalties", 0, **limits)
    total = sum(scores.values())
    if total != penalties:
        reader.fault(
            "unbalanced",
            _("The scores add up to %(total)s. They must add up to %(expected)s."),
            "scores",
            total=total,
            expected=penalties,
        )
    return Totals(scores, penalties)


def _read_gong(reader: Reader) -> Entry:
    return Gong(reader.text("policy", tuple(HANDS_AFTER_GONG)))


def _read_substituted(reader: Reader) -> Entry:
    return Substituted(reader.seat("seat") or Wind.EAST)


def _read_play_ended(reader: Reader) -> Entry:
    return PlayEnded(reader.text("why", ("time", "ruling", CANCELLED)))


def _read_reseat(reader: Reader) -> Entry:
    """Return a reseat. Seats that are left out are unchanged. Adds faults to the
    reader."""
    inner = reader.group("seats")
    with reader.within("seats"):
        seats = {seat: inner.seat(seat, optional=True) or seat for seat in WINDS}
        inner.refuse_the_rest()
    follow = Follow(reader.text("follow", tuple(Follow)))
    tables = _read_tables(reader)
    if not reader.faults and len(set(seats.values())) < len(WINDS):
        reader.fault(
            "two_in_a_seat", _("Two players cannot have the same seat."), "seats"
        )
    stay = all(seat is new for seat, new in seats.items())
    if not reader.faults and stay and not tables:
        reader.fault(
            "nobody_moves", _("All players already have these seats."), "seats"
        )
    return Reseat(seats, follow, tables)


def _read_tables(reader: Reader) -> dict[Wind, int]:
    """Return the number of the table where each player was recorded, by the player's
    real seat."""
    inner = reader.group("tables")
    with reader.within("tables"):
        tables = {
            seat: inner.integer(seat, low=1, high=MOST_TABLE)
            for seat in WINDS
            if inner.has(seat)
        }
        inner.refuse_the_rest()
    return tables


def _read_rules_changed(reader: Reader) -> Entry:
    former = reader.take("former")
    if not isinstance(former, Mapping):
        message = _("Enter the options that were used before the change.")
        reader.fault("not_options", message, "former")
        former = {}
    return RulesChanged(dict(former))


_READERS = {
    Washout.kind: _read_washout,
    FalseWin.kind: _read_false_win,
    Penalty.kind: _read_penalty,
    Totals.kind: _read_totals,
    Gong.kind: _read_gong,
    Substituted.kind: _read_substituted,
    PlayEnded.kind: _read_play_ended,
    Reseat.kind: _read_reseat,
    RulesChanged.kind: _read_rules_changed,
}
