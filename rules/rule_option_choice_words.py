"""Texts for the choices of rule options. Files and the API use the keys.

Rulesets that need other texts add them where they declare the option
(`rules.rule_option_types.choice`).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.translation_marks import _, in_context

YES, NO, NONE = _("yes"), _("no"), _("none")

CHOICE_WORDS: dict[str, str] = {
    # Claims and several winners
    "left": _("player on the left"),
    "anybody": _("any player"),
    "same_tile": _("same tile"),
    "any_tile": _("any tile"),
    "nearest": _("only the next in turn"),
    "nearest_to_east": _("only the next in turn from the dealer"),
    "highest": _("highest hand wins"),
    "limit_first": _("limit hands first"),
    "head_bump": _("only the next in turn"),
    "two_max": _("two winners; three are a draw"),
    "each": _("each winner"),
    "first": _("only the next in turn"),
    "own_back_rest_first": _("own sticks back, the others to the next in turn"),
    # Payments
    # Translators: all losers pay.
    "all": _("all"),
    "discarder_alone": _("discarder alone"),
    "between_all": _("to the winner and between losers"),
    "winner_only": _("to the winner only"),
    "only_add_up": _("none, each player adds the value of their own hand"),
    # Translators: a way of doubling in Hong Kong rules, 半辣上.
    "half_spicy": _("half-spicy"),
    "half_spicy_in_tens": _("half-spicy in tens"),
    # Translators: a way of doubling in Hong Kong rules, 全辣上.
    "full_spicy": _("full-spicy"),
    "simplified": _("simplified"),
    # Translators: the limit in Hong Kong rules.
    "laak": _("laak"),
    "linear": _("linear"),
    # Translators: a table of points made for this tournament.
    "custom": _("custom"),
    # Translators: Hong Kong: all losers share the payment for a discard.
    "shared": _("shared"),
    # Translators: Hong Kong: the other losers pay half of the discarder's amount.
    "half": _("half"),
    # Translators: Hong Kong: the discarder pays for all.
    "full": _("full"),
    # Translators: Hong Kong: the discarder pays once, the other losers nothing.
    "single": _("single"),
    "matrix": _("matrix"),
    "twelve_piece": _("discard that completes the 4th exposed set, then a self-draw"),
    "nine_piece": _("discard to a player with 3 exposed sets of that suit"),
    "gave_dragon": _("discard that completes the 3rd dragon set"),
    "gave_wind": _("discard that completes the 4th wind set"),
    "gave_kong": _("discard for a kong whose replacement tile wins"),
    "last_tiles": _("discard of a fresh tile among the last 5"),
    "ruling": _("referee's ruling"),
    "big": _("big hands"),
    "part": _("the yakuman with liability"),
    "whole": _("the whole hand"),
    "discarder": _("discarder"),
    # Translators: riichi: pao.
    "liable": _("liable player"),
    # Riichi for three players
    "nukidora": _("laid aside for 1 han each"),
    "yakuhai": _("value tile for every player, flowers laid aside"),
    "guest": _("wind that no player owns"),
    "loss": _("missing share not paid"),
    "north_bisection": _("missing share halved between the payers"),
    "dealer_bears_north": _("missing share paid by the dealer"),
    "equal": _("half the payment for a win on a discard, from each payer"),
    "plus_thousand": _("1,000 more from each payer"),
    "bank": _("missing share paid from outside the table"),
    "fu": _("han and fu"),
    "thousand": _("payments in thousands, without fu"),
    # False wins
    "max_self_draw_to_each": _("3 times a limit hand to each opponent"),
    "half_max_self_draw_to_each": _("half of 3 times a limit hand to each opponent"),
    "points_to_each": _("fixed points to each opponent"),
    "deduction": _("fixed points, paid to no one"),
    "points": _("points"),
    "faan": _("faan"),
    "half_limit": _("half the limit"),
    "limit": _("limit"),
    "opponents": _("opponents"),
    "nobody": _("no one"),
    "as_draw": _("hand ends as after a draw"),
    "stays": _("hand ends, dealer stays"),
    "passes": _("hand ends, dealer changes"),
    "passes_if_dealer": _(
        "hand ends, dealer changes only if the dealer is the offender"
    ),
    "passes_if_east": _("hand ends, dealer changes only if the dealer is the offender"),
    "continue": _("play continues"),
    "open_hand": _("offender plays with an open hand"),
    "may_not_win": _("offender cannot win"),
    "replayed": _("hand is replayed"),
    "ends": _("the game ends"),
    "again": _("the hand is replayed"),
    # Translators: the discarder called the tile by a wrong name, and another player
    # claimed it.
    "misnamed_for_chow": _("misnamed discard claimed for a chow"),
    "misnamed_for_pung_or_kong": _("misnamed discard claimed for a pung or kong"),
    "misnamed_for_win": _("misnamed discard claimed for a win"),
    # Dealer, seats and the length of a game
    "multi_hand": _("when another player wins"),
    "express": _("after every hand"),
    # Translators: the win does not count.
    "refused": _("refused"),
    "fined": _("counted with a penalty"),
    "charleston": _("tile exchange"),
    "jokers": _("jokers"),
    "tenpai": _("after winning or being tenpai"),
    "agari": _("only after winning"),
    "never": _("never"),
    "finish_hand": _("finish the hand"),
    "hand_plus_one": _("finish the hand and play 1 more"),
    "oemc": _("as at the OEMC"),
    # Patterns
    "flowers": _("flowers"),
    # Translators: any tile or set of this kind.
    "any": _("any"),
    "suited": _("not honours"),
    "not_scoring": _("not dragons or valued winds"),
    "pure": _("wait for all 9 tiles"),
    # Translators: both patterns are counted.
    "both": _("both"),
    "either": _("both"),
    # Translators: win on a discard.
    "discard": _("discard"),
    "self_drawn": _("self-draw"),
    "self_draw": _("Self-drawn"),
    "drawn": _("only if drawn"),
    "shape": _("shape of the set"),
    "first_discard": _("dealer's first discard"),
    "first_draw": _("player's first draw"),
    "extended": _("any discard before the player's first draw"),
    "no_extras": _("only other big hands are added"),
    "counted": _("counted"),
    "not_on_knitted_tiles": _("not on knitted tiles"),
    "single_only": _("only Single Wait"),
    "nine_terminals": _("9 kinds of terminals and honors"),
    "four_winds": _("4 identical winds as first discards"),
    "four_kongs": _("4 kongs by several players"),
    "kong": _("Kong"),
    "voided_suit": _("Voided suit"),
    "sanbaiman": _("sanbaiman"),
    "yakuman": _("yakuman"),
    "mangan_alone": _("always mangan"),
    "mangan_or_hand": _("mangan, or the hand value if higher"),
    "cumulative": _("5 han more"),
    # Places
    # Translators: tied players share places and points.
    "split": in_context("tied players", "shared"),
    "seat_order": _("seat order from the first East"),
    "tvb": _("faan, then wins, then fewest discards that others won on"),
    "half_away": _("whole thousands"),
    "winner_split": _("first place, shared if tied"),
    "winner": _("first place, by seat if tied"),
    "lost": _("no one"),
    "raw_score": _("score"),
    "first_places": _("first places"),
    "best_session": _("best game"),
    # Anything switched off
    # Translators: the rule is not used.
    "off": _("off"),
    "no": NO,
    "none": NONE,
}


def named_choices(choices: Mapping[str, str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of an option's choices.

    Adds the texts in `choices` to `CHOICE_WORDS`. Raises ValueError if a key already
    has a different text.
    """
    if not isinstance(choices, Mapping):
        return choices
    for key, words in choices.items():
        if CHOICE_WORDS.setdefault(key, words) != words:
            raise ValueError(f"“{key}” already has other words")
    return tuple(choices)
