"""The key `stages` of event.json: the settings of each stage."""

from __future__ import annotations

from dataclasses import asdict, fields

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from scoring.tournament_folder.event_json_values import part, says, text_in
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
    Tournament,
)
from tournaments.rounds.stages.stage_settings import (
    MOST_STAGES,
    StagePlan,
    check_plans,
    plan_of,
    stages_of,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_START_NUMBER

#: The key of event.json.
STAGES = "stages"

LONGEST_NAME = 60
MOST_MINUTES = 600
MOST_GROUPS = 30
MOST_PARTS = 1000
MOST_BONUSES = 1000

#: Settings with a fixed set of choices.
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
#: Settings that are whole numbers, with their maximum values.
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


def written_stages(tournament: Tournament) -> list[dict[str, object]]:
    """Return the stages for event.json, without values that equal the default."""
    return [as_data(plan_of(stage)) for stage in stages_of(tournament)]


def as_data(plan: StagePlan) -> dict[str, object]:
    """Return a stage's kind, rounds and all values that differ from the default."""
    usual = asdict(StagePlan(plan.kind, plan.rounds))
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(plan).items()
        if value != usual[name] or name in ("kind", "rounds")
    }


def read_stages(data: object) -> tuple[StagePlan, ...]:
    """Return the value of `STAGES`. Raises RuleError if it is not a list of possible
    stages.
    """
    if not isinstance(data, list) or len(data) > MOST_STAGES:
        message = _("Enter a list of at most %(most)s stages.")
        raise RuleError(Fault("not_a_list", message, STAGES, {"most": MOST_STAGES}))
    plans = tuple(_plan(number, values) for number, values in enumerate(data, 1))
    check_plans(plans)
    return plans


def _plan(number: int, data: object) -> StagePlan:
    reader = part(data, STAGES)
    usual = asdict(StagePlan("", 1))
    values: dict[str, object] = {}
    for field in fields(StagePlan):
        name = field.name
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
            values[name] = text_in(reader, name, LONGEST_NAME)
    if values["rounds"] == 0:
        reader.fault("out_of_range", _("Enter at least 1 round."), "rounds")
    if values["minutes"] == 0:
        reader.fault("out_of_range", _("Enter at least 1 minute."), "minutes")
    reader.refuse_the_rest()
    if reader.faults:
        raise RuleError(*(fault.within(STAGES) for fault in reader.faults))
    return StagePlan(**values)  # type: ignore[arg-type]
