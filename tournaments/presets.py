"""Ways to play that people know by name: what a new tournament starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import EndPolicy


@dataclass(frozen=True)
class Preset:
    """`minutes` a round has; `options` are the ruleset's, the rest its defaults."""

    name: Promise
    words: Promise
    ruleset: str
    planned_rounds: int
    minutes: int
    end_policy: EndPolicy
    options: Mapping[str, object] = field(default_factory=dict)


PRESETS: Mapping[str, Preset] = {
    "mcr-championship": Preset(
        name=_("MCR championship"),
        words=_("16 hands in 115 minutes; the hand being played is finished."),
        ruleset="mcr",
        planned_rounds=7,
        minutes=115,
        end_policy=EndPolicy.FINISH_HAND,
        options={"hands_limit": 16},
    ),
    "mcr-club-night": Preset(
        name=_("MCR club night"),
        words=_("8 hands in 60 minutes; the hand being played is finished."),
        ruleset="mcr",
        planned_rounds=3,
        minutes=60,
        end_policy=EndPolicy.FINISH_HAND,
        options={"hands_limit": 8},
    ),
    "mcr-gong": Preset(
        name=_("MCR, stopping at the gong"),
        words=_(
            "16 hands in 120 minutes; when time is up, the hand being played does "
            "not count."
        ),
        ruleset="mcr",
        planned_rounds=5,
        minutes=120,
        end_policy=EndPolicy.STOP_AT_ONCE,
        options={"hands_limit": 16},
    ),
    "hong-kong": Preset(
        name=_("Hong Kong Old Style"),
        words=_("Three faan at least, thirteen the limit; the discarder pays double."),
        ruleset="hong_kong",
        planned_rounds=4,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND,
    ),
    "hong-kong-tvb": Preset(
        name=_("Hong Kong, TVB tournament"),
        words=_("One faan at least, ten the limit; the discarder pays alone."),
        ruleset="hong_kong",
        planned_rounds=4,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND,
        options={"preset": "tvb_2026"},
    ),
    "classical": Preset(
        name=_("Classical Chinese"),
        words=_("All four hands count; everybody starts with 2000 points."),
        ruleset="classical",
        planned_rounds=3,
        minutes=120,
        end_policy=EndPolicy.FINISH_HAND,
    ),
    "riichi-ema": Preset(
        name=_("Riichi, EMA"),
        words=_(
            "Two rounds of winds, 30000 points, uma 15 and 5; after 90 minutes the "
            "hand being played is finished, and one more is played."
        ),
        ruleset="riichi",
        planned_rounds=8,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND_PLUS_ONE,
    ),
    "riichi-wrc": Preset(
        name=_("Riichi, World Riichi Championship"),
        words=_(
            "Two rounds of winds, 30000 points, uma 15 and 5; after 90 minutes the "
            "hand being played is finished."
        ),
        ruleset="riichi",
        planned_rounds=8,
        minutes=90,
        end_policy=EndPolicy.FINISH_HAND,
        options={"preset": "wrc_2022"},
    ),
    "riichi-tenhou": Preset(
        name=_("Riichi, as on Tenhou"),
        words=_("Two rounds of winds, 25000 points, red fives, uma 20 and 10, oka."),
        ruleset="riichi",
        planned_rounds=4,
        minutes=75,
        end_policy=EndPolicy.FINISH_HAND,
        options={"preset": "tenhou"},
    ),
}

DEFAULT = "mcr-championship"
