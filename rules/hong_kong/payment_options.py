"""Rule options for payments: who pays how much for a win."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.hong_kong.scoring_options import ScoringOptions
from rules.rule_option_types import amount, choice, flag, number, numbers, several
from rules.translation_marks import _, cited, in_context

#: Reasons for one player to pay for all; "ruling" is a referee's decision.
RESPONSIBILITIES = (
    "twelve_piece",
    "nine_piece",
    "gave_dragon",
    "gave_wind",
    "gave_kong",
    "last_tiles",
    "ruling",
)
HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)


@dataclass(frozen=True)
class PaymentOptions(ScoringOptions):
    """Options that turn faan into points and decide who pays them."""

    preset: str = "hk_old_style"

    faan_table: str = choice(
        "half_spicy",
        (
            "half_spicy",
            "half_spicy_in_tens",
            "full_spicy",
            "simplified",
            "laak",
            "linear",
            "custom",
        ),
        _(
            "Base points for 0, 1, 2 … faan. Half-spicy: 1 2 4 8 16 24 32 48 64 …; in "
            "tens: 10 times as many. Full-spicy: doubled each time. Simplified: 1 from "
            "3 faan, 2 from 4, 4 from 7, 8 from 10. Laak: 1 2 4 8, 16 from 4, 32 from "
            "7, 64 from 10. Linear: 10 for each faan. Custom: the table below."
        ),
    )
    custom_table: tuple[int, ...] = numbers(
        HALF_SPICY,
        0,
        1_000_000,
        _("Custom base points for 0 to 13 faan"),
        first=0,
    )
    base_unit: Fraction = amount(
        "1", _("Value of one base point"), cited("0.5: 二五雞; 1: 五一; 2: 一二蚊")
    )
    rounding: str = choice(
        "none", ("none", "10", "100"), _("Rounding up of base points")
    )
    payment: str = choice(
        "shared",
        ("shared", "half", "full", "single", "custom", "matrix"),
        _(
            "Payment for a win. Shared: the discarder pays 2 times the base, the "
            "others the base; on a self-draw, each pays 2 times the base. Half: half "
            "as much. Full: the discarder pays 2 times the base; on a self-draw, each "
            "pays the base. Single: the discarder, or each on a self-draw, pays the "
            "base. Custom, matrix: see below."
        ),
        cited("shared; full in most modern games; mahjonggame.hk, TVB: single"),
    )
    self_draw_multiplier: Fraction = amount(
        "2", _("Custom: multiplier for each player on a self-draw")
    )
    discarder_multiplier: Fraction = amount(
        "2", _("Custom: multiplier for the discarder")
    )
    other_multiplier: int = number(
        1, 0, 100, _("Custom: multiplier for the other players on a discard")
    )
    payment_matrix: tuple[int, ...] = numbers(
        (2, 2, 2, 2, 1, 2, 1, 2, 1, 1),
        0,
        100,
        _(
            "Matrix of multipliers, in this order. Dealer self-draws: each opponent. "
            "Another player self-draws: dealer, others. Dealer wins on a discard: "
            "discarder, others. Another player wins on the dealer's discard: dealer, "
            "others. Another player wins on another's discard: discarder, dealer, "
            "third player."
        ),
        cited("Four Winds"),
    )
    single_self_draw_half: bool = flag(
        False,
        _("With single payment, each player pays half the base on a self-draw"),
        cited("TVB: yes"),
    )
    dealer_doubles: bool = flag(
        False, _("Dealer pays and receives double for a win"), cited("old style")
    )
    loser_pays_at_least: int = number(
        0, 0, 10_000, _("Minimum payment by each loser to the winner")
    )
    multiple_winners: str = choice(
        "nearest",
        ("nearest", "highest", "limit_first", "nearest_to_east", "all"),
        in_context("hong_kong", "Several wins on one discard"),
        cited("only the next in turn"),
    )
    winners_settle: bool = flag(
        False,
        _(
            "Several winners pay each other the difference between the amounts the "
            "other players pay them"
        ),
        cited("Four Winds"),
    )
    triple_win_is_draw: bool = flag(False, _("Three wins on one discard are a draw"))
    responsibility: tuple[str, ...] = several(
        ("ruling",),
        RESPONSIBILITIES,
        _("Reasons for one player to pay for all"),
    )
    twelve_piece_hands: str = choice(
        "big",
        ("big", "any"),
        _(
            "Hands for which one player pays for all after the 4th exposed set. Big: "
            "All One Suit, All Honours, Great Dragons, Great Winds."
        ),
        cited("TVB: big hands"),
    )
    rob_kong_payment: str = choice(
        "discard",
        ("discard", "self_drawn"),
        _(
            "Payment for a robbed kong: as for a discard, or for all three players as "
            "on a self-draw."
        ),
        cited("as for a discard; Yahoo! Knowledge: as on a self-draw"),
    )
