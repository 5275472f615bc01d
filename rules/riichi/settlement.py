"""Payments for wins, counters, riichi sticks, liability, draws and chombo.

EMA 2025, 3.3.7, 3.4 and 4.1. A riichi stick has no payee when declared, and no payer
when a winner takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.riichi.base_points import LIMITS, MANGAN, YAKUMAN
from rules.riichi.entries import DEPOSIT, Chombo, ExhaustiveDraw, Seats, Win, Winner
from rules.riichi.options import RiichiOptions
from rules.ruleset_and_table_state import Payment, Position
from rules.winds import WINDS, Wind

DISCARD = "discard"
SELF_DRAWN = "self_drawn"
LIABLE = "pao"
HONBA = "honba"
RIICHI = "riichi"
STICKS = "sticks"
TENPAI = "tenpai"
NAGASHI = "nagashi"
#: The share of a missing player, from outside the table.
BANK = "bank"
CHOMBO = "chombo"

Paid = Iterator[Payment]


def deposits(riichi: Seats) -> Paid:
    """Return the riichi sticks of players who declared riichi, as payments."""
    return (Payment(seat, None, DEPOSIT, RIICHI) for seat in riichi)


def paid_winners(win: Win, options: RiichiOptions) -> tuple[Winner, ...]:
    """Return the paid winners, in turn after the discarder.

    With a head bump, only the first is paid.
    """
    discarder = win.discarder or win.winners[0].seat
    in_turn = sorted(
        win.winners, key=lambda winner: _steps(discarder, winner.seat, options.players)
    )
    return tuple(in_turn[:1] if options.multi_ron == "head_bump" else in_turn)


def win_payments(win: Win, position: Position, options: RiichiOptions) -> Paid:
    """Yield the payments of a win. All base points of the win must be filled in."""
    yield from deposits(win.riichi)
    winners = paid_winners(win, options)
    for winner in winners:
        dealer = position.dealer
        if win.discarder:
            yield from _on_discard(winner, win.discarder, dealer, options)
        else:
            yield from _self_drawn(winner, dealer, options)
        if winner is winners[0] or options.multi_ron_honba == "each":
            yield from _honba(winner, win.discarder, position.repeats, options)
    yield from _sticks(winners, win.riichi, position.sticks, options)


def draw_payments(
    draw: ExhaustiveDraw, position: Position, options: RiichiOptions
) -> Paid:
    """Yield the payments of an exhaustive draw.

    Noten players pay tenpai players. If a player has nagashi, the others pay that
    player a mangan instead, without counters.
    """
    yield from deposits(draw.riichi)
    if draw.nagashi:
        for seat in draw.nagashi:
            yield from _from_everybody(
                seat, LIMITS[MANGAN], position.dealer, NAGASHI, options
            )
    else:
        yield from _tenpai(draw.tenpai, options)


def chombo_payments(chombo: Chombo, position: Position, options: RiichiOptions) -> Paid:
    """Yield the payments of a mangan to each other player; none if the options deduct
    points after uma instead.

    EMA 2025, 3.4.6.
    """
    if options.chombo_after_uma is not None:
        return
    dealer = position.dealer
    for seat in options.seats:
        if seat is not chombo.seat:
            twice = dealer in (seat, chombo.seat)
            amount = LIMITS[MANGAN] * (2 if twice else 1)
            yield Payment(chombo.seat, seat, amount, CHOMBO)


def _on_discard(
    winner: Winner, discarder: Wind, dealer: Wind, options: RiichiOptions
) -> Paid:
    """Yield the payments for a win on a discard. A liable player pays a share."""
    seat, base = winner.seat, winner.value.base
    shared = 0 if winner.liable is discarder else _liable_base(winner, options)
    half = _discard_points(shared, seat is dealer, options) // 2
    amount = _discard_points(base - shared, seat is dealer, options) + half
    yield Payment(discarder, seat, amount, DISCARD)
    if half:
        yield Payment(winner.liable, seat, half, LIABLE)


def _self_drawn(winner: Winner, dealer: Wind, options: RiichiOptions) -> Paid:
    """Yield the payments for a self-draw. A liable player pays for the yakuman in
    question."""
    seat, liable_base = winner.seat, _liable_base(winner, options)
    if liable_base:
        yakuman_payments = _from_everybody(seat, liable_base, dealer, LIABLE, options)
        amount = sum(payment.amount for payment in yakuman_payments if payment.payer)
        yield Payment(winner.liable, seat, amount, LIABLE)
    if rest := winner.value.base - liable_base:
        yield from _from_everybody(seat, rest, dealer, SELF_DRAWN, options)


def _from_everybody(
    seat: Wind, base: int, dealer: Wind, reason: str, options: RiichiOptions
) -> Paid:
    amounts = options.payments(base, dealer=seat is dealer, self_draw=True)
    for payer in options.seats:
        if payer is seat:
            continue
        key = "dealer" if payer is dealer else "others"
        yield Payment(payer, seat, amounts.get("each") or amounts[key], reason)
    if "bank" in amounts:
        yield Payment(None, seat, amounts["bank"], BANK)


def _honba(
    winner: Winner, discarder: Wind | None, counters: int, options: RiichiOptions
) -> Paid:
    """Yield the payments for the counters; none without counters.

    The discarder pays for all. After a self-draw, each player pays a share. A liable
    player pays for all after a self-draw; an option extends this to wins on a discard.
    """
    share = counters * options.honba_each
    if not share:
        return
    by_liable = discarder is None or options.pao_honba == "liable"
    payer = winner.liable if winner.liable and by_liable else discarder
    if payer:
        yield Payment(payer, winner.seat, share * (options.players - 1), HONBA)
        return
    for seat in options.seats:
        if seat is not winner.seat:
            yield Payment(seat, winner.seat, share, HONBA)


def _sticks(
    winners: tuple[Winner, ...], riichi: Seats, carried: int, options: RiichiOptions
) -> Paid:
    """Yield the payments of the riichi sticks to the winners. The first winner gets the
    sticks. By an option, other winners get their own sticks back."""
    left = carried + len(riichi)
    if options.multi_ron_sticks == "own_back_rest_first":
        for winner in winners[1:]:
            if winner.seat in riichi:
                left -= 1
                yield Payment(None, winner.seat, DEPOSIT, STICKS)
    if left:
        yield Payment(None, winners[0].seat, left * DEPOSIT, STICKS)


def _tenpai(tenpai: Seats, options: RiichiOptions) -> Paid:
    """Yield the payments from noten to tenpai players.

    With two of each, each noten player pays one tenpai player. Otherwise each noten
    player pays an equal share to each tenpai player.
    """
    pool = options.noten_pool
    noten = [seat for seat in options.seats if seat not in tenpai]
    if not tenpai or not noten or not pool:
        return
    if len(tenpai) == len(noten):
        pairs = list(zip(noten, tenpai, strict=True))
    else:
        pairs = [(payer, payee) for payer in noten for payee in tenpai]
    for payer, payee in pairs:
        yield Payment(payer, payee, pool // len(pairs), TENPAI)


def _liable_base(winner: Winner, options: RiichiOptions) -> int:
    """Return the base points that the liable player pays for, or 0 if no player is
    liable."""
    if not winner.liable:
        return 0
    if options.pao_composite == "whole":
        return winner.value.base
    return LIMITS[YAKUMAN] * (winner.liable_yakuman or 1)


def _discard_points(base: int, dealer: bool, options: RiichiOptions) -> int:
    return options.payments(base, dealer=dealer, self_draw=False)["discarder"]


def _steps(discarder: Wind, seat: Wind, players: int) -> int:
    return (WINDS.index(seat) - WINDS.index(discarder)) % players
