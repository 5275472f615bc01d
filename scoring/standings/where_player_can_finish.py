"""Places that a player can still reach, by table points and the seating of the
remaining rounds.

Makes the race that `rules.reachable_places` calculates. Also explains why places are
not calculated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _

from rules.absence_score_options import Absence, counted
from rules.reachable_cut_line import Line, enough_to_be_in, is_out_of_reach, is_sure
from rules.reachable_places import ComingRound, Race, best_place, worst_place
from scoring.models import PARTS
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.criteria_and_tie_breaks import measures_of
from scoring.standings.live_and_official_standings import Board, official
from scoring.standings.proposed_cut import is_there
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.standings_records import Played
from scoring.standings.standings_rows import Standing
from scoring.standings.standings_sources import Source, source_of_stage
from scoring.standings.withdrawn_players import tables_change
from tournaments.models import HIDDEN_STATES, CutRule, Player, Stage, Tournament
from tournaments.rounds.stages.stage_and_group_names import label_of
from tournaments.rounds.stages.stage_settings import before


def nobody_knows_who_plays(source: Source, board: Board) -> bool:
    """Return whether a remaining round has no seating and the players who can play do
    not fill its tables.
    """
    remaining = set(range(1, last_round_of(source) + 1)) - set(board.rounds)
    return any(
        _is_unseated(source, number) and _all_who_play(source, number) is None
        for number in remaining
    )


def race_of(source: Source, board: Board) -> Race | None:
    """Return the official points, and the rounds that are not official yet with their
    finished tables. Return None if points have no bounds, or if players or results of
    withdrawn players' tables are not known.
    """
    tournament = source.records.tournament
    shares = shares_of(tournament)
    # The players of match days are not known in advance.
    if shares is None or tournament.is_league:
        return None
    if tables_change(source.records, board.rounds):
        return None
    exact = {row.number: row.line.table_points * PARTS for row in board.ranked}
    if any(parts.denominator > 1 for parts in exact.values()):
        return None
    points = {number: int(parts) for number, parts in exact.items()}
    rounds = []
    for number in range(1, last_round_of(source) + 1):
        if number in board.rounds:
            continue
        coming = _coming(source, number, points)
        if coming is None:
            return None
        rounds.append(coming)
    return Race(points, tuple(rounds), shares)


def shares_of(tournament: Tournament) -> tuple[int, int, int, int] | None:
    """Return the points for the 4 places at a table, 1st place first.

    Return None if points have no bounds or another criterion comes first.
    """
    # With tables that are not full, the points of a seat are not known.
    if _tables_vary(tournament) or tournament.tie_breaks[0] != "table_points":
        return None
    shares = presenter_of(tournament.ruleset).table_shares(tournament.rules)
    if shares is None or list(shares) != sorted(shares, reverse=True):
        return None
    first, second, third, last = (share * PARTS for share in shares)
    return first, second, third, last


def _tables_vary(tournament: Tournament) -> bool:
    """Return whether a table may have fewer players than a full table."""
    return tournament.rules.fewest_players < tournament.rules.players


def last_round_of(source: Source) -> int:
    """Return the number of the tournament's last round, or of the last round in the
    source's last stage.
    """
    if source.records.stages:
        return source.records.stages[-1].stage.last_round
    return max(source.records.tournament.planned_rounds, *source.records.rounds, 1)


def _coming(source: Source, number: int, points: dict[int, int]) -> ComingRound | None:
    """Return a remaining round; None if its players are not known.

    Adds points that are certain (of finished tables and absent players) to `points`.
    """
    if _is_unseated(source, number):
        players = _all_who_play(source, number)
        if players is None:
            return None
        _add_absent(source, number, points, frozenset(players))
        return ComingRound(free=players)
    tables = _tables(source, number)
    seated = frozenset(name for table in tables.values() for name in table)
    _add_absent(source, number, points, seated)
    is_visible = source.visible.tells(number)
    over = _over(source, number) if is_visible else {}
    fined = _fined(source, number) if is_visible else {}
    for own in (*over.values(), fined):
        for name, parts in own.items():
            if name in points:
                points[name] += parts
    return ComingRound(
        tuple(names for table, names in sorted(tables.items()) if table not in over)
    )


def _is_unseated(source: Source, number: int) -> bool:
    """Return whether the seating of a round is not published."""
    round_ = source.records.rounds.get(number)
    return round_ is None or round_.state in HIDDEN_STATES


def _all_who_play(source: Source, number: int) -> tuple[int, ...] | None:
    """Return the player numbers in a round without seating; house players have negative
    numbers. Return None if the players do not fill tables.
    """
    tournament = source.records.tournament
    present = [e.number for e in source.records.players if e.plays(number)]
    house: list[Player] = []
    if len(present) % 4:
        fillers = tournament.players.filter(is_filler=True)
        house = [player for player in fillers if player.plays(number)]
    players = (*present, *(-player.number for player in house))
    return None if len(players) % 4 else players


def _tables(source: Source, number: int) -> Mapping[int, tuple[int, ...]]:
    """Return the player numbers at each table.

    Negative numbers are players who are not ranked here.
    """
    seated: dict[int, list[int]] = defaultdict(list)
    for name, row in _seats(source, number):
        seated[row.table].append(name)
    return {
        table: (*names, *(-4 * table - n for n in range(4 - len(names))))
        for table, names in seated.items()
    }


def _over(source: Source, number: int) -> Mapping[int, Mapping[int, int]]:
    """Return the results of a round's finished tables, by table and player number."""
    results: dict[int, dict[int, int]] = defaultdict(dict)
    for name, row in _seats(source, number):
        if row.over:
            results[row.table][name] = row.parts or 0
    return results


