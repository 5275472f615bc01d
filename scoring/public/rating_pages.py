"""The public page and files of the rating of a series."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from scoring.models import Series
from scoring.public.series_pages import ENDINGS, series_seen, table_file
from scoring.series.rating_of_series import (
    LEAST_GAMES,
    RatingList,
    RatingRow,
    rating_of_series,
)
from scoring.series.season_wording import figure
from tournaments.files.excel_workbooks import Value
from tournaments.web.read_only_and_service_workers import only_read

DIGITS = 1
#: Players on a page.
A_PAGE = 100


@only_read
@cache_control(private=True, no_cache=True)
def rating(request: HttpRequest, series: str) -> HttpResponse:
    """Render a page of the ratings, with the number of games used."""
    listed = rating_of_series(_with_rating(request, series))
    pages = Paginator(range(listed.players), A_PAGE)
    page = pages.get_page(request.GET.get("page", "1"))
    first = (page.number - 1) * A_PAGE
    rows = listed.part(first, first + A_PAGE)
    context = {
        "series": listed.series,
        "listed": listed,
        "page": page,
        "ranked": [_shown(row) for row in rows if row.place is not None],
        "unranked": [_shown(row) for row in rows if row.place is None],
        "least": LEAST_GAMES,
        "endings": ENDINGS,
    }
    return render(request, "public/rating.html", context)


@only_read
@cache_control(private=True, no_cache=True)
def rating_file(request: HttpRequest, series: str, ending: str) -> HttpResponse:
    """Return the ratings as a CSV file or a workbook.

    Raises Http404 for other formats.
    """
    listed = rating_of_series(_with_rating(request, series))
    return table_file(lambda: _table(listed), f"{listed.series.slug}-rating", ending)


def _with_rating(request: HttpRequest, slug: str) -> Series:
    found = series_seen(request, slug)
    if not found.rating:
        raise Http404
    return found


def _shown(row: RatingRow) -> tuple[RatingRow, str, str]:
    """Return the row, its rating as text, and the last change as text."""
    change = figure(Fraction(row.change), DIGITS)
    sign = "+" if row.change > 0 else ""
    return row, figure(Fraction(row.rating), DIGITS), f"{sign}{change}"


def _table(listed: RatingList) -> Iterator[list[Value]]:
    """Yield the rows of a file: headings, then players."""
    yield [_("Place"), _("Player"), _("Country"), _("Club"), _("Rating"), _("Games")]
    for row in listed.rows:
        yield [
            row.place,
            row.person.name,
            row.person.country,
            row.person.club,
            round(row.rating, 2),
            row.games,
        ]
