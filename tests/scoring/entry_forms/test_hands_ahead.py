"""The hands that a page predicts without a network are the same as in a replay, for
every preset and for options that change dealers or payments.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.faults import RuleError
from rules.ledger_replay import follow, replay
from rules.ruleset_and_table_state import Position, Ruleset, TableState
from rules.winds import WINDS
from scoring.entry_forms.next_hand_offline import hands_ahead, winds_of
from scoring.entry_forms.payments_offline import payment_table
from scoring.rulesets.presenter_registry import presenter_of
from tests.examples import examples
from tournaments.models import Tournament

VALUES: dict[str, list[dict[str, Any]]] = {
    "mcr": [{"points": points} for points in (8, 13, 88)],
    "hong_kong": [{"faan": faan} for faan in (0, 3, 4, 5, 6, 8, 10, 13)],
    "classical": [
        {"values": dict(zip("ESWN", values, strict=True))}
        for values in ((20, 8, 4, 2), (0, 500, 64, 64), (300, 0, 500, 16))
    ],
    "zung_jung": [{"points": points} for points in (5, 25, 30, 320)],
    "riichi": [
        {"han": 1, "fu": 30},
        {"han": 3, "fu": 60},
        {"limit": "mangan"},
        {"limit": "yakuman"},
    ],
}
GOULASH = {"goulash_deal": "charleston", "goulash_stake": 10}
#: Options that change dealers or payments, and the number of players.
VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    ("mcr", {"seat_change": False, "multiple_winners": "all"}, 4),
    ("mcr", {"hands_limit": 5}, 4),
    ("hong_kong", {"multiple_winners": "all", "goulash_carry": 8}, 4),
    ("hong_kong", {"goulash_carry": 1, "goulash_carry_as": "faan"}, 4),
    ("hong_kong", {**GOULASH, "kitty": 5, "extra_hand_bonus": 4}, 4),
    ("hong_kong", {"max_dealer_wins": 3, "deal_passes_on_draw": True}, 4),
    ("hong_kong", {"fewest_players": 3, "round_winds": "SWNE", "rounds": 2}, 3),
    ("hong_kong", {"fewest_players": 2, "dealer_doubles": True}, 2),
    ("hong_kong", {"hands_limit": 6, "false_win_then": "passes_if_dealer"}, 4),
    ("classical", {**GOULASH, "kitty": 5, "extra_hand_bonus": 20}, 4),
    (
        "classical",
        {"east_wins_in_a_row": 3, "washout_ends_row": False, "extra_hand_bonus": 7},
        4,
    ),
    ("classical", {"must_declare_ready": True, "fewest_players": 3}, 3),
    ("classical", {"seat_exchange": "oemc", "rotation": "express"}, 4),
    ("classical", {"multiple_winners": "all", "winners_settle": True}, 4),
    ("classical", {"limit": 10}, 4),
    ("classical", {"minimum_points": 100}, 4),
    ("zung_jung", {"payoff": "uniform", "hands_limit": 8}, 4),
    ("riichi", {"preset": "tenhou", "bankrupt_below": None}, 4),
    ("riichi", {"renchan": "never", "rounds": 1}, 4),
    ("riichi", {"renchan": "agari", "multi_ron_honba": "first", "rounds": 4}, 4),
    ("riichi", {"preset": "m_league", "honba_value": 1500}, 4),
]
PRESETS = [
    (ruleset, {"preset": preset}, 4)
    for ruleset in VALUES
    for preset in type(rules.shared_ruleset(ruleset, {}, 4).options).PRESETS
]
#: Presets of 16 deals at least.
WHOLE_GAMES = [
    (ruleset, options, players)
    for ruleset, options, players in PRESETS
    if ruleset != "zung_jung" or options["preset"] == "world_series"
]


def named(value: object) -> str:
    return json.dumps(value).strip('{}"').replace('"', "")


@dataclass
class Page:
    """A page that follows hands like static/offline-dealer-and-winds.js."""

    told: dict[str, Any]
    table: dict[str, Any] | None
    hand: int
    number: int
    counted: int

    @property
    def deal(self) -> dict[str, Any]:
        return self.told["deals"][self.number]

    def follow(self, outcome: str) -> bool:
        """Follow a hand with this outcome.

        Return whether the page can predict the next hand.
        """
        deals, at, last = (self.told[name] for name in ("deals", "at", "last"))
        stays, passes = at[self.counted]["stays"], at[self.counted]["passes"]
        may_be_over = outcome in self.deal["ends"]
        self.hand, self.number = self.hand + 1, self.number + (outcome in passes)
        self.counted = (stays | passes).get(outcome, len(at))
        is_known = self.counted < len(at) and self.number < len(deals)
        return is_known and not may_be_over and self.hand <= (last or self.hand)

    def seat(self, wind: str | None) -> str | None:
        return wind and "ESWN"[self.deal["winds"].index(wind)]

    def paid(self, winner: str, source: str | None, raw: Mapping[str, Any]) -> Any:
        """Return the payments of a win by wind; None if the page has no table of
        payments with this value.
        """
        if not self.table:
            return None
        table = self.table | self.told["at"][self.counted]["table"]
        from_ = source or "self"
        value = value_in(table, raw, self.deal["winds"])
        if value[winner] not in table.get("choices", [value[winner]]):
            return None
        columns = {
            payer: table["columns"][number]
            for payer, number in table["pays"][winner][from_].items()
        }
        besides = table["besides"].get(winner, {}).get(from_, {})
        sums = dict.fromkeys("ESWN", 0)
        for payer in {*columns, *besides}:
            points = in_column(columns.get(payer), value[winner], table)
            sums[payer] -= points + besides.get(payer, 0)
            sums[winner] += points + besides.get(payer, 0)
        for pair, times in table.get("between", {}).get(winner, {}).items():
            low, high = sorted(pair, key=value.__getitem__)
            if table["even"] is None or value[low] < table["even"]:
                sums[low] -= times * (value[high] - value[low])
                sums[high] += times * (value[high] - value[low])
        return sums


def value_in(table: dict[str, Any], raw: Mapping[str, Any], winds: str) -> Any:
    """Return the value of a hand, or the values by wind, in the notation of the table
    of payments.
    """
    if "values" in raw:
        by_wind = {winds["ESWN".index(seat)]: v for seat, v in raw["values"].items()}
        return {wind: min(v, table["doubling"]["limit"]) for wind, v in by_wind.items()}
    if "limit" in raw or "han" in raw:
        return dict.fromkeys("ESWN", raw.get("limit") or f"{raw['han']}-{raw['fu']}")
    if "choices" in table:
        return dict.fromkeys("ESWN", str(raw.get("faan", raw.get("points"))))
    return dict.fromkeys("ESWN", raw["points"])


def in_column(column: Any, value: Any, table: dict[str, Any]) -> int:
    if column is None:
        return 0
    if "choices" in table:
        return column[table["choices"].index(value)]
    return column["plus"] + column["times"] * max(value, column["least"])


def entry_of(
    ruleset: str, outcome: str, winds: str, players: int, value: dict[str, Any]
) -> dict[str, Any]:
    """Return an entry with this outcome. `winds`: the wind of each seat."""
    seat = {wind: "ESWN"[winds.index(wind)] for wind in "ESWN"[:players]}
    dealer = seat["E"]
    if outcome in seat:
        source = "S" if outcome == "E" else "E"
        return {"kind": "win", "winner": seat[outcome], "from": seat[source], **value}
    if outcome == "washout":
        return {"kind": "washout"}
    if outcome == "abortive":
        return {"kind": "abortive_draw", "reason": "nine_terminals"}
    if outcome.startswith("false_win"):
        return {"kind": "false_win", "seat": seat[outcome[-1]]}
    if outcome.startswith("several"):
        first, second, third = [each for each in seat.values() if each != dealer]
        winners = [dealer, first] if outcome.endswith("+") else [first, second]
        if "values" in value:
            won = {"winners": [{"winner": winner} for winner in winners], **value}
        else:
            won = {"winners": [{"winner": winner, **value} for winner in winners]}
        return {"kind": "win", "from": third, **won}
    ready = [dealer] if outcome.endswith("+") else []
    return {"kind": "exhaustive_draw", "tenpai": ready}


def opened(
    ruleset: str, options: dict[str, Any], players: int
) -> tuple[Ruleset, Tournament]:
    tournament = Tournament(ruleset=ruleset, options=options)
    return rules.shared_ruleset(ruleset, tournament.options, players), tournament


def page_at(tournament: Tournament, state: TableState) -> Page:
    data = json.loads(hands_ahead(tournament, state))
    table = payment_table(tournament, state.position)
    return Page(data, table and json.loads(table), state.position.hand, 0, data["now"])


OUTCOMES = (
    *"ESWN",
    "washout",
    "draw+",
    "draw-",
    "several+",
    "several-",
    "abortive",
    "false_win:E",
    "false_win:S",
)
#: Hands that keep the dealer are as frequent as hands that change it.
HANDS = st.lists(
    st.tuples(
        st.sampled_from(("E", "washout", "draw+", *OUTCOMES)),
        st.integers(0, 7),
        st.sampled_from(("S", "W", "N", None)),
    ),
    min_size=12,
    max_size=15,
)


def declared(played: Ruleset, state: TableState) -> TableState:
    """Return the state after declaring all players ready, if the rules require that."""
    if getattr(played.options, "must_declare_ready", False):
        for seat in set(state.position.seats) - set(state.position.ready):
            raw = {"kind": "ready", "seat": seat}
            state = follow(played, state, played.read_entry(raw))
    return state


@pytest.mark.parametrize(
    ("ruleset", "options", "players"), PRESETS + VARIANTS, ids=named
)
@given(hands=HANDS, before=st.integers(0, 6))
@examples(200, 5)
def test_what_is_told_is_what_the_replay_says(ruleset, options, players, hands, before):
    played, tournament = opened(ruleset, options, players)
    state, page = replay(played, []), None
    for number, (any_outcome, value, source) in enumerate(hands):
        outcome = (
            "draw-" if (ruleset, any_outcome) == ("riichi", "washout") else any_outcome
        )
        if number == before:
            page = page_at(tournament, state)
        state = declared(played, state)
        raw = VALUES[ruleset][value % len(VALUES[ruleset])]
        if page:
            check_win(played, state, page, source, raw)
        winds = winds_of(state.position)
        try:
            entry = played.read_entry(entry_of(ruleset, outcome, winds, players, raw))
            after = follow(played, state, entry)
        except (RuleError, ValueError, KeyError):
            continue  # not possible under these rules, or at a table this small
        if after.position.hand == state.position.hand:
            continue
        state, was = after, state.position
        if page and (paid := page.told["paid"].get(outcome)) is not None:
            told = [(page.seat(a), page.seat(b), points) for a, b, points in paid]
            payments = state.lines[-1].settlement.payments
            paid = [
                (payment.payer, payment.payee, payment.amount) for payment in payments
            ]
            assert sums_of(told) == sums_of(paid)
        if page and not page.follow(outcome):
            assert state.over or is_last_deal(played, was)
            return
        if state.over:
            assert page is None or state.over == "bankrupt"
            return
        if page:
            check_position(page, state.position, ruleset)


def sums_of(paid: list[tuple[str | None, str | None, int]]) -> Counter[str | None]:
    sums = Counter[str | None]()
    for payer, payee, points in paid:
        sums[payer] -= points
        sums[payee] += points
    return sums


def is_last_deal(played: Ruleset, position: Position) -> bool:
    """Return whether scores may end the game with this deal."""
    if not hasattr(played.options, "west_extension"):
        return False
    deals = 4 * WINDS.index(position.prevailing) + position.deal
    return deals >= 4 * played.options.rounds


def check_position(page: Page, position: Position, ruleset: str) -> None:
    deal, counted = page.deal, page.told["at"][page.counted]
    assert page.hand == position.hand
    part = presenter_of(ruleset).part_of_game(position)
    assert (deal["round"], deal["deal"]) == (part.key, position.deal)
    assert page.told["names"][part.key] == [part.sign, part.name]
    assert deal["winds"] == winds_of(position)
    if ruleset == "riichi":
        assert counted["repeats"] == position.repeats


def check_win(
    played: Ruleset,
    state: TableState,
    page: Page,
    source: str | None,
    value: dict[str, Any],
) -> None:
    """Compare the page's payments for a win with this value with the rules' payments,
    for East and for the last player as winner.
    """
    seats = state.position.seats
    for winner in ("E", "ESWN"[len(seats) - 1]):
        if winner == source or source not in (None, *"ESWN"[: len(seats)]):
            continue
        raw = {"kind": "win", "winner": page.seat(winner), "from": page.seat(source)}
        by_seat = page.paid(winner, source, value)
        if by_seat is None:
            continue
        try:
            after = follow(played, state, played.read_entry({**raw, **value}))
        except RuleError:
            continue
        changes = after.lines[-1].settlement.changes
        assert {page.seat(wind): points for wind, points in by_seat.items()} == changes


@pytest.mark.parametrize(("ruleset", "options", "players"), WHOLE_GAMES, ids=named)
def test_a_whole_game_is_told(ruleset, options, players):
    played, tournament = opened(ruleset, options, players)
    page = page_at(tournament, replay(played, []))
    for outcome in cycle(["E", "S"]):
        if outcome in page.deal["ends"] or page.hand == page.told["last"]:
            break
        assert page.follow(outcome)
    assert page.number == 4 * getattr(played.options, "rounds", 4) - 1


@pytest.mark.parametrize(("ruleset", "options", "players"), WHOLE_GAMES, ids=named)
def test_sixteen_drawn_hands_in_a_row_are_told(ruleset, options, players):
    played, tournament = opened(ruleset, options, players)
    page = page_at(tournament, replay(played, []))
    drawn = "draw+" if ruleset == "riichi" else "washout"
    assert all(page.follow(drawn) for _hand in range(15))


def test_what_a_drawn_hand_pays_is_told_by_who_was_ready():
    tournament = Tournament(ruleset="riichi", options={"preset": "tenhou"})
    data = json.loads(hands_ahead(tournament, replay(tournament.rules, [])))
    assert len(data["draws"]) == 16
    assert data["draws"][""] == data["draws"]["ESWN"] == []
    assert data["draws"]["EW"] == [["S", "E", 1500], ["N", "W", 1500]]
    assert data["draws"]["ESN"] == [["W", seat, 1000] for seat in "ESN"]


def test_nothing_is_promised_where_nobody_knows_what_follows():
    tournament = Tournament(ruleset="mcr", options={})
    rules = tournament.rules
    played = [rules.read_entry({"kind": "washout"})] * 14
    state = replay(rules, played)
    data = json.loads(hands_ahead(tournament, state))
    assert ([deal["deal"] for deal in data["deals"]], data["last"]) == ([3, 4], 16)
    assert hands_ahead(tournament, replay(rules, [*played, *played[:2]])) == ""


@pytest.mark.parametrize(
    ("policy", "asks"),
    [("finish_hand", None), ("finish_hand_plus_one", ["E", "several+", "draw+"])],
)
def test_after_the_gong_only_the_current_hand_is_told(policy, asks):
    """After the gong only the current hand is predicted.

    The rules ask the dealer if another hand would follow.
    """
    options = {"preset": "tenhou", "rounds": 1, "dealer_stop": "win_or_tenpai", **ASKED}
    tournament = Tournament(ruleset="riichi", options=options)
    rules = tournament.rules
    drawn = rules.read_entry({"kind": "exhaustive_draw", "tenpai": []})
    gong = rules.read_entry({"kind": "gong", "policy": policy})
    state = replay(rules, [*[drawn] * 3, gong])
    data = json.loads(hands_ahead(tournament, state))
    [deal] = data["deals"]
    assert (deal["deal"], data["last"], deal.get("asks")) == (4, 4, asks)


def asked_of(ruleset: str, options: dict[str, Any], players: int) -> list[Any]:
    """Return (round, deal, outcomes) of each deal in which the rules ask the
    dealer after these outcomes. The last item is the target score, or None.
    """
    played, tournament = opened(ruleset, options, players)
    told = json.loads(hands_ahead(tournament, replay(played, [])))
    deals = [(d["round"], d["deal"], d["asks"]) for d in told["deals"] if "asks" in d]
    return [deals, told.get("target")]


ASKED = {"dealer_stop_asked": True}


def test_the_dealer_is_asked_from_the_last_hand_on():
    tenhou = {"preset": "tenhou", **ASKED}
    won, hands = ["E", "several+"], [("S", 4), *(("W", n) for n in (1, 2, 3, 4))]
    either = asked_of("riichi", {**tenhou, "dealer_stop": "win_or_tenpai"}, 4)
    assert either == [[(*hand, [*won, "draw+"]) for hand in hands], 30_000]
    after_win = {**tenhou, "dealer_stop": "win", "west_extension": False}
    assert asked_of("riichi", after_win, 4) == [[("S", 4, won)], 30_000]
    first = asked_of("sanma", ASKED, 3)[0][0]
    assert first == ("S", 3, [*won, "draw+"])


@pytest.mark.parametrize("stop", ["none", "win", "win_or_tenpai"])
def test_where_the_dealer_does_not_choose_no_page_asks(stop):
    options = {"preset": "tenhou", "dealer_stop": stop}
    assert asked_of("riichi", options, 4) == [[], None]
