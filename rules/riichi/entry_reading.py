"""Read the entries of a riichi table from JSON values.

Every function that reads a whole entry raises RuleError with every fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rules.ledger_entries import Entry, FalseWin, Totals, read_known
from rules.riichi.dealer_stop import read_stop
from rules.riichi.entries import (
    ABORTIVE_REASONS,
    FOUR_RIICHI,
    THREE_RON,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    RedealtChombo,
    Seats,
    Win,
    Winner,
)
from rules.riichi.options import RiichiOptions
from rules.riichi.winning_hand_reading import read_winner
from rules.several_winners import disagreements
from rules.shared_fault_messages import WINNER_IS_DISCARDER
from rules.strict_reader import Reader
from rules.translation_marks import _
from rules.winds import WINDS, Wind

Raw = Mapping[str, object]

_MOST_SCORE = 1_000_000
_MOST_WINNERS = 3


def read_entry(raw: Raw, options: RiichiOptions) -> Entry:
    """Return the entry in `raw`."""
    return read_known(raw, dict.fromkeys(_READERS, _read_own), options, "Riichi")


def _read_own(raw: Raw, options: RiichiOptions) -> Entry:
    reader = Reader(raw)
    kind = reader.text("kind", tuple(_READERS))
    return _READERS[kind](reader, options)


def _read_win(reader: Reader, options: RiichiOptions) -> Win:
    discarder = reader.seat("from", optional=True)
    riichi = _seats(reader, "riichi")
    _refuse_four_riichi(reader, riichi, options)
    if reader.peek("winners") is None:
        one = read_winner(reader, options, riichi, self_draw=discarder is None)
        winners = [one] if one else []
    else:
        winners = list(_several(reader, options, riichi, discarder))
        _refuse_several(reader, winners, discarder, options)
    if any(winner.seat is discarder for winner in winners):
        reader.fault(
            "winner_is_discarder",
            WINNER_IS_DISCARDER,
            "from",
        )
    stops = read_stop(reader, options)
    reader.done()
    return Win(tuple(winners), discarder, riichi, stops)


def _several(
    reader: Reader, options: RiichiOptions, riichi: Seats, discarder: Wind | None
) -> Iterator[Winner]:
    readers = reader.groups("winners", most=_MOST_WINNERS)
    for number, inner in enumerate(readers):
        with inner.within(f"winners[{number}]"):
            winner = read_winner(inner, options, riichi, self_draw=discarder is None)
            inner.refuse_the_rest()
        if winner:
            yield winner


def _refuse_several(
    reader: Reader,
    winners: list[Winner],
    discarder: Wind | None,
    options: RiichiOptions,
) -> None:
    if not winners and not reader.faults:
        reader.fault("missing", _("Choose the winner."), "winners")
    if len(winners) > 1 and discarder is None:
        reader.fault(
            "several_draw",
            _("Only a win on a discard can have several winners."),
            "from",
        )
    if len({winner.seat for winner in winners}) < len(winners):
        reader.fault("named_twice", _("Enter each player only once."), "winners")
    entered = enumerate(winner.value.hand for winner in winners)
    hands = {f"winners[{n}].hand": hand.hand for n, hand in entered if hand}
    reader.faults += disagreements(hands)
    if len(winners) == _MOST_WINNERS and options.multi_ron == "two_max":
        reader.fault(
            "three_winners",
            _(
                "Three wins on one discard are an abortive draw under these rules. "
                "Enter that draw."
            ),
            "winners",
        )


def _refuse_four_riichi(reader: Reader, riichi: Seats, options: RiichiOptions) -> None:
    if options.abortive and len(riichi) == len(WINDS):
        reader.fault(
            "four_riichi",
            _("Four riichi are an abortive draw under these rules. Enter that draw."),
            "riichi",
        )


def _read_exhaustive_draw(reader: Reader, options: RiichiOptions) -> ExhaustiveDraw:
    draw = ExhaustiveDraw(
        tenpai=_seats(reader, "tenpai"),
        nagashi=_seats(reader, "nagashi"),
        riichi=_seats(reader, "riichi"),
        dealer_stops=read_stop(reader, options),
    )
    _refuse_four_riichi(reader, draw.riichi, options)
    if draw.nagashi and not options.nagashi:
        reader.fault(
            "no_nagashi",
            _("These rules do not pay for nagashi."),
            "nagashi",
        )
    reader.done()
    return draw


def _read_abortive_draw(reader: Reader, options: RiichiOptions) -> AbortiveDraw:
    reason = reader.text("reason", ABORTIVE_REASONS)
    riichi = _seats(reader, "riichi")
    three = reason == THREE_RON
    if not (options.abortive_reasons if three else options.abortive):
        reader.fault(
            "no_abortive_draws",
            _("These rules have no abortive draws. The hand continues."),
            "reason",
        )
    elif reason not in options.abortive_reasons:
        reader.fault(
            "three_may_win" if three else "hand_continues",
            _("These rules do not treat three winners as a draw.")
            if three
            else _("This is not a reason for a draw under these rules."),
            "reason",
        )
    if reason == FOUR_RIICHI and len(riichi) < len(WINDS) and not reader.faults:
        reader.fault(
            "not_four_riichi",
            _("A draw for this reason needs 4 riichi. Players entered: %(count)s."),
            "riichi",
            count=len(riichi),
        )
    reader.done()
    return AbortiveDraw(reason, riichi)


def _read_chombo(reader: Reader, options: RiichiOptions) -> Chombo:
    """Return a chombo, entered like a false win of other rulesets; `ready` has no
    effect."""
    seat = reader.seat("seat") or Wind.EAST
    riichi = _seats(reader, "riichi")
    reader.flag("ready", default=True)
    reader.done()
    again = options.chombo_last_hand == "again"
    return (RedealtChombo if again else Chombo)(seat, riichi=riichi)


def _read_totals(reader: Reader, options: RiichiOptions) -> Totals:
    """Return paper totals. Adds a fault unless the scores add up to the initial scores
    and `penalties`.

    `penalties` is negative if riichi sticks were lost.
    """
    limits = {"low": -_MOST_SCORE, "high": _MOST_SCORE}
    scores = reader.points_by_seat("scores", **limits)
    penalties = reader.integer("penalties", 0, **limits)
    total = sum(scores.values())
    expected = options.players * options.start + penalties
    if total != expected and options.sum_is_known:
        reader.fault(
            "unbalanced",
            _(
                "The %(players)s scores add up to %(total)s. They must add up to "
                "%(expected)s."
            ),
            "scores",
            total=total,
            expected=expected,
            players=options.players,
        )
    reader.done()
    return Totals(scores, penalties)


def _seats(reader: Reader, field: str) -> Seats:
    """Return the valid seats in the list under `field`, in seat order. Adds faults for
    invalid and repeated seats."""
    values = reader.sequence(field, most=len(WINDS))
    inner = Reader({f"{field}[{n}]": value for n, value in enumerate(values)})
    inner.faults = reader.faults
    named: Iterable[Wind | None] = [
        inner.seat(f"{field}[{n}]") for n in range(len(values))
    ]
    chosen = [seat for seat in named if seat]
    if len(set(chosen)) < len(chosen):
        reader.fault("named_twice", _("Enter each player only once."), field)
    return tuple(seat for seat in WINDS if seat in chosen)


_READERS: Mapping[str, Callable[[Reader, RiichiOptions], Entry]] = {
    Win.kind: _read_win,
    ExhaustiveDraw.kind: _read_exhaustive_draw,
    AbortiveDraw.kind: _read_abortive_draw,
    Chombo.kind: _read_chombo,
    FalseWin.kind: _read_chombo,
    Totals.kind: _read_totals,
}
