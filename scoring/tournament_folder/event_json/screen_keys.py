"""The key `hall_screens` of event.json: the views of the hall screens.

The first screen belongs to the hall screen link; the other screens have names.
Announcements and addresses are not written, because they belong to the day and the
installation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from rules.strict_reader import Reader
from scoring.tournament_folder.event_json_values import language_in, text_in
from tournaments.models import HallView, Tournament
from tournaments.models.hall_screens import (
    BOTH,
    LONGEST_NAME,
    MOST_SECONDS,
    usual_turns,
)
from tournaments.tournament_setup.screen_views_and_announcements import (
    MOST_SCREENS,
    Screen,
    further_screens,
    screen_of,
    turns_of,
)

#: The key of event.json.
HALL_SCREENS = "hall_screens"

Turns = Mapping[str, int]


@dataclass(frozen=True)
class HallScreens:
    """The seconds of each view on the hall screens.

    `usual`: for the hall screen link, empty for the default; `further`: for the other
    screens, by name; `languages`: languages by name of the screen, "" for the hall
    screen link.
    """

    usual: Turns = field(default_factory=dict)
    further: Mapping[str, Turns] = field(default_factory=dict)
    languages: Mapping[str, str] = field(default_factory=dict)


def written_screens(tournament: Tournament) -> list[dict[str, object]]:
    """Return the value of the key `HALL_SCREENS`; empty if it equals that of a new
    tournament.
    """
    main, further = screen_of(tournament), further_screens(tournament)
    if turns_of(main) == usual_turns() and not (main.language or further):
        return []
    named = ({"name": screen.name, **_written(screen)} for screen in further)
    return [_written(main), *named]


def _written(screen: Screen) -> dict[str, object]:
    language = {"language": screen.language} if screen.language else {}
    return {"turns": turns_of(screen), **language}


def read_screens(reader: Reader) -> HallScreens:
    """Return the value of the key `HALL_SCREENS`.

    It is invalid if a fault was added.
    """
    usual: Turns = {}
    further: dict[str, Turns] = {}
    languages: dict[str, str] = {}
    groups = reader.groups(HALL_SCREENS, most=MOST_SCREENS + 1)
    for number, inner in enumerate(groups):
        name = _name(inner, further) if number else ""
        turns = _turns(inner)
        if inner.peek("language") is not None:
            languages[name] = language_in(inner, "language", others=(BOTH,))
        inner.refuse_the_rest()
        if number:
            further[name] = turns
        else:
            usual = turns
    return HallScreens(usual, further, languages)


def _name(reader: Reader, others: Mapping[str, Turns]) -> str:
    name = text_in(reader, "name", LONGEST_NAME, may_be_empty=False)
    if name.casefold() in map(str.casefold, others):
        message = _("A screen named “%(name)s” already exists.")
        reader.fault("screen_exists", message, "name", name=name)
    return name


def _turns(reader: Reader) -> Turns:
    inner = reader.group("turns")
    with reader.within("turns"):
        turns = {
            view: inner.integer(view, low=0, high=MOST_SECONDS, default=0)
            for view in HallView.values
        }
        inner.refuse_the_rest()
    if not any(turns.values()):
        reader.fault(
            "hall_shows_nothing",
            _("Choose at least one view for the screens."),
            "turns",
        )
    return turns
