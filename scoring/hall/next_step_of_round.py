"""A director's actions for a round: the next step, what blocks it, and other
actions.
"""

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
    Game,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.people.problems_of_published_seats import SeatProblems, seat_problems
from tournaments.refusals import sentence
from tournaments.rounds import clock_failures, round_clock
from tournaments.rounds.outdated_seating_marks import Mark, Marker
from tournaments.rounds.rounds_with_hidden_results import hides_last_rounds
from tournaments.rounds.seat_rounds_and_exchange_seats import next_round_number
from tournaments.rounds.stages.stage_settings import stages_of, to_decide
from tournaments.rounds.start_checks import not_checked_in
from tournaments.rounds.tournament_table_sizes import unfilled_tables_in_words
from tournaments.seating_drafts.draft_edit_preview_and_forms import undecided
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_sentences

#: Next step in each state, if possible.
NEXT: Mapping[str, str] = {
    RoundState.DRAFT: "publish",
    RoundState.HALL: "publish",
    RoundState.PUBLISHED: "start",
    RoundState.RUNNING: "pause",
    RoundState.PAUSED: "resume",
    RoundState.TIME_UP: "close",
}

#: Maximum number of players not checked in that are named.
MOST_MISSING = 12


@dataclass(frozen=True)
class Blocker:
    """A reason not to close a round yet.

    `brief`: short text; `tables`: numbers of the tables concerned.
    """

    brief: str
    sentence: str
    tables: tuple[int, ...]


#: Short texts with the number of tables, by the code of the matter.
BRIEF: Mapping[str, Callable[[int], str]] = {
    # Translators: %(count)s is the number of tables.
    "two_versions": lambda count: ngettext(
        "%(count)s table has a conflict",
        "%(count)s tables have conflicts",
        count,
    ),
    # Translators: %(count)s is the number of tables.
    "late_hands": lambda count: ngettext(
        "%(count)s table has a late hand",
        "%(count)s tables have late hands",
        count,
    ),
    # Translators: %(count)s is the number of tables.
    "still_playing": lambda count: ngettext(
        "%(count)s table is still playing",
        "%(count)s tables are still playing",
        count,
    ),
    # Translators: %(count)s is the number of tables.
    "no_hands": lambda count: ngettext(
        "%(count)s table has no hand",
        "%(count)s tables have no hands",
        count,
    ),
    # Translators: %(count)s is the number of tables.
    "not_confirmed": lambda count: ngettext(
        "%(count)s table is not confirmed",
        "%(count)s tables are not confirmed",
        count,
    ),
}


def control_of(
    tournament: Tournament,
    number: int | None,
    *,
    may_control: bool,
    tables: Sequence[Game] | None = None,
) -> Context:
    """Return the content of the round control.

    `number`: round the user stays on, None for the current round. `tables`: the round's
    games with their sheets, if already read. In the result, `seen` identifies
    everything that the control shows, `table_numbers` are the tables of an open round,
    `pinned` is `number`, `is_another_round` tells whether that is not the current
    round, and `missing` has at most `MOST_MISSING` players.
    """
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
        "table_numbers": _table_numbers(round_, tables),
        "has_players": bool(round_) or tournament.players.exists(),
        "unfilled": _unfilled(tournament)
        if may_control and not round_ and not draw
        else "",
        "first": _next(round_, forms, clear=not matters),
        "may_control": may_control,
        "problems": _problems(round_) if may_control else None,
        "missing": missing[:MOST_MISSING],
        "missing_more": len(missing[MOST_MISSING:]),
        "missing_count": len(missing),
        "blockers": _blockers(matters) if _is_over(round_) else [],
        "clock_faults": [(fault, clock_wording.of_fault(fault)) for fault in faults],
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
        "is_another_round": number is not None and chosen_round(tournament) != round_,
        "next_round": next_round,
        "draw": draw,
        "marks": _marks(tournament, round_, draw),
        "to_decide": to_decide(stages_of(tournament), next_round),
        "all_closed": _all_closed(tournament, round_),
        "to_tell": hides_last_rounds(tournament) and not tournament.is_finished,
    }
    return {
        **shown,
        "forms": forms if may_control else {},
        "seen": ".".join(map(str, _control_state(shown, forms))),
    }


def _unfilled(tournament: Tournament) -> str:
    """Return what happens in the first round if the players do not fill all tables; ""
    if they do."""
    players = tournament.players.filter(is_filler=False)
    return unfilled_tables_in_words(
        sum(player.plays(1) for player in players), tournament.rules
    )


