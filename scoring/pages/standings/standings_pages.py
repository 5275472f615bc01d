"""The pages of standings: official or live, after any round, by country, by team, in
windows of rows. Read with the same few queries for any number of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import groupby

from django.utils.translation import gettext as _

import rules
from scoring.pages.long_lists import page_of
from scoring.pages.name_search import is_meant
from scoring.pages.public_pages import NotThere
from scoring.standings import absences, at_tables, boards, frozen, league_days, leavers
from scoring.standings.board_rows import Row
from scoring.standings.boards import Board
from scoring.standings.gaps import Gap
from scoring.standings.kept_sources import source_of
from scoring.standings.lines import TeamStanding
from scoring.standings.measures.catalogue import measures_of
from scoring.standings.measures.measure import TEAMS_OWN
from scoring.standings.ranking import in_words
from scoring.standings.shown_measures import (
    amount_in,
    columns_of,
    deciding,
    hands_known,
    order_in_names,
)
from scoring.standings.sources import Source, source_of_stage
from scoring.standings.stages.cut_line import FromLine
from scoring.standings.stages.series import series_on
from scoring.standings.teams import moves_of, order_in_words, team_order, teams_of
from tournaments.models import Tournament
from tournaments.rounds.stages.table_labels import label_of
from tournaments.web.untyped_values import Context

#: So many rows come at once.
PAGE = 100
#: So many teams are on a page, and together they have about so many members.
TEAMS, MEMBERS = 20, 96

#: How an address names a stage, and a group of it.
STAGE_SLUG = re.compile(r"stage-([1-9][0-9]?)(?:-group-([1-9][0-9]?))?")

#: What an address names, and what the live stream calls it.
CURRENT, OFFICIAL, LIVE, COUNTRIES, STAGE = range(5)
VIEWS = {"": CURRENT, "official": OFFICIAL, "live": LIVE, "countries": COUNTRIES}


@dataclass(frozen=True)
class View:
    """What somebody asks to see: which standings, after which round (0: the last); of
    which stage, and which group there (0: of all)."""

    kind: int = CURRENT
    after: int = 0
    stage: int = 0
    group: int = 0

    @property
    def slug(self) -> str:
        """As the address names it; "" for what is shown first."""
        if self.after:
            return f"after-{self.after}"
        if self.stage:
            return _slug_of_stage(self.stage, self.group)
        return next(name for name, kind in VIEWS.items() if kind == self.kind)

    def board(self, source: Source) -> Board:
        """The board it shows. Raises NotThere for a round that does not count yet, and
        for a stage or group there is not."""
        if self.stage:
            return boards.live(self._of_stage(source))
        if self.after and self.after not in source.closed:
            raise NotThere(
                _("Round %(number)s is not closed yet, or its results are not told.")
                % {"number": self.after}
            )
        if self.after or self.kind == OFFICIAL:
            return boards.official(source, self.after or None)
        return boards.live(source)

    def rows(self, board: Board) -> Sequence[Row]:
        """The rows of the board in the order in which they are shown."""
        return in_countries(board) if self.kind == COUNTRIES else board.rows

    def _of_stage(self, source: Source) -> Source:
        found = source_of_stage(source, self.stage, self.group)
        if found is None or not found.records.entries:
            raise NotThere(_("There are no such standings."))
        return found


@dataclass(frozen=True)
class StageTab:
    """The standings of a stage, or of a group of it, to be chosen."""

    slug: str
    words: str


@dataclass(frozen=True)
class Group:
    """Players who have something in common, in the order of their places."""

    name: str
    rows: tuple[Row, ...]

    @property
    def key(self) -> str:
        """By which the group is known among its rows, whatever it is called."""
        country = self.rows[0].entry.player.country
        return f"country-{blake2b(country.encode(), digest_size=6).hexdigest()}"


@dataclass(frozen=True)
class Found:
    """A row that was looked for, the page it is on, and the place in it; "" before
    anything is played, when all are equal."""

    row: Row
    page: int
    place: str


def view_named(slug: str) -> View:
    """The view an address names. Raises NotThere."""
    if slug in VIEWS:
        return View(VIEWS[slug])
    if named := STAGE_SLUG.fullmatch(slug):
        return View(STAGE, 0, int(named[1]), int(named[2] or 0))
    word, _dash, number = slug.rpartition("-")
    if word == "after" and number.isdecimal() and 1 <= int(number) <= 99:
        return View(OFFICIAL, int(number))
    raise NotThere(_("There are no such standings."))


def standings_page(
    tournament: Tournament,
    kind: int = CURRENT,
    after: int = 0,
    page: int = 1,
    stage: int = 0,
    group: int = 0,
) -> Context:
    """A page of the standings. Raises NotThere for a page or round there is not."""
    source = source_of(tournament)
    view = View(kind, after, stage, group)
    board = view.board(source)
    shown = page_of(view.rows(board), page, PAGE)
    return {
        **_common(source, board, view),
        **shown,
        "groups": by_country(shown["rows"]) if kind == COUNTRIES else None,
    }


def rows_page(
    tournament: Tournament,
    view: View,
    *,
    first: int = 0,
    numbers: Sequence[int] | None = None,
) -> Context:
    """Rows for a page that has the rest: from the one at `first` on, or those of these
    start numbers."""
    board = view.board(source_of(tournament))
    if numbers is not None:
        wanted = set(numbers)
        rows = tuple(row for row in board.rows if row.number in wanted)
    else:
        rows = board.rows[first : first + PAGE]
    return {**_table(board), "rows": rows, "tournament": tournament}


def names_in(tournament: Tournament, view: View) -> list[tuple[int, str, str]]:
    """Everybody in the order of the rows: number, name, and what else they are found
    by."""
    board = view.board(source_of(tournament))
    return [
        (row.number, str(row.entry.player), " · ".join(filter(None, _beside(row))))
        for row in board.rows
    ]


def found_in(tournament: Tournament, view: View, query: str) -> list[Found]:
    """Where the rows are of whoever is meant by a name or number, or by country, club
    or team, for who has no scripts."""
    board = view.board(source_of(tournament))
    return [
        Found(row, at // PAGE + 1, _place_in(board, row))
        for at, row in enumerate(view.rows(board))
        if is_meant(query, row.number, " ".join((str(row.entry.player), *_beside(row))))
    ]


def _place_in(board: Board, row: Row) -> str:
    if not (board.anything_played and row.place):
        return ""
    place = f"{row.place}{'=' if row.shared else ''}"
    return _("Place %(place)s") % {"place": place}


def teams_page(tournament: Tournament, page: int = 1) -> Context:
    """The standings of the teams, each with its members. Raises NotThere if there are
    none, none may be seen, or not so many pages."""
    source = source_of(tournament)
    board = boards.live(source)
    if not any(entry.team_id for entry in source.records.entries):
        raise NotThere(_("Nobody plays in a team in this tournament."))
    if board.is_held_back:
        raise NotThere(source.told.words)
    order = team_order(tournament)
    if board.final and board.final.teams:
        order = board.final.row.team_tie_breaks
    teams = teams_of(board)
    largest = max(len(team.line.members) for team in teams)
    shown = page_of(teams, page, max(1, min(TEAMS, MEMBERS // largest)))
    moves = moves_of(board, teams, order)
    return {
        **_common(source, board, View()),
        **_figures_of_teams(board, order),
        **shown,
        "teams": [
            (
                team,
                moves.get(team.line.name),
                [board.by_number[line.entry.number] for line in team.line.members],
                beside_team(team.line, order, tournament.ruleset),
            )
            for team in shown["rows"]
        ],
        "team_order": order_in_words(tournament, order),
    }


def _figures_of_teams(board: Board, order: Sequence[str]) -> Context:
    """The columns of a table of teams: of points and score the one first by which the
    teams are placed, though players are placed by the other."""
    first = [key for key in order[:1] if key in TEAMS_OWN]
    return {
        "measures": deciding(board, (*first, *board.tie_breaks)),
        "first_measure": order[0],
    }


def beside_team(team: TeamStanding, order: Sequence[str], ruleset: str) -> list[str]:
    """What stands beside a team's name: the further figures that decide its place, and
    what was deducted."""
    columns = columns_of(ruleset, order)
    figures = [
        f"{column.measure.name}: {column.written(team, ruleset)}"
        for column in columns
        if column.key not in TEAMS_OWN and column.written(team, ruleset)
    ]
    taken = [
        f"{deductions_in_words(each.points, each.measure, ruleset)} ({each.reason})"
        for each in team.deductions
    ]
    return [*figures, *taken]


def deductions_in_words(points: int, measure: str, ruleset: str) -> str:
    """How much was deducted from a team: "−2 table points"."""
    amount = -Fraction(points)
    if measure == "table_points":
        unit = rules.shared_ruleset(ruleset, {}).catalogue.points_a_table_point
        amount = amount / unit
    name = str(measures_of(ruleset)[measure].name).lower()
    return f"{amount_in(measure, amount, ruleset, decimals=0)} {name}"


def in_countries(board: Board) -> Sequence[Row]:
    """Everybody by country, the country of the best placed first."""
    order: dict[str, int] = {}
    for row in board.rows:
        order.setdefault(row.entry.player.country, len(order))
    return sorted(board.rows, key=lambda row: order[row.entry.player.country])


def by_country(rows: Sequence[Row]) -> list[Group]:
    """These rows, in the order of their countries, a group each."""
    return [
        Group(country or _("No country"), tuple(own))
        for country, own in groupby(rows, key=lambda row: row.entry.player.country)
    ]


def _common(source: Source, board: Board, view: View) -> Context:
    tournament = board.tournament
    final = board.final.row if board.final else None
    return {
        **_table(board),
        "view": view,
        "plays": source.plays,
        "final": final,
        "changed": board.final is not None
        and bool(frozen.changed_since(board.final.row, tournament)),
        "held_back": board.is_held_back,
        "untold": source.told.words,
        "rounds_to_see": board.closed,
        "stage_tabs": stage_tabs(source),
        "has_countries": any(e.player.country for e in source.records.entries),
        "has_teams": any(entry.team_id for entry in source.records.entries),
        "in_words": in_words(tournament, board.tie_breaks),
        "order_in_short": _(", then ").join(
            order_in_names(tournament.ruleset, board.tie_breaks)
        ),
        "hands_known": hands_known(board),
        "live_rule": at_tables.rule_in_words() if board.is_live else "",
        "absences_in_words": absences.in_words(tournament),
        "left_in_words": leavers.in_words(board.records.stages),
        "series": series_on(board),
        "league_in_words": league_days.in_words(board.records.league),
        "headline": headline(board),
        "cut_in_words": board.cut.in_words if board.cut else "",
        "level_in_words": board.level_in_words,
    }


def _table(board: Board) -> Context:
    """What a row is made with."""
    return {
        "board": board,
        "measures": deciding(board),
        "first_measure": board.tie_breaks[0],
    }


def _slug_of_stage(stage: int, group: int) -> str:
    return f"stage-{stage}-group-{group}" if group else f"stage-{stage}"


def stage_tabs(source: Source) -> list[StageTab]:
    """The stages whose players are known, each with its groups; none of an event that
    is one stage, or is in its first, without groups."""
    stages = source.records.stages
    tabs = []
    for each in stages if len(stages) > 1 or any(s.places for s in stages) else ():
        stage = each.stage
        tabs.append(StageTab(_slug_of_stage(stage.number, 0), str(stage)))
        groups = sorted({place.group for place in each.places.values()} - {0})
        tabs += [
            StageTab(_slug_of_stage(stage.number, group), label_of(stage, group))
            for group in groups
        ]
    return tabs


def headline(board: Board) -> str:
    """What these standings are, as a sentence; "" where there is nothing to show."""
    if board.final is not None:
        return _("These are the final standings.")
    planned = board.tournament.planned_rounds
    if board.is_live:
        return (
            _("Live, with round %(now)s as it stands; official: after round %(n)s.")
            % {
                "now": max(board.live_rounds),
                "n": board.after,
            }
            if board.after
            else _("Live, with round %(now)s as it stands.")
            % {"now": max(board.live_rounds)}
        )
    if not board.after:
        if board.is_held_back or not board.rows:
            return ""
        return _("No round is over yet: these are the players.")
    return _("Official, after round %(n)s of %(planned)s.") % {
        "n": board.after,
        "planned": max(planned, board.after),
    }


def from_cut_in_words(place: FromLine, ruleset: str, first: str) -> str:
    """How far somebody is from the line of the cut."""
    if place.gap is None:
        return _("level at the cut")
    words = _("in by %(gap)s") if place.is_in else _("%(gap)s to the cut")
    return words % {"gap": gap_in_words(place.gap, ruleset, first)}


def gap_in_words(gap: Gap | None, ruleset: str, first: str) -> str:
    """What is missing, in the measure that decides it; the `first` needs no name."""
    if gap is None:
        return ""
    written = amount_in(gap.measure, gap.amount, ruleset).lstrip("+")
    if gap.measure == first:
        return written
    names = {"score": _("%(amount)s score"), "table_points": _("%(amount)s points")}
    words = names.get(gap.measure, _("%(amount)s %(measure)s"))
    name = str(measures_of(ruleset)[gap.measure].name).lower()
    return words % {"amount": written, "measure": name}


def _beside(row: Row) -> Iterable[str]:
    player, team = row.entry.player, row.entry.team
    return (player.country, player.club, team.name if team else "")
