"""The course of a game for use offline: what follows each possible outcome of a hand,
calculated by the rules.

`static/table-with-unsent-hands.js` uses it for hands that are not on the server yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NotRequired, TypedDict

import rules
from rules.faults import RuleError
from rules.hands_after_gong import is_last_hand
from rules.ledger_entries import Entry, FalseWin, Raw, Washout
from rules.ruleset_and_table_state import Ending, Position, Ruleset, TableState
from rules.winds import WINDS, Scores, Wind
from scoring.entry_forms.payments_offline import payments_by_winds
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    FALSE_WIN,
    SEVERAL,
    false_win_ends_hand,
)
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Counters
from scoring.rulesets.any_ruleset.win_payment_tables import Table
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Tournament

#: Suffix of outcomes that depend on whether the dealer was ready.
READY = ("+", "-")
#: Maximum number of hands in a row that increase a counter; games stay below it.
HANDS = 16
#: A score above every limit that ends play.
MANY = 10**9

Payments = Sequence[tuple[Wind | None, Wind | None, int]]


class Deal(TypedDict):
    """One dealer's turn.

    `round`: key of the part of the game; `deal`: number of the turn; `winds`: winds of
    the seats E S W N; `ends`: outcomes that may end play. `asks`: outcomes that let the
    dealer end the game, if the dealer leads and has reached the target.
    """

    round: str
    deal: int
    winds: str
    ends: Sequence[str]
    asks: NotRequired[Sequence[str]]


class Counted(TypedDict):
    """A state of the counters: values to show, and changes to the payment table.

    `stays` and `passes`: number of the next state by outcome, if the dealer stays or
    changes.
    """

    repeats: int
    table: Table
    stays: Mapping[str, int]
    passes: Mapping[str, int]


@dataclass(frozen=True)
class Course:
    """The dealers' turns of a game in order, and the states of its counters, starting
    at zero.

    Turns and counters are independent: at each turn the same outcomes keep the dealer,
    and the counters change in the same way. Seats are winds. `parts`: first position of
    each part of the game, by key. `paid`: payments of outcomes without a hand value.
    `draws`: payments of draws, by the players who were ready.
    """

    deals: Sequence[Deal]
    parts: Mapping[str, Position]
    counted: Mapping[Counters, Counted]
    paid: Mapping[str, Payments]
    draws: Mapping[str, Payments]


def winds_of(position: Position) -> str:
    """Return the winds of the seats E S W N as a string."""
    return "".join(position.winds[seat] for seat in WINDS)


@lru_cache(maxsize=256)
def course(ruleset: str, options: str, players: int) -> Course | None:
    """Return the course of a game under these rules; None if the ruleset cannot
    calculate it. `options`: rule options as JSON.
    """
    played = rules.shared_ruleset(ruleset, json.loads(options), players)
    presenter = presenter_of(ruleset)
    if presenter.ordinary_value(played) is None:
        return None
    needs_no_value = {
        outcome: raw
        for outcome, raw in _outcomes(played, Counters().at_opening(played)).items()
        if raw["kind"] not in ("win", Washout.kind) and not outcome.endswith(READY)
    }
    turns = list(_turns(played))
    return Course(
        [deal for _position, deal in turns],
        {deal["round"]: position for position, deal in reversed(turns)},
        _counted(played, options),
        _payments(played, needs_no_value),
        _payments(played, presenter.draws_by_ready()),
    )


def _turns(played: Ruleset) -> Iterator[tuple[Position, Deal]]:
    """Yield each dealer's turn with its first position."""
    position: Position | None = Counters().at_opening(played)
    presenter, scores = presenter_of(played.id), played.opening_scores()
    while position:
        ends, following = [], None
        rich = {seat: MANY + (seat is position.dealer) for seat in WINDS}
        for outcome, entry, after in _following(played, position):
            is_over = played.ending(entry, after, scores)
            if is_over or played.ending(entry, after, rich):
                ends.append(outcome)
            if not is_over and _passes(position, after):
                following = following or after
        deal: Deal = {
            "round": presenter.part_of_game(position).key,
            "deal": position.deal,
            "winds": winds_of(position),
            "ends": ends,
        }
        if asks := _asks(played, position, rich):
            deal["asks"] = asks
        yield position, deal
        position = following


