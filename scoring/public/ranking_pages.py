"""The public page and files of the ranking of a series by EMA's method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
from scoring.public.series_pages import ENDINGS, series_seen, table_file
from scoring.rankings.base_ranks_and_weights import Weight
from scoring.rankings.ema_method import Aged, Part
from scoring.series import who_sees_series
from scoring.series.ranking_of_series import (
    RankedTournament,
    RankingList,
    RankingRow,
    ranking_of_series,
)
from scoring.series.season_wording import figure
from tournaments.files.excel_workbooks import Value
from tournaments.templatetags.score_figures import exactly
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.read_only_and_service_workers import only_read

DIGITS = 2
#: Players on a page.
A_PAGE = 100


@dataclass(frozen=True)
class ResultLine:
    """A result in the explanation of a score, as text.

    `parts`: the parts of the weight; `in_a`, `in_b`: whether the result counts in part
    A or B.
    """

    tournament: RankedTournament
    place: int
    base_rank: str
    weight: str
    parts: str
    age: str
    aged_weight: str
    in_a: bool
    in_b: bool


@dataclass(frozen=True)
class Explanation:
    """Calculation of a player's score in the ranking: the two parts and the results."""

    part_a: str
    part_b: str
    a: str
    b: str
    score: str
    results: tuple[ResultLine, ...]


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


def explained(listed: RankingList, row: RankingRow) -> Explanation:
    """Return the calculation of a row's score."""
    reckoning = row.reckoning
    in_a, in_b = len(reckoning.part_a.counted), len(reckoning.part_b.counted)
    results = enumerate((*reckoning.live, *reckoning.past))
    return Explanation(
        _part(reckoning.part_a),
        _part(reckoning.part_b),
        figure(reckoning.part_a.value, DIGITS),
        figure(reckoning.part_b.value, DIGITS),
        figure(row.score, DIGITS),
        tuple(
            _result(listed, row, aged, number < in_a, number < in_b)
            for number, aged in results
        ),
    )


def weight_parts(weight: Weight) -> str:
    """Return the parts of a weight as text, such as "2 days + ½ for players"."""
    if weight.stated is not None:
        return _("set with the results")
    days = ngettext("%(days)s day", "%(days)s days", weight.days)
    parts = [days % {"days": weight.days}]
    if weight.players:
        parts.append(_("%(weight)s for players") % {"weight": exactly(weight.players)})
    if weight.countries:
        shown = {"weight": exactly(weight.countries)}
        parts.append(_("%(weight)s for countries") % shown)
    if weight.qualification:
        parts.append(_("1 for qualification"))
    return " + ".join(parts)


def _with_ranking(request: HttpRequest, slug: str) -> Series:
    found = series_seen(request, slug)
    if not found.has_ranking:
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
        "rows": [(at, *_shown(row)) for at, row in enumerate(rows, first + 1)],
        "page": page,
        "open": number if row else 0,
        "explained": explained(listed, row) if row else None,
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


def _shown(row: RankingRow) -> tuple[RankingRow, str, str]:
    """Return the row, its score as text, and the number of counted results as text."""
    counts = {
        "counted": len(row.reckoning.part_a.counted),
        "all": len(row.reckoning.live),
    }
    return row, figure(row.score, DIGITS), _("%(counted)s of %(all)s") % counts


def _headline(listed: RankingList) -> str:
    if not listed.players:
        return ""
    first = [person.name for person in listed.leaders]
    best = next(iter(listed.ranked.scores.values()))
    shown = {"names": joined_with_commas(first), "score": figure(best, DIGITS)}
    text = ngettext(
        "%(names)s leads with %(score)s.", "%(names)s lead with %(score)s.", len(first)
    )
    return text % shown


def _part(part: Part) -> str:
    """Return the calculation of a part's value as text: points ÷ weights = value."""
    shown = {
        "points": figure(part.points),
        "weights": figure(part.weights),
        "value": figure(part.value, DIGITS),
    }
    return _("%(points)s ÷ %(weights)s = %(value)s") % shown


def _result(
    listed: RankingList, row: RankingRow, aged: Aged, in_a: bool, in_b: bool
) -> ResultLine:
    key = aged.result.key
    one = listed.tournaments[key]
    return ResultLine(
        one,
        row.places[key],
        figure(Fraction(aged.base_rank)),
        exactly(one.weight.total),
        weight_parts(one.weight),
        exactly(aged.age),
        exactly(aged.weight),
        in_a and bool(aged.age),
        in_b and bool(aged.age),
    )


def _table(listed: RankingList) -> Iterator[list[Value]]:
    """Yield the rows of a file: headings, then players."""
    day = {"day": date_in_words(listed.day, "DATE_FORMAT")}
    head = [_("Place"), _("Player"), _("Country"), _("Club")]
    score = _("Score on %(day)s by EMA's method (not an official EMA ranking)") % day
    # Translators: A and B are the two parts of a score in the EMA ranking.
    yield [*head, score, _("A"), _("B"), _("Results")]
    for row in listed.rows:
        reckoning = row.reckoning
        figures = (row.score, reckoning.part_a.value, reckoning.part_b.value)
        yield [
            row.place,
            row.person.name,
            row.person.country,
            row.person.club,
            *(round(float(one), DIGITS) for one in figures),
            len(reckoning.live),
        ]
