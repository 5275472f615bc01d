"""Rule options for the faan of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.claim_options import (
    chow_from,
    missed_discard,
    pair_claim_to_win,
    sacred_discard,
)
from rules.hong_kong.patterns import DEFAULT_VALUES, LIMIT, OFF, PATTERNS
from rules.jokers.joker_options_and_faults import (
    copies_with_jokers,
    jokers,
    limit_hands_with_jokers,
    patterns_without_jokers,
)
from rules.own_hands import FAAN, OwnHand, OwnHands, own_hands
from rules.own_hands import LIMIT as OWN_LIMIT
from rules.rule_option_types import Options, choice, flag, limit, number, table
from rules.translation_marks import _, cited, in_context

MOST_FAAN = 88
#: Value of "limit" without a limit: the full table ends here (faan).
FULL_TABLE = 13


@dataclass(frozen=True)
class ScoringOptions(Options):
    """Options that decide which hands win and the faan of each pattern."""

    preset: str = "hk_old_style"

    min_faan: int = number(
        3, 0, FULL_TABLE, _("Minimum faan to win"), cited("3; TVB: 1; for training: 0")
    )
    bonus_counts_for_minimum: bool = flag(
        False,
        _("Faan for bonus tiles, or for having none, count towards the minimum"),
        cited("no; mahjonggame.hk and most programs: yes"),
    )
    limit_faan: int | None = limit(
        FULL_TABLE,
        1,
        MOST_FAAN,
        _("Limit: maximum faan paid, and the value of limit hands"),
        cited("13; most parlours and TVB: 10"),
    )
    patterns: Mapping[str, int | str] = table(
        DEFAULT_VALUES,
        0,
        MOST_FAAN,
        _("Value of each pattern: faan, the limit, or off (0 is also off)"),
        choices=(LIMIT, OFF),
    )
    bonus_tiles: str = choice(
        "all",
        ("all", "flowers", "none"),
        in_context("hong_kong", "Bonus tiles in play"),
        cited("TVB: none (136 tiles)"),
    )
    all_chows_pair: str = choice(
        "any",
        ("any", "suited", "not_scoring"),
        _("Pairs allowed in All Chows"),
        cited("any pair; TVB: no pair of honors"),
    )
    mixed_terminals_with_chows: bool = flag(
        False,
        _(
            "Mixed Terminals may have chows, if every set and the pair contains a "
            "terminal or honor"
        ),
        cited("smart-828: yes"),
    )
    dragon_triplets_added: bool = flag(
        False,
        _("Small and Great Dragons add a faan for each triplet of dragons"),
        cited("included; smart-828: added"),
    )
    nine_gates_wait: str = choice(
        "any",
        ("any", "pure"),
        _("Wait required for Nine Gates"),
        cited("any; HKMJ Cheat Sheet: wait for all 9 tiles"),
    )
    four_concealed_self_draw_only: bool = flag(
        False,
        _("Four Concealed Triplets must be self-drawn, even to complete the pair"),
        cited("hk_modern_13f: yes"),
    )
    four_concealed_kongs: bool = flag(
        True,
        _("Four Concealed Triplets may have concealed kongs"),
        cited("hk_modern_13f: no"),
    )
    four_concealed_extras: str = choice(
        "both",
        ("both", "self_draw", "none"),
        _(
            "Added to Four Concealed Triplets: Self-drawn and Concealed Hand, "
            "Self-drawn only, or neither"
        ),
        cited("both; disputed"),
    )
    seven_pairs_quad_as_two: bool = flag(
        False, in_context("hong_kong", "Four identical tiles may be 2 of 7 pairs")
    )
    faan_per_kong: int = number(0, 0, 10, _("Faan for each kong"), cited("booklets: 1"))
    concealed_mode: str = choice(
        "any",
        ("any", "discard", "off"),
        _("Concealed Hand counts: always, only on a discard, or never"),
        cited("any; mahjonggame.hk: only on a discard; TVB: never"),
    )
    concealed_hand_kongs: bool = flag(
        True, _("Concealed Hand may have concealed kongs")
    )
    robbing: bool = flag(
        True, _("Robbing a kong: win on a tile added to an exposed pung")
    )
    rob_concealed_kong: str = choice(
        "no",
        ("no", "thirteen_orphans", "any"),
        _(
            "Robbing a concealed kong: never, for Thirteen Orphans, or to win with any "
            "hand"
        ),
        cited("no; TVB: to win with any hand"),
    )
    earthly: str = choice(
        "first_discard",
        ("first_discard", "first_draw", "either"),
        _("Winning tile of Earthly Hand"),
        cited("dealer's first discard; mahjonggame.hk: player's first draw"),
    )
    set_replaces_own: bool = flag(
        True,
        _("All flowers replaces Own flower, and All seasons replaces Own season"),
        cited("yes; mahjonggame.hk: both count"),
    )
    seven_flower_win: bool = flag(
        True,
        _(
            "A player with 7 or 8 bonus tiles may win with any hand, as a "
            "self-draw. No minimum applies, and no other pattern counts."
        ),
    )
    big_hands_alone: str = choice(
        "off",
        ("off", "no_extras", "limit"),
        _(
            "Big hands (例牌): add all other patterns, add only each other, or are "
            "worth exactly the limit"
        ),
    )
    chow_from: str = chow_from()
    pair_claim_to_win: bool = pair_claim_to_win()
    missed_discard: str = missed_discard()
    sacred_discard: str = sacred_discard()
    jokers: int = jokers()
    copies_with_jokers: int = copies_with_jokers()
    limit_hands_with_jokers: bool = limit_hands_with_jokers()
    patterns_without_jokers: tuple[str, ...] = patterns_without_jokers(tuple(PATTERNS))
    max_chows: int = number(
        4, 0, 4, in_context("hong_kong", "Maximum chows in a winning hand")
    )
    no_mixed_suits: bool = flag(
        False,
        in_context("hong_kong", "Winning hands may have only one suit, and honors"),
    )
    require_limit_hand: bool = flag(False, _("Only hands worth the limit may win"))
    own_hands: OwnHands = own_hands({FAAN: MOST_FAAN, OWN_LIMIT: 100})

    @property
    def limit_worth(self) -> int:
        """Return the faan of a limit hand."""
        return self.limit_faan or FULL_TABLE

    def capped(self, faan: int, own: OwnHand | None = None) -> int:
        """Return the number of faan paid for a hand. `own`: the tournament's special
        hand that the winner declared, or None."""
        if own and own.over_limit:
            return min(faan, MOST_FAAN)
        return faan if self.limit_faan is None else min(faan, self.limit_faan)

    def faan_of(self, own: OwnHand) -> int:
        """Return the faan of `own`, one of the tournament's special hands."""
        return self.limit_worth if own.unit == OWN_LIMIT else own.value
