"""An image of a player's results for sharing. It contains only visible results."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from django.core.cache import cache
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import ImageDraw

from scoring.all_pages.text_on_images import (
    GOLD,
    LINE,
    MARGIN,
    ON_FELT,
    PROGRAM,
    SIZE,
    SOFT,
    as_png,
    blank,
    cut,
    foot,
    head,
    in_drawable_language,
    legible,
    place_tile,
    text,
    width,
)
from scoring.public.player_place_and_rounds import Followed
from tournaments.files import stored_logos
from tournaments.models import Player, ShownAs, Tournament
from tournaments.tournament_setup.description_and_logo import (
    description_of,
    where_and_when,
)
from tournaments.web.list_wording import joined_with_commas

#: Cache lifetime in seconds; a new revision has another key.
KEPT = 3600
NAME_SIZES = (76, 64, 54, 44)
#: Left edge of name and figures, beside the tile with the place.
LEFT = MARGIN + 186


def is_offered(player: Player) -> bool:
    """Return whether the player has an image. A player shown as a number has none."""
    return player.publicly_shown_as != ShownAs.NUMBER


def picture_of(tournament: Tournament, shown: Followed) -> bytes:
    """Return the image as PNG. Cached by revision, public name and language."""
    player = shown.player
    key = (
        f"share:{tournament.pk}:{tournament.revision}:{player.pk}"
        f":{player.publicly_shown_as}:{get_language()}:{shown.source.visible.last}"
    )
    content: bytes | None = cache.get(key)
    if content is None:
        content = _png(tournament, shown)
        cache.set(key, content, KEPT)
    return content


@in_drawable_language()
def _png(tournament: Tournament, shown: Followed) -> bytes:
    image, draw = blank()
    description = description_of(tournament)
    head(
        image,
        legible(tournament.title, PROGRAM),
        legible(where_and_when(description), ""),
        logo=stored_logos.read(description.logo),
    )
    foot(draw)
    player = shown.player
    has_place = bool(shown.has_figures and shown.row and shown.row.place)
    left = LEFT if has_place else MARGIN
    number = _("Number %(number)s") % {"number": player.number}
    room = SIZE[0] - MARGIN - left
    _draw_name(draw, legible(player.public_name, number), left, room)
    team = player.team.name if player.team else ""
    more = joined_with_commas(filter(None, (player.person.country, legible(team, ""))))
    line = " · ".join(filter(None, (more, when_in_words(shown))))
    text(draw, (left, 276), cut(line, 28, 500, room), 28, 500, SOFT)
    _draw_figures(draw, shown, left)
    if shown.chart:
        _draw_places(draw, shown.chart.places, len(shown.board.ranked))
    return as_png(image)


def _draw_name(draw: ImageDraw.ImageDraw, name: str, left: int, room: int) -> None:
    """Draw the name in the largest size that fits on one line. If none fits, use the
    smallest size on two lines.
    """
    sizes = (
        candidate for candidate in NAME_SIZES if width(name, candidate, 700) <= room
    )
    if size := next(sizes, None):
        text(draw, (left, 230), name, size, 700, ON_FELT)
        return
    size = NAME_SIZES[-1]
    first, second = _two_lines(name, size, room)
    text(draw, (left, 186), first, size, 700, ON_FELT)
    text(draw, (left, 236), cut(second, size, 700, room), size, 700, ON_FELT)


def _two_lines(name: str, size: int, room: int) -> tuple[str, str]:
    """Return the name in two lines: as many words as fit on the first line, and the
    other words.
    """
    parts = name.split()
    fits = [
        number
        for number in range(1, len(parts))
        if width(" ".join(parts[:number]), size, 700) <= room
    ]
    if not fits:
        return cut(name, size, 700, room), ""
    return " ".join(parts[: fits[-1]]), " ".join(parts[fits[-1] :])


def when_in_words(shown: Followed) -> str:
    """Return the last round that the figures include as text, or that they are final;
    "" without figures.
    """
    board = shown.board
    if not shown.has_figures:
        return ""
    if board.final:
        return _("Final standings")
    if board.is_live:
        number = {"number": max(board.live_rounds)}
        return _("Live, including round %(number)s") % number
    return _("After round %(number)s") % {"number": board.after}


def _draw_figures(draw: ImageDraw.ImageDraw, shown: Followed, left: int) -> None:
    """Draw place, points, score and hands won, without figures that are not visible."""
    row = shown.row
    if row is None or not shown.has_figures:
        return
    figures = [(name, figure, "", ON_FELT) for name, figure in shown.figures]
    if row.place:
        place = f"{row.place}{'=' if row.shared else ''}"
        place_tile(draw, MARGIN, 168, 146, 188, place)
        out_of = _("Place out of %(players)s") % {"players": shown.board.players}
        figures.insert(0, (out_of, place, "", GOLD))
    if shown.hands_played:
        hands = (str(shown.hands_won), f" / {shown.hands_played}")
        figures.append((_("Hands won"), *hands, ON_FELT))
    widths = [
        max(width(name, 24, 500), width(value, 60, 720) + width(more, 32, 600), 110)
        for name, value, more, _colour in figures
    ]
    room = SIZE[0] - MARGIN - left - sum(widths)
    gap = min(46, room // max(len(figures) - 1, 1))
    x = left
    for (name, value, more, colour), wide in zip(figures, widths, strict=True):
        text(draw, (x, 326), name, 24, 500, SOFT)
        end = text(draw, (x, 386), value, 60, 720, colour)
        text(draw, (round(end), 386), more, 32, 600, SOFT)
        x += wide + gap


def _draw_places(
    draw: ImageDraw.ImageDraw, places: Mapping[int, int], players: int
) -> None:
    """Draw a line of the places after each round at the bottom of the image.

    Draw nothing for fewer than 2 rounds.
    """
    numbers = sorted(places)
    if len(numbers) < 2:
        return
    last = max(players, *places.values(), 2)
    top, floor = 428, 540
    step = (SIZE[0] - 2 * MARGIN) / (len(numbers) - 1)
    points = [
        (
            MARGIN + at * step,
            top + (sqrt(places[number]) - 1) / (sqrt(last) - 1) * (floor - top),
        )
        for at, number in enumerate(numbers)
    ]
    draw.line((MARGIN, floor, SIZE[0] - MARGIN, floor), fill=LINE, width=2)
    draw.line(points, fill=GOLD, width=6, joint="curve")
    for x, y in points:
        draw.ellipse((x - 8, y - 8, x + 8, y + 8), fill=GOLD)
