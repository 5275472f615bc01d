"""The clock on hall screens: its content and the times of its sounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.all_pages.clock_in_page_head import tables_with_own_time
from scoring.public.tournament_home import walls_of
from scoring.standings import who_sees_hidden_results
from tournaments.models import (
    NOT_BEGUN,
    EndPolicy,
    Game,
    Round,
    RoundState,
    Tournament,
)
from tournaments.rounds.clock_display import Face, Showing, face_of
from tournaments.tournament_time.schedule_forecast import next_up, start_ahead
from tournaments.web.form_fields_and_types import Context

TEMPLATE = "hall/_clock.html"

#: Time before the start for building walls, unless the countdown is longer.
WALLS = timedelta(minutes=10)

#: Time until screens show a change of the server's clock.
TO_HEAR_OF_IT = timedelta(seconds=2)

#: States by importance.
ORDER = (
    RoundState.RUNNING,
    RoundState.PAUSED,
    RoundState.TIME_UP,
    RoundState.PUBLISHED,
    RoundState.HALL,
)


@dataclass(frozen=True)
class Moment:
    """The time of a sound on hall screens.

    A sound named `warning` is skipped if its time has passed.
    """

    sound: str
    at: datetime


def clock_page(tournament: Tournament) -> Context:
    """Return the context of the clock: the current or next round, tables with extra
    time, and the next item of the schedule."""
    rounds = list(tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number"))
    round_ = shown_round(rounds)
    now = timezone.now()
    own = tables_with_own_time(round_) if round_ else []
    face = face_of(round_, now) if round_ else None
    waits = round_ is not None and round_.state in NOT_BEGUN
    return {
        "tournament": tournament,
        "round": round_,
        "face": face,
        "start": start_ahead(round_, now) if round_ and waits else None,
        "now": now,
        "says": _instruction(round_, face, bool(own)) if round_ and face else "",
        "at_the_end": at_the_end(tournament, round_.end_policy if round_ else ""),
        "own": own,
        **_tables(tournament, round_),
        "following": next_up(tournament, shown=round_),
        "moments": list(_moments(round_, own)) if round_ else [],
    }


def shown_round(rounds: Sequence[Round]) -> Round | None:
    """Return the open round, otherwise the next round, otherwise the last round.

    Return None without rounds.
    """
    to_come = [round_ for round_ in rounds if round_.state != RoundState.CLOSED]
    order = {state: place for place, state in enumerate(ORDER)}
    urgent = min(to_come, key=lambda r: order[RoundState(r.state)], default=None)
    return urgent or (rounds[-1] if rounds else None)


def at_the_end(tournament: Tournament, end_policy: str = "") -> str:
    """Return sentences on what happens at the gong, and on the maximum number of hands.

    `end_policy`: the round's policy, "" for the tournament's.
    """
    sentences = {
        EndPolicy.FINISH_HAND: _("At the gong: finish the current hand."),
        EndPolicy.FINISH_HAND_PLUS_ONE: _(
            "At the gong: finish the current hand, then play one more."
        ),
        EndPolicy.STOP_AT_ONCE: _(
            "At the gong: stop immediately. The current hand does not count."
        ),
        EndPolicy.HANDS_ONLY: _("Every table plays all its hands."),
    }
    sentence = sentences[EndPolicy(end_policy or tournament.end_policy)]
    limit = tournament.rules.options.hands_limit
    if limit is None:
        return sentence
    hands = ngettext("At most %(count)s hand.", "At most %(count)s hands.", limit)
    return f"{sentence} {hands % {'count': limit}}"


def _tables(tournament: Tournament, round_: Round | None) -> Context:
    """Return the tables of an open round as diagrams, and how many are done and still
    playing.
    """
    visible = who_sees_hidden_results.visible_to_public(tournament)
    walls = walls_of(round_, visible) if round_ and round_.is_open else []
    done = sum(one.card.progress.is_over for one in walls)
    return {"walls": walls, "done": done, "playing": len(walls) - done}


def _instruction(round_: Round, face: Face, others_play: bool) -> str:
    """Return the instruction to players for this moment.

    `others_play`: other tables have extra time.
    """
    if round_.state == RoundState.CLOSED:
        return _("The round is over.")
    if face.showing == Showing.ENDED:
        return _after_time(round_.end_policy, others_play)
    not_begun = _("Find your seat. The round has not started.")
    at_the_walls = max(WALLS, timedelta(minutes=round_.tournament.countdown))
    if face.showing == Showing.COUNTDOWN and face.left > at_the_walls:
        return not_begun
    return {
        Showing.WAITING: not_begun,
        Showing.COUNTDOWN: _("Build the walls. Do not roll the dice yet."),
        Showing.RUNNING: _("Playing"),
        Showing.PAUSED: _("Paused: stop playing."),
    }[face.showing]


def _after_time(end_policy: str, others_play: bool) -> str:
    sentence = {
        EndPolicy.FINISH_HAND: _("Finish the current hand. Do not start another."),
        EndPolicy.FINISH_HAND_PLUS_ONE: _(
            "Finish the current hand, then play one more."
        ),
        EndPolicy.STOP_AT_ONCE: _("Stop playing."),
        EndPolicy.HANDS_ONLY: _("Play all your hands."),
    }[EndPolicy(end_policy)]
    everybody_plays_on = end_policy == EndPolicy.HANDS_ONLY
    if everybody_plays_on or not others_play:
        return sentence
    return f"{sentence} {_('The tables below have extra time.')}"


def _heard_after_step(round_: Round) -> datetime | None:
    """Return when the screens sound a gong that is due because the server's clock was
    changed; None if it was not.
    """
    if not round_.step or round_.stepped_at is None:
        return None
    return round_.stepped_at + TO_HEAR_OF_IT


def _moments(round_: Round, own: Sequence[Game]) -> Iterator[Moment]:
    start = round_.starts_at or round_.started_at
    if start:
        yield Moment("start", start)
    # After a countdown the screen continues with the round, even offline.
    ends_at = face_of(round_, timezone.now()).then or round_.ends_at
    if end := ends_at or round_.ended_at:
        yield Moment("gong", max(end, _heard_after_step(round_) or end))
    if ends_at:
        for minutes in round_.tournament.warning_marks:
            yield Moment("warning", ends_at - timedelta(minutes=minutes))
    for game in own:
        until = face_of(game, timezone.now()).until
        if until:
            yield Moment("table", until)
