"""Ways to play that people know by name: what a new tournament starts from."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.events.rulesets import SERVED, Preset


def presets() -> Mapping[str, Preset]:
    """Every preset by its key, ruleset by ruleset; the first is offered first."""
    return {
        key: preset
        for served in SERVED.values()
        for key, preset in served.presets.items()
    }
