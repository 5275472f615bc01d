"""What an event may choose about the value of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.claim_options import (
    chow_from,
    missed_discard,
    pair_claim_to_win,
    sacred_discard,
)
from rules.classical.patterns import DOUBLE_VALUES, LIMIT_VALUES, PATTERNS, POINT_VALUES
from rules.faults import Fault
from rules.jokers.options import (
    copies_with_jokers,
    jokers,
    limit_hands_with_jokers,
    patterns_without_jokers,
)
from rules.options import Options, choice, contradiction, flag, number, table
from rules.text import _


@dataclass(frozen=True)
class ScoringOptions(Options):
    """Options that decide which hands win and what a hand is worth."""

    preset: str = "dmjl"

    limit: int = number(
        500, 1, 100_000, _("Limit: maximum hand value"), "DMJL 500; BMJA 1000"
    )
    roof_off: bool = flag(
        False,
        _("The limit applies to limit hands only. Other hands may be worth more."),
    )
    rounding: str = choice(
        "none", ("none", "10", "100"), _("Rounding of hand values (up)")
    )
    points: Mapping[str, int] = table(
        POINT_VALUES, 0, 1000, _("Points for each pattern. 0: not used.")
    )
    doubles: Mapping[str, int] = table(
        DOUBLE_VALUES, 0, 10, _("Doubles for each pattern. 0: not used.")
    )
    limit_hands: Mapping[str, int] = table(
        LIMIT_VALUES,
        0,
        100,
        _("Value of each limit hand, in percent of the limit. 0: not used."),
    )
    bonus_tiles: str = choice(
        "all",
        ("all", "flowers", "none"),
        _("Bonus tiles in play"),
    )
    chow_from: str = chow_from()
    pair_claim_to_win: bool = pair_claim_to_win()
    missed_discard: str = missed_discard()
    sacred_discard: str = sacred_discard()
    jokers: int = jokers()
    copies_with_jokers: int = copies_with_jokers()
    limit_hands_with_jokers: bool = limit_hands_with_jokers()
    patterns_without_jokers: tuple[str, ...] = patterns_without_jokers(tuple(PATTERNS))
    max_chows: int = number(4, 0, 4, _("Maximum chows in a winning hand"), "BMJA: 1")
    minimum_points: int = number(
        0, 0, 1000, _("Minimum points to win, before doubling")
    )
    minimum_doubles: int = number(0, 0, 20, _("Minimum doubles to win"))
    no_mixed_suits: bool = flag(
        False, _("Winning hands may have only one suit, and honors")
    )
    require_limit_hand: bool = flag(False, _("Only limit hands may win"))
    robbing: bool = flag(
        True,
        _(
            "Robbing a kong: a tile added to an exposed pung, to win; a concealed "
            "kong, for thirteen orphans."
        ),
        "Millington 58",
    )
    only_possible_tile_when: str = choice(
        "any",
        ("any", "drawn", "shape"),
        _(
            "Only possible tile scores: always; only if drawn; or by the shape of the "
            "completed set (edge, closed, pair), even if other tiles would also "
            "complete the hand."
        ),
        "Babcock: drawn; mahjong.wikidot.com: shape",
    )
    count_visible_tiles: bool = flag(
        False,
        _(
            "A tile also counts as the only possible one if all alternatives are "
            "visible (flag only_tile)"
        ),
        "Millington: yes",
    )
    scholars_without_chow: bool = flag(
        False, _("Three great scholars without chows"), "BMJA: yes"
    )
    jade_needs_green_dragon: bool = flag(
        False, _("Imperial jade needs the green dragon"), "disputed"
    )
    heavenly_without_supplements: bool = flag(
        False, _("Heavenly hand without bonus tiles"), "Four Winds"
    )
    earthly: str = choice(
        "first_discard",
        ("first_discard", "extended", "first_draw"),
        _("Earthly hand wins on"),
        "Four Winds",
    )
    hidden_treasure_claimed_kongs: bool = flag(
        True, _("Hidden treasure may have kongs claimed onto concealed pungs")
    )
    snake_exposed: bool = flag(True, _("Squirming snake may be exposed"), "DMJL: yes")
    long_hand_zero: bool = flag(
        True, _("A loser's hand with too many tiles is worth 0")
    )
    short_hand_zero: bool = flag(
        False,
        _("A loser's hand with too few tiles is worth 0"),
        "Millington: yes",
    )

    def contradictions(self) -> Iterator[Fault]:
        if self.require_limit_hand and not any(self.limit_hands.values()):
            yield contradiction(
                "require_limit_hand",
                _("Only limit hands may win, but no limit hand is used."),
            )
        if self.count_visible_tiles and self.only_possible_tile_when == "shape":
            yield contradiction(
                "count_visible_tiles",
                _("Visible tiles cannot count if only the shape of the set decides."),
            )
