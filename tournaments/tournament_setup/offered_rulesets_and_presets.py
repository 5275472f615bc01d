"""The rulesets and presets offered for new tournaments. The app that implements the
tables of a ruleset registers the ruleset with `serve`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TABLE_POINTS = _("Table points")


@dataclass(frozen=True)
class Preset:
    """A preset for new tournaments.

    - `summary`: a text for directors.
    - `minutes`: the length of a round.
    - `end_policy`: a value of `EndPolicy`.
    - `options`: values of the ruleset's options. Options left out have their default
      value.
    """

    name: Promise | str
    summary: Promise | str
    ruleset: str
    planned_rounds: int
    minutes: int
    end_policy: str = "finish_hand"
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ServedRuleset:
    """A ruleset offered for tournaments, with its presets and the format of its
    scores."""

    id: str
    presets: Mapping[str, Preset]
    #: Default criteria that decide places.
    tie_breaks: Sequence[str]
    #: Whether scores start from points, so that they have no sign.
    starts_with_points: bool = False
    #: Whether table points are final points: thousands, with decimals.
    has_final_points: bool = False
    #: Name of the points of a game.
    points_name: Promise | str = TABLE_POINTS


#: Offered rulesets by id, in the order shown.
SERVED: dict[str, ServedRuleset] = {}


def serve(ruleset: ServedRuleset) -> None:
    """Offer a ruleset for new tournaments. It replaces a ruleset with the same id."""
    SERVED[ruleset.id] = ruleset


def presets() -> Mapping[str, Preset]:
    """Return all presets by key, in the order of rulesets. The first preset is the
    default."""
    return {
        key: preset
        for served in SERVED.values()
        for key, preset in served.presets.items()
    }
