"""What the screens of the hall show: which views in turn, and what a director
announces. Every running screen hears of a change by its stream."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import HallScreen, HallView, Tournament
from tournaments.refusals import refusal


def screen_of(tournament: Tournament) -> HallScreen:
    """What was chosen for its screens; the usual, unsaved, if nothing was."""
    found = HallScreen.objects.filter(tournament=tournament).first()
    return found or HallScreen(tournament=tournament)


def turns_of(tournament: Tournament) -> dict[str, int]:
    """The seconds of each view that is shown in turn, in the order of views."""
    chosen = screen_of(tournament).turns
    return {view: chosen[view] for view in HallView.values if chosen.get(view)}


def announcement_of(tournament: Tournament) -> str:
    """What is announced now, or ""."""
    screen = screen_of(tournament)
    until = screen.announced_until
    return "" if until and until <= timezone.now() else screen.announcement


@transaction.atomic
def announce(
    tournament: Tournament, text: str, *, until: datetime | None, by: str
) -> None:
    """Show a text on every screen of the hall, instead of an earlier one, until it is
    taken back or up to a moment."""
    screen = _locked(tournament)
    screen.announcement, screen.announced_until = text, until
    screen.save()
    told = until.isoformat() if until else None
    tournament.record("hall_announced", by=by, text=text, until=told)


@transaction.atomic
def take_back(tournament: Tournament, *, by: str) -> None:
    """Show no announcement any more; without one nothing happens."""
    screen = _locked(tournament)
    if not screen.announcement:
        return
    text, screen.announcement, screen.announced_until = screen.announcement, "", None
    screen.save()
    tournament.record("hall_announcement_taken_back", by=by, text=text)


@transaction.atomic
def choose_turns(tournament: Tournament, turns: Mapping[str, int], *, by: str) -> None:
    """Let the screens show these views in turn, each for so many seconds. Raises
    Refused if there is none."""
    chosen = {view: turns[view] for view in HallView.values if turns.get(view)}
    if not chosen:
        raise refusal("hall_shows_nothing", _("Let the screens show something."))
    screen = _locked(tournament)
    before, screen.turns = screen.turns, chosen
    if chosen != before:
        screen.save()
        tournament.record("hall_turns_chosen", by=by, turns=chosen)


def _locked(tournament: Tournament) -> HallScreen:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    return screen_of(tournament)
