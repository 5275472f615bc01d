"""Public pages of series: the list, the standings of a season, and its files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from openpyxl import Workbook

from scoring.all_pages import page_cache_keys
from scoring.all_pages.page_cache_keys import one_of
from scoring.exports.export_files_csv_json_xlsx import FORMATS, MARK
from scoring.models import Season, Series, ValueKind
from scoring.series import who_sees_series
from scoring.series.read_season_values import UnitResults
from scoring.series.season_forms import deductions_of
from scoring.series.season_standings import (
    SeasonBoard,
    SeasonRow,
    board_of,
    champions_of,
)
from scoring.series.season_wording import figure, how_points_count, points_digits
from tournaments.access.page_access import only_shows_screens
from tournaments.clubs.who_sees_clubs import may_see
from tournaments.files.excel_workbooks import Value, fill
from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.languages import page_language
from tournaments.persons.pages_over_tournaments import pages_of
from tournaments.persons.players_who_agreed import hiding_names_in
from tournaments.templatetags.score_figures import table_points
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.read_only_and_service_workers import only_read

#: Maximum number of results shown as columns; the last ones are shown.
MOST_COLUMNS = 12
#: Maximum number of columns with titles; more columns have numbers and dates.
MOST_TITLES = 6
#: Characters of a value for which a narrow column is enough.
SHORT_VALUE = 3
#: Players on a page.
A_PAGE = 100
OFFICIAL = "official"
ENDINGS = ("csv", "xlsx")


@dataclass(frozen=True)
class Column:
    """A column of the standings: a unit with its results.

    `number`: number of the unit in the season.
    """

    number: int
    unit: UnitResults

    @property
    def title(self) -> str:
        """Return the unit's title, with its date if known."""
        day: date | None = self.unit.day
        if day is None:
            return self.unit.title
        shown = {"title": self.unit.title, "day": date_in_words(day, "DATE_FORMAT")}
        return _("%(title)s, %(day)s") % shown


@dataclass(frozen=True)
class Cell:
    """A player's value in a unit. `look`: "counts", "dropped" or "absent"."""

    text: str
    look: str
    is_provisional: bool


@dataclass(frozen=True)
class ShownRow:
    """A row of the page as text. `cells`: the values in the columns; `page`: key of the
    player's page, None without a public page."""

    row: SeasonRow
    place: str
    points: str
    counted: str
    cells: tuple[Cell, ...]
    page: int | None


@only_read
@cache_control(private=True, no_cache=True)
def index(request: HttpRequest) -> HttpResponse:
    """Render the list of series that the visitor may see, each with its
    newest season.
    """
    page_cache_keys.keep(request)
    series = who_sees_series.seen_by(request.user).prefetch_related("seasons")
    user = request.user
    may_begin = user.is_authenticated and not only_shows_screens(user)
    context = {"listed": list(series), "may_begin": may_begin}
    return render(request, "public/series.html", context)


@only_read
@cache_control(private=True, no_cache=True)
def newest(request: HttpRequest, series: str) -> HttpResponse:
    """Redirect to the newest season of a series. Raises Http404 without a season."""
    found = series_seen(request, series)
    season = found.seasons.first()
    if season is None:
        raise Http404
    return redirect("public:season", found.slug, season.slug)


@only_read
@cache_control(private=True, no_cache=True)
def season(request: HttpRequest, series: str, season: str) -> HttpResponse:
    """Render a page of the standings of a season; ?view=official without units in
    progress."""
    page_cache_keys.keep(
        request, view=one_of((OFFICIAL,)), page=page_cache_keys.number(usual=1)
    )
    found = season_seen(request, series, season)
    board = board_of(found, only_official=request.GET.get("view") == OFFICIAL)
    return render(request, "public/season.html", season_page(request, found, board))


@only_read
@cache_control(private=True, no_cache=True)
def standings_file(
    request: HttpRequest, series: str, season: str, ending: str
) -> HttpResponse:
    """Return the standings as a CSV file or a workbook.

    Raises Http404 for other formats.
    """
    found = season_seen(request, series, season)
    name = f"{found.series.slug}-{found.slug}"
    return table_file(lambda: _table(board_of(found)), name, ending)


def table_file(
    rows: Callable[[], Iterable[list[Value]]], name: str, ending: str
) -> HttpResponse:
    """Return a table as a CSV file in English, or as a workbook in the user's language.

    `rows`: returns the rows; `name`: file name without ending. Raises Http404 for other
    formats.
    """
    if ending not in ENDINGS:
        raise Http404
    if FORMATS[ending].for_programs:
        page_language.use_for_programs()
    table = list(rows())
    return HttpResponse(
        _workbook(table) if ending == "xlsx" else _csv(table),
        content_type=FORMATS[ending].content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}.{ending}"'},
    )


def season_seen(request: HttpRequest, series: str, season: str) -> Season:
    """Return the season if the visitor may see it. Raises Http404 otherwise."""
    found = series_seen(request, series)
    current = get_object_or_404(found.seasons, slug=season)
    current.series = found
    return current


