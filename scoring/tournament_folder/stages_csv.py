"""stages.csv: the players of each stage and their groups, best rank first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from scoring.tournament_folder.file_layout import FileColumns
from scoring.tournament_folder.stages_key import MOST_GROUPS
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.models import StagePlace, Tournament
from tournaments.people.register_players import PlayerRow
from tournaments.rounds.stages.stage_and_group_players import restore_places
from tournaments.rounds.stages.stage_settings import MOST_STAGES, StagePlan
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

COLUMNS = FileColumns(("stage", "number", "group"), optional=("group",))


@dataclass(frozen=True)
class PlaceRow:
    """A player in a stage.

    The first line of a stage is the player with the best rank.
    """

    line: int
    stage: int
    number: int
    group: int


def written_places(tournament: Tournament) -> Iterator[Sequence[object]]:
    """Yield the rows by stage and rank; none without stages."""
    if tournament.is_staged:
        places = StagePlace.objects.filter(stage__tournament=tournament)
        for place in places.select_related("stage", "player").order_by(
            "stage__number", "rank"
        ):
            yield [place.stage.number, place.player.number, place.group or ""]


def places_in(
    file: CsvFile | None, plans: Sequence[StagePlan], players: Collection[PlayerRow]
) -> tuple[PlaceRow, ...]:
    """Return the valid rows of the file. Rows about an unknown player, stage or group
    have a fault."""
    if file is None:
        return ()
    known = {player.number for player in players if not player.is_filler}
    seen: set[tuple[int, int]] = set()
    good = []
    for _line, row in file.lines(_row):
        if row.number not in known:
            message, column = (
                _("Number %(number)s is not in players.csv."),
                "number",
            )
        elif row.stage > len(plans):
            message, column = _("Stage %(stage)s does not exist."), "stage"
        elif row.group > plans[row.stage - 1].groups:
            message, column = _("Stage %(stage)s has no group %(group)s."), "group"
        elif (row.stage, row.number) in seen:
            message, column = _("Number %(number)s is listed twice."), "number"
        else:
            seen.add((row.stage, row.number))
            good.append(row)
            continue
        file.fault(
            "bad_place",
            message,
            column,
            row.line,
            number=row.number,
            stage=row.stage,
            group=row.group,
        )
    return tuple(good)


def _row(row: Row) -> PlaceRow:
    return PlaceRow(
        row.line,
        row.integer("stage", 1, MOST_STAGES),
        row.integer("number", 1, MOST_START_NUMBER),
        row.optional_integer("group", 0, MOST_GROUPS) or 0,
    )


def store(tournament: Tournament, rows: Collection[PlaceRow]) -> None:
    """Add these players to the stages of a tournament during its import."""
    places: dict[int, list[tuple[int, int]]] = {}
    for row in rows:
        places.setdefault(row.stage, []).append((row.number, row.group))
    restore_places(tournament, places)
