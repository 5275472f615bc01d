"""Rule options of Classical Chinese: hands, payments, penalties, order of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules import kitty_and_goulash, own_hands
from rules.absence_score_options import (
    missed_points,
    missed_score,
    sit_out_points,
    sit_out_score,
    substitute_points,
    substitute_score,
)
from rules.claim_options import (
    chow_from,
    missed_discard,
    multiple_winners,
    pair_claim_to_win,
    sacred_discard,
    triple_win_is_draw,
    winners_settle,
)
from rules.claim_types import SeveralWinners
from rules.classical.entries import ABORTIVE_REASONS
from rules.classical.patterns import DOUBLE_VALUES, LIMIT_VALUES, PATTERNS, POINT_VALUES
from rules.classical.presets import ALIASES, PRESETS
from rules.dead_hands_and_tile_count import wrong_tile_count
from rules.faults import Fault
from rules.jokers.joker_options_and_faults import (
    copies_with_jokers,
    jokers,
    limit_hands_with_jokers,
    patterns_without_jokers,
)
from rules.kitty_and_goulash import extra_hand_bonus, goulash_deal, goulash_stake, kitty
from rules.own_hands import OwnHand, OwnHands
from rules.prevailing_winds_of_game import round_winds
from rules.rule_option_types import (
    Options,
    Preset,
    choice,
    contradiction,
    flag,
    limit,
    number,
    several,
    table,
)
from rules.shared_fault_messages import NOT_ALL_WINNERS_PAID
from rules.table_points import table_points, tie
from rules.tables_of_two_or_three import fewest_players
from rules.translation_marks import _, cited, in_context
from rules.winds import FOUR


@dataclass(frozen=True)
class ScoringOptions(Options):
    """Options that decide which hands win and their value."""

    preset: str = "dmjl"

    limit: int = number(
        500, 1, 100_000, _("Limit: maximum hand value"), cited("DMJL: 500; BMJA: 1,000")
    )
    roof_off: bool = flag(
        False,
        _("The limit applies to limit hands only. Other hands may be worth more."),
    )
    rounding: str = choice(
        "none", ("none", "10", "100"), _("Rounding up of hand values")
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
        in_context("classical", "Bonus tiles in play"),
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
        4,
        0,
        4,
        in_context("classical", "Maximum chows in a winning hand"),
        cited("BMJA: 1"),
    )
    minimum_points: int = number(
        0, 0, 1000, _("Minimum points to win, before doubling")
    )
    minimum_doubles: int = number(0, 0, 20, _("Minimum doubles to win"))
    no_mixed_suits: bool = flag(
        False,
        in_context("classical", "Winning hands may have only one suit, and honors"),
    )
    require_limit_hand: bool = flag(False, _("Only limit hands may win"))
    own_hands: OwnHands = own_hands.own_hands(
        {own_hands.POINTS: 100_000, own_hands.DOUBLES: 10, own_hands.LIMIT: 1000}
    )
    robbing: bool = flag(
        True,
        _(
            "A kong can be robbed. A tile added to an exposed pung can complete any "
            "hand; a concealed kong can only be robbed for thirteen orphans."
        ),
        cited("Millington 58"),
    )
    only_possible_tile_when: str = choice(
        "any",
        ("any", "drawn", "shape"),
        _(
            "When “Only possible tile” scores: always, only if drawn, or by the shape "
            "of the set (edge, closed, pair), even if other tiles would also win."
        ),
        cited("Babcock: only if drawn; mahjong.wikidot.com: shape of the set"),
    )
    count_visible_tiles: bool = flag(
        False,
        _(
            "A tile also counts as the only possible tile if all other tiles that "
            "would win are visible"
        ),
        cited("Millington: yes"),
    )
    scholars_without_chow: bool = flag(
        False, _("Three great scholars must have no chows"), cited("BMJA: yes")
    )
    jade_needs_green_dragon: bool = flag(
        False, _("Imperial jade needs the green dragon"), cited("disputed")
    )
    heavenly_without_supplements: bool = flag(
        False, _("A heavenly hand must have no bonus tiles"), cited("Four Winds")
    )
    earthly: str = choice(
        "first_discard",
        ("first_discard", "extended", "first_draw"),
        _("Winning tile of an earthly hand"),
        cited("Four Winds"),
    )
    hidden_treasure_claimed_kongs: bool = flag(
        True,
        _("Hidden treasure may have kongs made from a concealed pung and a discard"),
    )
    snake_exposed: bool = flag(
        True, _("Squirming snake may be exposed"), cited("DMJL: yes")
    )
    long_hand_zero: bool = flag(
        True, _("A loser's hand with too many tiles is worth 0")
    )
    short_hand_zero: bool = flag(
        False,
        _("A loser's hand with too few tiles is worth 0"),
        cited("Millington: yes"),
    )

    def value_of(self, own: OwnHand) -> int:
        """Return the value, in points, of one of the tournament's special hands that
        counts alone."""
        worth = own.value
        if own.unit == own_hands.LIMIT:
            worth = (self.limit * own.value + 50) // 100
        return worth if own.over_limit else min(worth, self.limit)

    def contradictions(self) -> Iterator[Fault]:
        def too_low(own: OwnHand) -> bool:
            if own.unit == own_hands.LIMIT:
                return False
            few_doubles = self.minimum_doubles > 0 or self.require_limit_hand
            return few_doubles or own.value < self.minimum_points

        yield from own_hands.contradictions(self.own_hands, too_low)
        limit_is_used = any(self.limit_hands.values()) or any(
            own.unit == own_hands.LIMIT for own in self.own_hands
        )
        if self.require_limit_hand and not limit_is_used:
            yield contradiction(
                "require_limit_hand",
                _(
                    "With these options, only limit hands may win, but no limit "
                    "hand is used."
                ),
            )
        if self.count_visible_tiles and self.only_possible_tile_when == "shape":
            yield contradiction(
                "count_visible_tiles",
                _(
                    "Visible tiles cannot count if the shape of the set decides "
                    "which tile is the only possible one."
                ),
            )


#: Claim of a wrongly named discard -> penalty in points.
PENALTIES = {
    "misnamed_for_chow": 50,
    "misnamed_for_pung_or_kong": 100,
    "misnamed_for_win": 300,
}


@dataclass(frozen=True)
class ClassicalOptions(ScoringOptions):
    """Rule options of Classical Chinese."""

    PRESETS: ClassVar[Mapping[str, Preset]] = PRESETS
    ALIASES: ClassVar[Mapping[str, str]] = ALIASES

    preset: str = "dmjl"

    losers_settle: bool = flag(
        True, _("Losers pay each other the difference between their hands")
    )
    settle_mode: str = choice(
        "between_all",
        ("between_all", "winner_only", "only_add_up"),
        _("Payments"),
        cited("Four Winds"),
    )
    east_double: bool = flag(True, _("Dealer pays and receives double"))
    east_double_between_losers: bool = flag(
        True, _("Dealer also pays and receives double between losers")
    )
    discarder_pays: str = choice(
        "all",
        ("all", "discarder_alone"),
        _("Payers for a win on a discard"),
        cited("mahjong.wikidot.com: discarder alone"),
    )
    loser_pays_at_least: int = number(
        0, 0, 10_000, _("Minimum payment by each loser to the winner, before doubling")
    )
    limit_reached_by_losers_no_settlement: bool = flag(
        False, _("Two losers with limit hands do not pay each other")
    )
    dangerous_game: bool = flag(
        True,
        _("A referee may rule that the discarder of a dangerous tile pays for all"),
        cited("Millington; kajongg"),
    )
    multiple_winners: str = multiple_winners(SeveralWinners.LIMIT_FIRST)
    winners_settle: bool = winners_settle()
    triple_win_is_draw: bool = triple_win_is_draw()
    initial_points: int = number(
        2000, 0, 100_000, in_context("classical", "Starting score"), cited("Four Winds")
    )
    false_win_points: int = number(
        300,
        0,
        100_000,
        _("Payment to each opponent for a false mahjong"),
        cited("DMJL"),
    )
    false_win_scale: str = choice(
        "points",
        ("points", "half_limit", "limit"),
        _("Cost of a false mahjong: the points above, half the limit, or the limit"),
        cited("Babcock, BMJA: half the limit"),
    )
    false_win_east_double: bool = flag(
        False, _("Dealer pays and receives double for a false mahjong")
    )
    false_win_receiver: str = choice(
        "opponents",
        ("opponents", "nobody"),
        _("Recipient of false mahjong payments"),
    )
    false_win_then: str = choice(
        "passes_if_east",
        ("passes_if_east", "passes", "stays", "continue"),
        _("Play after a false mahjong"),
        cited("DMJL: the dealer changes if East is wrong"),
    )
    penalties: Mapping[str, int] = table(
        PENALTIES,
        0,
        10_000,
        _(
            "Penalty for misnaming a discard, paid to the claimant, or to each "
            "opponent if the claim was to win. 0 for a win: the discarder pays for all."
        ),
        cited("DMJL"),
    )
    rotation: str = choice(
        "multi_hand",
        ("multi_hand", "express", "custom"),
        _("Change of dealer. Custom: as set in the 2 options below."),
    )
    deal_passes_after_east_wins: bool = flag(
        False, _("With custom rotation, the dealer also changes after the dealer's win")
    )
    deal_passes_after_washout: bool = flag(
        False, _("With custom rotation, the dealer also changes after a draw")
    )
    east_wins_in_a_row: int | None = limit(
        9,
        2,
        100,
        _(
            "A dealer who wins this number of hands in a row gets the limit for the "
            "last one. Then the dealer changes."
        ),
        cited("kajongg: 9; Millington: 13"),
    )
    washout_ends_row: bool = flag(
        True,
        _(
            "A draw or abandoned hand ends the dealer's series of wins. If off, the "
            "series lasts as long as the dealer stays."
        ),
        cited(
            "“in a row”, read strictly; kajongg: the series lasts as long as the "
            "dealer stays"
        ),
    )
    must_declare_ready: bool = flag(
        False,
        _("Winners must have declared ready in the hand before winning"),
        cited(
            "no; BMJA: yes, but off in its preset, because tables may play without "
            "entering declarations"
        ),
    )
    win_without_ready: str = choice(
        "refused",
        ("refused", "fined"),
        _("Win without a required ready declaration"),
        cited("BMJA: refused"),
    )
    win_without_ready_points: int = number(
        100,
        0,
        10_000,
        _("Penalty to each opponent for a win without declaring ready"),
    )
    changed_ready_hand_points: int = number(
        0,
        0,
        10_000,
        _("Penalty for changing the hand after declaring ready. 0: a warning."),
        cited("not stated in any rule book"),
    )
    abortive_draws: tuple[str, ...] = several(
        (),
        ABORTIVE_REASONS,
        in_context("classical", "Abortive draws"),
        cited("none; express games of Dora Mahjong: abortive draws"),
    )
    wrong_tile_count_points: int = wrong_tile_count()
    round_winds: str = round_winds()
    rounds: int = number(4, 1, 4, in_context("classical", "Wind rounds in a game"))
    seat_exchange: str = choice(
        "none",
        ("none", "oemc"),
        _(
            "Seat changes between wind rounds: before the South round, "
            "South with West and East with North; before the West round, "
            "South with East; before the North round, West with East."
        ),
        cited("Open European Mahjong Championship"),
    )
    fewest_players: int = fewest_players()
    extra_hand_bonus: int = extra_hand_bonus()
    kitty: int = kitty()
    goulash_deal: str = goulash_deal()
    goulash_stake: int = goulash_stake()
    table_points: tuple[int, ...] = table_points()
    tie: str = tie()
    missed_score: int = missed_score()
    missed_points: int = missed_points()
    sit_out_score: int = sit_out_score()
    sit_out_points: int = sit_out_points()
    substitute_score: int | None = substitute_score()
    substitute_points: int | None = substitute_points()

    def contradictions(self) -> Iterator[Fault]:
        yield from super().contradictions()
        custom = self.deal_passes_after_east_wins or self.deal_passes_after_washout
        if custom and self.rotation != "custom":
            yield contradiction(
                "rotation",
                _(
                    "Rotation “%(rotation)s” already decides when the dealer changes. "
                    "Turn this off, or choose “custom”."
                ),
                rotation=self.rotation,
            )
        yield from kitty_and_goulash.contradictions(self)
        if self.seat_exchange != "none" and self.fewest_players < FOUR:
            yield contradiction(
                "fewest_players",
                _("Seat exchange needs 4 players at every table."),
            )
        if self.win_without_ready == "fined" and not self.must_declare_ready:
            yield contradiction(
                "win_without_ready",
                _("This option is only possible if winners must have declared ready."),
            )
        if self.winners_settle and self.multiple_winners != "all":
            yield contradiction(
                "winners_settle",
                NOT_ALL_WINNERS_PAID,
            )
        if self.false_win_scale == "half_limit" and self.limit % 2:
            yield contradiction(
                "false_win_scale",
                _("Half the limit of %(limit)s is not a whole number."),
                limit=self.limit,
            )
