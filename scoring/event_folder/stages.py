"""Stages: what each is, in event.json, and who plays in them, in stages.csv."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, fields

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from scoring.event_folder.event_values import part, says, words
from tournaments.files.csv_reader import CsvFile, Row
from tournaments.models import (
    CarryRule,
    CutRule,
    DrawMethod,
    EndPolicy,
    FinalSeats,
    GroupingRule,
    KeptApart,
    LeaverTables,
    StageKind,
    StagePlace,
    Tournament,
)
from tournaments.people.registration import PlayerRow
from tournaments.rounds.stages.deciding import restore_places
from tournaments.rounds.stages.plan_checks import MOST_STAGES, check_plans
from tournaments.rounds.stages.stage_list import StagePlan, plan_of, stages_of
from tournaments.seating.files.sheets import MOST_ROUNDS, MOST_START_NUMBER

#: The key of event.json.
STAGES = "stages"

LONGEST_NAME = 60
MOST_MINUTES = 600
MOST_GROUPS = 30
MOST_PARTS = 1000
MOST_BONUSES = 1000

#: What is one of a few words, and which.
CHOICES = {
    "kind": StageKind,
    "end_policy": EndPolicy,
    "method": DrawMethod,
    "cut": CutRule,
    "carry": CarryRule,
    "grouping": GroupingRule,
    "apart": KeptApart,
    "seats": FinalSeats,
    "leavers": LeaverTables,
}
#: Whole numbers, and what they are at most.
NUMBERS = {
    "rounds": MOST_ROUNDS,
    "minutes": MOST_MINUTES,
    "cut_size": MOST_START_NUMBER,
    "cut_rest": MOST_START_NUMBER,
    "carry_numerator": MOST_PARTS,
    "carry_denominator": MOST_PARTS,
    "groups": MOST_GROUPS,
    "movers": MOST_START_NUMBER,
    "series": MOST_ROUNDS,
}


@dataclass(frozen=True)
class PlaceRow:
    """A line of stages.csv: somebody who plays in a stage. The first has the best
    rank."""

    line: int
    stage: int
    number: int
    group: int


def written_stages(tournament: Tournament) -> list[dict[str, object]]:
    """The stages as event.json has them, without what is as usual."""
    return [as_data(plan_of(stage)) for stage in stages_of(tournament)]


def as_data(plan: StagePlan) -> dict[str, object]:
    """What is not as usual, and the kind and rounds of every stage."""
    usual = asdict(StagePlan(plan.kind, plan.rounds))
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(plan).items()
        if value != usual[name] or name in ("kind", "rounds")
    }


def read_stages(given: object) -> tuple[StagePlan, ...]:
    """What the value of `STAGES` says. Raises RuleError."""
    if not isinstance(given, list) or len(given) > MOST_STAGES:
        message = _("Give a list of at most %(most)s stages.")
        raise RuleError(Fault("not_a_list", message, STAGES, {"most": MOST_STAGES}))
    plans = tuple(_plan(number, values) for number, values in enumerate(given, 1))
    check_plans(plans)
    return plans


def _plan(number: int, given: object) -> StagePlan:
    reader = part(given, STAGES)
    usual = asdict(StagePlan("", 1))
    values: dict[str, object] = {}
    for each in fields(StagePlan):
        name = each.name
        if name != "kind" and not says(reader, name):
            values[name] = usual[name]
        elif name in CHOICES:
            values[name] = reader.text(name, tuple(CHOICES[name].values))
        elif name in NUMBERS:
            values[name] = reader.integer(name, low=0, high=NUMBERS[name])
        elif name == "bonuses":
            given_bonuses = reader.sequence(name, most=MOST_BONUSES)
            values[name] = tuple(map(str, given_bonuses))
        else:
            values[name] = words(reader, name, LONGEST_NAME)
    if values["minutes"] == 0 or values["rounds"] == 0:
        reader.fault("out_of_range", _("Give at least 1."), "rounds")
    reader.refuse_the_rest()
    if reader.faults:
        raise RuleError(*(fault.within(STAGES) for fault in reader.faults))
    return StagePlan(**values)  # type: ignore[arg-type]


def written_places(tournament: Tournament) -> Iterator[Sequence[object]]:
    """The rows of the file, by stage and rank; none of an event that is one stage."""
    if tournament.is_staged:
        places = StagePlace.objects.filter(stage__tournament=tournament)
        for place in places.select_related("stage", "entry").order_by(
            "stage__number", "rank"
        ):
            yield [place.stage.number, place.entry.number, place.group or ""]


def places_in(
    file: CsvFile | None, plans: Sequence[StagePlan], players: Collection[PlayerRow]
) -> tuple[PlaceRow, ...]:
    """The file's good rows; those about nobody, or about a stage or group there is not,
    have a fault."""
    if file is None:
        return ()
    known = {player.number for player in players if not player.is_filler}
    seen: set[tuple[int, int]] = set()
    good = []
    for _line, row in file.lines(_row):
        if row.number not in known:
            message, column = (
                _("Number %(number)s is no player in players.csv."),
                "number",
            )
        elif row.stage > len(plans):
            message, column = _("There is no stage %(stage)s."), "stage"
        elif row.group > plans[row.stage - 1].groups:
            message, column = _("Stage %(stage)s has no group %(group)s."), "group"
        elif (row.stage, row.number) in seen:
            message, column = _("Number %(number)s is given twice."), "number"
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
    """Let these players play in the stages of a tournament that is being made."""
    places: dict[int, list[tuple[int, int]]] = {}
    for row in rows:
        places.setdefault(row.stage, []).append((row.number, row.group))
    restore_places(tournament, places)