def _fined(source: Source, number: int) -> Mapping[int, int]:
    """Return the effect of penalties in a round by player number: overall penalties,
    and penalties in table points at unfinished tables. The results of finished tables
    include the latter.
    """
    unit = source.records.tournament.rules.catalogue.points_a_table_point
    return {
        name: int(Fraction(_fines(row) * PARTS, unit))
        for name, row in _seats(source, number)
    }


def _seats(source: Source, number: int) -> Iterator[tuple[int, Played]]:
    """Yield (player number, result) of each seat in a round."""
    for player in source.records.players:
        for row in source.records.played.get(player.pk, ()):
            if row.round == number:
                yield player.number, row


def _fines(row: Played) -> int:
    return row.overall if row.over else row.overall + row.fined


def _add_absent(
    source: Source, number: int, points: dict[int, int], seated: frozenset[int]
) -> None:
    """Add the fixed result of the round to the points of players without a
    seat in it.
    """
    for name, parts in _absent(source, number, seated):
        if name in points:
            points[name] += parts


def _absent(
    source: Source, number: int, seated: frozenset[int]
) -> Iterator[tuple[int, int]]:
    tournament = source.records.tournament
    unit = tournament.rules.catalogue.points_a_table_point
    for player in source.records.players:
        if player.number not in seated:
            why = Absence.SIT_OUT if player.plays(number) else Absence.MISSED
            points = counted(tournament.rules.options, why).points or 0
            yield player.number, int(Fraction(points * PARTS, unit))


#: Places to play for if no cut follows. Only the first that the player can secure is
#: shown.
GOALS = (1, 3)


@dataclass(frozen=True)
class Goal:
    """Points needed in the remaining rounds to secure one of the first `places`, or to
    qualify for the stage named `stage`. `points`: 0 if secured, None if out of reach.
    """

    places: int
    points: Fraction | None
    stage: str = ""


@dataclass(frozen=True)
class Prospects:
    """Best and worst possible place, with all ties decided for or against the player;
    None if not calculated.

    `rounds`: number of remaining rounds; `stage`: name of stage and group, "" without
    stages.
    """

    best: int | None
    worst: int | None
    goal: Goal | None
    rounds: int
    seats_known: bool
    stage: str = ""

    @property
    def is_certain(self) -> bool:
        return self.best is not None and self.best == self.worst


def prospects_of(source: Source, board: Board, number: int) -> Prospects | None:
    """Return the places that the player can still reach.

    `board`: official standings. Return None if they are unknown or no rounds remain.
    """
    row = board.by_number.get(number)
    if row is None or row.place is None or _is_over(board):
        return None
    part = _part_of(source, board, row)
    if part is None:
        return None
    own, own_board, stage = part
    race = race_of(own, own_board)
    if race is None or not race.rounds:
        return None
    best, worst = _places(_Key(Line(race, 0)), number)
    if best is None and worst is None:
        return None
    return Prospects(
        best,
        worst,
        _goal(_aims(source, row.line, race), number),
        len(race.rounds),
        all(not coming.free for coming in race.rounds),
        stage,
    )


def _part_of(
    source: Source, board: Board, row: Row
) -> tuple[Source, Board, str] | None:
    """Return source, standings and label of the players that compete with the row: all
    players, or the players of its stage and group. Return None for a series.
    """
    if not source.records.stages:
        return source, board, ""
    line = row.line
    if line.stage in {e.stage.number for e in source.records.stages if e.stage.series}:
        return None
    own = source_of_stage(source, line.stage, line.group)
    if own is None:
        return None
    return own, official(own), label_of(own.records.stages[-1].stage, line.group)


