"""Sanma: presets for new tournaments, and the rules in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.riichi import Riichi
from rules.sanma import Sanma, SanmaOptions
from scoring.rulesets.any_ruleset.rule_sentences import claims_in_short, rounds_in_short
from scoring.rulesets.riichi.presets_and_rules_in_short import (
    DEALER_STAYS,
    LEFTOVER,
    chombo_in_short,
)
from tournaments.templatetags.score_figures import signed
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset
from tournaments.web.number_wording import whole

PRESETS: Mapping[str, Preset] = {
    "sanma-tenhou": Preset(
        name=_("Riichi for three, as on Tenhou"),
        summary=_(
            "Tables of 3. East and South rounds, 35,000 points, Norths "
            "laid aside, uma 20, 0 and −20, oka."
        ),
        ruleset=Sanma.id,
        planned_rounds=4,
        minutes=60,
        options={"preset": "tenhou_sanma"},
    ),
    "sanma-mahjong-soul": Preset(
        name=_("Riichi for three, as on Mahjong Soul"),
        summary=_(
            "Tables of 3. East and South rounds, 35,000 points, Norths "
            "laid aside, uma 15, 0 and −15."
        ),
        ruleset=Sanma.id,
        planned_rounds=4,
        minutes=60,
        options={"preset": "mahjong_soul_sanma"},
    ),
    "sanma-three-red": Preset(
        name=_("Riichi for three, payments in thousands"),
        summary=_(
            "Tables of 3. East and South rounds, 30,000 points, payments "
            "in thousands without fu, every 5 is a dora, oka."
        ),
        ruleset=Sanma.id,
        planned_rounds=4,
        minutes=60,
        options={"preset": "three_red"},
    ),
}

_NORTH = {
    "nukidora": gettext_lazy("Each North laid aside for a replacement adds 1 han."),
    "yakuhai": gettext_lazy("North is a value tile for every player."),
    "guest": gettext_lazy("North is not a player's wind and not a value tile."),
}
_SELF_DRAW = {
    "loss": gettext_lazy("The missing share of a self-draw is not paid."),
    "north_bisection": gettext_lazy(
        "The payers of a self-draw each add half of the missing share."
    ),
    "dealer_bears_north": gettext_lazy(
        "The dealer adds the missing share of a self-draw."
    ),
    "equal": gettext_lazy(
        "Each payer of a self-draw pays half the amount of a win on a discard."
    ),
    "plus_thousand": gettext_lazy("Each payer of a self-draw adds 1,000."),
    "bank": gettext_lazy(
        "The missing share of a self-draw is paid from outside the table."
    ),
}


def in_short(rules: Riichi) -> Iterator[str]:
    """Yield sentences on the rules that all players should know."""
    options = cast(SanmaOptions, rules.options)
    pattern = gettext(
        "Starting score %(start)s. The target is %(target)s. %(counted)s is "
        "subtracted at the end."
    )
    yield pattern % {
        "start": whole(options.start),
        "target": whole(options.target),
        "counted": whole(options.counted_from),
    }
    uma = " · ".join(map(signed, options.uma))
    yield gettext("Uma: %(uma)s.") % {"uma": uma}
    if options.oka:
        yield gettext("Oka: %(oka)s for first place.") % {"oka": whole(options.oka)}
    yield gettext("Characters 2 to 8 are not used, and there are no chows.")
    yield str(_NORTH[options.north])
    if options.every_five_is_dora:
        yield gettext("Each 5 of dots or bamboos adds 1 han.")
    elif options.red_fives:
        yield gettext("Red fives are used.")
    yield _payments(options)
    pattern = gettext(
        "Each counter (honba) adds %(honba)s for each payer. At an exhaustive draw, "
        "players who are not tenpai pay %(noten)s in total."
    )
    yield pattern % {
        "honba": whole(options.honba_per_payer),
        "noten": whole(options.noten_pool),
    }
    if options.abortive:
        yield gettext("Abortive draws are allowed.")
    yield str(DEALER_STAYS[options.renchan])
    yield chombo_in_short(options)
    yield str(LEFTOVER[options.leftover])
    yield from claims_in_short(rules)
    yield from rounds_in_short(options.rounds)


def _payments(options: SanmaOptions) -> str:
    if not options.uses_fu:
        return gettext(
            "Payments are in whole thousands, from a payment table. Fu do not count."
        )
    return str(_SELF_DRAW[options.tsumo])
