"""What an event may choose about who pays how much for a win."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.hong_kong.scoring_options import ScoringOptions
from rules.options import amount, choice, flag, number, numbers, several
from rules.text import _

#: Why one player may have to pay for all; "ruling" is a referee's word for it.
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
    """Options that make points of faan and say who pays them."""

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
            "Base points of 0, 1, 2 … faan. Half-spicy: 1 2 4 8 16 24 32 48 64 …; "
            "full-spicy: doubled each time; simplified: 1 for 3, 2, 4 from 7, 8 from "
            "10; laak: 1 2 4 8, 16 from 4, 32 from 7, 64 from 10; linear: ten a faan; "
            "or the event's own."
        ),
    )
    custom_table: tuple[int, ...] = numbers(
        HALF_SPICY,
        0,
        1_000_000,
        _("The table's own base points for 0 to 13 faan."),
        first=0,
    )
    base_unit: Fraction = amount(
        "1", _("What one base point is worth."), "0.5, 1, 2: 二五雞, 五一, 一二蚊"
    )
    rounding: str = choice(
        "none", ("none", "10", "100"), _("Base points are rounded up to this.")
    )
    payment: str = choice(
        "shared",
        ("shared", "half", "full", "single", "custom", "matrix"),
        _(
            "Who pays. Shared: the discarder twice the base, the others once; each "
            "twice if self-drawn. Half: half of that. Full: the discarder alone "
            "twice; each once if self-drawn. Single: the discarder alone once. Or "
            "the multipliers below."
        ),
        "shared; full in most modern games; mahjonggame.hk, TVB: single",
    )
    self_draw_multiplier: Fraction = amount(
        "2", _("Custom: times the base that each pays for a self-drawn win.")
    )
    discarder_multiplier: Fraction = amount(
        "2", _("Custom: times the base that the discarder pays.")
    )
    other_multiplier: int = number(
        1, 0, 100, _("Custom: times the base that the others pay for a discard.")
    )
    payment_matrix: tuple[int, ...] = numbers(
        (2, 2, 2, 2, 1, 2, 1, 2, 1, 1),
        0,
        100,
        _(
            "Matrix: times the base that is paid. East draws: each. Another draws: "
            "East, the others. East wins from a discarder: who, the others. Another "
            "wins from East: East, the others. Another wins from another: the "
            "discarder, East, the third."
        ),
        "Four Winds",
    )
    single_self_draw_half: bool = flag(
        False, _("Single: each pays half the base for a self-drawn win."), "TVB: yes"
    )
    dealer_doubles: bool = flag(
        False, _("Whatever East pays or receives for a win is doubled."), "old style"
    )
    loser_pays_at_least: int = number(
        0, 0, 10_000, _("What every loser pays the winner at least.")
    )
    multiple_winners: str = choice(
        "nearest",
        ("nearest", "highest", "limit_first", "nearest_to_east", "all"),
        _(
            "When several win on one discard: the next in turn after the discarder "
            "wins; the one with most faan; a limit hand first; the next in turn from "
            "East; or all."
        ),
        "nearest",
    )
    winners_settle: bool = flag(
        False,
        _("When all win, they pay each other the difference of what others pay them."),
        "Four Winds",
    )
    triple_win_is_draw: bool = flag(
        False, _("Three winners on one discard: nobody wins.")
    )
    responsibility: tuple[str, ...] = several(
        ("ruling",),
        RESPONSIBILITIES,
        _(
            "Why one player may have to pay for all: the fourth exposed set of a "
            "hand later self-drawn; the tile for a suit of which three sets are "
            "exposed; the third dragon set; the fourth wind set; the tile for a kong "
            "whose replacement wins; a fresh tile among the last five; a ruling."
        ),
    )
    twelve_piece_hands: str = choice(
        "big",
        ("big", "any"),
        _(
            "Who gave the fourth exposed set pays for all: only for All One Suit, "
            "All Honours, Great Dragons, Great Winds; or for any hand."
        ),
        "TVB: big",
    )
    rob_kong_payment: str = choice(
        "discard",
        ("discard", "self_drawn"),
        _(
            "Who is robbed of a kong's tile pays like a discarder, or for all three "
            "as if the win were self-drawn."
        ),
        "discard; Yahoo! Knowledge table: self_drawn",
    )
