"""Statistics of games: figures, records and pairs, also compared with published cases
if these are available.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

import pytest
from django.conf import settings

import rules
from rules.cli.recorded_riichi_games import _options, entry_of_hand
from rules.ledger_replay import follow, replay
from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS
from scoring.statistics.count_games import figures_by_player, pairs_of
from scoring.statistics.figures import (
    BIGGEST_WIN,
    COMEBACK,
    DEALER_STAY,
    HIGHEST_SCORE,
    LONGEST_RUN,
    MOST_WINS,
    Figures,
    total,
)
from scoring.statistics.game_facts import GameFacts, SeatedGame, SeatResult
from scoring.statistics.hands_of_ledger import game_facts
from scoring.statistics.ratios import ratios

SHARED = settings.BASE_DIR.parent / "shared"
CASES = SHARED / "cases" / "beyond"
EVENT = SHARED / "events" / "somc2017"
NAMES = ("east", "south", "west", "north")

needs_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases are not beside the project"
)


def case(name: str) -> dict:
    return json.loads((CASES / f"{name}.json").read_text())


def rounded(value, digits: int):
    """Return a fraction as a number with `digits` decimals, with halves rounded up;
    None for None.
    """
    if value is None:
        return None
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def mcr_table(hands, seats, at=(1, 1), totals=None) -> SeatedGame:
    """Return a game of MCR.

    `hands`: (winner, discarder, fan) each, or None for a draw; `seats`: players by
    seat.
    """
    ruleset = rules.ruleset("mcr")
    by_player = {player: seat for seat, player in seats.items()}
    entries = []
    for hand in hands:
        if isinstance(hand, dict):
            entries.append(hand)
        elif hand is None:
            entries.append({"kind": "washout"})
        else:
            winner, discarder, fan, *chicken = hand
            win = {"chicken": True} if any(chicken) else {}
            win |= {"winner": by_player[winner], "from": by_player.get(discarder)}
            entries.append({"kind": "win", "points": fan, **win})
    played = replay(ruleset, map(ruleset.read_entry, entries))
    state = played
    if totals:
        paper = {"kind": "totals", "scores": dict(zip(WINDS, totals, strict=True))}
        paper["penalties"] = sum(totals)
        state = replay(ruleset, [ruleset.read_entry(paper)])
    facts = game_facts(ruleset, state, at, hands=played if hands else None, parts=2)
    return SeatedGame(facts, seats)


SEATS = dict(zip(WINDS, (1, 2, 3, 4), strict=True))


def test_a_game_of_mcr():
    game = mcr_table([(1, 2, 20), None, (2, None, 10), (2, 1, 30)], SEATS)
    figures = figures_by_player([game])
    measures = {player: ratios(row) for player, row in figures.items()}
    assert figures[2].wins == 2
    assert measures[2]["wins"].value == Fraction(2, 4)
    assert measures[2]["self_draws"].value == Fraction(1, 2)
    assert measures[1]["deal_ins"].of == 4
    assert measures[3]["self_draws"].value is None
    assert figures[2].draws == 1
    assert figures[1].others_self_draws == 1
    assert figures[2].records[LONGEST_RUN].value == 2
    # 16 + 20 behind after the first hand: 1 has 44, 2 has -28.
    assert figures[2].records[COMEBACK].value == 72
    assert COMEBACK not in figures[1].records
    pairs = pairs_of([game])
    assert pairs[2][1].as_data()[-2:] == [1, 1]
    assert (pairs[3][4].games, pairs[3][4].tied) == (1, 1)


def test_chicken_hands_count_of_wins():
    chicken = {"kind": "win", "winner": "E", "from": "S", "points": 8, "chicken": True}
    game = mcr_table([chicken, (1, 2, 20), (3, 1, 8)], SEATS)
    figures = figures_by_player([game])
    assert ratios(figures[1])["chicken_hands"].value == Fraction(1, 2)
    assert ratios(figures[3])["chicken_hands"].value == 0
    assert ratios(figures[4])["chicken_hands"].value is None


def test_totals_that_hands_do_not_reproduce_count_for_places_only():
    game = mcr_table([(1, 2, 20)], SEATS, totals=(50, -50, 0, 0))
    figures = figures_by_player([game])
    assert (figures[1].games, figures[1].logged, figures[1].wins) == (1, 0, 0)
    # The shared second place counts as the mean of the places it occupies.
    assert ratios(figures[3])["average_place"].value == Fraction(5, 2)


def test_figures_are_the_same_added_or_stored():
    one = mcr_table([(1, 2, 20)], SEATS)
    two = mcr_table([(1, None, 88), (3, 1, 8)], SEATS, at=(2, 1))
    together = figures_by_player([one, two])[1]
    apart = [figures_by_player([game])[1] for game in (one, two)]
    assert total(apart) == together
    stored = json.loads(json.dumps(together.as_data()))
    assert Figures.from_data(stored) == together
    assert together.records[BIGGEST_WIN].at == ((2, 1, 1),)


def test_equal_records_keep_every_place():
    seats = dict(zip(WINDS, (4, 3, 2, 1), strict=True))
    games = [
        mcr_table([(1, 2, 20)], SEATS),
        mcr_table([(1, 2, 20)], seats, at=(2, 3)),
    ]
    record = figures_by_player(games)[1].records[HIGHEST_SCORE]
    assert record.at == ((1, 1, 0), (2, 3, 0))


@lru_cache
def championship() -> list[SeatedGame]:
    def rows(name: str) -> list[dict[str, str]]:
        with (EVENT / name).open(newline="", encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))

    hands = defaultdict(list)
    for hand in rows("hands.csv"):
        where = int(hand["round"]), int(hand["table"])
        amounts = {
            seat: int(hand[f"{name}_penalty"] or 0)
            for seat, name in zip(WINDS, NAMES, strict=True)
        }
        if any(amounts.values()):
            hands[where].append({"kind": "penalty", "amounts": amounts})
        names = ("winner", "discarder", "points", "chicken_hand")
        won = [hand[name] for name in names]
        hands[where].append(
            tuple(int(cell) if cell else None for cell in won) if won[0] else None
        )
    seating = {
        (int(row["round"]), int(row["table"])): {
            seat: int(row[name]) for seat, name in zip(WINDS, NAMES, strict=True)
        }
        for row in rows("seating.csv")
    }
    return [
        mcr_table(hands.get(at, []), seating[at], at, scores)
        for at, scores in (
            (
                (int(row["round"]), int(row["table"])),
                tuple(int(row[f"{name}_score"]) for name in NAMES),
            )
            for row in rows("totals.csv")
        )
    ]


@needs_cases
def test_statistics_of_the_championship():
    published = case("stats_mcr_somc2017")
    games = championship()
    logged = [list(game.facts.at) for game in games if game.facts.hands is not None]
    assert logged == published["logged_tables"]
    figures = figures_by_player(games)
    for row in published["persons"]:
        own = figures[row["person"]]
        measures = ratios(own)
        hands = row["logged"]
        biggest = own.records.get(BIGGEST_WIN)
        most = own.records.get(MOST_WINS)
        assert {
            "sessions": own.games,
            "places_shown": own.places,
            "average_place": rounded(measures["average_place"].value, 3),
            "average_score": rounded(measures["average_score"].value, 1),
            "best_score": own.records[HIGHEST_SCORE].value,
            "worst_score": own.lowest_score,
            "table_points": own.parts / 2,
            "fourth_avoided": rounded(measures["fourth_avoided"].value, 4),
        } == {key: row[key] for key in row if key not in ("person", "logged")}
        assert {
            "tables": own.logged,
            "hands": own.hands,
            "wins": own.wins,
            "win_rate": rounded(measures["wins"].value, 4),
            "self_drawn_wins": own.self_draws,
            "self_draw_share_of_wins": rounded(measures["self_draws"].value, 4),
            "deal_ins": own.deal_ins,
            "deal_in_rate": rounded(measures["deal_ins"].value, 4),
            "others_self_drawn": own.others_self_draws,
            "washouts": own.draws,
            "average_points_of_wins": rounded(measures["average_value"].value, 2),
            "average_gain_of_wins": rounded(measures["average_win"].value, 2),
            "average_points_dealt_into": rounded(
                measures["average_value_dealt_into"].value, 2
            ),
            "average_paid_at_deal_ins": rounded(measures["average_deal_in"].value, 2),
            "biggest_win": biggest.value if biggest else None,
            "most_wins_in_a_session": most.value if most else 0,
            "points_per_hand": rounded(measures["score_per_hand"].value, 2),
            "chicken_hands": own.chicken_hands,
        } == hands


@needs_cases
def test_records_of_the_championship():
    expected = case("records_mcr_somc2017")["expected"]
    figures = figures_by_player(championship())

    def best(key: str) -> list[tuple[int, tuple]]:
        records = {
            p: row.records[key] for p, row in figures.items() if key in row.records
        }
        top = max(record.value for record in records.values())
        return [
            (top, (player, *at))
            for player, record in sorted(records.items())
            if record.value == top
            for at in record.at
        ]

    assert [
        {"wins": value, "person": by[0], "round": by[1], "table": by[2]}
        for value, by in best(MOST_WINS)
    ] == expected["most_wins_in_a_session"]
    runs = best(LONGEST_RUN)
    assert runs[0][0] == expected["longest_run_of_wins"]["hands"]
    assert [list(by[:3]) for _run, by in runs] == expected["longest_run_of_wins"]["by"]
    first = expected["biggest_hands_first_five_and_ties"][0]
    assert best(BIGGEST_WIN) == [
        (
            first["points"],
            (first["person"], first["round"], first["table"], first["hand"]),
        )
    ]
    # Given in the notes on records.
    assert best(COMEBACK)[0][0] == 369


@needs_cases
def test_pairs_of_the_championship():
    pairs = pairs_of(championship())
    for row in case("pairs_mcr_somc2017")["pairs"]:
        pair = pairs[row["a"]][row["b"]]
        assert {
            "a": row["a"],
            "b": row["b"],
            "sessions_together": pair.games,
            "a_ahead": pair.ahead,
            "b_ahead": pair.behind,
            "level": pair.tied,
            "a_won_from_b": pair.won_from,
            "b_won_from_a": pair.lost_to,
        } == row


@lru_cache
def riichi_games(first: int, end: int) -> list[SeatedGame]:
    games = []
    path = SHARED / "cases" / "riichi_games.jsonl"
    for g, text in enumerate(path.read_text().splitlines()):
        if not first <= g < end:
            continue
        row = json.loads(text)
        ruleset = rules.ruleset("riichi", _options(row))
        state = TableState(
            ruleset.opening(), dict(zip(WINDS, row["initial_scores"], strict=True))
        )
        for hand in row["hands"]:
            state = follow(ruleset, state, ruleset.read_entry(entry_of_hand(hand)))
        facts = game_facts(ruleset, state, (g, 1), hands=state)
        m = 1 + 2 * (g % 3)
        players = {seat: (g * g + s * m) % 8 + 1 for s, seat in enumerate(WINDS)}
        games.append(SeatedGame(facts, players))
    return games


@needs_cases
def test_statistics_of_riichi():
    published = case("stats_riichi_games")
    first, end = published["lines"]
    figures = figures_by_player(riichi_games(first, end + 1))
    for row in published["persons"]:
        own = figures[row["person"]]
        m = ratios(own)
        got = {
            "person": row["person"],
            "games": own.games,
            "places": own.places,
            "average_place": rounded(m["average_place"].value, 4),
            "top_two_rate": rounded(m["top_two"].value, 4),
            "fourth_avoided": rounded(m["fourth_avoided"].value, 4),
            "bust_rate": rounded(m["busts"].value, 4),
            "average_final_score": rounded(m["average_score"].value, 1),
            "best": own.records[HIGHEST_SCORE].value,
            "worst": own.lowest_score,
            "hands": own.hands,
            "wins": own.wins,
            "win_rate": rounded(m["wins"].value, 4),
            "tsumo_share_of_wins": rounded(m["self_draws"].value, 4),
            "dama_share_of_wins": rounded(m["silent"].value, 4),
            "open_share_of_wins": rounded(m["open"].value, 4),
            "riichi_share_of_wins": rounded(m["declared_of_wins"].value, 4),
            "deal_ins": own.deal_ins,
            "deal_in_rate": rounded(m["deal_ins"].value, 4),
            "wins_dealt_into": own.wins_dealt_into,
            "riichi_sticks": own.riichi,
            "riichi_rate": rounded(m["declared"].value, 4),
            "riichi_win_rate": rounded(m["declared_wins"].value, 4),
            "riichi_deal_in_rate": rounded(m["declared_deal_ins"].value, 4),
            "riichi_draw_rate": rounded(m["declared_draws"].value, 4),
            "ippatsu_rate_of_riichi_wins": rounded(m["ippatsu"].value, 4),
            "ura_rate_of_riichi_wins": rounded(m["ura"].value, 4),
            "exhaustive_draw_rate": rounded(m["draws"].value, 4),
            "tenpai_at_draw_rate": rounded(m["ready_at_draw"].value, 4),
            "average_win": rounded(m["average_win"].value, 1),
            "average_deal_in": rounded(m["average_deal_in"].value, 1),
            "net_per_hand": rounded(m["net_per_hand"].value, 2),
            "score_per_hand": rounded(m["score_per_hand"].value, 2),
            "longest_stay_as_dealer": own.records[DEALER_STAY].value,
        }
        assert got == {key: row[key] for key in got}
        assert own.records[BIGGEST_WIN].value == row["biggest_win"]["points"]
        yaku = own.patterns.most_common(5)
        assert [count for _yaku, count in yaku] == [
            count for count, _yaku in row["most_frequent_yaku_without_dora"]
        ]


def test_comeback_needs_a_sole_first_place():
    results = {seat: SeatResult(1, 0) for seat in WINDS}
    facts = GameFacts(1, 1, results, dict.fromkeys(WINDS, 0), ())
    assert COMEBACK not in figures_by_player([SeatedGame(facts, SEATS)])[1].records
