"""What a director can do to a round now: one thing first, what stands in its way, and
everything else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from zlib import crc32

from django.utils import timezone
from django.utils.translation import ngettext

from scoring.confirming_and_finishing.tables_still_playing import tables_of
from scoring.confirming_and_finishing.why_round_cannot_close import Matter, open_matters
from scoring.hall.control_room_tables import chosen_round
from scoring.models import LedgerEntry
from scoring.rounds import clock_wording, end_and_close_round, server_clock_changes
from scoring.rounds.round_actions import forms_for
from tournaments.models import (
    CLOCK_STATES,
    NOT_BEGUN,
    ClockFault,
    Draw,
    Round,
    RoundState,
    Seat,
    Session,
    Tournament,
)
from tournaments.people.problems_of_published_seats import SeatProblems, seat_problems
from tournaments.refusals import sentence
from tournaments.rounds import clock_failures, round_clock
from tournaments.rounds.outdated_seating_marks import Mark, Marker
from tournaments.rounds.rounds_with_hidden_results import is_secret
from tournaments.rounds.seat_rounds_and_exchange_seats import next_round_number
from tournaments.rounds.stages.stage_settings import stages_of, to_decide
from tournaments.rounds.start_checks import not_checked_in
from tournaments.seating_drafts.draft_edit_preview_and_forms import undecided
from tournaments.web.form_fields_and_types import Context

#: What comes next in each state, if it can be done.
NEXT: Mapping[str, str] = {
    RoundState.DRAFT: "show_in_hall",
    RoundState.HALL: "publish",
    RoundState.PUBLISHED: "start",
    RoundState.RUNNING: "pause",
    RoundState.PAUSED: "resume",
    RoundState.TIME_UP: "close",
}

#: So many who are not checked in are named, each with what to say of them.
MOST_MISSING = 12


@dataclass(frozen=True)
class Blocker:
    """What is open at some tables: how many, in short, in a sentence, and which."""

    brief: str
    words: str
    tables: tuple[int, ...]


#: What is open at so many tables, by the code of the matter.
BRIEF: Mapping[str, Callable[[int], str]] = {
    "two_versions": lambda count: ngettext(
        "%(count)s conflicts",
        "%(count)s conflicts",
        count,
    ),
    "late_hands": lambda count: ngettext(
        "%(count)s with a late hand",
        "%(count)s with late hands",
        count,
    ),
    "still_playing": lambda count: ngettext(
        "%(count)s still playing", "%(count)s still playing", count
    ),
    "no_hands": lambda count: ngettext(
        "%(count)s without a hand", "%(count)s without a hand", count
    ),
    "not_confirmed": lambda count: ngettext(
        "%(count)s not confirmed", "%(count)s not confirmed", count
    ),
}


def control_of(
    tournament: Tournament,
    number: int | None,
    *,
    may_control: bool,
    tables: Sequence[Session] | None = None,
) -> Context:
    """`seen` names everything the control shows; `pinned` is the number of the
    round that the reader keeps looking at, None to follow the current one. `tables`:
    those of that round with their sheets, where they are known."""
    round_, now = chosen_round(tournament, number), timezone.now()
    forms = forms_for(round_, now) if round_ else {}
    faults = list(clock_failures.faults_of(tournament))
    missing = _not_checked_in(round_)
    next_round = next_round_number(tournament)
    matters = _matters(round_, tables) if may_control else []
    draw = _undecided(tournament, round_, next_round) if may_control else None
    shown = {
        "tournament": tournament,
        "round": round_,
        "has_players": bool(round_) or tournament.entries.exists(),
        "first": _next(round_, forms, clear=not matters),
        "may_control": may_control,
        "problems": _problems(round_) if may_control else None,
        "missing": missing[:MOST_MISSING],
        "missing_more": len(missing[MOST_MISSING:]),
        "missing_count": len(missing),
        "blockers": _blockers(matters) if _is_over(round_) else [],
        "clock_faults": [(each, clock_wording.of_fault(each)) for each in faults],
        "step": _step(round_, now),
        "tried_again_in": _seconds_to_the_next_try(faults, now),
        "undo_ends_in": ceil(end_and_close_round.seconds_to_undo_end(round_, now))
        if round_
        else 0,
        "starts": clock_wording.starts_by_itself(round_) if round_ else "",
        "missed_start": round_clock.missed_start(round_, now) if round_ else None,
        "not_started": clock_wording.why_not_started(round_) if round_ else "",
        "at_the_end": clock_wording.at_the_end(
            tournament, round_.end_policy if round_ else ""
        ),
        "pinned": number,
        "next_round": next_round,
        "draw": draw,
        "marks": _marks(tournament, round_, draw),
        "to_decide": to_decide(stages_of(tournament), next_round),
        "all_closed": _all_closed(tournament, round_),
        "to_tell": is_secret(tournament) and not tournament.is_finished,
    }
    return {
        **shown,
        "forms": forms if may_control else {},
        "seen": ".".join(map(str, _seen(shown, forms))),
    }


def _seen(shown: Context, forms: Collection[str]) -> Iterator[object]:
    """What differs whenever the control is to be shown anew."""
    round_, problems = shown["round"], shown["problems"]
    if round_:
        yield from (round_.pk, round_.clock_version, *forms)
        if shown["step"]:
            yield round(round_.stepped_at.timestamp())
    else:
        yield shown["has_players"]
    for fault, _words in shown["clock_faults"]:
        yield f"{fault.pk}x{fault.tries}"
    if problems:
        yield len(problems.sentences)
    for seat in shown["missing"]:
        yield f"e{seat.entry_id}"
    if shown["missing_count"]:
        yield shown["missing_count"]
    if shown["missed_start"]:
        yield "missed"
    if is_secret(shown["tournament"]):
        yield "secret"
    yield from (f"{mark.seen}{mark.is_open:d}" for mark in shown["marks"])
    if shown["draw"]:
        yield f"draw{shown['draw'].number}"
    yield shown["first"]
    said = " ".join(blocker.words for blocker in shown["blockers"])
    yield f"{crc32(said.encode()):x}"


def _next(round_: Round | None, forms: Collection[str], *, clear: bool) -> str:
    """The one thing to do first: a round that is all done is closed, whatever its clock
    shows."""
    if round_ is None:
        return ""
    if clear and "close" in forms:
        return "close"
    name = NEXT.get(round_.state, "")
    return name if name in forms else ""


def _matters(
    round_: Round | None, tables: Sequence[Session] | None = None
) -> list[Matter]:
    """What is open at the tables of a round that is played."""
    if round_ is None or not round_.is_open:
        return []
    found = open_matters(round_, tables_of(round_) if tables is None else tables)
    return [matter for matter in found if matter.sessions]


def _is_over(round_: Round | None) -> bool:
    return round_ is not None and round_.state == RoundState.TIME_UP


def _undecided(
    tournament: Tournament, round_: Round | None, next_round: int
) -> Draw | None:
    """The draw that waits for its director, where the next round has no seats."""
    if round_ is not None and round_.state != RoundState.CLOSED:
        return None
    return undecided(tournament, next_round)


def _marks(
    tournament: Tournament, round_: Round | None, draw: Draw | None
) -> list[Mark]:
    """The standings that the seats of the round and the draw that waits used: those
    that have changed since, or were decided on while a round was open."""
    marker = Marker(tournament)
    found = marker.of_round(round_) if round_ else []
    if draw and (mark := marker.of_draw(draw)):
        found.append(mark)
    if round_ is None or round_.state == RoundState.CLOSED:
        found += marker.of_cuts(stages_of(tournament)).values()
    return [mark for mark in found if mark.is_changed or mark.decision]


def _all_closed(tournament: Tournament, round_: Round | None) -> bool:
    """Whether no round is left to be played: neither `round_` nor another one."""
    if round_ is None or round_.state != RoundState.CLOSED:
        return False
    return not tournament.rounds.exclude(state=RoundState.CLOSED).exists()


def _blockers(matters: Sequence[Matter]) -> list[Blocker]:
    return [_blocker(matter) for matter in matters]


def _blocker(matter: Matter) -> Blocker:
    count = len(matter.sessions)
    brief = BRIEF[matter.code](count) % {"count": count}
    tables = tuple(session.table for session in matter.sessions)
    return Blocker(brief, sentence(matter.fault), tables)


def _step(round_: Round | None, now: datetime) -> str:
    """What a step of the server's clock did to the round, while that is undecided."""
    if round_ is None or not server_clock_changes.is_undecided(round_, now):
        return ""
    return clock_wording.of_step(round_, server_clock_changes.due_without_step(round_))


def _problems(round_: Round | None) -> SeatProblems | None:
    """What is wrong with the seats of a round that waits for its start."""
    if round_ is None or round_.state not in NOT_BEGUN:
        return None
    return seat_problems(round_.tournament)


def _not_checked_in(round_: Round | None) -> list[Seat]:
    """Who is seated in a round and not checked in; of one whose clock goes, at tables
    where nothing is entered: it may have started by itself, without them."""
    if round_ is None or round_.state not in (*NOT_BEGUN, *CLOCK_STATES):
        return []
    missing = not_checked_in(round_)
    if not missing or round_.state in NOT_BEGUN:
        return missing
    lines = LedgerEntry.objects.filter(session__round=round_)
    playing = set(lines.values_list("session", flat=True))
    return [seat for seat in missing if seat.session_id not in playing]


def _seconds_to_the_next_try(faults: Sequence[ClockFault], now: datetime) -> int:
    """Until the page is to look what came of it; 0 if nothing failed."""
    if not faults:
        return 0
    left = min(fault.again_at for fault in faults) - now
    return max(0, ceil(left.total_seconds())) + 2
