"""What a new tournament by these rules may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.hong_kong import HongKong
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset

PRESETS: Mapping[str, Preset] = {
    "hong-kong": Preset(
        name=_("Hong Kong Old Style"),
        words=_("Minimum 3 faan, limit 13. The discarder pays double."),
        ruleset=HongKong.id,
        planned_rounds=4,
        minutes=90,
    ),
    "hong-kong-tvb": Preset(
        name=_("Hong Kong, TVB tournament"),
        words=_("Minimum 1 faan, limit 10. Only the discarder pays."),
        ruleset=HongKong.id,
        planned_rounds=4,
        minutes=90,
        options={"preset": "tvb_2026"},
    ),
}
