"""What a new tournament by these rules may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.riichi import Riichi
from tournaments.models import EndPolicy
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset

PRESETS: Mapping[str, Preset] = {
    "riichi-ema": Preset(
        name=_("Riichi, EMA"),
        words=_(
            "2 rounds of winds, 30,000 points, uma 15 and 5. After 90 minutes, finish "
            "the current hand and play 1 more."
        ),
        ruleset=Riichi.id,
        planned_rounds=8,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND_PLUS_ONE,
    ),
    "riichi-wrc": Preset(
        name=_("Riichi, World Riichi Championship"),
        words=_(
            "2 rounds of winds, 30,000 points, uma 15 and 5. After 90 minutes, finish "
            "the current hand."
        ),
        ruleset=Riichi.id,
        planned_rounds=8,
        minutes=90,
        options={"preset": "wrc_2022"},
    ),
    "riichi-tenhou": Preset(
        name=_("Riichi, as on Tenhou"),
        words=_("2 rounds of winds, 25,000 points, red fives, uma 20 and 10, oka."),
        ruleset=Riichi.id,
        planned_rounds=4,
        minutes=75,
        options={"preset": "tenhou"},
    ),
}
