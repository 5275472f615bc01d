"""The groups of rule options on the rules page. Each group can be folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.absence_score_options import NAMES, SUBSTITUTE_LAST
from rules.rule_option_types import Kind, Options, Sort


@dataclass(frozen=True)
class Group:
    """A group of options. Options without a group are values of hands."""

    key: str
    title: Promise
    names: tuple[str, ...] = ()


#: Options that the tournament's settings decide; the rules' values have no effect.
DECIDED_BY_SETTINGS = ("time_policy", "time_minutes", "tie_breaks")

VALUES = Group("values", _("Hand values"))
PATTERNS = Group("patterns", _("Individual patterns"))
GROUPS: Sequence[Group] = (
    Group(
        "points",
        _("Starting points, places, uma and oka"),
        (
            "start",
            "initial_points",
            "target",
            "counted_from",
            "uma",
            "uma_by_floating",
            "oka",
            "tie",
            "tie_break",
            "point_rounding",
            "table_points",
            "leftover",
        ),
    ),
    Group(
        "minimum",
        _("Minimum to win"),
        (
            "minimum",
            "min_faan",
            "bonus_counts_for_minimum",
            "minimum_points",
            "minimum_doubles",
            "max_chows",
            "no_mixed_suits",
            "require_limit_hand",
            "must_declare_ready",
            "win_without_ready",
            "win_without_ready_points",
            "changed_ready_hand_points",
        ),
    ),
    Group(
        "faults",
        _("False wins and penalties"),
        (
            "false_win_offender",
            "false_win_others",
            "false_win_not_ready",
            "false_win_policy",
            "false_win_points",
            "false_win_scale",
            "false_win_dealer_doubles",
            "false_win_east_double",
            "false_win_receiver",
            "false_win_at_end",
            "false_win_then",
            "wrong_tile_count_points",
            "chombo_after_uma",
            "chombo_last_hand",
            "penalties",
        ),
    ),
    Group(
        "payments",
        _("Payments"),
        (
            "base",
            "losers_settle",
            "settle_mode",
            "east_double",
            "east_double_between_losers",
            "discarder_pays",
            "limit_reached_by_losers_no_settlement",
            "dangerous_game",
            "multi_ron_honba",
            "multi_ron_sticks",
            "pao",
            "pao_composite",
            "pao_honba",
            "honba_value",
            "honba_per_payer",
            "tsumo",
            "table",
            "noten_pool",
            "faan_table",
            "custom_table",
            "base_unit",
            "payment",
            "self_draw_multiplier",
            "discarder_multiplier",
            "other_multiplier",
            "payment_matrix",
            "single_self_draw_half",
            "dealer_doubles",
            "loser_pays_at_least",
            "responsibility",
            "twelve_piece_hands",
            "rob_kong_payment",
            "goulash_carry",
            "goulash_carry_as",
            "extra_hand_bonus",
            "kitty",
            "goulash_stake",
        ),
    ),
    Group(
        "claims",
        _("Claiming discards"),
        (
            "claim_window",
            "chow_from",
            "pair_claim_to_win",
            "missed_discard",
            "sacred_discard",
            "multiple_winners",
            "triple_win_is_draw",
            "winners_settle",
            "multi_ron",
            "robbing",
            "rob_concealed_kong",
        ),
    ),
    Group(
        "jokers",
        _("Jokers"),
        (
            "jokers",
            "copies_with_jokers",
            "limit_hands_with_jokers",
            "patterns_without_jokers",
        ),
    ),
    Group(
        "play",
        _("Deal, seats and game length"),
        (
            "fewest_players",
            "hands_limit",
            "rounds",
            "round_winds",
            "seat_change",
            "seat_exchange",
            "rotation",
            "deal_passes_after_east_wins",
            "deal_passes_after_washout",
            "deal_passes_on_dealer_win",
            "deal_passes_on_draw",
            "goulash_deal",
            "east_wins_in_a_row",
            "washout_ends_row",
            "max_dealer_wins",
            "renchan",
            "abortive",
            "abortive_draws",
            "nagashi",
            "west_extension",
            "dealer_stop",
            "dealer_stop_asked",
            "bankrupt_below",
        ),
    ),
    Group("absences", _("Withdrawals, byes, substitutes"), (*NAMES, SUBSTITUTE_LAST)),
    VALUES,
    PATTERNS,
)

_BY_KEY: Mapping[str, Group] = {group.key: group for group in GROUPS}
_BY_NAME: Mapping[str, Group] = {
    name: group for group in GROUPS for name in group.names
}


def group_of(name: str, kind: Kind) -> Group:
    """Return the group that the option declares, or the group for the name of the
    option."""
    if kind.group:
        return _BY_KEY[kind.group]
    usual = PATTERNS if kind.sort is Sort.TABLE else VALUES
    return _BY_NAME.get(name, usual)


def shown(options: type[Options]) -> list[tuple[str, Kind]]:
    """Return the name and the kind of each option on the rules page."""
    return [
        (name, kind)
        for name, kind in options.declared()
        if name not in DECIDED_BY_SETTINGS
    ]
