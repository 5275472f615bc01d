"""Values entered without tiles: impossible values are rejected, and possible ones are
accepted.
"""

from __future__ import annotations

from itertools import islice

import pytest

from rules.entering import read_new_entry
from rules.faults import RuleError
from rules.random_winning_hands import winning_hands
from rules.ruleset_and_table_state import Ruleset
from rules.ruleset_registry import ruleset


def refused(rules: Ruleset, **entry: object) -> list[tuple[str, str]]:
    """Return (code, field) of each error of a win; [] if it is accepted."""
    try:
        read_new_entry(rules, {"kind": "win", "from": None, **entry})
    except RuleError as error:
        return [(fault.code, fault.field) for fault in error.faults if fault.sentence]
    return []


MCR = ruleset("mcr", {})


class TestMcr:
    def test_a_self_drawn_hand_is_no_chicken_hand(self):
        chicken = {"winner": "E", "points": 8, "chicken": True}
        assert refused(MCR, **chicken) == [("chicken_self_drawn", "chicken")]
        assert refused(MCR, **chicken, **{"from": "S"}) == []

    def test_a_hand_on_a_discard_has_less_than_a_self_drawn_one(self):
        drawn = {"winner": "E", "points": 330}
        assert refused(MCR, **drawn) == []
        assert refused(MCR, **drawn, **{"from": "S"}) == [("too_many_fan", "points")]

    def test_each_of_several_winners_is_named(self):
        winners = [{"winner": seat, "points": 330} for seat in "EW"]
        rules = ruleset("mcr", {"multiple_winners": "all"})
        assert refused(rules, winners=winners, **{"from": "S"}) == [
            ("too_many_fan", f"winners[{number}].points") for number in (0, 1)
        ]

    def test_a_ledger_of_before_is_still_read(self):
        raw = {"kind": "win", "winner": "E", "from": None, "points": 8, "chicken": True}
        assert MCR.read_entry(raw).claims[0].chicken


class TestHongKong:
    rules = ruleset("hong_kong", {"min_faan": 0})

    def test_a_self_drawn_hand_has_the_faan_for_it(self):
        assert refused(self.rules, winner="E", faan=0) == [
            ("self_drawn_with_less", "faan")
        ]
        assert refused(self.rules, winner="E", faan=1) == []
        assert refused(self.rules, winner="E", faan=2, bonus_faan=1) == []
        assert refused(self.rules, winner="E", faan=0, **{"from": "S"}) == []

    def test_bonus_tiles_are_not_what_a_self_draw_gives(self):
        strict = ruleset("hong_kong", {"min_faan": 0, "seven_flower_win": False})
        assert refused(strict, winner="E", faan=2, bonus_faan=2) == [
            ("self_drawn_with_less", "faan")
        ]
        assert refused(self.rules, winner="E", faan=3, bonus_faan=3) == []

    def test_a_robbed_kong_gives_a_faan(self):
        robbed = {"winner": "E", "from": "S", "robbed_kong": True}
        assert refused(self.rules, faan=0, **robbed) == [("robbed_with_less", "faan")]
        assert refused(self.rules, faan=1, **robbed) == []

    def test_where_the_way_to_win_gives_nothing_nothing_is_refused(self):
        rules = ruleset("hong_kong", {"min_faan": 0, "patterns": {"self_draw": "off"}})
        assert refused(rules, winner="E", faan=0) == []


class TestClassical:
    rules = ruleset("classical", {})

    @pytest.mark.parametrize(
        ("value", "code"), [(21, "not_a_multiple"), (18, "less_than_mahjong")]
    )
    def test_a_winner_has_the_points_for_mahjong(self, value, code):
        values = {"E": value, "S": 0, "W": 4, "N": 8}
        assert refused(self.rules, winner="E", values=values) == [(code, "values.E")]

    def test_a_loser_may_have_little_but_nothing_odd(self):
        values = {"E": 20, "S": 0, "W": 3, "N": 500}
        assert refused(self.rules, winner="E", values=values) == [
            ("not_a_multiple", "values.W")
        ]

    def test_rounding_decides_what_divides_a_value(self):
        rules = ruleset("classical", {"rounding": "10"})
        values = {"E": 30, "S": 0, "W": 10, "N": 24}
        assert refused(rules, winner="E", values=values) == [
            ("not_a_multiple", "values.N")
        ]


class TestRiichi:
    rules = ruleset("riichi", {})

    @pytest.mark.parametrize(
        ("discarder", "fu", "least"),
        [(None, 30, 2), ("W", 30, 1), (None, 25, 4), ("W", 25, 3), (None, 20, 3)],
    )
    def test_riichi_gives_a_han_and_a_self_draw_another(self, discarder, fu, least):
        win = {"winner": "S", "from": discarder, "fu": fu, "riichi": ["S"]}
        few = refused(self.rules, **win, han=least - 1) if least > 1 else []
        assert (("too_few_han_for_riichi", "han") in few) == (least > 1)
        assert refused(self.rules, **win, han=least) == []

    def test_who_did_not_declare_may_have_less(self):
        win = {"winner": "S", "from": None, "han": 1, "fu": 30, "riichi": ["N"]}
        assert refused(self.rules, **win) == []


@pytest.mark.parametrize("name", ["mcr", "hong_kong", "classical"])
def test_what_a_hand_has_by_its_tiles_is_never_refused(name):
    """Random hands, each entered by the value of its tiles, are accepted."""
    rules = ruleset(name, {"hong_kong": {"min_faan": 0}}.get(name, {}))
    entered = 0
    for hand in islice(winning_hands(7), 400):
        try:
            worth = rules.score(hand)
        except RuleError:
            continue
        total = worth.as_data()
        if not total.get("meets_minimum", True):
            continue
        source = None if hand.self_draw else "S"
        if name == "classical":
            entry = {"values": {"E": total["total"], "S": 0, "W": 0, "N": 0}}
        elif name == "mcr":
            entry = {"points": total["points"] + total["flower_points"]}
        else:
            entry = {"faan": total["faan"]}
        assert refused(rules, winner="E", **{"from": source}, **entry) == []
        entered += 1
    assert entered > 50
