"""Compare alternative repairs: few changed seats, or few repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.director.seating_drafts.draft_report_and_edits_wording import disturbed
from tournaments.models import Draw, DrawState
from tournaments.seating import seating_plan
from tournaments.seating_drafts.draft_state_and_judgement import request_of
from tournaments.seating_drafts.submit_draft import repairs_beside


@dataclass(frozen=True)
class RepairChoice:
    """A repair: its draft, the number of seats that change (`moved`: to another table),
    and the number of repeat meetings in the whole seating afterwards."""

    draw: Draw
    changed: int
    moved: int
    repeats: int
    label: str = ""

    def is_worse_than(self, other: RepairChoice) -> bool:
        """Return whether `other` is at least as good in both figures and better in one;
        if both are equal, whether `other` is older."""
        if (self.moved, self.repeats) == (other.moved, other.repeats):
            return other.draw.number < self.draw.number
        return other.moved <= self.moved and other.repeats <= self.repeats


def repair_choices(draw: Draw) -> tuple[Sequence[RepairChoice], int]:
    """Return the repairs worth comparing, fewest changes first, and the number of
    repairs that are still being generated.

    Repairs that are worse than another repair are left out, except `draw`. The list is
    empty if there is only one repair.
    """
    drafts = repairs_beside(draw)
    at_work = sum(one.is_at_work for one in drafts)
    ready = [
        _choice(one) for one in drafts if one.state == DrawState.DRAFT and one.plan
    ]
    front = [
        one
        for one in ready
        if one.draw.pk == draw.pk or not any(map(one.is_worse_than, ready))
    ]
    front.sort(key=lambda one: (one.moved, one.repeats))
    return _labelled(front) if len(front) > 1 else [], at_work


def _choice(draw: Draw) -> RepairChoice:
    changed = disturbed(request_of(draw), seating_plan.from_data(draw.plan))
    return RepairChoice(draw, changed.changed, changed.moved, draw.report["repeats"])


def _labelled(front: Sequence[RepairChoice]) -> list[RepairChoice]:
    fewest_repeats = min(front, key=lambda one: (one.repeats, one.moved))
    return [
        RepairChoice(
            one.draw,
            one.changed,
            one.moved,
            one.repeats,
            _("Fewest changes")
            if one is front[0]
            else _("Fewest repeats")
            if one is fewest_repeats
            else _("Balanced"),
        )
        for one in front
    ]
