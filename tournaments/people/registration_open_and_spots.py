"""Settings of the registration page, its opening times, and free spots."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import DrawState, SignUpPage, Tournament
from tournaments.people.presence_in_rounds import has_left, reached

#: Fields set by a director.
REGISTRATION_FIELDS = (
    "is_on",
    "opens_at",
    "closes_at",
    "places",
    "fee",
    "text",
    "privacy",
)
TIMES = ("opens_at", "closes_at")

#: Larger than any tournament.
MOST_PLACES = 9999
LONGEST = {"fee": 200, "text": 4000, "privacy": 4000}


class RegistrationState(Enum):
    """The state of registration: off, not yet open, open, or closed."""

    OFF = "off"
    NOT_YET = "not_yet"
    OPEN = "open"
    CLOSED = "closed"


def page_of(tournament: Tournament) -> SignUpPage:
    """Return the settings of the registration page; if there are none, unsaved
    defaults."""
    page = SignUpPage.objects.filter(tournament=tournament).first()
    return page or SignUpPage(tournament=tournament)


def registration_state(page: SignUpPage, now: datetime) -> RegistrationState:
    """Return the state of registration at `now`."""
    is_read_only = page.tournament.archived_at or page.tournament.mirrored_at
    if not page.is_on or is_read_only:
        return RegistrationState.OFF
    if page.opens_at and now < page.opens_at:
        return RegistrationState.NOT_YET
    if page.closes_at and now >= page.closes_at:
        return RegistrationState.CLOSED
    return RegistrationState.OPEN


def places_left(page: SignUpPage) -> int | None:
    """Return the number of free spots; None if there is no limit. Withdrawn players
    take no spot."""
    if page.places is None:
        return None
    now = reached(page.tournament)
    people = page.tournament.players.filter(is_filler=False)
    taken = sum(not has_left(player, now) for player in people)
    return max(page.places - taken, 0)


def is_drawn(tournament: Tournament) -> bool:
    """Return whether seating has been generated. After that, new registrations join the
    waiting list."""
    draws = tournament.draws.exclude(state=DrawState.DISCARDED)
    return tournament.rounds.exists() or draws.exists()


def privacy_of(page: SignUpPage) -> str:
    """Return the privacy notice of the registration page: the entered text or the
    default."""
    if page.privacy:
        return page.privacy
    usual = _(
        "Your name, country and club are shown publicly with your results. The "
        "organisers use your email address only for this tournament and never show "
        "it. To change or delete your data, use your player link or ask the "
        "organisers."
    )
    days = settings.CONTACTS_KEEP_DAYS
    if days <= 0:
        return usual
    address = ngettext(
        "Your email address is deleted %(days)s day after the tournament.",
        "Your email address is deleted %(days)s days after the tournament.",
        days,
    )
    return f"{usual} {address % {'days': days}}"


@transaction.atomic
def change_page(
    tournament: Tournament, values: Mapping[str, object], *, by: str
) -> SignUpPage:
    """Set the page's fields named in `REGISTRATION_FIELDS`, and return the page.
    Changes are logged."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    page = page_of(tournament)
    changed = [
        name for name in REGISTRATION_FIELDS if getattr(page, name) != values[name]
    ]
    for name in changed:
        setattr(page, name, values[name])
    if changed:
        page.save()
        kind = "sign_up_page_changed"
        tournament.record(kind, by=by, fields=changed, is_on=page.is_on)
    return page
