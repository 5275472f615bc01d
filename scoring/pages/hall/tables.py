"""The hall: all tables of a round at a glance, as directors and referees see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.winds import WINDS, Wind
from scoring.corrections import conflicts
from scoring.ledger import late_hands
from scoring.models import LedgerEntry, Sheet
from scoring.pages.live_fragments import Fragment
from scoring.pages.public_pages import Context, NotThere, current_round
from scoring.pages.walls import AROUND_A_NUMBER, Wall
from scoring.signoff.status import closings, disputes_of
from scoring.signoff.table_states import Play, Progress, progress_at
from scoring.wording.seat_order import seats_in_order
from tournaments.live.topics import Kind, kinds
from tournaments.models import (
    HIDDEN_STATES,
    Round,
    RoundState,
    Seat,
    Session,
    Tournament,
)

#: So many silent tables are named: in a break all of them are silent.
MOST_NAMED = 3
#: Minutes; a table that plays and enters nothing for longer is looked after.
SILENT = 20


def found_among(tables: Sequence[HallTable], text: str) -> list[HallTable]:
    """Those of that number, or where somebody sits whose name has `text` in it."""
    wanted = text.strip().casefold()
    if wanted.isdecimal():
        return [one for one in tables if str(one.session.table) == wanted]
    return [
        one
        for one in tables
        if any(wanted in str(seat.entry).casefold() for seat in one.seats)
    ]


def round_numbered(tournament: Tournament, number: int) -> Round:
    """A round, drafts too. Raises NotThere if it is not seated yet."""
    round_ = _rounds(tournament).filter(number=number).first()
    if round_ is None:
        raise NotThere(_("Round %(number)s is not seated yet.") % {"number": number})
    return round_


def chosen_round(tournament: Tournament, number: int | None = None) -> Round | None:
    """The round of that number; without one the round being played or about to
    be, between two rounds the next draft. None if nothing is seated yet."""
    if number is not None:
        return round_numbered(tournament, number)
    rounds = list(_rounds(tournament))
    current = current_round(r for r in rounds if r.state not in HIDDEN_STATES)
    if current is None or current.state == RoundState.CLOSED:
        drafts = (r for r in rounds if r.state in HIDDEN_STATES)
        return next(drafts, current)
    return current


@dataclass(frozen=True)
class HallTable:
    """A table as the control room shows it. `seats` in the order E S W N; `leads` are
    those with the highest score; `minutes`: since anything was entered, or play began;
    None where nobody plays."""

    session: Session
    progress: Progress
    seats: tuple[Seat, ...]
    minutes: int | None

    @property
    def needs(self) -> str:
        """How urgently somebody has to look at it: "late", "check" or ""."""
        if self.progress.key in (Play.LATE, Play.HELD, Play.EMPTY) or self.silent:
            return "late"
        return "check" if self.progress.key == Play.TWO_VERSIONS else ""

    @property
    def silent(self) -> int:
        """For how many minutes nothing came, where that is long; else 0."""
        return self.minutes if self.minutes and self.minutes > SILENT else 0

    @property
    def ago(self) -> str:
        """When something was entered last, in words."""
        if self.minutes is None:
            return ""
        words = ngettext("%(minutes)s min ago", "%(minutes)s min ago", self.minutes)
        return words % {"minutes": self.minutes} if self.minutes else _("just now")

    @property
    def leads(self) -> set[int]:
        scores = {
            seat.pk: seat.result.score for seat in self.seats if _has_result(seat)
        }
        best = max(scores.values(), default=0)
        return {
            pk for pk, score in scores.items() if score == best > min(scores.values())
        }

    @property
    def wall(self) -> Wall:
        """How far play is, of what can be played."""
        if self.progress.is_over:
            return AROUND_A_NUMBER.whole()
        sheet = getattr(self.session, "sheet", None)
        return AROUND_A_NUMBER.after(_deals(self.session, sheet) if sheet else 0)


def hall(tournament: Tournament, number: int | None = None) -> Context:
    """The tables of the chosen round, how many of them are done, and what is said
    of their results; what waits for a referee in any round."""
    round_ = chosen_round(tournament, number)
    sessions = _sessions(round_) if round_ else []
    found = closings(tournament, sessions)
    after_time = list(late_hands.unsettled_in(tournament))
    late = [hand for hand in after_time if hand.line_id is None]
    two_versions = list(conflicts.waiting_in(tournament))
    states = progress_at(
        sessions,
        {pk for pk in found if found[pk].lacks},
        {hand.session_id for hand in late},
        {one.line.session_id: one.line.hand for one in reversed(two_versions)},
    )
    now = timezone.now()
    tables = [
        HallTable(
            session,
            states[session.pk],
            seats_in_order(session),
            _minutes(session, states[session.pk], now),
        )
        for session in sessions
    ]
    return {
        "rounds": tournament.rounds.order_by("number"),
        "round": round_,
        "tables": tables,
        "all_tables": len(tables),
        "may_open": round_ is not None and round_.state not in HIDDEN_STATES,
        "silent": _silent(tables),
        "done": sum(state.is_over for state in states.values()),
        "closings": found,
        "disputes": list(disputes_of(tournament).filter(settled_at=None)),
        "late_hands": late,
        "flagged_hands": [hand for hand in after_time if hand.line_id],
        "conflicts": two_versions,
    }


HALL = Fragment("director/_hall.html", hall)


def register() -> None:
    """Tell the live stream how to render the hall."""
    kinds["hall"] = Kind(_stream, urgent=True)


def _stream(tournament: Tournament, numbers: tuple[str, ...]) -> str:
    """The hall, and the clock for the director's control."""
    round_ = chosen_round(tournament, *map(int, numbers))
    context = {"tournament": tournament, "round": round_, "renewed": True}
    clock = render_to_string("director/_control_clock.html", context)
    return HALL.render(tournament, numbers) + clock


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.select_related("tournament").order_by("number")


def _sessions(round_: Round) -> list[Session]:
    seats = Seat.objects.select_related("entry__player", "result")
    last = LedgerEntry.objects.filter(session=OuterRef("pk")).order_by("-sequence")
    sessions = (
        round_.sessions.select_related("sheet", "extension")
        .annotate(last_at=Subquery(last.values("at")[:1]))
        .order_by("table")
    )
    return list(sessions.prefetch_related(Prefetch("seats", seats)))


def _minutes(session: Session, progress: Progress, now: datetime) -> int | None:
    """Since something was entered last, or the round began; None where nobody plays."""
    last: datetime | None = getattr(session, "last_at", None)
    since = last or session.round.started_at
    if since is None or progress.is_over or session.round.state != RoundState.RUNNING:
        return None
    return max(0, int((now - since).total_seconds() // 60))


def _silent(tables: Sequence[HallTable]) -> Context:
    """The tables that send nothing, the longest silent first; how many more there are,
    if they are more than a director can look after at once."""
    silent = sorted((one for one in tables if one.silent), key=_silence, reverse=True)
    if not silent:
        return {}
    return {"named": silent[:MOST_NAMED], "more": max(0, len(silent) - MOST_NAMED)}


def _silence(table: HallTable) -> int:
    return table.silent


def _has_result(seat: Seat) -> bool:
    return hasattr(seat, "result")


def _deals(session: Session, sheet: Sheet) -> int:
    """How many of sixteen deals are over; where so many hands are played and no more,
    as much of them."""
    limit = session.round.tournament.rules.options.hands_limit
    if limit:
        return 16 * sheet.hands_played // limit
    winds = [*WINDS]
    return 4 * winds.index(Wind(sheet.prevailing)) + winds.index(Wind(sheet.dealer))
