"""Stages into which nothing is carried: all who play there begin level at 0, so that no
place there is higher or lower than one before."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from scoring.standings.played import Records
from tournaments.models import Stage
from tournaments.rounds.stages.carried_over_points import CarryKind


def level_stages(records: Records) -> list[Stage]:
    """Those whose players are known and all begin at 0, though they played before."""
    return [
        each.stage
        for each in records.stages
        if each.stage.first_round > 1
        and each.stage.carry == CarryKind.NOTHING
        and not each.stage.bonuses
    ]


def not_begun_in(records: Records, rounds: Collection[int]) -> list[Stage]:
    """Those of them of which none of these rounds is."""
    return [
        stage
        for stage in level_stages(records)
        if not set(stage.round_numbers) & set(rounds)
    ]


def in_words(stages: Sequence[Stage]) -> str:
    """That everybody begins at 0 there, as sentences; "" of none."""
    words = _("%(stage)s: all players start at 0.")
    return " ".join(words % {"stage": stage} for stage in stages)
