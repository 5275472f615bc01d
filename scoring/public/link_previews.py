"""What other programs are told of an event: search engines, and sites that show a link
to it with a picture. Only what everybody may see."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.all_pages.text_on_images import legible
from scoring.public import tournament_home
from scoring.public.preview_image import Poster
from scoring.public.tournament_headline import Headline
from scoring.standings.criteria_columns import deciding
from scoring.standings.live_and_official_standings import Board
from tournaments.models import EventDescription, Tournament
from tournaments.people.countries_and_ema_numbers import flag_of

#: So many of the standings stand on the picture.
LINES = 3
#: Leaves room for the twelve that the standings begin with.
FRAME = (
    '<iframe src="{}" title="{}" width="100%" height="1000" loading="lazy"></iframe>'
)
#: What ends a script or begins a comment must not stand in one.
ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@dataclass(frozen=True)
class Preview:
    """`words` say what the event is and how it stands, `title` which page of it this
    is, if it is not its home; the addresses are whole ones."""

    words: str
    address: str
    picture: str
    data: SafeString
    title: str = ""


def preview(
    tournament: Tournament, home: Context, absolute: Callable[[str], str]
) -> Preview:
    """From what the event's home shows; `absolute` makes whole addresses."""
    description: EventDescription = home["description"]
    words = " · ".join(
        filter(None, (_where_and_when(description), _sentence(home["headline"])))
    )
    address = absolute(reverse("public:tournament", args=[tournament.slug]))
    picture = absolute(reverse("public:preview", args=[tournament.slug]))
    data = _page(tournament.title, address, picture) | {"description": words}
    if description.starts_on and description.says_where:
        data |= _sports_event(description)
    return Preview(words, address, picture, _written(data))


def page_preview(
    tournament: Tournament, title: str, path: str, absolute: Callable[[str], str]
) -> Preview:
    """Of a page of the event besides its home. It tells nothing that is held back: only
    what the page is called, and by which rules the event plays."""
    named = " · ".join(filter(None, (title, tournament.title)))
    words = f"{named} · {tournament.ruleset_name}"
    address = absolute(path)
    picture = absolute(reverse("public:preview", args=[tournament.slug]))
    home = absolute(reverse("public:tournament", args=[tournament.slug]))
    data = _page(named, address, picture) | {"about": {"@id": home}}
    return Preview(words, address, picture, _written(data), title)


@dataclass(frozen=True)
class Embedded:
    """Where the standings are that other sites may show, and the line of HTML that
    shows them there."""

    address: str
    line: str


def embedded(tournament: Tournament, absolute: Callable[[str], str]) -> Embedded:
    """As the page of files offers them; `absolute` makes whole addresses."""
    address = absolute(reverse("public:embed", args=[tournament.slug]))
    title = _("Standings of %(title)s") % {"title": tournament.title}
    return Embedded(address, format_html(FRAME, address, title))


def poster(tournament: Tournament) -> Poster:
    """What the event's picture says now."""
    home = tournament_home.home_page(tournament)
    board: Board = home["board"]
    rows = board.ranked[:LINES] if board.anything_played else []
    first = deciding(board)[0]
    headline = home["headline"]
    if headline:
        headline = replace(headline, name=legible(headline.name, ""))
    return Poster(
        legible(tournament.title, tournament.ruleset_name),
        legible(_where_and_when(home["description"]), ""),
        _sentence(headline),
        tuple(
            (
                str(row.place),
                legible(row.entry.public_name, f"#{row.entry.number}"),
                first.written(row.line, tournament.ruleset),
            )
            for row in rows
        ),
    )


def _where_and_when(description: EventDescription) -> str:
    days = [day for day in (description.starts_on, description.ends_on) if day]
    when = " – ".join(dict.fromkeys(day.strftime("%-d.%-m.%Y") for day in days))
    return " · ".join(filter(None, (when, description.says_where)))


def _sentence(headline: Headline | None) -> str:
    if headline is None:
        return ""
    return " ".join(filter(None, (headline.name, headline.words, headline.more)))


def _page(name: str, address: str, picture: str) -> dict[str, object]:
    """A page as schema.org has it, in JSON-LD."""
    return {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "@id": address,
        "name": name,
        "url": address,
        "image": picture,
    }


def _sports_event(description: EventDescription) -> dict[str, object]:
    """What makes a SportsEvent of the page of an event that says when and where it is.
    Search engines refuse one that does not: such a page is only a page."""
    place = {
        "addressLocality": description.city,
        "addressCountry": flag_of(description.country).upper() or description.country,
    }
    known = {name: value for name, value in place.items() if value}
    address = {"@type": "PostalAddress"} | known if known else description.venue
    data: dict[str, object] = {
        "@type": "SportsEvent",
        "sport": "Mahjong",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "eventStatus": "https://schema.org/EventScheduled",
        "startDate": str(description.starts_on),
        "endDate": str(description.ends_on or description.starts_on),
        "location": {
            "@type": "Place",
            "name": description.venue or description.city or description.country,
            "address": address,
        },
    }
    if description.organiser:
        data["organizer"] = {"@type": "Organization", "name": description.organiser}
    return data


def _written(data: dict[str, object]) -> SafeString:
    written = json.dumps(data, ensure_ascii=False).translate(ESCAPES)
    return mark_safe(written)  # noqa: S308 - nothing in it ends the script
