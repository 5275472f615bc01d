"""Write plans and reports as plain text, for a terminal or a notice board."""

from __future__ import annotations

from tournaments.seating.generate_seating import Draw
from tournaments.seating.judging.plan_judge import Report, sentences
from tournaments.seating.seating_plan import Plan, SeatOrEmpty


def plan_page(plan: Plan, report: Report, *, first: int = 1) -> str:
    """Return a text with the seats of every round and the report. Rounds are numbered
    from `first`."""
    lines = []
    for number, round_ in enumerate(plan, first):
        lines += [f"Round {number}", "table     E    S    W    N"]
        lines += [
            f"{table:5} {''.join(map(_chair, chairs))}"
            for table, chairs in enumerate(round_, 1)
        ]
        lines.append("")
    lines += [remark.sentence for remark in sentences(report)]
    return "\n".join(lines) + "\n"


def draw_page(drawn: Draw) -> str:
    """Return a text with generated seating: the plan, the report and the notes."""
    first = len(drawn.request.played) + 1
    page = plan_page(drawn.plan, drawn.report, first=first)
    notes = [note.sentence for note in drawn.notes]
    if drawn.changed is not None:
        notes.append(
            f"Seats changed: {drawn.changed.changed} of {drawn.changed.seats} "
            f"({drawn.changed.percent:.1f} %), {drawn.changed.moved} of them at "
            f"another table."
        )
    if drawn.fillers:
        numbers = ", ".join(map(str, drawn.fillers))
        notes.append(f"House players: {numbers}.")
    notes.append(f"From: {drawn.source}. Moves: {drawn.moves:,}.")
    return page + "\n".join(notes) + "\n"


def _chair(chair: SeatOrEmpty) -> str:
    return f"{'-' if chair is None else chair:>5}"
