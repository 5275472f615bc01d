"""Classical Chinese: presets for new tournaments, and the rules in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from rules.classical import Classical, ClassicalOptions
from scoring.rulesets.any_ruleset.rule_sentences import (
    bonus_tiles_in_short,
    claims_in_short,
    deal_in_short,
    extra_hands_in_short,
    jokers_in_short,
    pools_in_short,
    rounds_in_short,
)
from scoring.rulesets.classical.outcome_and_value_words import REASONS
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.list_wording import joined_with_semicolons
from tournaments.web.number_wording import whole

PRESETS: Mapping[str, Preset] = {
    "classical": Preset(
        name=_("Classical Chinese"),
        summary=_("All 4 hands count. Starting score 2,000."),
        ruleset=Classical.id,
        planned_rounds=3,
        minutes=120,
    ),
}

_FALSE_WINS = {
    "passes_if_east": gettext_lazy(
        "The hand is abandoned. The dealer changes only if the dealer is the offender."
    ),
    "passes": gettext_lazy("The hand is abandoned and the dealer changes."),
    "stays": gettext_lazy("The hand is abandoned and the dealer stays."),
    "continue": gettext_lazy("Play continues."),
}


def in_short(rules: Classical) -> Iterator[str]:
    """Yield sentences on the rules that all players should know."""
    options = rules.options
    yield from _payments(options)
    pattern = (
        gettext("The limit of %(limit)s applies to limit hands only.")
        if options.roof_off
        else gettext("The limit for every hand is %(limit)s.")
    )
    yield pattern % {"limit": whole(options.limit)}
    yield from _minimum(options)
    if options.must_declare_ready:
        yield _ready(options)
    yield bonus_tiles_in_short(options.bonus_tiles)
    yield from jokers_in_short(options)
    yield _deal(options)
    if options.east_wins_in_a_row and options.rotation != "express":
        pattern = gettext(
            "When the dealer wins %(n)s times in a row, the last win is worth the "
            "limit. Then the dealer changes."
        )
        yield pattern % {"n": options.east_wins_in_a_row}
    yield gettext("No payments after a draw.")
    if options.abortive_draws:
        reasons = joined_with_semicolons(
            str(REASONS[key]) for key in options.abortive_draws
        )
        yield gettext("Abortive draws: %(reasons)s.") % {"reasons": reasons}
    yield from extra_hands_in_short(options.extra_hand_bonus)
    yield from pools_in_short(options)
    yield from _false_win(options)
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds, options.round_winds)


def _payments(options: ClassicalOptions) -> Iterator[str]:
    if options.settle_mode == "only_add_up":
        yield gettext("No payments: each player adds the value of their own hand.")
        return
    if options.discarder_pays == "all":
        yield gettext("Each loser pays the winner the full value of the winner's hand.")
    else:
        yield gettext("On a discard, only the discarder pays. On a self-draw, all pay.")
    if options.losers_settle and options.settle_mode == "between_all":
        yield gettext("Losers pay each other the difference between their hands.")
    if options.winners_settle:
        yield gettext(
            "Several winners pay each other the difference between their hands."
        )
    if options.east_double:
        between = options.east_double_between_losers
        yield (
            pgettext("classical", "The dealer pays and receives double.")
            if between
            else gettext(
                "The dealer pays the winner double, and receives double as the winner."
            )
        )


def _minimum(options: ClassicalOptions) -> Iterator[str]:
    if options.require_limit_hand:
        yield gettext("Only limit hands may win.")
    if options.minimum_points:
        pattern = gettext("A win needs %(n)s points before doubling.")
        yield pattern % {"n": whole(options.minimum_points)}
    if options.minimum_doubles:
        yield gettext("Minimum doubles to win: %(n)s.") % {"n": options.minimum_doubles}
    if options.max_chows < 4:
        pattern = ngettext(
            "A winning hand has at most %(n)s chow.",
            "A winning hand has at most %(n)s chows.",
            options.max_chows,
        )
        yield pattern % {"n": options.max_chows}


def _ready(options: ClassicalOptions) -> str:
    if options.win_without_ready == "refused":
        return gettext("Players must declare ready before they can win.")
    pattern = gettext(
        "A win without declaring ready costs %(points)s points to each opponent."
    )
    return pattern % {"points": whole(options.win_without_ready_points)}


def _deal(options: ClassicalOptions) -> str:
    express = options.rotation == "express"
    return deal_in_short(
        passes_after_win=express or options.deal_passes_after_east_wins,
        passes_after_draw=express or options.deal_passes_after_washout,
    )


def _false_win(options: ClassicalOptions) -> Iterator[str]:
    amount = {
        "points": options.false_win_points,
        "half_limit": options.limit // 2,
        "limit": options.limit,
    }[options.false_win_scale]
    pattern = (
        gettext("A false mahjong costs %(points)s points to each opponent.")
        if options.false_win_receiver == "opponents"
        else gettext("A false mahjong costs 3 times %(points)s points.")
    )
    cost = pattern % {"points": whole(amount)}
    yield f"{cost} {_FALSE_WINS[options.false_win_then]}"
