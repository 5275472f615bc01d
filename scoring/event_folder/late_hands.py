"""late_hands.jsonl: hands that tables entered after their time, and what referees said
of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.table import Ruleset
from scoring.event_folder.json_lines import (
    LONGEST_NAME,
    LineReader,
    at_line,
    good_lines,
    kept_entry,
    refused_at,
    write_lines,
    write_time,
    written_entry,
)
from scoring.event_folder.layout import LATE_HANDS, MOST_HANDS, MOST_LINES
from scoring.event_folder.ledgers import Ledger
from scoring.event_folder.recorded import Key, LateLine
from scoring.models import LateHand, LedgerEntry
from tournaments.files.faults import FileFault
from tournaments.models import Session, Tournament
from tournaments.web.requests import new_device_key

COUNTS = LateHand.Decision.COUNTS
MOST_SEATINGS = 999


def written_late_hands(tournament: Tournament) -> bytes:
    """The file; b"" if no hand came late."""
    late = LateHand.objects.filter(session__round__tournament=tournament)
    return write_lines(
        _values(each)
        for each in late.select_related("session__round", "line").order_by(
            "session__round__number", "session__table", "at", "pk"
        )
    )


def _values(late: LateHand) -> Mapping[str, object]:
    values: dict[str, object] = {
        "round": late.session.round.number,
        "table": late.session.table,
        "hand": late.hand,
        "entry": written_entry(late.offered),
    }
    if late.seating is not None:
        values["seating"] = late.seating
    values |= {"by": late.by, "at": write_time(late.at)}
    if late.decided_at:
        values |= {
            "decision": late.decision,
            "decided_by": late.decided_by,
            "decided_at": write_time(late.decided_at),
        }
    if late.answer:
        values["answer"] = late.answer
    if late.line:
        values["line"] = late.line.sequence
    return values


def read_late_hands(content: bytes) -> tuple[tuple[LateLine, ...], list[FileFault]]:
    """The hands by table and time, and what is wrong with the other lines."""
    lines, faults = good_lines(LATE_HANDS, content, _late_line)
    return tuple(sorted(lines, key=lambda line: (line.table, line.at))), faults


def _late_line(reader: LineReader) -> LateLine:
    line = LateLine(
        line=reader.number,
        table=reader.key,
        hand=reader.integer("hand", low=1, high=MOST_HANDS),
        entry=reader.entry(),
        seating=reader.optional_integer("seating", low=0, high=MOST_SEATINGS),
        by=reader.words("by", LONGEST_NAME),
        at=reader.time("at"),
        decision=reader.text("decision", tuple(LateHand.Decision.values), ""),
        decided_by=reader.words("decided_by", LONGEST_NAME),
        decided_at=reader.optional_time("decided_at"),
        answer=reader.words("answer"),
        sequence=reader.optional_integer("line", low=1, high=MOST_LINES),
    )
    if not reader.faults:
        _refuse_half(reader, line)
    return line


def _refuse_half(reader: LineReader, line: LateLine) -> None:
    decided = (line.decision, line.decided_by, line.decided_at)
    if not line.by:
        reader.fault("missing", _("Say who entered it."), "by")
    if any(decided) != all(decided):
        message = _("A hand is decided in some way, by somebody, at some time.")
        reader.fault("half_decided", message, "decision")
    if (line.decision == COUNTS) != (line.sequence is not None):
        message = _("A hand that counts has its line in the ledger; no other has one.")
        reader.fault("half_counted", message, "line")


def wrong_late_hands(
    late: Sequence[LateLine], ledgers: Mapping[Key, Ledger], rules: Ruleset
) -> Iterator[FileFault]:
    """What cannot have been entered at these tables."""
    counted: set[tuple[Key, int]] = set()
    for each in late:
        ledger = ledgers.get(each.table)
        if ledger is None:
            yield _fault(each, "no_seating", _("There is no such table."), "table")
            continue
        try:
            settles = rules.read_entry(each.entry).settles_hand
        except RuleError as error:
            yield from refused_at(error, LATE_HANDS, each.line)
            continue
        if not settles:
            message = _("Say how the hand ended.")
            yield _fault(each, "no_outcome", message, "entry")
        if each.sequence is None:
            continue
        if (each.table, each.sequence) in counted:
            yield _fault(each, "line_twice", _("This line is named twice."), "line")
        elif not any(
            (line.sequence, line.hand) == (each.sequence, each.hand) and line.entry
            for line in ledger.lines
        ):
            message = _("ledger.jsonl has no such line of this hand.")
            yield _fault(each, "no_such_line", message, "line")
        counted.add((each.table, each.sequence))


def store_late_hands(
    late: Sequence[LateLine],
    sessions: Mapping[Key, Session],
    lines: Mapping[tuple[Key, int], LedgerEntry],
    rules: Ruleset,
) -> None:
    """Write them, those that count with their lines of the ledgers. They have keys of
    their own: what sent them sends nothing to this tournament."""
    LateHand.objects.bulk_create(
        LateHand(
            session=sessions[each.table],
            hand=each.hand,
            offered=kept_entry(rules, each.entry),
            seating=each.seating,
            device_key=new_device_key(),
            by=each.by,
            at=each.at,
            decision=each.decision,
            decided_by=each.decided_by,
            decided_at=each.decided_at,
            answer=each.answer,
            line=lines[each.table, each.sequence] if each.sequence else None,
        )
        for each in late
    )


def _fault(late: LateLine, code: str, message: str, field: str) -> FileFault:
    return at_line(Fault(code, message, field), LATE_HANDS, late.line)
