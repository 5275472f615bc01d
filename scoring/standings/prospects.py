"""Where a player can still finish, as far as it can be counted: by table points, with
the rounds to come as they are seated. `rules.reach` counts; this says what there is to
count, and nothing where what a table brings has no bounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _

from rules.absences import Absence, counted
from rules.reach import ComingRound, Race, best_place, enough_for, worst_place
from rules.winds import FOUR
from scoring.models import PARTS
from scoring.rulesets.registry import presenter_of
from scoring.standings.board_rows import Row
from scoring.standings.boards import Board, official
from scoring.standings.lines import Standing
from scoring.standings.measures.catalogue import measures_of
from scoring.standings.records import Played
from scoring.standings.sources import Source, source_of_stage
from scoring.standings.stages.proposed_cut import is_there
from tournaments.models import HIDDEN_STATES, CutRule, Entry, Tournament
from tournaments.rounds.stages.stage_list import before
from tournaments.rounds.stages.table_labels import label_of

#: Places that people play for where no cut comes; of what makes sure of them only the
#: first is told.
GOALS = (1, 3)


@dataclass(frozen=True)
class Goal:
    """So many points from the rounds to come make sure of one of the first `places`,
    which let in to the `stage` that is named; 0: that is sure already, None: it is out
    of reach."""

    places: int
    points: Fraction | None
    stage: str = ""


@dataclass(frozen=True)
class Prospects:
    """The best and the worst place, with every tie decided for the player or against;
    None where that could not be counted. `rounds`: how many are to come; `stage`: in
    which stage and group that is, "" of an event that is one."""

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
    """What the player of that number can still reach, `board` being the official
    standings; None where nothing can be said, or nothing is to come."""
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
    best, worst = _places(_Key(race), number)
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
    """Who plays against each other for the places of a row: everybody, or those of its
    stage and group, with what that is called; None of a series."""
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
    """Why it cannot be counted what the player of that number can still reach, as a
    sentence; "" where it can, or no round is to come."""
    tournament = source.records.tournament
    if _is_over(board):
        return ""
    if all(number in board.rounds for number in range(1, _last_round(source) + 1)):
        return ""
    if tournament.is_league:
        return _(
            "What can still be reached is not known: nobody knows who comes to the "
            "match days to come."
        )
    first = measures_of(tournament.ruleset)[tournament.tie_breaks[0]]
    if first.key != "table_points":
        words = _(
            "What can still be reached is not known: places are decided by %(measure)s "
            "first, and nobody can count what the rounds to come can bring of that."
        )
        return words % {"measure": first.words_for(tournament.lot_seed)}
    if tournament.rules.fewest_players < FOUR:
        return _(
            "What can still be reached is not known: a table may have fewer than four "
            "here, and then its places bring something else."
        )
    if _shares(tournament) is None:
        return _(
            "What can still be reached is not known: what a table brings has no bounds "
            "in these rules, or nobody shares the points of equal places."
        )
    row = board.by_number.get(number)
    part = row and _part_of(source, board, row)
    if part and _nobody_knows_who_plays(*part[:2]):
        return _(
            "What can still be reached is not known: nobody knows yet who sits out in "
            "the rounds to come."
        )
    return ""


def _nobody_knows_who_plays(source: Source, board: Board) -> bool:
    """Whether in some round to come not all can sit down, and it has no seats yet."""
    to_come = set(range(1, _last_round(source) + 1)) - set(board.rounds)
    return any(
        _is_unseated(source, number) and _all_who_play(source, number) is None
        for number in to_come
    )


def _is_over(board: Board) -> bool:
    """Whether nothing is to come, or nothing may be said."""
    return board.tournament.is_finished or board.is_held_back


def race_of(source: Source, board: Board) -> Race | None:
    """Everybody's official points and the rounds that are not official yet, with what
    is over there already; None where points have no bounds, or where it is not known
    who will play."""
    tournament = source.records.tournament
    shares = _shares(tournament)
    # Nobody knows who comes to a match day.
    if shares is None or tournament.is_league:
        return None
    exact = {row.number: row.line.table_points * PARTS for row in board.ranked}
    if any(parts.denominator > 1 for parts in exact.values()):
        return None
    points = {number: int(parts) for number, parts in exact.items()}
    rounds = []
    for number in range(1, _last_round(source) + 1):
        if number in board.rounds:
            continue
        coming = _coming(source, number, points)
        if coming is None:
            return None
        rounds.append(coming)
    return Race(points, tuple(rounds), shares)


def _shares(tournament: Tournament) -> tuple[int, int, int, int] | None:
    # What a chair brings is not known while tables may turn out short.
    short = tournament.rules.fewest_players < FOUR
    if short or tournament.tie_breaks[0] != "table_points":
        return None
    shares = presenter_of(tournament.ruleset).table_shares(tournament.rules)
    if shares is None or list(shares) != sorted(shares, reverse=True):
        return None
    first, second, third, last = (share * PARTS for share in shares)
    return first, second, third, last


def _last_round(source: Source) -> int:
    """Of the event, or of the stage that the source is of."""
    if source.records.stages:
        return source.records.stages[-1].stage.last_round
    return max(source.records.tournament.planned_rounds, *source.records.rounds, 1)


def _coming(source: Source, number: int, points: dict[int, int]) -> ComingRound | None:
    """A round to come. What is certain of it is added to the points already: tables
    that are over, and what counts for those who do not play."""
    if _is_unseated(source, number):
        players = _all_who_play(source, number)
        if players is None:
            return None
        _add_absent(source, number, points, frozenset(players))
        return ComingRound(free=players)
    tables = _tables(source, number)
    seated = frozenset(name for table in tables.values() for name in table)
    _add_absent(source, number, points, seated)
    told = source.told.tells(number)
    over = _over(source, number) if told else {}
    fined = _fined(source, number) if told else {}
    for own in (*over.values(), fined):
        for name, parts in own.items():
            if name in points:
                points[name] += parts
    return ComingRound(
        tuple(names for table, names in sorted(tables.items()) if table not in over)
    )


def _is_unseated(source: Source, number: int) -> bool:
    """Whether nobody is told who sits where in a round."""
    round_ = source.records.rounds.get(number)
    return round_ is None or round_.state in HIDDEN_STATES


def _all_who_play(source: Source, number: int) -> tuple[int, ...] | None:
    """Who plays in a round that is not seated yet, where all can sit down: with the
    chairs that the host's people take as negative numbers."""
    tournament = source.records.tournament
    there = [e.number for e in source.records.entries if e.plays(number)]
    house: list[Entry] = []
    if len(there) % 4:
        fillers = tournament.entries.filter(is_filler=True)
        house = [entry for entry in fillers if entry.plays(number)]
    players = (*there, *(-entry.number for entry in house))
    return None if len(players) % 4 else players