def why_uncounted(source: Source, board: Board, number: int) -> str:
    """Return a sentence on why the player's possible places cannot be calculated; "" if
    they can, or if no rounds remain.
    """
    tournament = source.records.tournament
    if _is_over(board):
        return ""
    if all(number in board.rounds for number in range(1, last_round_of(source) + 1)):
        return ""
    if tournament.is_league:
        return _(
            "Possible final places are unknown because the players of the remaining "
            "match days are not known."
        )
    first = measures_of(tournament.ruleset)[tournament.tie_breaks[0]]
    if first.key != "table_points":
        pattern = _(
            "Possible final places are unknown because the first criterion is "
            "%(criterion)s."
        )
        return pattern % {"criterion": first.phrase_for(tournament.lot_seed)}
    if _tables_vary(tournament):
        return _(
            "Possible final places are unknown because tables may have fewer than 4 "
            "players."
        )
    if shares_of(tournament) is None:
        return _(
            "Possible final places are unknown because these rules do not limit "
            "table points, or do not share them between tied players."
        )
    row = board.by_number.get(number)
    part = row and _part_of(source, board, row)
    if part and nobody_knows_who_plays(*part[:2]):
        return _("Possible final places are unknown until the byes are decided.")
    if part and tables_change(part[0].records, part[1].rounds):
        return _(
            "Possible final places are unknown until the last round of a withdrawing "
            "player is closed."
        )
    return ""


def _is_over(board: Board) -> bool:
    """Return whether the tournament is finished or all results are hidden."""
    return board.tournament.is_finished or board.is_held_back


class _Key:
    """A hashable key for a line. Lines with the same figures have equal keys."""

    def __init__(self, line: Line) -> None:
        self.line = line
        races = tuple(
            (tuple(sorted(race.points.items())), race.rounds, race.shares)
            for race in (line.race, *line.beside)
        )
        self.figures = races, line.size, line.rest

    def __hash__(self) -> int:
        return hash(self.figures)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.figures == self.figures


@dataclass(frozen=True)
class _Aim:
    """A line to reach: qualification for the stage named `stage`, or for "" one of the
    first places.
    """

    line: Line
    stage: str = ""


def _aims(source: Source, line: Standing, race: Race) -> Iterator[_Aim]:
    """Yield the lines that a player can aim for: qualification if a cut follows the
    stage, nothing if everyone plays on, otherwise the first places. `race`: race of the
    player's group.
    """
    records = source.records
    ahead, cut = records.stage_ahead, records.cut_ahead
    earlier = ahead and before(records.all_stages, ahead)
    if earlier is None or earlier.number != line.stage:
        yield from (_Aim(Line(race, places)) for places in GOALS)
        return
    races = _races(source, line, race, cut) if cut else None
    if cut and races and line.player.number in races[0].points:
        own, *beside = races
        cut_line = Line(own, cut.cut_size, cut.cut_rest, tuple(beside))
        yield _Aim(cut_line, str(cut))


def _races(
    source: Source, line: Standing, race: Race, cut: Stage
) -> Sequence[Race] | None:
    """Return the races that decide a cut, limited to players who can play on: one race
    for all players, or one for each group, starting with the player's group. Return
    None if points in a race have no bounds.
    """
    groups = [line.group]
    if cut.cut == CutRule.TOP:
        groups = [0]
    elif cut.cut_rest:
        records = source.records.stages
        played = next(one for one in records if one.stage.number == line.stage)
        others = {place.group for place in played.places.values()} - {line.group}
        groups += sorted(others)
    able = {e.number for e in source.records.players if is_there(e, cut.first_round)}
    races = []
    for group in groups:
        own = race if group == line.group else _race_of_group(source, line.stage, group)
        if own is None:
            return None
        points = {name: parts for name, parts in own.points.items() if name in able}
        races.append(replace(own, points=points))
    return races


def _race_of_group(source: Source, stage: int, group: int) -> Race | None:
    own = source_of_stage(source, stage, group)
    return race_of(own, official(own)) if own else None


def _goal(aims: Iterable[_Aim], number: int) -> Goal | None:
    """Return the first aim that the player can secure alone, or the cut that is out of
    reach; None if there is neither.
    """
    return next(filter(None, (_towards(aim, number) for aim in aims)), None)


def _towards(aim: _Aim, number: int) -> Goal | None:
    if aim.line.lets_all_in and not aim.stage:
        return None
    is_out, enough = _stands(_Key(aim.line), number)
    if is_out:
        return Goal(aim.line.size, None, aim.stage) if aim.stage else None
    if enough is None:
        return None
    return Goal(aim.line.size, Fraction(enough, PARTS), aim.stage)


@lru_cache(maxsize=2048)
def _places(key: _Key, number: int) -> tuple[int | None, int | None]:
    """Return the best and the worst place that the player can reach; None for a place
    that is not known. Cached while the official figures stay the same.
    """
    race = key.line.race
    return best_place(race, number), worst_place(race, number)


@lru_cache(maxsize=2048)
def _stands(key: _Key, number: int) -> tuple[bool, int | None]:
    """Return whether the line is out of reach, and the points that are enough: 0 if
    secured, None if no number is enough.
    """
    if is_out_of_reach(key.line, number):
        return True, None
    if is_sure(key.line, number):
        return False, 0
    return False, enough_to_be_in(key.line, number)