def _asks(played: Ruleset, position: Position, rich: Scores) -> Sequence[str]:
    """Return the outcomes that let the dealer end the game.

    `rich`: scores with which the dealer leads.
    """
    if not is_dealer_asked(played):
        return []
    asks = []
    for outcome, raw in _outcomes(played, position).items():
        try:
            entry = played.read_entry({**raw, "dealer_stops": True})
            entry = played.settle(entry, position, rich).entry or entry
            after = played.advance(entry, position, rich)
            if played.ending(entry, after, rich) is Ending.DEALER_STOP:
                asks.append(outcome)
        except RuleError:
            continue
    return asks


def is_dealer_asked(played: Ruleset) -> bool:
    """Return whether these rules let a leading dealer end the game."""
    return bool(getattr(played.options, "dealer_stop_asked", False))


def _counted(played: Ruleset, options: str) -> Mapping[Counters, Counted]:
    leads = _leads(played)
    tables = {
        counters: payments_by_winds(played.id, options, played.players, counters)
        for counters in leads
    }
    first = tables[Counters()]
    changing = [
        key
        for key in first
        if any(table[key] != first[key] for table in tables.values())
    ]
    return {
        counters: {
            "repeats": counters.repeats,
            "table": {key: tables[counters][key] for key in changing},
            "stays": stays,
            "passes": passes,
        }
        for counters, (stays, passes) in leads.items()
    }


Numbers = dict[str, int]


def _leads(played: Ruleset) -> Mapping[Counters, tuple[Numbers, Numbers]]:
    """Return the reachable counters in order.

    For each, return the numbers of the next counters by outcome: if the dealer stays,
    and if the dealer changes.
    """
    known, hands = [Counters()], [0]
    leads = {}
    for number, counters in enumerate(known):
        if hands[number] == HANDS:
            break
        position = counters.at_opening(played)
        stays, passes = Numbers(), Numbers()
        for outcome, _entry, after in _following(played, position):
            counted = presenter_of(played.id).counters(played, after)
            if counted not in known:
                known.append(counted)
                hands.append(hands[number] + 1)
            into = passes if _passes(position, after) else stays
            into[outcome] = known.index(counted)
        leads[counters] = stays, passes
    return leads


def _passes(before: Position, after: Position) -> bool:
    return (after.prevailing, after.deal) != (before.prevailing, before.deal)


def _following(
    played: Ruleset, position: Position
) -> Iterator[tuple[str, Entry, Position]]:
    """Yield each outcome that is possible at `position`, with its entry and the next
    position. Also yields outcomes that end play.
    """
    scores = played.opening_scores()
    for outcome, raw in _outcomes(played, position).items():
        try:
            entry = played.read_entry(raw)
            entry = played.settle(entry, position, scores).entry or entry
        except RuleError:
            continue
        yield outcome, entry, played.advance(entry, position, scores)


def _payments(played: Ruleset, raws: Mapping[str, Raw]) -> Mapping[str, Payments]:
    """Return the payments of each entry as payer, payee and points.

    A payer or payee None is the table. Impossible entries are left out.
    """
    position, scores = Counters().at_opening(played), played.opening_scores()
    paid = {}
    for key, raw in raws.items():
        try:
            payments = played.settle(played.read_entry(raw), position, scores).payments
        except RuleError:
            continue
        paid[key] = [
            (payment.payer, payment.payee, payment.amount) for payment in payments
        ]
    return paid


