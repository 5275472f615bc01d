"""Which tables want a referee, as the hall shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import RefereeCall, Tournament
from tournaments.rounds.referee_calls import open_calls
from tournaments.web.form_fields_and_types import Context


@dataclass(frozen=True)
class Waiting:
    """A table that called, and how many minutes ago."""

    call: RefereeCall
    minutes: int


def calls_of(tournament: Tournament) -> Context:
    """The tables that want a referee; `calls_seen` names all that is shown."""
    now = timezone.now()
    calls = [
        Waiting(call, max(0, int((now - call.called_at).total_seconds() // 60)))
        for call in open_calls(tournament)
    ]
    seen = (f"{one.call.pk}-{one.call.answered_by}-{one.minutes}" for one in calls)
    return {"calls": calls, "calls_seen": ".".join(seen) or "none"}
