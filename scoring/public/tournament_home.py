"""A tournament's home page: description, leaders, tables, latest hands and schedule.

Before the start it shows the players, after the end the winners.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone

from scoring.all_pages import public_rounds_and_tables
from scoring.all_pages.public_rounds_and_tables import PODIUM, TableCard
from scoring.all_pages.wall_of_tiles_drawing import AROUND_A_NUMBER, Wall, deals_at
from scoring.public import latest_hands
from scoring.public.tournament_headline import Phase, headline_of
from scoring.standings import final_standings, live_and_official_standings, rank_players
from scoring.standings.compare_by_criteria import Unit
from scoring.standings.criteria_columns import Column, beside_the_first, stated
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.standings_cache import KeptOverHands, source_of
from scoring.standings.standings_records import Table
from scoring.standings.standings_rows import Placed, TeamStanding
from scoring.standings.team_standings import teams_of
from scoring.standings.who_sees_hidden_results import VisibleResults
from tournaments.live import render_warm_up
from tournaments.models import (
    NOT_BEGUN,
    PlanKind,
    Player,
    Round,
    RoundState,
    Tournament,
)
from tournaments.people.identities import under_public_name
from tournaments.people.name_order import name_order
from tournaments.people.presence_in_rounds import WHO_PLAY
from tournaments.people.registration_open_and_spots import (
    RegistrationState,
    page_of,
    places_left,
    registration_state,
)
from tournaments.templatetags.score_figures import points
from tournaments.tournament_setup.description_and_logo import description_of
from tournaments.tournament_time.schedule_forecast import Line, lines_of_minute
from tournaments.web.form_fields_and_types import Context

#: Number of standings, hands, schedule items and registered players on the page.
TOP = 12
HANDS = 6
PLAN = 5
WHO_COMES = 100


@dataclass(frozen=True)
class Bar:
    """A round as a progress bar.

    `played`: progress in percent; `is_shown`: the round has a public page.
    """

    number: int
    state: str
    played: int
    is_shown: bool


@dataclass(frozen=True)
class TableWall:
    """A table in the overview.

    `over`: number of finished deals; `deals`: number of all deals.
    """

    card: TableCard
    over: int
    deals: int

    @property
    def number(self) -> int:
        return self.card.game.table

    @cached_property
    def wall(self) -> Wall:
        return AROUND_A_NUMBER.of_deals(
            self.over, self.deals, is_over=self.card.progress.is_over
        )


def home_page(tournament: Tournament) -> Context:
    """Return the content of the home page. Hidden results are left out."""
    board = live_and_official_standings.live_of(tournament)
    rounds = list(public_rounds_and_tables.public_rounds(tournament))
    current = public_rounds_and_tables.current_round(rounds)
    phase = _phase(tournament, rounds)
    playing = phase is Phase.PLAYING
    walls = walls_of(current, board.visible) if playing and current else []
    lines = lines_of_minute(tournament)
    players = tournament.players.filter(WHO_PLAY).count()
    context = {
        "phase": phase.value,
        "description": description_of(tournament),
        "board": board,
        "players": players,
        "field": board.players if board.only_results else players,
        "bars": [] if board.only_results else _bars(tournament, rounds, walls),
        "walls": walls,
        "done": sum(one.card.progress.is_over for one in walls),
        **_top(board),
        "registered": _who_comes(tournament) if phase is Phase.BEFORE else [],
        "first_teams": _first_teams(board) if phase is Phase.OVER else [],
        "round": current,
        "hands": hands_of(
            tournament, board.visible, rounds, current if playing else None
        ),
        "plan": [line for line in lines if not line.is_over][:PLAN],
        **(_before_start(tournament, rounds, lines) if phase is Phase.BEFORE else {}),
    }
    return {**context, "headline": headline_of(board, context)}


def keep_ready(tournament: Tournament) -> None:
    """Cache the data for the home page and standings of a public tournament until after
    the next call, so that viewers never wait. Finished tournaments are skipped.
    """
    if not tournament.is_public or tournament.is_finished:
        return
    source = source_of(tournament, lasting=2 * render_warm_up.AGAIN)
    current = public_rounds_and_tables.current_round(
        public_rounds_and_tables.public_rounds(tournament)
    )
    if current and current.is_open:
        live_and_official_standings.live(source)
        walls_of(current, source.visible)


def _top(board: Board) -> Context:
    """Return the first rows of the standings with two criteria: the first criterion,
    and the one that decides places among these rows.
    """
    tournament = board.tournament
    columns = stated(board)[: len(board.tie_breaks)]
    if len(columns) > 1:
        columns = [columns[0], beside_the_first(board, columns, TOP)]
    return {
        "rows": [
            (row, [_figure(row, column, tournament.ruleset) for column in columns])
            for row in board.ranked[:TOP]
        ],
        "columns": [column.measure.name for column in columns],
        "podium": [row for row in board.ranked if row.place and row.place <= PODIUM]
        if board.final
        else [],
        "in_words": rank_players.in_words(tournament, board.tie_breaks),
        "changed": board.final is not None
        and bool(final_standings.changed_since(board.final.row, tournament)),
    }


def _figure(row: Row, column: Column, ruleset: str) -> str:
    value = row.line.value(column.key)
    if value is not None and column.measure.unit is Unit.SCORE:
        return points(int(value), ruleset)
    return column.written(row.line, ruleset)


def _phase(tournament: Tournament, rounds: Sequence[Round]) -> Phase:
    if tournament.is_finished:
        return Phase.OVER
    if any(round_.is_open for round_ in rounds):
        return Phase.PLAYING
    if any(round_.state == RoundState.CLOSED for round_ in rounds):
        return Phase.BETWEEN
    return Phase.BEFORE


def hands_of(
    tournament: Tournament,
    visible: VisibleResults,
    rounds: Sequence[Round],
    played: Round | None,
) -> latest_hands.Hands:
    """Return the latest hands of the round `played`, and the best hand of its day.

    Without such a round, the best hand is from the day of the last round; if the
    tournament is finished, from all rounds. Only visible rounds are used.
    """
    begun = [round_ for round_ in rounds if round_.state not in NOT_BEGUN]
    shown = [round_ for round_ in begun if visible.tells(round_.number)]
    last = played or max(begun, key=lambda round_: round_.number, default=None)
    among = shown
    if last and not tournament.is_finished:
        day = _day_played(last, tournament)
        among = [round_ for round_ in shown if _day_played(round_, tournament) == day]
    return latest_hands.hands(
        tournament, played if played in shown else None, among, HANDS
    )


def _day_played(round_: Round, tournament: Tournament) -> object:
    at = round_.started_at
    return at.astimezone(tournament.zone).date() if at else None


def walls_of(round_: Round, visible: VisibleResults) -> Sequence[TableWall]:
    """Return the tables of a round by number.

    A table is cached until something changes there. After the gong nothing is cached,
    because lateness depends on the clock.
    """
    tells = visible.tells(round_.number)

    def again(
        before: Sequence[TableWall], tables: Collection[Table]
    ) -> Sequence[TableWall]:
        numbers = [table for number, table in tables if number == round_.number]
        now = {wall.number: wall for wall in _table_walls(round_, numbers, tells=tells)}
        return [now.get(wall.number, wall) for wall in before]

    def made() -> Sequence[TableWall]:
        return _table_walls(round_, tells=tells)

    if round_.state == RoundState.TIME_UP:
        return made()
    return _walls.get(round_.tournament, (round_.pk, tells), made, again)


_walls = KeptOverHands[Sequence[TableWall]]()


def _table_walls(
    round_: Round, numbers: Collection[int] | None = None, *, tells: bool
) -> Sequence[TableWall]:
    cards = public_rounds_and_tables.tables_of(round_, numbers=numbers)
    return [TableWall(card, *deals_at(card.game, tells=tells)) for card in cards]


def _who_comes(tournament: Tournament) -> list[Player]:
    """Return the registered players by public name, at most `WHO_COMES`."""
    players = tournament.players.filter(WHO_PLAY).select_related("person")
    by_name = sorted(
        map(under_public_name, players),
        key=lambda one: name_order(one.person.last_name, one.person.first_name),
    )
    return by_name[:WHO_COMES]


def _bars(
    tournament: Tournament, rounds: Sequence[Round], walls: Sequence[TableWall]
) -> list[Bar]:
    """Return a bar for every round, including planned ones."""
    by_number = {round_.number: round_ for round_ in rounds}
    count = max([tournament.planned_rounds, *by_number])
    bars = []
    for number in range(1, count + 1):
        round_ = by_number.get(number)
        if round_ is None or round_.state in NOT_BEGUN:
            bars.append(Bar(number, "todo", 0, round_ is not None))
        elif round_.state == RoundState.CLOSED:
            bars.append(Bar(number, "over", 100, is_shown=True))
        else:
            bars.append(Bar(number, "now", _played(walls), is_shown=True))
    return bars


def _played(walls: Sequence[TableWall]) -> int:
    """Return the percentage of finished deals in the round; 0 without tables."""
    over = of_all = 0
    for one in walls:
        over += one.deals if one.card.progress.is_over else one.over
        of_all += one.deals
    return 100 * over // of_all if walls else 0


def _first_teams(board: Board) -> list[Placed[TeamStanding]]:
    """Return the teams on the podium; empty while results are hidden."""
    if not board.visible.everything:
        return []
    return [team for team in teams_of(board) if team.place <= PODIUM]


def _before_start(
    tournament: Tournament, rounds: Sequence[Round], lines: Sequence[Line]
) -> Context:
    """Return the registration state, and the planned start unless a round already has a
    start time.
    """
    is_arranged = any(round_.starts_at for round_ in rounds)
    ahead = (line.item for line in lines if not line.is_over)
    planned = (item for item in ahead if item.kind == PlanKind.ROUND)
    first_start = None if is_arranged else next(planned, None)
    return {**_door(tournament), "first_start": first_start}


def _door(tournament: Tournament) -> Context:
    """Return the registration state, the registration page, and the number of spots
    left (None unless registration is open).
    """
    page = page_of(tournament)
    page.tournament = tournament
    state = registration_state(page, timezone.now())
    left = places_left(page) if state is RegistrationState.OPEN else None
    return {"door": state.value, "sign_up_page": page, "left": left}
