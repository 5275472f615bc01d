"""Riichi: presets for new tournaments, and the rules in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.riichi import Riichi, RiichiOptions
from scoring.rulesets.any_ruleset.rule_sentences import claims_in_short, rounds_in_short
from tournaments.models import EndPolicy
from tournaments.templatetags.score_figures import signed
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.number_wording import whole

PRESETS: Mapping[str, Preset] = {
    "riichi-ema": Preset(
        name=_("Riichi, EMA"),
        summary=_(
            "East and South rounds, 30,000 points, uma 15 and 5. After 90 "
            "minutes, finish the current hand and play 1 more."
        ),
        ruleset=Riichi.id,
        planned_rounds=8,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND_PLUS_ONE,
    ),
    "riichi-wrc": Preset(
        name=_("Riichi, World Riichi Championship"),
        summary=_(
            "East and South rounds, 30,000 points, uma 15 and 5. After 90 "
            "minutes, finish the current hand."
        ),
        ruleset=Riichi.id,
        planned_rounds=8,
        minutes=90,
        options={"preset": "wrc_2022"},
    ),
    "riichi-tenhou": Preset(
        name=_("Riichi, as on Tenhou"),
        summary=_(
            "East and South rounds, 25,000 points, red fives, uma 20 and 10, oka."
        ),
        ruleset=Riichi.id,
        planned_rounds=4,
        minutes=75,
        options={"preset": "tenhou"},
    ),
}

DEALER_STAYS = {
    "tenpai": gettext_lazy("The dealer stays after winning or being tenpai at a draw."),
    "agari": gettext_lazy("The dealer stays only after winning."),
    "never": gettext_lazy("The dealer changes after every hand."),
}
LEFTOVER = {
    "winner_split": gettext_lazy("Riichi sticks left at the end go to first place."),
    "winner": gettext_lazy("Riichi sticks left at the end go to first place."),
    "lost": gettext_lazy("Riichi sticks left at the end go to no one."),
}


def in_short(rules: Riichi) -> Iterator[str]:
    """Yield sentences on the rules that all players should know."""
    options = rules.options
    pattern = gettext(
        "Starting score %(start)s. The target of %(target)s is subtracted at the end."
    )
    yield pattern % {
        "start": whole(options.start),
        "target": whole(options.target),
    }
    uma = " · ".join(map(signed, options.uma))
    yield gettext("Uma: %(uma)s.") % {"uma": uma}
    if options.oka:
        yield gettext("Oka: %(oka)s for first place.") % {"oka": whole(options.oka)}
    yield from _hands(options)
    pattern = gettext(
        "Each counter (honba) adds %(honba)s. At an exhaustive draw, players who are "
        "not tenpai pay %(noten)s in total."
    )
    yield pattern % {
        "honba": whole(options.honba_value),
        "noten": whole(options.noten_pool),
    }
    yield str(DEALER_STAYS[options.renchan])
    yield chombo_in_short(options)
    yield str(LEFTOVER[options.leftover])
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds)


def _hands(options: RiichiOptions) -> Iterator[str]:
    yield (
        gettext("Red fives are used.")
        if options.red_fives
        else gettext("Red fives are not used.")
    )
    yield (
        gettext("All Simples also counts in an open hand.")
        if options.kuitan
        else gettext("All Simples needs a concealed hand.")
    )
    if options.abortive:
        yield gettext("Abortive draws are allowed.")


def chombo_in_short(options: RiichiOptions) -> str:
    """Return a sentence on the cost of a chombo."""
    if options.chombo_after_uma is None:
        return gettext("A chombo costs a mangan, paid to the others.")
    pattern = gettext("A chombo costs %(points)s final points.")
    return pattern % {"points": whole(options.chombo_after_uma)}