def _outcomes(played: Ruleset, position: Position) -> Mapping[str, Raw]:
    """Return an example hand for each possible outcome.

    Keys are the outcome's names in the form, with winds instead of seats.
    """
    presenter = presenter_of(played.id)
    value = presenter.ordinary_value(played) or {}
    by_wind = {position.winds[seat]: seat for seat in position.seats}
    wins = {
        str(wind): {"kind": "win", "winner": seat, "from": None, **value}
        for wind, seat in by_wind.items()
    }
    faults = {}
    if false_win_ends_hand(played):
        faults = {
            f"{FALSE_WIN}:{wind}": {"kind": FalseWin.kind, "seat": seat}
            for wind, seat in by_wind.items()
        }
    several = _several(position, presenter, value)
    drawn = presenter.drawn_hands(played, position.dealer)
    return {**wins, **several, **faults, **drawn}


def _several(
    position: Position, presenter: AnyPresenter, value: Raw
) -> Mapping[str, Raw]:
    """Return example hands with two winners on a discard, one with the dealer winning
    and one without. Empty if there are too few players.
    """
    dealer = position.dealer
    others = [seat for seat in position.seats if seat is not dealer]
    pairs = {
        "+": ((dealer, *others[:1]), others[1:]),
        "-": (tuple(others[:2]), [dealer, *others[2:]]),
    }
    return {
        f"{SEVERAL}{sign}": {
            "kind": "win",
            "from": rest[-1],
            **presenter.won_by(winners, value),
        }
        for sign, (winners, rest) in pairs.items()
        if len(winners) == 2 and rest
    }


def hands_ahead(tournament: Tournament, state: TableState) -> str:
    """Return the rest of the game's course as JSON; "" if play is over or the course is
    unknown. After the gong, return only the current turn, because pages cannot know
    which hands count.

    `deals`: remaining dealers' turns, current turn first. `at`: all states of the
    counters; `now`: number of the current state. `last`: number of the last hand;
    `repeated`: number of repetitions of the current turn; `target`: score that a dealer
    needs to end the game, if the rules allow it. Outcomes that are missing need the
    server.
    """
    if state.over:
        return ""
    position = state.position
    options = json.dumps(tournament.options, sort_keys=True)
    whole = course(tournament.ruleset, options, position.players)
    presenter = presenter_of(tournament.ruleset)
    now = presenter.counters(tournament.rules, position)
    if whole is None or now not in whole.counted:
        return ""
    limit = tournament.rules.options.hands_limit
    last = limit and position.hand + limit - state.hands_played - 1
    deals = _deals_left(whole, position, presenter)
    if state.hands_left is not None:
        last, deals = position.hand, _after_gong(tournament.rules, state, deals)
    parts = {key: presenter.part_of_game(at) for key, at in whole.parts.items()}
    rest = {
        "names": {key: [part.sign, part.name] for key, part in parts.items()},
        "last": last,
        "repeated": position.repeats,
        "deals": deals,
        "now": list(whole.counted).index(now),
        "at": list(whole.counted.values()),
        "paid": whole.paid,
        "draws": whole.draws,
    }
    if is_dealer_asked(tournament.rules):
        rest["target"] = getattr(tournament.rules.options, "target", 0)
    return json.dumps(rest, separators=(",", ":")) if rest["deals"] else ""


def _after_gong(
    played: Ruleset, state: TableState, deals: Sequence[Deal]
) -> Sequence[Deal]:
    """Return the current dealer's turn.

    If this is the last hand, the dealer cannot choose to end the game.
    """
    current = [deal.copy() for deal in deals[:1]]
    if is_last_hand(played, state):
        for deal in current:
            deal.pop("asks", None)
    return current


def _deals_left(
    whole: Course, position: Position, presenter: AnyPresenter
) -> Sequence[Deal]:
    """Return the dealers' turns from `position` on; [] if `position` is not part of the
    course.
    """
    part = presenter.part_of_game(position)
    place = part.key, position.deal, winds_of(position)
    for number, deal in enumerate(whole.deals):
        if (deal["round"], deal["deal"], deal["winds"]) == place:
            return whole.deals[number:]
    return []
