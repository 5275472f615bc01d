"""What a new tournament by these rules may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.mcr import Mcr
from tournaments.models import EndPolicy
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset

PRESETS: Mapping[str, Preset] = {
    "mcr-championship": Preset(
        name=_("MCR championship"),
        words=_("16 hands in 115 minutes. At the gong, finish the current hand."),
        ruleset=Mcr.id,
        planned_rounds=7,
        minutes=115,
        options={"hands_limit": 16},
    ),
    "mcr-club-night": Preset(
        name=_("MCR club night"),
        words=_("8 hands in 60 minutes. At the gong, finish the current hand."),
        ruleset=Mcr.id,
        planned_rounds=3,
        minutes=60,
        options={"hands_limit": 8},
    ),
    "mcr-gong": Preset(
        name=_("MCR, stopping at the gong"),
        words=_(
            "16 hands in 120 minutes. The hand in progress at the gong does not count."
        ),
        ruleset=Mcr.id,
        planned_rounds=5,
        minutes=120,
        end_policy=EndPolicy.STOP_AT_ONCE,
        options={"hands_limit": 16},
    ),
}
