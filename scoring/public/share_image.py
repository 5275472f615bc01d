"""An image of a player's results for sharing. Contains visible results only."""

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
    brand,
    cut,
    in_drawable_language,
    legible,
    text,
    width,
)
from scoring.public.player_place_and_rounds import Followed
from scoring.standings.criteria_and_tie_breaks import measures_of
from tournaments.models import Tournament
from tournaments.templatetags.score_figures import table_points, total

#: Cache lifetime in seconds; a new revision has another key.
KEPT = 3600
NAME_SIZES = (84, 72, 60, 48)


def picture_of(tournament: Tournament, shown: Followed) -> bytes:
    """Return the image as PNG, cached by revision and language."""
    key = (
        f"share:{tournament.pk}:{tournament.revision}:{shown.player.pk}"
        f":{get_language()}:{shown.source.visible.last}"
    )
    content: bytes | None = cache.get(key)
    if content is None:
        content = _png(tournament, shown)
        cache.set(key, content, KEPT)
    return content


@in_drawable_language()
def _png(tournament: Tournament, shown: Followed) -> bytes:
    image, draw = blank()
    brand(draw, legible(tournament.title, PROGRAM))
    player, room = shown.player, SIZE[0] - 2 * MARGIN
    number = _("Number %(number)s") % {"number": player.number}
    _draw_name(draw, legible(player.public_name, number), room)
    team = player.team.name if player.team else ""
    more = ", ".join(filter(None, (player.person.country, legible(team, ""))))
    line = " · ".join(filter(None, (more, when_in_words(shown))))
    text(draw, (MARGIN, 276), cut(line, 30, 500, room), 30, 500, SOFT)
    _draw_figures(draw, tournament, shown)
    if shown.chart:
        _draw_places(draw, shown.chart.places, len(shown.board.ranked))
    return as_png(image)


def _draw_name(draw: ImageDraw.ImageDraw, name: str, room: int) -> None:
    """Draw the name as large as fits on one line, the longest on two."""
    sizes = (
        candidate for candidate in NAME_SIZES if width(name, candidate, 700) <= room
    )
    if size := next(sizes, None):
        text(draw, (MARGIN, 226), name, size, 700, ON_FELT)
        return
    size = NAME_SIZES[-1]
    first, second = _two_lines(name, size, room)
    text(draw, (MARGIN, 178), first, size, 700, ON_FELT)
    text(draw, (MARGIN, 232), cut(second, size, 700, room), size, 700, ON_FELT)


def _two_lines(name: str, size: int, room: int) -> tuple[str, str]:
    """Return as many words as fit on the first line, and the rest."""
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
    """Return the round or state that the figures refer to; "" without figures."""
    board = shown.board
    if not shown.has_figures:
        return ""
    if board.final:
        return _("Final standings")
    if board.is_live:
        number = {"number": max(board.live_rounds)}
        return _("Live, including round %(number)s") % number
    return _("After round %(number)s") % {"number": board.after}


def _draw_figures(
    draw: ImageDraw.ImageDraw, tournament: Tournament, shown: Followed
) -> None:
    """Draw place, points and score, as far as visible."""
    row, official = shown.row, shown.official_row
    if row is None or official is None or not shown.has_figures:
        return
    measures = measures_of(tournament.ruleset)
    line = official.line
    figures = [
        (
            str(measures["table_points"].name),
            table_points(line.table_points, tournament.ruleset),
            ON_FELT,
        ),
        (str(measures["score"].name), total(line.score, tournament.ruleset), ON_FELT),
    ]
    if row.place:
        of = _("Place of %(players)s") % {"players": len(shown.board.ranked)}
        figures.insert(0, (of, str(row.place), GOLD))
    x = MARGIN
    for name, value, colour in figures:
        text(draw, (x, 372), name, 28, 500, SOFT)
        end = text(draw, (x, 470), value, 96, 720, colour)
        x = round(max(end, x + 150) + 70)


def _draw_places(
    draw: ImageDraw.ImageDraw, places: Mapping[int, int], players: int
) -> None:
    """Draw the places after each round as a line at the bottom."""
    numbers = sorted(places)
    if len(numbers) < 2:
        return
    last = max(players, *places.values(), 2)
    top, floor = 508, SIZE[1] - 44
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
