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
        500, 1, 100_000, _("The most a hand is worth."), "DMJL 500; BMJA 1000"
    )
    roof_off: bool = flag(
        False, _("The limit holds for limit hands only: others may be worth more.")
    )
    rounding: str = choice(
        "none", ("none", "10", "100"), _("A hand's value is rounded up to this.")
    )
    points: Mapping[str, int] = table(
        POINT_VALUES, 0, 1000, _("What each item scores in points; 0 = not played.")
    )
    doubles: Mapping[str, int] = table(
        DOUBLE_VALUES, 0, 10, _("What each item scores in doubles; 0 = not played.")
    )
    limit_hands: Mapping[str, int] = table(
        LIMIT_VALUES,
        0,
        100,
        _("What each limit hand scores, in hundredths of the limit; 0 = not played."),
    )
    bonus_tiles: str = choice(
        "all",
        ("all", "flowers", "none"),
        _("Which bonus tiles are played with."),
    )
    chow_from: str = chow_from()
    pair_claim_to_win: bool = pair_claim_to_win()
    missed_discard: str = missed_discard()
    sacred_discard: str = sacred_discard()
    jokers: int = jokers()
    copies_with_jokers: int = copies_with_jokers()
    limit_hands_with_jokers: bool = limit_hands_with_jokers()
    patterns_without_jokers: tuple[str, ...] = patterns_without_jokers(tuple(PATTERNS))
    max_chows: int = number(4, 0, 4, _("Chows a winning hand may have."), "BMJA: 1")
    minimum_points: int = number(0, 0, 1000, _("Points, before doubling, a win needs."))
    minimum_doubles: int = number(0, 0, 20, _("Doubles a win needs."))
    no_mixed_suits: bool = flag(
        False, _("A win may hold tiles of one suit only, and honors.")
    )
    require_limit_hand: bool = flag(False, _("Only limit hands may win."))
    robbing: bool = flag(
        True,
        _(
            "A tile added to an exposed pung may be robbed to win, and a concealed "
            "kong to complete thirteen orphans."
        ),
        "Millington 58",
    )
    only_possible_tile_when: str = choice(
        "any",
        ("any", "drawn", "shape"),
        _(
            "When the only possible tile scores: always; only if drawn; or for the "
            "shape of the set it completed (edge, closed, pair), whatever else the "
            "hand could wait for."
        ),
        "Babcock: drawn; mahjong.wikidot.com: shape",
    )
    count_visible_tiles: bool = flag(
        False,
        _(
            "A tile is the only possible one too when all others that would do are "
            "visible: the flag only_tile says so."
        ),
        "Millington: yes",
    )
    scholars_without_chow: bool = flag(
        False, _("Three great scholars may have no chow."), "BMJA: yes"
    )
    jade_needs_green_dragon: bool = flag(
        False, _("Imperial jade needs the green dragon."), "disputed"
    )
    heavenly_without_supplements: bool = flag(
        False, _("East's heavenly hand may have no bonus tiles."), "Four Winds"
    )
    earthly: str = choice(
        "first_discard",
        ("first_discard", "extended", "first_draw"),
        _(
            "What wins an earthly hand: East's first discard; any discard before the "
            "own first draw; or the own first draw too."
        ),
        "Four Winds",
    )
    hidden_treasure_claimed_kongs: bool = flag(
        True, _("Hidden treasure may have kongs claimed onto concealed pungs.")
    )
    snake_exposed: bool = flag(True, _("Squirming snake may be exposed."), "DMJL: yes")
    long_hand_zero: bool = flag(
        True, _("A loser's hand with too many tiles is worth 0.")
    )
    short_hand_zero: bool = flag(
        False,
        _("A loser's hand with too few tiles is worth 0."),
        "Millington: yes",
    )

    def contradictions(self) -> Iterator[Fault]:
        if self.require_limit_hand and not any(self.limit_hands.values()):
            yield contradiction(
                "require_limit_hand",
                _("Only limit hands may win, and no limit hand is played."),
            )
        if self.count_visible_tiles and self.only_possible_tile_when == "shape":
            yield contradiction(
                "count_visible_tiles",
                _("Visible tiles cannot matter where only the shape of the set does."),
            )