def season_page(request: HttpRequest, season: Season, board: SeasonBoard) -> Context:
    """Return the content of a season's page."""
    columns = [Column(number, unit) for number, unit in enumerate(board.units, 1)]
    columns = columns[-MOST_COLUMNS:]
    pages = Paginator(range(board.players), A_PAGE)
    page = pages.get_page(request.GET.get("page", "1"))
    first = (page.number - 1) * A_PAGE
    rows = board.part(first, first + A_PAGE)
    others = season.series.seasons.exclude(pk=season.pk)
    closed = list(others.exclude(closed_at=None))
    champions = champions_of(closed)
    deductions = deductions_of(season)
    in_standings = {row.person for row in board.places}
    names = who_sees_series.shown(
        person for _key, person, _points, _reason in deductions
    )
    may_edit = who_sees_series.may_edit(season.series, request.user)
    club = season.series.club
    player_pages = pages_of({row.key for row in rows if row.key})
    digits = points_digits(board)
    shown = [_shown(board, row, columns, digits, player_pages) for row in rows]
    return {
        "club": club if club and may_see(club, request.user) else None,
        "season": season,
        "series": season.series,
        "board": board,
        "columns": columns,
        "page": page,
        "ranked": [one for one in shown if one.row.place],
        "unranked": [one for one in shown if not one.row.place],
        "has_titles": len(columns) <= MOST_TITLES,
        "has_wide_values": any(
            len(cell.text) > SHORT_VALUE for one in shown for cell in one.cells
        ),
        "headline": _headline(board, digits),
        "facts": list(how_points_count(season)),
        "deductions": [
            (names[person].name, points, reason)
            for _key, person, points, reason in deductions
            if person in in_standings and person in names
        ],
        "earlier": [(other, champions[other.pk]) for other in closed],
        "others": others.filter(closed_at=None),
        "may_edit": may_edit,
        "hidden_names": hiding_names_in(who_sees_series.counting_in(season))
        if may_edit
        else None,
        "is_official": request.GET.get("view") == OFFICIAL,
        "endings": ENDINGS,
    }


def value_text(board: SeasonBoard, value: Fraction) -> str:
    """Return a value of a unit as text."""
    if board.season.value == ValueKind.TABLE_POINTS:
        return str(table_points(value, board.season.series.ruleset))
    return figure(value)


def series_seen(request: HttpRequest, slug: str) -> Series:
    """Return the series if the visitor may see it. Raises Http404 otherwise."""
    found = get_object_or_404(Series, slug=slug)
    if not who_sees_series.may_see(found, request.user):
        raise Http404
    return found


def _headline(board: SeasonBoard, digits: int) -> str:
    """Return a sentence on the leader or champion; "" without results."""
    champions = board.champions
    names = joined_with_commas(row.person.name for row in champions)
    if not champions:
        return ""
    shown = {"names": names, "points": figure(champions[0].points, digits)}
    if board.is_closed:
        return (
            ngettext(
                "%(names)s is the champion with %(points)s.",
                "%(names)s are the champions with %(points)s.",
                len(champions),
            )
            % shown
        )
    return (
        ngettext(
            "%(names)s leads with %(points)s points.",
            "%(names)s lead with %(points)s points.",
            len(champions),
        )
        % shown
    )


def _shown(
    board: SeasonBoard,
    row: SeasonRow,
    columns: list[Column],
    digits: int,
    player_pages: Mapping[int, int],
) -> ShownRow:
    counts = {"counted": row.counted, "attended": row.attended}
    return ShownRow(
        row,
        _place(row),
        figure(row.points, digits),
        _("%(counted)s of %(attended)s") % counts,
        tuple(_cell(board, row, column) for column in columns),
        player_pages.get(row.key or 0),
    )


def _place(row: SeasonRow) -> str:
    if row.place is None:
        return "–"
    return f"{row.place}=" if row.shared else str(row.place)


def _cell(board: SeasonBoard, row: SeasonRow, column: Column) -> Cell:
    provisional = column.unit.is_provisional
    value = row.line.values.get(column.number) if row.line else None
    if value is None or row.line is None:
        return Cell("", "absent", provisional)
    look = "dropped" if column.number in row.line.dropped else "counts"
    return Cell(value_text(board, value.value), look, provisional)


def _table(board: SeasonBoard) -> Iterator[list[Value]]:
    """Yield the rows of a file: headings, then players."""
    titles = [Column(number, unit).title for number, unit in enumerate(board.units, 1)]
    head = [_("Place"), _("Player"), _("Country"), _("Club"), _("Points")]
    yield [*head, _("Results"), _("Counted"), *titles]
    for row in board.rows:
        values = row.line.values if row.line else {}
        numbers = range(1, len(titles) + 1)
        cells = [values[n].value if n in values else None for n in numbers]
        yield [
            row.place,
            row.person.name,
            row.person.country,
            row.person.club,
            round(float(row.points), 2),
            row.attended,
            row.counted,
            *(None if one is None else round(float(one), 3) for one in cells),
        ]


def _csv(rows: list[list[Value]]) -> bytes:
    plain = [["" if cell is None else cell for cell in row] for row in rows]
    return (MARK + written_csv(plain)).encode()


def _workbook(rows: list[list[Value]]) -> bytes:
    book = Workbook()
    sheet = book.active
    for number, row in enumerate(rows, 1):
        for place, value in enumerate(row, 1):
            fill(sheet.cell(number, place), value)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
