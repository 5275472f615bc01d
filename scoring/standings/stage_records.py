"""The stages of an event as standings see them: who plays in each, in which group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Stage, StagePlace, Tournament


@dataclass(frozen=True)
class StageRecord:
    """A stage whose players are known; `places` by the keys of their entries, none of a
    stage that everybody plays."""

    stage: Stage
    places: Mapping[int, StagePlace]

    def has(self, entry: Entry) -> bool:
        """Whether somebody plays in it."""
        return not self.stage.needs_deciding or entry.pk in self.places

    def group_of(self, entry: Entry) -> int:
        """Their group; 0 where there are none."""
        place = self.places.get(entry.pk)
        return place.group if place else 0


def stage_records(
    tournament: Tournament, stages: Sequence[Stage]
) -> tuple[StageRecord, ...]:
    """The event's `stages` whose players are known; no query where there are none."""
    places: dict[int, dict[int, StagePlace]] = {}
    if stages:
        for place in StagePlace.objects.filter(stage__tournament=tournament):
            places.setdefault(place.stage_id, {})[place.entry_id] = place
    return tuple(
        StageRecord(stage, places.get(stage.pk, {}))
        for stage in stages
        if stage.is_decided or not stage.needs_deciding
    )