def _tables(source: Source, number: int) -> Mapping[int, tuple[int, ...]]:
    """Who sits at each table by start number, as negative numbers the chairs of those
    who have no place here."""
    seated: dict[int, list[int]] = defaultdict(list)
    for name, row in _seats(source, number):
        seated[row.table].append(name)
    return {
        table: (*names, *(-4 * table - n for n in range(4 - len(names))))
        for table, names in seated.items()
    }


def _over(source: Source, number: int) -> Mapping[int, Mapping[int, int]]:
    """What the tables of a round brought at which play is over."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for name, row in _seats(source, number):
        if row.over:
            found[row.table][name] = row.parts or 0
    return found


def _fined(source: Source, number: int) -> Mapping[int, int]:
    """What penalties gave in a round already, or took: those on the total, and those on
    table points where play goes on; where it is over, the table brought them."""
    unit = source.records.tournament.rules.catalogue.points_a_table_point
    return {
        name: int(Fraction(_fines(row) * PARTS, unit))
        for name, row in _seats(source, number)
    }


def _seats(source: Source, number: int) -> Iterator[tuple[int, Played]]:
    """The seats of a round with the start numbers of who sits there; not those of
    players of other stages and groups, who play in the same rounds."""
    for entry in source.records.entries:
        for row in source.records.played.get(entry.pk, ()):
            if row.round == number:
                yield entry.number, row


def _fines(row: Played) -> int:
    return row.overall if row.over else row.overall + row.fined


def _add_absent(
    source: Source, number: int, points: dict[int, int], seated: frozenset[int]
) -> None:
    """What the round counts for those who do not play it."""
    for name, parts in _absent(source, number, seated):
        if name in points:
            points[name] += parts


def _absent(
    source: Source, number: int, seated: frozenset[int]
) -> Iterator[tuple[int, int]]:
    tournament = source.records.tournament
    unit = tournament.rules.catalogue.points_a_table_point
    for entry in source.records.entries:
        if entry.number not in seated:
            why = Absence.SIT_OUT if entry.plays(number) else Absence.MISSED
            each = counted(tournament.rules.options, why).points or 0
            yield entry.number, int(Fraction(each * PARTS, unit))


class _Key:
    """A race as the key of what was counted: the same figures are the same race."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.figures = (tuple(sorted(race.points.items())), race.rounds, race.shares)

    def __hash__(self) -> int:
        return hash(self.figures)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.figures == self.figures


