"""The public page and files of the ranking of a series."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control

from scoring.models import Series
from scoring.public.ranking_explanations import DIGITS, explained
from scoring.public.series_pages import ENDINGS, series_seen, table_file
from scoring.rankings.austrian_method import AustrianReckoning
from scoring.rankings.ema_method import Reckoning
from scoring.rankings.player_results import Reckoned
from scoring.rankings.united_kingdom_method import UkReckoning
from scoring.series import who_sees_series
from scoring.series.ranking_of_series import (
    RankingList,
    RankingRow,
    ranking_of_series,
)
from scoring.series.ranking_wording import WORDS, score_in_words
from scoring.series.season_wording import figure
from tournaments.files.excel_workbooks import Value
from tournaments.templatetags.score_figures import exactly
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.read_only_and_service_workers import only_read

#: Players on a page.
A_PAGE = 100


@only_read
@cache_control(private=True, no_cache=True)
def ranking(request: HttpRequest, series: str) -> HttpResponse:
    """Render a page of the ranking. ?day= chooses the day; ?how= opens the explanation
    of a row, by its number."""
    found = _with_ranking(request, series)
    listed = ranking_of_series(found, _day(request))
    return render(request, "public/ranking.html", _page(request, listed))


@only_read
@cache_control(private=True, no_cache=True)
def ranking_file(request: HttpRequest, series: str, ending: str) -> HttpResponse:
    """Return the ranking as a CSV file or a workbook.

    Raises Http404 for other formats.
    """
    found = _with_ranking(request, series)
    listed = ranking_of_series(found, _day(request))
    name = f"{found.slug}-ranking-{listed.day.isoformat()}"
    return table_file(lambda: _table(listed), name, ending)


def _with_ranking(request: HttpRequest, slug: str) -> Series:
    found = series_seen(request, slug)
    if not found.ranking:
        raise Http404
    return found


def _day(request: HttpRequest) -> date:
    """Return the day of ?day=, or today without this parameter.

    Raises Http404 if the text is not a date.
    """
    text = request.GET.get("day", "")
    if not text:
        return localdate()
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None or not 1900 < day.year < 9000:
        raise Http404
    return day


def _page(request: HttpRequest, listed: RankingList) -> Context:
    chosen = request.GET.get("how", "")
    is_number = chosen.isascii() and chosen.isdigit() and len(chosen) < 7
    number = int(chosen) if is_number else 0
    pages = Paginator(range(listed.players), A_PAGE)
    of_row = 1 + (number - 1) // A_PAGE if number else 1
    page = pages.get_page(request.GET.get("page") or of_row)
    first = (page.number - 1) * A_PAGE
    rows = listed.part(first, first + A_PAGE)
    row = rows[number - 1 - first] if first < number <= first + len(rows) else None
    return {
        "series": listed.series,
        "listed": listed,
        "rows": [(at, *_shown(listed, row)) for at, row in enumerate(rows, first + 1)],
        "page": page,
        "open": number if row else 0,
        "explained": explained(listed, row) if row else None,
        "words": WORDS[listed.series.ranking],
        "headline": _headline(listed),
        "previews": [
            (
                one,
                exactly(one.weight.players),
                exactly(one.weight.countries),
                exactly(one.weight.total),
            )
            for one in listed.previews
        ],
        "countries": [(one, figure(one.mean, DIGITS)) for one in listed.countries],
        "day": request.GET.get("day", ""),
        "may_edit": who_sees_series.may_edit(listed.series, request.user),
        "endings": ENDINGS,
    }


def _shown(listed: RankingList, row: RankingRow) -> tuple[RankingRow, str, str]:
    """Return the row, its score as text, and the number of counted results as text."""
    counts = {"counted": row.reckoning.counted, "all": row.reckoning.available}
    score = score_in_words(listed.series, row.score)
    return row, score, _("%(counted)s of %(all)s") % counts


def _headline(listed: RankingList) -> str:
    if not listed.players:
        return ""
    first = [person.name for person in listed.leaders]
    best = next(iter(listed.ranked.scores.values()))
    score = score_in_words(listed.series, best)
    shown = {"names": joined_with_commas(first), "score": score}
    text = ngettext(
        "%(names)s leads with %(score)s.", "%(names)s lead with %(score)s.", len(first)
    )
    return text % shown


def _table(listed: RankingList) -> Iterator[list[Value]]:
    """Yield the rows of a file: headings, then players."""
    day = {"day": date_in_words(listed.day, "DATE_FORMAT")}
    head = [_("Place"), _("Player"), _("Country"), _("Club")]
    score = str(WORDS[listed.series.ranking].score_in_files) % day
    if listed.method.has_abroad:
        parts = [_("At home"), _("Abroad")]
    else:
        parts = [
            # Translators: A and B are the two parts of a score in a ranking.
            _("A"),
            _("B"),
        ]
    are_whole = WORDS[listed.series.ranking].digits == 0
    yield [
        *head,
        score,
        *parts,
        _("Days") if listed.method.counts_days else _("Results"),
    ]
    for row in listed.rows:
        figures = (row.score, *_parts(row.reckoning))
        yield [
            row.place,
            row.person.name,
            row.person.country,
            row.person.club,
            *(in_file(one, whole=are_whole) for one in figures),
            row.reckoning.available,
        ]


def in_file(figure: Fraction | int, *, whole: bool) -> int | float:
    """Return a figure for files: whole, or with the decimals of the page."""
    return round(figure) if whole else round(float(figure), DIGITS)


def _parts(reckoning: Reckoned) -> tuple[Fraction | int, Fraction | int]:
    """Return the two parts of a score: A and B, or at home and abroad."""
    match reckoning:
        case Reckoning():
            return reckoning.part_a.value, reckoning.part_b.value
        case UkReckoning():
            return reckoning.ranking.part_a.value, reckoning.ranking.part_b.value
        case AustrianReckoning():
            return reckoning.home_points, reckoning.abroad_points
    raise TypeError("this method has no parts")
