"""conflicts.jsonl: other versions of hands than those in the ledger, and which was
chosen."""

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
from scoring.event_folder.layout import CONFLICTS, MOST_LINES
from scoring.event_folder.ledgers import Ledger
from scoring.event_folder.recorded import ConflictLine, Key
from scoring.models import Conflict, LedgerEntry
from tournaments.files.faults import FileFault
from tournaments.models import Tournament
from tournaments.web.requests import new_device_key


def written_conflicts(tournament: Tournament) -> bytes:
    """The file; b"" if nobody offered another version."""
    found = Conflict.objects.filter(line__session__round__tournament=tournament)
    return write_lines(
        _values(each)
        for each in found.select_related("line__session__round").order_by(
            "line__session__round__number", "line__session__table", "at", "pk"
        )
    )


def _values(conflict: Conflict) -> Mapping[str, object]:
    session = conflict.line.session
    values: dict[str, object] = {
        "round": session.round.number,
        "table": session.table,
        "line": conflict.line.sequence,
        "entry": written_entry(conflict.offered),
        "by": conflict.by,
        "at": write_time(conflict.at),
    }
    if conflict.settled_at:
        values |= {
            "choice": conflict.choice,
            "settled_by": conflict.settled_by,
            "settled_at": write_time(conflict.settled_at),
        }
    return values


def read_conflicts(content: bytes) -> tuple[tuple[ConflictLine, ...], list[FileFault]]:
    """The conflicts by table and time, and what is wrong with the other lines."""
    lines, faults = good_lines(CONFLICTS, content, _conflict_line)
    return tuple(sorted(lines, key=lambda line: (line.table, line.at))), faults


def _conflict_line(reader: LineReader) -> ConflictLine:
    line = ConflictLine(
        line=reader.number,
        table=reader.key,
        sequence=reader.integer("line", low=1, high=MOST_LINES),
        entry=reader.entry(),
        by=reader.words("by", LONGEST_NAME),
        at=reader.time("at"),
        choice=reader.text("choice", tuple(Conflict.Choice.values), ""),
        settled_by=reader.words("settled_by", LONGEST_NAME),
        settled_at=reader.optional_time("settled_at"),
    )
    if not reader.faults:
        _refuse_half(reader, line)
    return line


def _refuse_half(reader: LineReader, line: ConflictLine) -> None:
    settled = (line.choice, line.settled_by, line.settled_at)
    if not line.by:
        reader.fault("missing", _("Say who entered it."), "by")
    if any(settled) != all(settled):
        message = _("One version is chosen, by somebody, at some time.")
        reader.fault("half_settled", message, "choice")


def wrong_conflicts(
    conflicts: Sequence[ConflictLine], ledgers: Mapping[Key, Ledger], rules: Ruleset
) -> Iterator[FileFault]:
    """What cannot have been offered at these tables."""
    for each in conflicts:
        if not _is_outcome(each, ledgers.get(each.table), rules):
            message = _("ledger.jsonl has no outcome of a hand in that line.")
            fault = Fault("no_such_line", message, "line")
            yield at_line(fault, CONFLICTS, each.line)
            continue
        try:
            settles = rules.read_entry(each.entry).settles_hand
        except RuleError as error:
            yield from refused_at(error, CONFLICTS, each.line)
            continue
        if not settles:
            fault = Fault("no_outcome", _("Say how the hand ended."), "entry")
            yield at_line(fault, CONFLICTS, each.line)


def _is_outcome(conflict: ConflictLine, ledger: Ledger | None, rules: Ruleset) -> bool:
    """Whether the line that it is about says how a hand ended."""
    if ledger is None or conflict.sequence > len(ledger.lines):
        return False
    entry = ledger.lines[conflict.sequence - 1].entry
    return entry is not None and rules.read_entry(entry).settles_hand


def store_conflicts(
    conflicts: Sequence[ConflictLine],
    lines: Mapping[tuple[Key, int], LedgerEntry],
    rules: Ruleset,
) -> None:
    """Write them, about these lines of the ledgers. They have keys of their own: what
    sent them sends nothing to this tournament."""
    Conflict.objects.bulk_create(
        Conflict(
            line=lines[each.table, each.sequence],
            offered=kept_entry(rules, each.entry),
            device_key=new_device_key(),
            by=each.by,
            at=each.at,
            choice=each.choice,
            settled_by=each.settled_by,
            settled_at=each.settled_at,
        )
        for each in conflicts
    )
