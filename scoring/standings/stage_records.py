"""The stages of a tournament for its standings, with players and groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Player, Stage, StagePlace, Tournament


@dataclass(frozen=True)
class StageRecord:
    """A stage whose players are known.

    `places`: the player's row in the stage by player id, empty if everyone plays.
    """

    stage: Stage
    places: Mapping[int, StagePlace]

    def has(self, player: Player) -> bool:
        """Return whether a player is in the stage."""
        return not self.stage.needs_deciding or player.pk in self.places

    def group_of(self, player: Player) -> int:
        """Return the player's group; 0 without groups."""
        place = self.places.get(player.pk)
        return place.group if place else 0


def stage_records(
    tournament: Tournament, stages: Sequence[Stage]
) -> tuple[StageRecord, ...]:
    """Return the stages whose players are known. Uses no query without stages."""
    places: dict[int, dict[int, StagePlace]] = {}
    if stages:
        for place in StagePlace.objects.filter(stage__tournament=tournament):
            places.setdefault(place.stage_id, {})[place.player_id] = place
    return tuple(
        StageRecord(stage, places.get(stage.pk, {}))
        for stage in stages
        if stage.is_decided or not stage.needs_deciding
    )