@dataclass(frozen=True)
class _Aim:
    """One of the first `places` of a race; those of a cut let in to the `stage` that is
    named, and are the only way to it unless others get in beside them."""

    race: Race
    places: int
    stage: str = ""
    is_only_way: bool = True


def _aims(source: Source, line: Standing, race: Race) -> Iterator[_Aim]:
    """What a player of these standings plays for: to go on, as long as a cut comes
    after the stage they are in; else the first places. `race`: theirs, of their
    group."""
    records = source.records
    cut = records.cut_ahead
    earlier = cut and before(records.all_stages, cut)
    if cut is None or earlier is None or earlier.number != line.stage:
        yield from (_Aim(race, places) for places in GOALS)
        return
    if cut.cut == CutRule.TOP and line.group:
        own = source_of_stage(source, line.stage)
        of_all = race_of(own, official(own)) if own else None
        if of_all is None:
            return
        race = of_all
    there = {e.number for e in records.entries if is_there(e, cut.first_round)}
    points = {name: parts for name, parts in race.points.items() if name in there}
    if line.entry.number in there:
        those = replace(race, points=points)
        yield _Aim(those, cut.cut_size, str(cut), is_only_way=not cut.cut_rest)


def _goal(aims: Iterable[_Aim], number: int) -> Goal | None:
    """The first aim that the player can make sure of alone, or the cut that is out of
    reach."""
    return next(filter(None, (_towards(aim, number) for aim in aims)), None)


def _towards(aim: _Aim, number: int) -> Goal | None:
    if len(aim.race.points) <= aim.places:
        return Goal(aim.places, Fraction(0), aim.stage) if aim.stage else None
    key = _Key(aim.race)
    best, worst = _places(key, number)
    if best is not None and best > aim.places:
        is_out = aim.stage and aim.is_only_way
        return Goal(aim.places, None, aim.stage) if is_out else None
    if worst is not None and worst <= aim.places:
        return Goal(aim.places, Fraction(0), aim.stage)
    enough = _enough(key, number, aim.places)
    if enough is None:
        return None
    return Goal(aim.places, Fraction(enough, PARTS), aim.stage)


@lru_cache(maxsize=2048)
def _places(key: _Key, number: int) -> tuple[int | None, int | None]:
    """The best and the worst place, counted once for as long as the official figures
    are the same."""
    return best_place(key.race, number), worst_place(key.race, number)


@lru_cache(maxsize=2048)
def _enough(key: _Key, number: int, places: int) -> int | None:
    return enough_for(key.race, number, places)
