"""Public data on a tournament for search engines and link previews."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.all_pages.text_on_images import in_drawable_language, legible
from scoring.public import share_image, tournament_home
from scoring.public.player_place_and_rounds import Followed
from scoring.public.preview_image import Poster, PosterLine
from scoring.public.tournament_headline import Headline, lead_of
from scoring.standings.criteria_columns import ALWAYS, stated
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from tournaments.models import EventDescription, Tournament
from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.tournament_setup.description_and_logo import where_and_when
from tournaments.web.list_wording import joined_sentences

#: Number of players in the image.
LINES = 3
# The height fits the 12 rows that embedded standings start with.
FRAME = (
    '<iframe src="{}" title="{}" width="100%" height="1000" loading="lazy"></iframe>'
)
# Characters that could end a script or start a comment.
ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@dataclass(frozen=True)
class Preview:
    """Preview of a page.

    `text`: description and current state; `data`: JSON-LD for search engines; `title`:
    "" for the home page. URLs are absolute.
    """

    text: str
    address: str
    picture: str
    data: SafeString
    title: str = ""


def preview(
    tournament: Tournament, home: Context, absolute: Callable[[str], str]
) -> Preview:
    """Return the preview of the home page.

    `home`: context of that page; `absolute`: makes a path an absolute URL.
    """
    description: EventDescription = home["description"]
    text = " · ".join(
        filter(None, (where_and_when(description), _sentence(home["headline"])))
    )
    address = absolute(reverse("public:tournament", args=[tournament.slug]))
    picture = absolute(reverse("public:preview", args=[tournament.slug]))
    data = _page(tournament.title, address, picture) | {"description": text}
    if description.starts_on and description.says_where:
        data |= _sports_event(description)
    return Preview(text, address, picture, _written(data))


def page_preview(
    tournament: Tournament,
    title: str,
    path: str,
    absolute: Callable[[str], str],
    *,
    state: str = "",
    picture: str = "",
) -> Preview:
    """Return the preview of another page.

    `state`: a sentence on visible results; `picture`: path of an image for this page,
    "" for the tournament's image.
    """
    named = " · ".join(filter(None, (title, tournament.title)))
    text = " · ".join(filter(None, (named, state or tournament.ruleset_name)))
    address = absolute(path)
    usual = reverse("public:preview", args=[tournament.slug])
    image = absolute(picture or usual)
    home = absolute(reverse("public:tournament", args=[tournament.slug]))
    data = _page(named, address, image) | {"about": {"@id": home}}
    return Preview(text, address, image, _written(data), title)


def player_in_words(shown: Followed) -> str:
    """Return place, points and score of a player as text, if they are visible to the
    public; "" otherwise.
    """
    row = shown.row
    if not (shown.has_figures and row and row.place):
        return ""
    place = _("%(when)s: place %(place)s of %(players)s.") % {
        "when": share_image.when_in_words(shown),
        "place": f"{row.place}{'=' if row.shared else ''}",
        "players": shown.board.players,
    }
    figures = (
        _("%(criterion)s: %(figure)s.") % {"criterion": name, "figure": figure}
        for name, figure in shown.figures
    )
    return joined_sentences((place, *figures))


def leader_in_words(board: Board) -> str:
    """Return a sentence on the leader or winner, if results are visible; ""
    otherwise.
    """
    if board.is_held_back or not board.anything_played:
        return ""
    lead = lead_of(board, is_over=board.final is not None)
    return lead.text if lead else ""


@dataclass(frozen=True)
class Embedded:
    """URL of an embedded page, and the HTML that embeds it."""

    address: str
    line: str


def embedded(
    tournament: Tournament, absolute: Callable[[str], str]
) -> dict[str, Embedded]:
    """Return the pages that can be embedded, for the page of files: `standings` and
    `schedule`. `absolute`: makes a path an absolute URL.
    """
    pages = {
        "standings": ("public:embed", _("Standings of %(title)s")),
        "schedule": ("public:embed_schedule", _("Schedule of %(title)s")),
    }
    return {
        key: _frame_of(
            absolute(reverse(name, args=[tournament.slug])),
            title % {"title": tournament.title},
        )
        for key, (name, title) in pages.items()
    }


def _frame_of(address: str, title: str) -> Embedded:
    return Embedded(address, format_html(FRAME, address, title))


@in_drawable_language()
def poster(tournament: Tournament) -> Poster:
    """Return the current content of the preview image, with the first `LINES` players;
    of a finished tournament, its podium."""
    home = tournament_home.home_page(tournament)
    board: Board = home["board"]
    rows = board.ranked[:LINES] if board.anything_played else []
    headline = home["headline"]
    if headline and "name" in headline.facts:
        name = legible(str(headline.facts["name"]), "")
        headline = replace(headline, facts={**headline.facts, "name": name})
    is_over = bool(rows and board.final)
    return Poster(
        legible(tournament.title, tournament.ruleset_name),
        legible(where_and_when(home["description"]), ""),
        _("Final standings") if is_over else _sentence(headline),
        tuple(_line(board, row, is_over=is_over) for row in rows),
        logo=home["description"].logo,
        is_podium=is_over,
    )


def _line(board: Board, row: Row, *, is_over: bool) -> PosterLine:
    player, ruleset = row.player, board.tournament.ruleset
    columns = stated(board)
    further = (column for column in columns[1:] if column.key in ALWAYS)
    figures = [column.written(row.line, ruleset) for column in (*columns[:1], *further)]
    first, second, *_others = (*figures, "", "")
    team = player.team.name if player.team else ""
    parts = (player.person.country, legible(team, ""))
    return PosterLine(
        f"{row.place}{'=' if row.shared else ''}",
        legible(player.public_name, f"#{player.number}"),
        first,
        country=player.person.country if is_over else "",
        under=" · ".join(filter(None, parts)) if is_over else "",
        more=second if is_over else "",
    )


def _sentence(headline: Headline | None) -> str:
    if headline is None:
        return ""
    return joined_sentences((headline.text, headline.more))


def _page(name: str, address: str, picture: str) -> dict[str, object]:
    """Return a page in schema.org JSON-LD."""
    return {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "@id": address,
        "name": name,
        "url": address,
        "image": picture,
    }


def _sports_event(description: EventDescription) -> dict[str, object]:
    """Return the properties of a schema.org SportsEvent.

    Search engines require date and place; a page without them remains a WebPage.
    """
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
