"""The catalogue of awards, also compared with published awards if these are
available.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from scoring.awards.award_catalogue import (
    AWARDS,
    AwardResult,
    Of,
    keys_of,
    result_of,
    usual_least_games,
)
from scoring.awards.awards_in_words import value_in_words
from scoring.rulesets.presenter_registry import PRESENTERS
from scoring.statistics.count_games import figures_by_player
from scoring.statistics.figures import Figures
from tests.scoring.statistics.test_statistics_of_games import (
    SEATS,
    case,
    championship,
    mcr_table,
    needs_cases,
    riichi_games,
)

#: Keys of awards by their names in the published case.
PUBLISHED = {
    "biggest_win_points": "biggest_win",
    "most_self_drawn_wins_in_a_game": "most_self_draws_in_a_game",
    "fewest_deal_ins": "fewest_deal_ins",
    "most_deal_ins": "most_deal_ins",
    "most_dealer_wins": "most_dealer_wins",
    "most_1_han_30_fu_wins": "most_small_wins",
    "biggest_hand_dealt_into_without_riichi": "biggest_deal_in_without_riichi",
    "most_sticks_lost": "sticks_lost",
    "fewest_sticks_lost": "fewest_sticks_lost",
    "most_sticks_collected_from_others": "sticks_won",
    "most_ippatsu": "most_ippatsu",
    "most_closed_wins_without_riichi": "most_silent_wins",
    "most_different_yaku": "most_yaku",
    "most_received_at_draws": "received_at_draws",
    "highest_final_score": "highest_score",
}


def result(key: str, figures: dict[int, Figures], least: int = 1) -> AwardResult:
    found = result_of(AWARDS[key], figures, least)
    assert found is not None
    return found


def names(found: AwardResult) -> list[object]:
    return [holder.name for holder in found.holders]


@needs_cases
def test_awards_of_riichi():
    published = case("awards_riichi_games")
    first, end = published["lines"]
    figures = dict(sorted(figures_by_player(riichi_games(first, end + 1)).items()))
    assert set(PUBLISHED) == set(published["expected"])
    for name, expected in published["expected"].items():
        found = result(PUBLISHED[name], figures)
        got = {"value": int(found.value)}
        if "by" in expected:
            # The case counts the lines of the games from 1 here.
            got["by"] = [[h.name, at[0] + 1] for h in found.holders for at in h.at]
        else:
            got["persons"] = names(found)
        assert got == expected, name


@needs_cases
def test_records_of_the_championship_are_awards_too():
    expected = case("records_mcr_somc2017")["expected"]
    figures = dict(sorted(figures_by_player(championship()).items()))
    run = result("longest_run", figures)
    assert int(run.value) == expected["longest_run_of_wins"]["hands"]
    assert [
        [holder.name, *at[:2]] for holder in run.holders for at in holder.at
    ] == expected["longest_run_of_wins"]["by"]
    assert int(result("best_comeback", figures).value) == 369
    assert int(result("biggest_win", figures).value) == 82


@needs_cases
def test_fourth_avoidance_of_a_league():
    rows = case("league_awards")["avoidance"]
    figures = {
        number: Figures(games=row["games"], places=[0, 0, 0, row["fourths"]])
        for number, row in enumerate(rows)
    }
    award = AWARDS["fourth_avoidance"]
    for number, row in enumerate(rows):
        share = award.value_of(figures[number], 0)
        assert value_in_words(award, share, "riichi") == f"{row['rate']:.4f}"
    # The player with 13 games is below the minimum.
    assert names(result("fourth_avoidance", figures, 20)) == [0]
    assert names(result("fourth_avoidance", {3: figures[3]}, 13)) == [3]
    assert result_of(AWARDS["fourth_avoidance"], {3: figures[3]}, 20) is None


def test_all_tied_players_win():
    games = [
        mcr_table([(1, None, 20), (2, None, 20), (3, 4, 8)], SEATS, at=(1, 1)),
        mcr_table([(1, None, 8)], SEATS, at=(2, 1)),
    ]
    figures = figures_by_player(games)
    biggest = result("biggest_win", figures)
    assert (biggest.value, names(biggest)) == (20, [1, 2])
    assert biggest.holders[0].at == ((1, 1, 1),)
    assert names(result("fewest_deal_ins", figures)) == [1, 2, 3]
    most = result("most_self_draws", figures)
    # The denominator: wins of the player.
    assert (most.value, [(h.name, h.of) for h in most.holders]) == (2, [(1, 2)])


def test_nobody_wins_without_a_case():
    figures = figures_by_player([mcr_table([None, (1, None, 8)], SEATS)])
    for key in ("most_deal_ins", "biggest_deal_in", "smallest_deal_in", "longest_run"):
        assert result_of(AWARDS[key], figures) is None, key
    totals = figures_by_player([mcr_table([], SEATS, totals=(30, 10, -10, -30))])
    for key, award in AWARDS.items():
        assert (result_of(award, totals) is None) == (award.of is not Of.GAMES), key


def test_few_games_do_not_help():
    many = Figures(games=8, logged=8, hands=100, deal_ins=9)
    few = Figures(games=2, logged=2, hands=20, deal_ins=1)
    late = Figures(games=8, logged=5, hands=60, deal_ins=2)
    figures = {1: many, 2: few, 3: late}
    least = usual_least_games(figures.values())
    assert least == 6
    # Player 3 has only five games with hands.
    assert names(result("fewest_deal_ins", figures, least)) == [1]
    assert names(result("fewest_deal_ins", figures, 5)) == [3]
    assert usual_least_games([]) == 1


def test_more_than_two_seven_pairs():
    figures = {n: Figures(known_wins=5, patterns=Counter(chiitoitsu=n)) for n in (2, 3)}
    assert names(result("seven_pairs", figures)) == [3]
    assert result_of(AWARDS["seven_pairs"], {2: figures[2]}) is None


def test_average_dora_and_yakuhai():
    one = Figures(
        games=1,
        logged=1,
        wins=4,
        known_wins=4,
        dora=6,
        patterns=Counter(seat_wind=2, yakuhai_red=1, yakuhai_white=1, pinfu=1),
    )
    found = result("most_dora", {1: one})
    assert (found.value, found.holders[0].of) == (Fraction(3, 2), 4)
    assert result("most_yakuhai", {1: one}).value == 4
    assert result("most_yaku", {1: one}).value == 3


@pytest.mark.parametrize("ruleset", PRESENTERS)
def test_every_ruleset_has_only_awards_that_mean_something(ruleset):
    presenter = PRESENTERS[ruleset]
    keys = keys_of(presenter.further_awards, presenter.awards_left_out)
    assert {*presenter.further_awards, *presenter.awards_left_out} <= set(AWARDS)
    assert "biggest_win" in keys
    assert ("most_ippatsu" in keys) == (ruleset in ("riichi", "sanma"))
    assert ("dealer_stay" in keys) == (not presenter.hands_are_numbered)
    assert ("fourth_avoidance" in keys) == (ruleset != "sanma")
