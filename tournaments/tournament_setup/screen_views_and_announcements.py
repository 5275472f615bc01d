"""Views and announcements of hall screens. Open screens receive every change through
their stream.

The main screen always exists; it is opened with the hall link, and its name here is "".
A director may add further screens. Each has a name, an address and views.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from tournaments.languages.page_language import offered
from tournaments.models import FurtherScreen, HallScreen, HallView, Tournament
from tournaments.models.hall_screens import BOTH, LONGEST_NAME
from tournaments.refusals import refusal
from tournaments.web.form_fields_and_types import Context

#: Most further screens of a tournament.
MOST_SCREENS = 20

Screen = HallScreen | FurtherScreen


class NoScreen(LookupError):
    """Error if no screen has the address, for example because it was removed."""


def further_screens(tournament: Tournament) -> list[FurtherScreen]:
    """Return the additional hall screens, the oldest first."""
    return list(tournament.further_screens.all())


def further_screen(tournament: Tournament, slug: str) -> FurtherScreen:
    """Return the additional hall screen with this address. Raises NoScreen if there is
    no such screen."""
    screen = FurtherScreen.objects.filter(tournament=tournament, slug=slug).first()
    if screen is None:
        raise NoScreen
    return screen


def screen_of(tournament: Tournament, slug: str = "") -> Screen:
    """Return the screen with this address, or the main screen if `slug` is "".

    A main screen without settings is unsaved and has default settings. Raises NoScreen
    if there is no such screen.
    """
    if not slug:
        screen = HallScreen.objects.filter(tournament=tournament).first()
        return screen or HallScreen(tournament=tournament)
    return further_screen(tournament, slug)


def turns_of(screen: Screen) -> dict[str, int]:
    """Return the seconds of each view that the screen shows, in the order of the
    views."""
    return _in_order(screen.turns)


def languages_of(screen: Screen) -> list[str]:
    """Return the languages that the screen uses in turn, usually one language."""
    if screen.language == BOTH:
        return screen.tournament.languages
    return [offered(screen.language) or screen.tournament.first_language]


def own_announcement(screen: Screen) -> str:
    """Return the screen's current announcement, or "" if there is none."""
    until = screen.announced_until
    return "" if until and until <= timezone.now() else screen.announcement


def announcement_context(screen: Screen) -> Context:
    """Return the context with the screen's current announcement and its end."""
    return {
        "announcement": own_announcement(screen),
        "announced_until": screen.announced_until,
    }


def announcement_on_all_screens(tournament: Tournament) -> Context:
    """Return the context with the current announcement on all screens and its end.

    In a finished tournament, return an empty context if the announcement has no end,
    because the pages stay for years.
    """
    screen = screen_of(tournament)
    lasts = tournament.is_finished and screen.announced_until is None
    return {} if lasts else announcement_context(screen)


def announcement_of(tournament: Tournament) -> str:
    """Return the current announcement on all screens, or "" if there is none."""
    return own_announcement(screen_of(tournament))


@transaction.atomic
def announce(
    tournament: Tournament,
    text: str,
    *,
    until: datetime | None,
    by: str,
    slug: str = "",
) -> None:
    """Show an announcement on the screen until the time `until`, or until it is removed
    if `until` is None.

    An announcement on the main screen is shown on all screens and replaces their
    announcements. Raises NoScreen if there is no such screen.
    """
    screen = _locked(tournament, slug)
    if not slug:
        tournament.further_screens.update(announcement="", announced_until=None)
    screen.announcement, screen.announced_until = text, until
    screen.save()
    end = until.isoformat() if until else None
    tournament.record("hall_announced", by=by, text=text, until=end, **_named(screen))


@transaction.atomic
def take_back(tournament: Tournament, *, by: str, slug: str = "") -> None:
    """Remove the screen's announcement, if there is one. Raises NoScreen if there is no
    such screen.
    """
    screen = _locked(tournament, slug)
    if not screen.announcement:
        return
    text, screen.announcement, screen.announced_until = screen.announcement, "", None
    screen.save()
    kind = "hall_announcement_taken_back"
    tournament.record(kind, by=by, text=text, **_named(screen))


@transaction.atomic
def choose_turns(
    tournament: Tournament, turns: Mapping[str, int], *, by: str, slug: str = ""
) -> None:
    """Set the views of the screen and the seconds of each view. Raises Refused if there
    is no view, and NoScreen if there is no such screen."""
    chosen = _in_order(turns)
    if not chosen:
        raise refusal(
            "hall_shows_nothing", _("Choose at least one view for the screens.")
        )
    screen = _locked(tournament, slug)
    before, screen.turns = screen.turns, chosen
    if chosen != before:
        screen.save()
        tournament.record("hall_turns_chosen", by=by, turns=chosen, **_named(screen))