def _control_state(shown: Context, forms: Collection[str]) -> Iterator[object]:
    """Yield every value whose change makes the control render again."""
    round_, problems = shown["round"], shown["problems"]
    if round_:
        yield from (round_.pk, round_.clock_version, *forms)
        if shown["step"]:
            yield round(round_.stepped_at.timestamp())
    else:
        yield shown["has_players"]
        yield crc32(str(shown["unfilled"]).encode())
    for fault, _words in shown["clock_faults"]:
        yield f"{fault.pk}x{fault.tries}"
    if problems:
        yield len(problems.sentences)
    for seat in shown["missing"]:
        yield f"e{seat.player_id}"
    if shown["missing_count"]:
        yield shown["missing_count"]
    if shown["missed_start"]:
        yield "missed"
    if hides_last_rounds(shown["tournament"]):
        yield "secret"
    yield from (f"{mark.seen}{mark.is_open:d}" for mark in shown["marks"])
    if shown["draw"]:
        yield f"draw{shown['draw'].number}"
    yield shown["first"]
    sentences = joined_sentences(blocker.sentence for blocker in shown["blockers"])
    yield f"{crc32(sentences.encode()):x}"


def _next(round_: Round | None, forms: Collection[str], *, clear: bool) -> str:
    """Return the next action for the round, "" if there is none.

    If nothing is open at the tables (`clear`), this is closing the round, whatever the
    clock shows.
    """
    if round_ is None:
        return ""
    if clear and "close" in forms:
        return "close"
    name = NEXT.get(round_.state, "")
    return name if name in forms else ""


def _matters(
    round_: Round | None, tables: Sequence[Game] | None = None
) -> list[Matter]:
    """Return the open matters at the tables of an open round; empty for another
    round.
    """
    if round_ is None or not round_.is_open:
        return []
    all_matters = open_matters(round_, tables_of(round_) if tables is None else tables)
    return [matter for matter in all_matters if matter.games]


def _table_numbers(
    round_: Round | None, tables: Sequence[Game] | None = None
) -> Collection[int]:
    """Return the numbers of an open round's tables, in order; empty for another round.

    They are only read from the database if they are shown.
    """
    if round_ is None or not round_.is_open:
        return ()
    if tables is None:
        return round_.games.order_by("table").values_list("table", flat=True)
    return sorted(game.table for game in tables)


def _is_over(round_: Round | None) -> bool:
    return round_ is not None and round_.state == RoundState.TIME_UP


def _undecided(
    tournament: Tournament, round_: Round | None, next_round: int
) -> Draw | None:
    """Return the seating draft of the next round that waits to be confirmed; None while
    a round is not closed or without a draft.
    """
    if round_ is not None and round_.state != RoundState.CLOSED:
        return None
    return undecided(tournament, next_round)


def _marks(
    tournament: Tournament, round_: Round | None, draw: Draw | None
) -> list[Mark]:
    """Return the standings that were used for the round's seating, the draft or cuts,
    if they have changed since or a director has decided on the change.
    """
    marker = Marker(tournament)
    marks = marker.of_round(round_) if round_ else []
    if draw and (mark := marker.of_draw(draw)):
        marks.append(mark)
    if round_ is None or round_.state == RoundState.CLOSED:
        marks += marker.of_cuts(stages_of(tournament)).values()
    return [mark for mark in marks if mark.is_changed or mark.decision]


def _all_closed(tournament: Tournament, round_: Round | None) -> bool:
    """Return whether no round is left to play."""
    if round_ is None or round_.state != RoundState.CLOSED:
        return False
    return not tournament.rounds.exclude(state=RoundState.CLOSED).exists()


def _blockers(matters: Sequence[Matter]) -> list[Blocker]:
    return [_blocker(matter) for matter in matters]


def _blocker(matter: Matter) -> Blocker:
    count = len(matter.games)
    brief = BRIEF[matter.code](count) % {"count": count}
    tables = tuple(game.table for game in matter.games)
    return Blocker(brief, sentence(matter.fault), tables)


def _step(round_: Round | None, now: datetime) -> str:
    """Return a sentence on how a change of the server's clock affects the round; ""
    without a change, or after a director has decided.
    """
    if round_ is None or not server_clock_changes.is_undecided(round_, now):
        return ""
    return clock_wording.of_step(round_, server_clock_changes.due_without_step(round_))


def _problems(round_: Round | None) -> SeatProblems | None:
    """Return the problems in the seating of a round that has not started; None for
    another round.
    """
    if round_ is None or round_.state not in NOT_BEGUN:
        return None
    return seat_problems(round_.tournament)


def _not_checked_in(round_: Round | None) -> list[Seat]:
    """Return the seats of players in the round who are not checked in.

    While the clock runs, only return seats at tables without entries, because the round
    may have started automatically.
    """
    if round_ is None or round_.state not in (*NOT_BEGUN, *CLOCK_STATES):
        return []
    missing = not_checked_in(round_)
    if not missing or round_.state in NOT_BEGUN:
        return missing
    lines = LedgerEntry.objects.filter(game__round=round_)
    playing = set(lines.values_list("game", flat=True))
    return [seat for seat in missing if seat.game_id not in playing]


def _seconds_to_the_next_try(faults: Sequence[ClockFault], now: datetime) -> int:
    """Return the seconds until the page checks whether a retry succeeded; 0 without
    failures.
    """
    if not faults:
        return 0
    left = min(fault.again_at for fault in faults) - now
    return max(0, ceil(left.total_seconds())) + 2
