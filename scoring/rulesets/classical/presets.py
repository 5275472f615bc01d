"""What a new tournament by these rules may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.classical import Classical
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset

PRESETS: Mapping[str, Preset] = {
    "classical": Preset(
        name=_("Classical Chinese"),
        words=_("All 4 hands count. Starting score 2,000."),
        ruleset=Classical.id,
        planned_rounds=3,
        minutes=120,
    ),
}
