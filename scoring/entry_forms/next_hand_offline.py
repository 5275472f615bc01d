"""The course of a session: how a table goes on after each way in which a hand can end,
worked out by the rules.

How a table goes on after hands that are not at the server yet, for a page without a
network. `static/table-with-unsent-hands.js` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypedDict

import rules
from rules.faults import RuleError
from rules.ledger_entries import Entry, FalseWin, Raw, Washout
from rules.ruleset_and_table_state import Position, Ruleset, TableState
from rules.winds import WINDS, Wind
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
from tournaments.templatetags.score_figures import wind_glyph
from tournaments.web.wind_names import wind_name

#: With what an outcome ends that depends on whether the dealer was ready.
READY = ("+", "-")
#: So many hands in a row may each count something up: nobody plays as many.
HANDS = 16
#: More than anybody needs to end play by having many.
MANY = 10**9

Payments = Sequence[tuple[Wind | None, Wind | None, int]]


class Deal(TypedDict):
    """A deal, the winds of the seats E S W N in it, and the outcomes after which play
    may be over."""

    round: Wind
    deal: int
    winds: str
    ends: Sequence[str]


class Counted(TypedDict):
    """What has counted up: the repeats that the page shows, what it changes of the
    payment table, and its number after each outcome, with which the deal `stays` or
    `passes`."""

    repeats: int
    table: Table
    stays: Mapping[str, int]
    passes: Mapping[str, int]


@dataclass(frozen=True)
class Course:
    """The deals of a session in their order, and what can have counted up in it, from
    nothing on. Neither asks for the other: at any deal the same outcomes make it stay,
    and what counts up does so at any deal. Seats are winds.

    `paid` are the payments of outcomes that need no value, `draws` those of a drawn
    hand by who was ready.
    """

    deals: Sequence[Deal]
    counted: Mapping[Counters, Counted]
    paid: Mapping[str, Payments]
    draws: Mapping[str, Payments]


def winds_of(position: Position) -> str:
    """The winds of the seats E S W N."""
    return "".join(position.winds[seat] for seat in WINDS)


@lru_cache(maxsize=256)
def course(ruleset: str, options: str, players: int) -> Course | None:
    """The course by `options`, in JSON; None where the ruleset cannot say it."""
    played = rules.shared_ruleset(ruleset, json.loads(options), players)
    presenter = presenter_of(ruleset)
    if presenter.ordinary_value(played) is None:
        return None
    needs_no_value = {
        outcome: raw
        for outcome, raw in _outcomes(played, Counters().at_opening(played)).items()
        if raw["kind"] not in ("win", Washout.kind) and not outcome.endswith(READY)
    }
    return Course(
        list(_deals(played)),
        _counted(played, options),
        _payments(played, needs_no_value),
        _payments(played, presenter.draws_by_ready()),
    )


def _deals(played: Ruleset) -> Iterator[Deal]:
    position: Position | None = Counters().at_opening(played)
    scores = played.opening_scores()
    while position:
        ends, following = [], None
        rich = {seat: MANY + (seat is position.dealer) for seat in WINDS}
        for outcome, entry, after in _following(played, position):
            is_over = played.ending(entry, after, scores)
            if is_over or played.ending(entry, after, rich):
                ends.append(outcome)
            if not is_over and _passes(position, after):
                following = following or after
        yield {
            "round": position.prevailing,
            "deal": position.deal,
            "winds": winds_of(position),
            "ends": ends,
        }
        position = following


def _counted(played: Ruleset, options: str) -> Mapping[Counters, Counted]:
    leads = _leads(played)
    tables = {
        counters: payments_by_winds(played.id, options, played.players, counters)
        for counters in leads
    }
    first = tables[Counters()]
    changing = [
        key for key in first if any(each[key] != first[key] for each in tables.values())
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
    """What can have counted up, in the order of its numbers, and to which number each
    outcome leads with which the deal stays, and passes."""
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
    """Each outcome that a hand at `position` can have, its entry, and the position
    after it, whether play is over or not."""
    scores = played.opening_scores()
    for outcome, raw in _outcomes(played, position).items():
        try:
            entry = played.read_entry(raw)
            entry = played.settle(entry, position, scores).entry or entry
        except RuleError:
            continue
        yield outcome, entry, played.advance(entry, position, scores)


def _payments(played: Ruleset, raws: Mapping[str, Raw]) -> Mapping[str, Payments]:
    """Payer, payee and points by the raws' keys, None for the table; without those that
    are never played."""
    position, scores = Counters().at_opening(played), played.opening_scores()
    paid = {}
    for key, raw in raws.items():
        try:
            payments = played.settle(played.read_entry(raw), position, scores).payments
        except RuleError:
            continue
        paid[key] = [(each.payer, each.payee, each.amount) for each in payments]
    return paid


def _outcomes(played: Ruleset, position: Position) -> Mapping[str, Raw]:
    """An ordinary hand for each way it can end, by what the form calls it; but players
    are called by their winds."""
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
    """Two winners on one discard, once with the dealer and once without, as far as
    there are so many players."""
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
    """The rest of the session's course, as JSON; "" after the gong, when no page can
    know which hand is the last, and where nobody can know what follows.

    `deals` are those that are left, this one first; `at` what can have counted up, and
    `now` the number of that which has; `last` the number of the last hand, `repeated`
    how often this deal was. An outcome that is not there is for the server to say.
    """
    if state.over or state.hands_left is not None:
        return ""
    position = state.position
    options = json.dumps(tournament.options, sort_keys=True)
    whole = course(tournament.ruleset, options, position.players)
    now = presenter_of(tournament.ruleset).counters(tournament.rules, position)
    if whole is None or now not in whole.counted:
        return ""
    limit = tournament.rules.options.hands_limit
    told = {
        "names": {wind: [wind_glyph(wind), wind_name(wind)] for wind in WINDS},
        "last": limit and position.hand + limit - state.hands_played - 1,
        "repeated": position.repeats,
        "deals": _deals_left(whole, position),
        "now": list(whole.counted).index(now),
        "at": list(whole.counted.values()),
        "paid": whole.paid,
        "draws": whole.draws,
    }
    return json.dumps(told, separators=(",", ":")) if told["deals"] else ""


def _deals_left(whole: Course, position: Position) -> Sequence[Deal]:
    """From that of `position` on; none where it is not on its course."""
    place = position.prevailing, position.deal, winds_of(position)
    for number, deal in enumerate(whole.deals):
        if (deal["round"], deal["deal"], deal["winds"]) == place:
            return whole.deals[number:]
    return []
