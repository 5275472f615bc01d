"""Files of a seating draft: JSON to verify it, CSV for spreadsheets, and imported
plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.director.seating_drafts.draft_report_and_edits_wording import (
    disturbed,
    kept_faults,
)
from tournaments.director.seating_drafts.draft_tables_and_players import DrawnPlan
from tournaments.files.formula_safe_csv_writing import Cell, written_csv
from tournaments.files.read_in_child_process import values_of
from tournaments.models import Draw, DrawMethod
from tournaments.rounds.seating_files import SEATING
from tournaments.seating import seating_plan
from tournaments.seating.files.plan_files import read_plan_file
from tournaments.seating.seating_plan import Plan
from tournaments.seating_drafts.draft_state_and_judgement import request_of

NAMES = tuple(f"{wind}_name" for wind in SEATING[2:])


def published(draw: Draw) -> dict[str, object]:
    """Return the draft as JSON values in the engine's published format.

    `python -m tournaments.seating verify` reads this format. "changed" has the rounds
    after manual "edits". Imported plans have no "request", because they cannot be
    verified.
    """
    return {
        "rounds": draw.drawn["plan"],
        "report": draw.drawn["report"],
        "fillers": draw.drawn["fillers"],
        "first_round": draw.first_round,
        **(_search(draw) if draw.method != DrawMethod.IMPORT else {}),
        **(_changed_seats(draw) if draw.method == DrawMethod.REPAIR else {}),
        **(_promise(draw) if draw.commitment else {}),
        **(_changes(draw) if draw.edits else {}),
    }


def _search(draw: Draw) -> dict[str, object]:
    return {
        "notes": [fault.sentence for fault in kept_faults(draw.notes)],
        "source": draw.source,
        "moves": draw.moves,
        "stopped": draw.stopped,
        "request": draw.request,
    }


def _changed_seats(draw: Draw) -> dict[str, object]:
    changed = disturbed(request_of(draw), seating_plan.from_data(draw.drawn["plan"]))
    return {
        "seats_changed": changed.moved,
        "winds_changed": changed.turned,
        "seats_to_come": changed.seats,
    }


def _promise(draw: Draw) -> dict[str, object]:
    return {
        "secret": draw.seed,
        "thrown": draw.thrown,
        "commitment": draw.commitment,
    }


def _changes(draw: Draw) -> dict[str, object]:
    return {
        "changed": draw.plan,
        "changed_report": draw.report,
        "edits": draw.edits,
    }


def csv_of(plan: DrawnPlan) -> str:
    """Return the plan as CSV: one line per table, with player names after the numbers.

    The file can be imported again. An unused table has a line if later tables are used.
    """
    rows = ((*SEATING, *NAMES), *_drawn_tables(plan))
    return written_csv(rows, line_end="\n")


def _drawn_tables(plan: DrawnPlan) -> Iterator[Sequence[Cell]]:
    for number, round_ in enumerate(plan.drawn, plan.draw.first_round):
        for table, chairs in enumerate(round_, 1):
            if not any(map(seating_plan.seated, round_[table - 1 :])):
                break
            numbers = ("" if n is None else n for n in chairs)
            names = ("" if n is None else plan.person(n).name for n in chairs)
            yield number, table, *numbers, *names


def plan_from(content: bytes | str, first_round: int = 1) -> Plan:
    """Return the seating plan in a text or file. `first_round` is the number of its
    first round.

    Long content is read in a child process. Raises RuleError with the faults of all
    lines.
    """
    plan = values_of(read_plan_file, content, first_round)
    return tuple(tuple(map(tuple, round_)) for round_ in plan)
