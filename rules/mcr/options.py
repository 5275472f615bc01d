"""Rule options of MCR: play, penalties, and scoring where rule books differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.absence_score_options import (
    FORFEIT,
    missed_points,
    missed_score,
    sit_out_points,
    sit_out_score,
    substitute_last,
    substitute_points,
    substitute_score,
)
from rules.claim_options import multiple_winners, triple_win_is_draw
from rules.faults import Fault
from rules.mcr.penalties import OFFENCES
from rules.mcr.presets import ALIASES, PRESETS
from rules.rule_option_types import Options, Preset, choice, flag, number, table
from rules.table_points import table_points, tie
from rules.translation_marks import _, cited, in_context

HANDS = 16


@dataclass(frozen=True)
class McrOptions(Options):
    """Rule options of MCR: play, penalties, and scoring where rule books differ."""

    PRESETS: ClassVar[Mapping[str, Preset]] = PRESETS
    ALIASES: ClassVar[Mapping[str, str]] = ALIASES

    preset: str = "chinese"

    minimum: int = number(
        8, 0, 88, _("Minimum fan to win, without flowers"), cited("Green Book 3.9.1.1")
    )
    base: int = number(
        8,
        0,
        100,
        _("Basic points paid by each loser, in addition to the fan"),
        cited("Green Book 3.9.1.2"),
    )
    hands_limit: int = number(
        HANDS, 1, HANDS, _("Maximum hands in a game"), cited("1998 rules, article 5")
    )
    multiple_winners: str = multiple_winners()
    triple_win_is_draw: bool = triple_win_is_draw()
    seat_change: bool = flag(
        True, _("Seats change between wind rounds"), cited("Green Book, appendix 4")
    )
    false_win_offender: int = number(
        -30,
        -1000,
        0,
        _("Points of the offender after a false win"),
        cited("1998 rules, article 13"),
        path="false_win.offender",
    )
    false_win_others: int = number(
        10,
        0,
        1000,
        _("Points for each opponent after a false win"),
        cited("1998 rules, article 13"),
        path="false_win.others",
    )
    false_win_not_ready: int = number(
        20,
        0,
        1000,
        _("Minimum points for each opponent if the hand was not ready"),
        cited("1998 rules, article 13; EMA events: 10"),
    )
    penalties: Mapping[str, int] = table(
        {offence.id: offence.points for offence in OFFENCES},
        0,
        1000,
        _(
            "Points for each penalty. If the first offence gets a warning, each "
            "repetition doubles the points."
        ),
        cited("1998 rules, articles 13 and 14"),
    )
    two_concealed_kongs: int = number(
        6,
        6,
        8,
        _("Value of Two Concealed Kongs"),
        cited("1998 rules, fan 53: 6; Green Book 3.8.1: 8"),
    )
    mixed_kongs: int = number(
        5,
        3,
        6,
        _("Value of Concealed Kong and Melded Kong"),
        cited("Chinese events: 5; Green Book, note to fan 57: 6"),
    )
    concealed_pungs_with_kong_hands: bool = flag(
        True,
        _("Three and Four Kongs add a fan for concealed pungs"),
        cited("disputed; Chinese events: yes"),
    )
    concealed_pungs_with_two_kongs: bool = flag(
        True,
        _(
            "Two Concealed Kongs, and Concealed Kong and Melded Kong, add a fan for "
            "concealed pungs"
        ),
        cited("disputed; Chinese events: yes"),
    )
    fully_concealed_on_concealed_hands: bool = flag(
        False,
        _(
            "Hands that are always concealed, won by self-draw, score Fully "
            "Concealed Hand instead of Self-Drawn"
        ),
        cited("1998 rules: no; Green Book, pages 14-15: yes"),
    )
    fully_concealed_with_last_tile: bool = flag(
        True,
        _("Last Tile Draw and Out with Replacement Tile add Fully Concealed Hand"),
        cited("Chinese events: yes"),
    )
    half_flush_with_all_green: bool = flag(
        False,
        _("All Green with green dragons adds Half Flush"),
        cited("1998 rules: no; Mahjong Time: yes"),
    )
    tile_hog_in_pairs: bool = flag(
        True,
        _("Seven Pairs with All Green or All Terminals also score Tile Hog"),
        cited("Chinese events: yes; WMCC 2006: no"),
    )
    nine_gates_second_pung: bool = flag(
        True,
        _("Nine Gates also scores its second pung of terminals"),
        cited("Chinese events: yes; WMCC 2006: no"),
    )
    knitted_straight_waits: str = choice(
        "counted",
        ("counted", "not_on_knitted_tiles", "single_only"),
        _("Edge, Closed and Single Wait with a Knitted Straight"),
        cited(
            "Chinese events: counted; GB-Mahjong: not on knitted tiles; WMCC 2006: "
            "only Single Wait"
        ),
    )
    waits_on_own_four: bool = flag(
        True,
        _("A tile counts as a wait even if the winner holds all 4 copies"),
        cited("Chinese events: yes; GB-Mahjong: no"),
    )
    last_tile_with_pair: bool = flag(
        False,
        _(
            "Last Tile also counts with a copy of the tile in hand. Single Wait does "
            "not count then."
        ),
        cited("1998 rules: impossible; GB-Mahjong: yes"),
    )
    discarded_pung_is_concealed: bool = flag(
        False,
        _("A pung completed by the winning discard counts as concealed"),
        cited("1998 rules: no"),
    )
    knitted_straight_in_lesser: bool = flag(
        True,
        _(
            "Lesser Honors and Knitted Tiles with all 9 knitted tiles adds Knitted "
            "Straight"
        ),
        cited("1998 rules: yes"),
    )
    four_of_a_kind_as_two_pairs: bool = flag(
        True,
        in_context("mcr", "Four identical tiles may be 2 of 7 pairs"),
        cited("1998 rules: yes"),
    )
    replacement_with_last_discard: bool = flag(
        False,
        _("The last discard also scores Out with Replacement Tile"),
        cited("misprint in the Green Book, fan 46"),
    )
    voided_suit_with_three_winds: bool = flag(
        True, _("Big Three Winds adds One Voided Suit"), cited("Chinese events: yes")
    )
    concealed_kong_in_four_kongs: bool = flag(
        False,
        _("Four Kongs also scores Concealed Kong if one of the kongs is concealed"),
        cited("Chinese events: no"),
    )
    table_points: tuple[int, ...] = table_points(cited("MCR tournaments: 4, 2, 1, 0"))
    tie: str = tie(cited("MCR tournaments: shared"))
    missed_score: int = missed_score(
        FORFEIT, cited("1998 rules, article 13: a forfeited game scores nothing")
    )
    missed_points: int = missed_points()
    sit_out_score: int = sit_out_score()
    sit_out_points: int = sit_out_points()
    substitute_score: int | None = substitute_score()
    substitute_points: int | None = substitute_points()
    substitute_last: bool = substitute_last(
        source=cited("EMA regulations for MCR (2010), 4.1.2 and 4.2: yes")
    )

    def contradictions(self) -> Iterator[Fault]:
        if -self.false_win_offender < 3 * self.false_win_others:
            yield Fault(
                "false_win_gives_too_much",
                _("The opponents cannot receive more than the offender pays."),
                "false_win.others",
            )