@transaction.atomic
def choose_language(
    tournament: Tournament, language: str, *, by: str, slug: str = ""
) -> None:
    """Set the language of a screen. "" is the tournament's language, and `BOTH` its two
    languages in turn. Raises NoScreen if there is no such screen."""
    screen = _locked(tournament, slug)
    if language != screen.language:
        screen.language = language
        screen.save()
        kind = "hall_language_chosen"
        tournament.record(kind, by=by, language=language, **_named(screen))


@transaction.atomic
def set_screens(
    tournament: Tournament,
    usual: Mapping[str, int],
    further: Mapping[str, Mapping[str, int]],
    languages: Mapping[str, str],
    *,
    by: str,
) -> None:
    """Set the screens of a new tournament.

    - `usual`: the views of the main screen; empty for the default views.
    - `further`: the views of the other screens, by name.
    - `languages`: the languages of the screens, by name; "" is the main screen.

    Raises Refused if a name is used twice, an additional screen has no view, or there
    are too many screens.
    """
    if usual:
        choose_turns(tournament, usual, by=by)
    choose_language(tournament, languages.get("", ""), by=by)
    for name, turns in further.items():
        slug = add_screen(tournament, name, by=by).slug
        choose_turns(tournament, turns, by=by, slug=slug)
        choose_language(tournament, languages.get(name, ""), by=by, slug=slug)


@transaction.atomic
def add_screen(tournament: Tournament, name: str, *, by: str) -> FurtherScreen:
    """Add a screen with the views of the main screen. Return the new screen. Raises
    Refused if the name is already used, or there are too many screens."""
    usual = _locked(tournament)
    screens = further_screens(tournament)
    if len(screens) >= MOST_SCREENS:
        message = _("A tournament has at most %(most)s further screens.")
        raise refusal("too_many_screens", message, "name", most=MOST_SCREENS)
    _refuse_taken(name, screens)
    slug = _free_slug(name, {screen.slug for screen in screens})
    screen = tournament.further_screens.create(
        name=name, slug=slug, turns=usual.turns, language=usual.language
    )
    tournament.record("hall_screen_added", by=by, screen=name)
    return screen


@transaction.atomic
def rename_screen(tournament: Tournament, slug: str, name: str, *, by: str) -> None:
    """Rename an additional screen. The address does not change, so open screens
    continue. Raises Refused if the name is already used, and NoScreen if there is no
    such screen."""
    _lock(tournament)
    screen = further_screen(tournament, slug)
    others = [other for other in further_screens(tournament) if other.slug != slug]
    _refuse_taken(name, others)
    before, screen.name = screen.name, name
    if name != before:
        screen.save()
        tournament.record("hall_screen_renamed", by=by, screen=name, before=before)


@transaction.atomic
def remove_screen(tournament: Tournament, slug: str, *, by: str) -> None:
    """Remove an additional screen. Devices that show the screen show a notice. Raises
    NoScreen if there is no such screen."""
    _lock(tournament)
    screen = further_screen(tournament, slug)
    screen.delete()
    turns = turns_of(screen)
    tournament.record("hall_screen_removed", by=by, screen=screen.name, turns=turns)


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _locked(tournament: Tournament, slug: str = "") -> Screen:
    _lock(tournament)
    return screen_of(tournament, slug)


def _in_order(turns: Mapping[str, int]) -> dict[str, int]:
    return {view: turns[view] for view in HallView.values if turns.get(view)}


def _named(screen: Screen) -> dict[str, str]:
    """Return the screen's name for the log. Return an empty dict for the main
    screen."""
    return {"screen": screen.name} if screen.slug else {}


def _refuse_taken(name: str, others: Collection[FurtherScreen]) -> None:
    if name.casefold() in {screen.name.casefold() for screen in others}:
        message = _("A screen named “%(name)s” already exists.")
        raise refusal("screen_exists", message, "name", name=name)


def _free_slug(name: str, taken: Collection[str]) -> str:
    stem = slugify(name)[:LONGEST_NAME] or "screen"
    counted = (f"{stem}-{count}" for count in range(2, len(taken) + 3))
    return next(slug for slug in (stem, *counted) if slug not in taken)
