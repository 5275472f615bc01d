"""Read the entries of a Classical table from JSON values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.classical.entries import (
    ABORTIVE_REASONS,
    AbandonedHand,
    AbortiveDraw,
    DeclaredReady,
    FalseMahjong,
    Misnamed,
    MisnamedToWin,
    Win,
)
from rules.classical.options import ClassicalOptions
from rules.hand_in_entry import EnteredHand, read_entered_hand
from rules.kitty_and_goulash import refuse_no_chows
from rules.ledger_entries import MOST_POINTS
from rules.own_hands import (
    POINTS,
    OwnHand,
    find,
    not_its_value,
    read_declared,
    worth_less,
)
from rules.several_winners import MOST_WINNERS, read_winners
from rules.shared_fault_messages import OWN_HAND_BESIDE_TILES, WINNER_IS_DISCARDER
from rules.strict_reader import Reader
from rules.translation_marks import _
from rules.winds import FOUR, WINDS, Wind


def read_win(
    raw: Mapping[str, object],
    options: ClassicalOptions,
    *,
    limited: bool = True,
    players: int = FOUR,
) -> Win:
    """Return a win at a table of `players` from JSON values.

    Raises RuleError with every fault. Without `limited`, values may exceed the limit.
    """
    reader = Reader(raw)
    reader.text("kind", (Win.kind,))
    payer = reader.seat("pay_for_all", optional=True)
    discarder = reader.seat("from", optional=True) or payer
    winners = _winners(reader, discarder, options)
    _refuse_payers(reader, winners, discarder, payer, options)
    hands = _hands(reader, winners, drawn=discarder is None)
    own = _own_hands(reader, winners, hands, options, drawn=discarder is None)
    values = _values(reader, options, own, limited=limited)
    needed = WINDS[:players] if _losers_count(options, payer) else winners
    alone = {seat for seat, hand in own.items() if hand.alone}
    _refuse_missing(reader, [seat for seat in needed if seat not in alone])
    without = _without_chows(reader, winners, options)
    reader.done()
    first, *others = winners or [Wind.EAST]
    return Win(first, discarder, values, hands, payer, tuple(others), without, own)


def _without_chows(
    reader: Reader, winners: Sequence[Wind], options: ClassicalOptions
) -> tuple[Wind, ...]:
    """Return the winners whose hands have no chow: the seats in `no_chows`, or all
    winners if it is true. Adds a fault for seats that did not win."""
    named = list(winners)
    if reader.peek("no_chows") is True:
        reader.take("no_chows")
    else:
        named = read_seats(reader, "no_chows", most=MOST_WINNERS)
    refuse_no_chows(reader, bool(named), options)
    if not set(named) <= set(winners):
        reader.fault("not_a_winner", _("Only a winner takes the kitty."), "no_chows")
    return tuple(seat for seat in WINDS if seat in named)


def _winners(
    reader: Reader, discarder: Wind | None, options: ClassicalOptions
) -> list[Wind]:
    """Return the seat in `winner`, or all seats in `winners`.

    Adds a fault and returns an empty list if no valid winner is named. Adds a fault for
    several winners if the rules pay only one winner.
    """
    if reader.peek("winners") is None:
        reader.take("winners")
        winner = reader.seat("winner")
        return [winner] if winner else []
    winners = [win.winner for win in read_winners(reader, discarder, _winner)]
    drawn = options.triple_win_is_draw and len(winners) == MOST_WINNERS
    if len(winners) > 1 and not drawn and options.multiple_winners != "all":
        reader.fault(
            "one_winner_is_paid",
            _("These rules pay only one of several winners. Enter that winner."),
            "winners",
        )
    return winners


class _Winner(NamedTuple):
    winner: Wind


def _winner(reader: Reader) -> _Winner:
    return _Winner(reader.seat("winner") or Wind.EAST)


def read_seats(reader: Reader, field: str, *, most: int) -> list[Wind]:
    """Return the valid seats in the list under `field`, at most `most`. Adds a fault
    for each invalid seat."""
    values = reader.sequence(field, most=most)
    inner = Reader({f"{field}[{n}]": seat for n, seat in enumerate(values)})
    inner.faults = reader.faults
    read = [inner.seat(f"{field}[{n}]") for n in range(len(values))]
    return [seat for seat in read if seat]


def read_false_win(
    raw: Mapping[str, object], options: ClassicalOptions, *, players: int = FOUR
) -> FalseMahjong:
    """Return a false mahjong by one or more of the `players`.

    Raises RuleError with every fault, also if all players are named.
    """
    reader = Reader(raw)
    reader.text("kind", (FalseMahjong.kind,))
    reader.flag("ready", default=True)
    if reader.peek("seats"):
        offenders = read_seats(reader, "seats", most=len(WINDS))
    else:
        reader.sequence("seats", most=len(WINDS))
        seat = reader.seat("seat")
        offenders = [seat] if seat else []
    if len(set(offenders)) != len(offenders) or len(offenders) >= players:
        reader.fault(
            "offenders",
            _("Choose 1 to %(most)s different players who called a false mahjong."),
            "seats",
            most=players - 1,
        )
    reader.done()
    first, *others = offenders
    goes_on = options.false_win_then == "continue"
    made = FalseMahjong if goes_on else AbandonedHand
    return made(first, others=tuple(others))


def read_misnamed(raw: Mapping[str, object], options: ClassicalOptions) -> Misnamed:
    """Return a discard that was named wrongly and claimed. Raises RuleError with every
    fault."""
    reader = Reader(raw)
    reader.text("kind", (Misnamed.kind,))
    seat, claimant = reader.seat("seat"), reader.seat("to")
    claimed_for = reader.text("claimed_for", ("chow", "pung", "kong", "win"))
    if seat and seat == claimant:
        reader.fault("own_discard", _("Players cannot claim their own discard."), "to")
    if claimed_for == "win" and not options.penalties["misnamed_for_win"]:
        reader.fault(
            "misnamed_pays_for_all",
            _("Enter this as a win. The player who misnamed the discard pays for all."),
            "claimed_for",
        )
    reader.done()
    made = MisnamedToWin if claimed_for == "win" else Misnamed
    return made(seat or Wind.EAST, claimant or Wind.EAST, claimed_for)


def read_ready(raw: Mapping[str, object], options: ClassicalOptions) -> DeclaredReady:
    """Return a ready declaration.

    Raises RuleError with every fault, also if these rules have no ready declaration.
    """
    reader = Reader(raw)
    reader.text("kind", (DeclaredReady.kind,))
    seat = reader.seat("seat")
    if not options.must_declare_ready:
        reader.fault(
            "ready_not_declared",
            _("These rules have no ready declaration."),
            "kind",
        )
    reader.done()
    return DeclaredReady(seat or Wind.EAST)


def read_abortive_draw(
    raw: Mapping[str, object], options: ClassicalOptions
) -> AbortiveDraw:
    """Return an abortive draw.

    Raises RuleError with every fault, also for a reason that these rules do not have.
    """
    reader = Reader(raw)
    reader.text("kind", (AbortiveDraw.kind,))
    reason = reader.text("reason", ABORTIVE_REASONS)
    if not reader.faults and reason not in options.abortive_draws:
        reader.fault(
            "no_abortive_draws",
            _("These rules have no abortive draw for this reason. The hand continues."),
            "reason",
        )
    reader.done()
    return AbortiveDraw(reason)


def _refuse_payers(
    reader: Reader,
    winners: Sequence[Wind],
    discarder: Wind | None,
    payer: Wind | None,
    options: ClassicalOptions,
) -> None:
    if discarder in winners:
        reader.fault(
            "winner_is_discarder",
            WINNER_IS_DISCARDER,
            "from" if discarder != payer else "pay_for_all",
        )
    if payer and payer != discarder:
        reader.fault(
            "pays_for_all_not_discarder",
            _("Only the discarder can pay for all."),
            "pay_for_all",
        )
    if payer and not options.dangerous_game:
        reader.fault(
            "no_dangerous_game",
            _("In these rules, no player pays for all."),
            "pay_for_all",
        )


def _hands(
    reader: Reader, winners: Sequence[Wind], *, drawn: bool
) -> dict[Wind, EnteredHand]:
    inner = reader.group("hands")
    hands = {}
    with inner.within("hands"):
        for seat in WINDS:
            won = seat in winners
            entered = read_entered_hand(inner, seat, self_draw=drawn and won)
            if entered is None:
                continue
            if won and not entered.hand.winner:
                inner.fault(
                    "winner_and_loser",
                    _("This hand is entered as a losing hand, but this player won."),
                    seat,
                )
            hand = dataclasses.replace(entered.hand, winner=won)
            hands[seat] = dataclasses.replace(entered, hand=hand)
        inner.refuse_the_rest()
    return hands


def _own_hands(
    reader: Reader,
    winners: Sequence[Wind],
    hands: Mapping[Wind, EnteredHand],
    options: ClassicalOptions,
    *,
    drawn: bool,
) -> dict[Wind, OwnHand]:
    """Return the tournament's special hands that winners declared, by seat. Adds faults
    for impossible declarations."""
    declared: dict[Wind, OwnHand] = {}
    for seat, entered in hands.items():
        if own := find(options.own_hands, entered.hand.own_hand):
            declared[seat] = own
    if len(winners) == 1:
        [winner] = winners
        own = read_declared(reader, options.own_hands, self_draw=drawn)
        declared |= _beside_tiles(reader, winner, "own_hand", own, hands)
    inner = reader.group("own_hands")
    with inner.within("own_hands"):
        for seat in WINDS:
            own = read_declared(inner, options.own_hands, seat, self_draw=drawn)
            if own and seat not in winners:
                message = _("Only a winner can have a special hand.")
                inner.fault("loser_with_own_hand", message, seat)
                continue
            declared |= _beside_tiles(inner, seat, seat, own, hands)
        inner.refuse_the_rest()
    return declared


def _beside_tiles(
    reader: Reader,
    seat: Wind,
    field: str,
    own: OwnHand | None,
    hands: Mapping[Wind, EnteredHand],
) -> dict[Wind, OwnHand]:
    """Return `own` by its seat; empty if `own` is None. Adds a fault if the seat's
    tiles were also entered."""
    if own and seat in hands:
        message = OWN_HAND_BESIDE_TILES
        reader.fault("own_hand_beside_tiles", message, field)
    return {seat: own} if own else {}


def _own_value(
    reader: Reader, seat: Wind, own: OwnHand, options: ClassicalOptions
) -> int:
    """Return the value, in points, of one of the tournament's special hands that counts
    alone. Adds a fault if a different value was entered."""
    worth = options.value_of(own)
    if reader.take(seat) not in (None, worth):
        reader.faults.append(not_its_value(own, worth, seat))
    return worth


def _values(
    reader: Reader,
    options: ClassicalOptions,
    own_hands: Mapping[Wind, OwnHand],
    *,
    limited: bool,
) -> dict[Wind, int]:
    inner = reader.group("values")
    values = {}
    with inner.within("values"):
        for seat in WINDS:
            own = own_hands.get(seat)
            if own and own.alone:
                values[seat] = _own_value(inner, seat, own, options)
                continue
            if inner.peek(seat) is None:
                inner.take(seat)
                continue
            value = inner.integer(seat, low=0, high=MOST_POINTS)
            values[seat] = value
            capped = limited and not (options.roof_off or (own and own.over_limit))
            least = min(own.value, options.limit) if own and own.unit == POINTS else 0
            if own and value < least:
                inner.faults.append(worth_less(own, least, seat))
            elif capped and value > options.limit:
                inner.fault(
                    "above_limit",
                    _("%(value)s is above the limit of %(limit)s."),
                    seat,
                    value=value,
                    limit=options.limit,
                )
        inner.refuse_the_rest()
    return values


def _losers_count(options: ClassicalOptions, payer: Wind | None) -> bool:
    """Return whether the losers' hands affect the payments."""
    if options.settle_mode == "only_add_up":
        return True
    between = options.losers_settle and options.settle_mode == "between_all"
    return between and payer is None


def _refuse_missing(reader: Reader, needed: Sequence[Wind]) -> None:
    """Add a fault for each needed seat that has neither a value nor tiles, and for each
    seat that has a value and tiles."""
    valued, shown = _seats_in(reader, "values"), _seats_in(reader, "hands")
    for seat in WINDS:
        path = f"values.{seat}"
        if seat in valued & shown:
            reader.fault(
                "value_and_tiles",
                _("Enter either the value of this hand or its tiles, not both."),
                path,
            )
        elif seat in needed and seat not in valued | shown:
            reader.fault(
                "missing_value",
                _("Enter the value or the tiles of %(seat)s's hand."),
                path,
                seat=seat,
            )


def _seats_in(reader: Reader, field: str) -> set[object]:
    """Return the seats in the mapping under `field` whose value is not None; empty if
    it is not a mapping."""
    group = reader.peek(field)
    if not isinstance(group, Mapping):
        return set()
    return {seat for seat, value in group.items() if value is not None}
