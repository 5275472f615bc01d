"""The hall: all tables of a round at a glance, as directors and referees see it."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.corrections import conflicts
from scoring.ledger import late_hands
from scoring.pages.live_fragments import Fragment
from scoring.pages.public_pages import Context, NotThere, TableCard, current_round
from scoring.signoff.status import closings, disputes_of
from scoring.signoff.table_states import progress_at
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


def hall(tournament: Tournament, number: int | None = None) -> Context:
    """The tables of the chosen round, how many of them are done, and what is said
    of their results; what waits for a referee in any round."""
    round_ = chosen_round(tournament, number)
    sessions = _sessions(round_) if round_ else []
    found = closings(tournament, sessions)
    late = list(late_hands.waiting_in(tournament))
    two_versions = list(conflicts.waiting_in(tournament))
    states = progress_at(
        sessions,
        {pk for pk in found if found[pk].lacks},
        {hand.session_id for hand in late},
        {one.line.session_id: one.line.hand for one in reversed(two_versions)},
    )
    return {
        "rounds": tournament.rounds.order_by("number"),
        "round": round_,
        "tables": [
            TableCard(session, states[session.pk], seats_in_order(session))
            for session in sessions
        ],
        "done": sum(state.is_over for state in states.values()),
        "closings": found,
        "disputes": list(disputes_of(tournament).filter(settled_at=None)),
        "late_hands": late,
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
    sessions = round_.sessions.select_related("sheet", "extension").order_by("table")
    return list(sessions.prefetch_related(Prefetch("seats", seats)))
