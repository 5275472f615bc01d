"""The rulesets whose tables can be entered and shown, as a tournament's own pages see
them. The app that shows the tables serves them: see `serve`.

Ways to play that people know by name: what a new tournament starts from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True)
class Preset:
    """A way to play that people know by name. `minutes` a round has; `options` are the
    ruleset's, the rest its defaults; `end_policy` is one of `EndPolicy`."""

    name: Promise | str
    words: Promise | str
    ruleset: str
    planned_rounds: int
    minutes: int
    end_policy: str = "finish_hand"
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ServedRuleset:
    """A ruleset by its `id`: what a new tournament may start from, and how its figures
    are written."""

    id: str
    presets: Mapping[str, Preset]
    #: What decides places, unless the settings change it.
    tie_breaks: Sequence[str]
    #: Whether everybody starts with points, so that a score has no sign.
    starts_with_points: bool = False
    #: Whether the points of a table are final points: thousands, with decimals.
    has_final_points: bool = False


#: By id, in the order in which they are offered.
SERVED: dict[str, ServedRuleset] = {}


def serve(ruleset: ServedRuleset) -> None:
    """Offer a ruleset from now on, in place of one with the same id."""
    SERVED[ruleset.id] = ruleset


def presets() -> Mapping[str, Preset]:
    """Every preset by its key, ruleset by ruleset; the first is offered first."""
    return {
        key: preset
        for served in SERVED.values()
        for key, preset in served.presets.items()
    }
