"""Standings of players over given rounds, computed from the records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext

from rules.absence_score_options import Absence, counted
from rules.ruleset_and_table_state import Ruleset
from scoring.models import Result
from scoring.standings.absence_results import Absences, rounds_of
from scoring.standings.best_match_days import LeagueDays
from scoring.standings.compare_by_criteria import (
    Comparison,
    Field,
    Measure,
    Step,
    compare,
)
from scoring.standings.criteria_and_tie_breaks import MEASURES, measures_of
from scoring.standings.read_standings_records import records_of
from scoring.standings.standings_over_several_stages import Staged, by_level
from scoring.standings.standings_records import Played, Records, exact_points
from scoring.standings.standings_rows import Placed, Ranking, Standing, Value, placed_by
from tournaments.models import Player, Tournament
from tournaments.web.list_wording import joined_in_order


def standings(tournament: Tournament) -> list[Placed[Standing]]:
    """Return the ranked players in order, by all results including games in
    progress.
    """
    return ranking_of(tournament).placed


def ranking_of(
    tournament: Tournament, results: Iterable[Result] | None = None
) -> Ranking:
    """Return the ranking by all results, including games in progress.

    `results`: as in `records_of`.
    """
    records = records_of(tournament, results)
    return ranking_in(records, frozenset(records.rounds))


def ranking_in(records: Records, rounds: Collection[int]) -> Ranking:
    """Return the ranking by these rounds, best player first.

    Unranked players follow by number. House players are left out.
    """
    return ranking_of_lines(records, rounds, standings_in(records, rounds))


def ranking_of_lines(
    records: Records, rounds: Collection[int], lines: Sequence[Standing]
) -> Ranking:
    """Return the ranking of these lines by the tournament's criteria.

    Players who made a later cut rank above the others. Criteria based on other players
    (opponents, head to head) use these rounds.
    """
    return one_after_the_other(
        _ranked_together(records, rounds, own) for own in by_level(lines)
    )


def one_after_the_other(rankings: Iterable[Ranking]) -> Ranking:
    """Return one ranking made of several.

    All players of a ranking come before all players of the next ranking.
    """
    first, *others = rankings
    placed, unranked, marks = [*first.placed], [*first.unranked], {**first.marks}
    for ranking in others:
        above = len(placed)
        placed += [row._replace(place=row.place + above) for row in ranking.placed]
        unranked += ranking.unranked
        marks |= ranking.marks
    return Ranking(placed, unranked, marks) if others else first


def _ranked_together(
    records: Records, rounds: Collection[int], lines: Sequence[Standing]
) -> Ranking:
    keys = records.tournament.tie_breaks
    ranked = [line for line in lines if line.is_ranked]
    unranked = [line for line in lines if not line.is_ranked]
    field = Field(records, frozenset(rounds))
    comparison = compare_players([MEASURES[key] for key in keys], field, ranked)
    return ranking_by(comparison, ranked, unranked)


def compare_players(
    measures: Iterable[Measure], field: Field, lines: Sequence[Standing]
) -> Comparison:
    """Return the comparison of these lines by the criteria."""
    return compare(len(lines), [step_of(measure, field, lines) for measure in measures])


def step_of(measure: Measure, field: Field, lines: Sequence[Standing]) -> Step:
    """Return the criterion with a function that returns its figures for these lines."""

    def figures(positions: Sequence[int]) -> Sequence[Value]:
        return measure.of_players(field, [lines[at] for at in positions])

    return Step(measure, figures, is_kept=not measure.is_in_line)


def ranking_by(
    comparison: Comparison, ranked: Sequence[Standing], unranked: list[Standing]
) -> Ranking:
    """Return the ranked lines in the order of the comparison, with their figures.

    `unranked`: lines to add without a place.
    """
    lines = [
        line._replace(figures=figures) if figures else line
        for line, figures in zip(ranked, comparison.figures, strict=True)
    ]
    numbers = [line.player.number for line in lines]
    marks = dict(zip(numbers, comparison.marks, strict=True))
    placed = placed_by(lines, lambda line: marks[line.player.number])
    return Ranking(placed, unranked, marks)


def stored_mark(line: Standing, tie_breaks: Iterable[str]) -> tuple[Value, ...]:
    """Return the compared figures of a stored line; the highest is best."""
    return tuple(MEASURES[key].mark(line.value(key)) for key in tie_breaks)


def standings_in(records: Records, rounds: Collection[int]) -> list[Standing]:
    """Return each player's standing in these rounds, by player number."""
    standing = standing_by(records, rounds)
    return [standing(player) for player in records.players]


def standing_by(
    records: Records, rounds: Collection[int]
) -> Callable[[Player], Standing]:
    """Return a function that returns a player's standing in these rounds.

    The standing belongs to the player's last stage, with points carried over.
    Disqualified players have no table points.
    """
    standing = _standing_by(records, rounds)

    def counted_standing(player: Player) -> Standing:
        line = standing(player)
        if player.is_disqualified:
            return line._replace(table_points=Fraction(0))
        return line

    return counted_standing


def _standing_by(
    records: Records, rounds: Collection[int]
) -> Callable[[Player], Standing]:
    if records.stages:
        staged = Staged(
            records,
            rounds,
            counted_by,
            lambda lines: ranking_of_lines(records, rounds, lines),
            penalised_measure(records.tournament.tie_breaks),
        )
        return staged.standing
    return counted_by(records, rounds)


def counted_by(
    records: Records, rounds: Collection[int]
) -> Callable[[Player], Standing]:
    """Return a function that returns a player's standing in these rounds without
    stages; in a league, by the days that count.
    """
    if records.league is None:
        return played_by(records, rounds)
    rules = records.tournament.rules
    measure = penalised_measure(records.tournament.tie_breaks)

    def with_penalties(line: Standing, points: int) -> Standing:
        return _with_penalties(line, points, rules, measure)

    return LeagueDays(records, rounds, played_by, with_penalties, measure).standing


def played_by(
    records: Records, rounds: Collection[int]
) -> Callable[[Player], Standing]:
    """Return a function that returns a player's standing in these rounds, without
    stages and match days.
    """
    counted_rounds = frozenset(rounds)
    closed = records.closed & counted_rounds
    going_on = records.open & counted_rounds
    rules = records.tournament.rules
    penalised = penalised_measure(records.tournament.tie_breaks)
    played = records.played

    def standing(player: Player) -> Standing:
        rows = [row for row in played.get(player.pk, ()) if row.round in counted_rounds]
        line = _standing(rules, player, rows, closed, going_on)
        if line.absences:
            line = _with_absences(line, rules)
        if not line.penalties:
            return line
        return _with_penalties(line, line.penalties, rules, penalised)

    return standing


def in_words(tournament: Tournament, tie_breaks: Iterable[str] | None = None) -> str:
    """Return sentences on how places are decided: by the tournament's criteria or by
    `tie_breaks`, with the random seed if it is used.
    """
    measures = measures_of(tournament.ruleset)
    chosen = tournament.tie_breaks if tie_breaks is None else tie_breaks
    chain = [measures[key].phrase_for(tournament.lot_seed) for key in chosen]
    return gettext("Ranked by %(order)s. Players who are still tied share a place.") % {
        "order": joined_in_order(chain)
    }


def penalised_measure(tie_breaks: Iterable[str]) -> str:
    """Return the criterion from which overall penalties are deducted: score or table
    points, whichever is compared first; table points if neither is.
    """
    chain = (key for key in tie_breaks if key in ("score", "table_points"))
    return next(chain, "table_points")


def ranks_by_total_score(tie_breaks: Iterable[str]) -> bool:
    """Return whether the total score ranks players.

    Penalties in table points then decide no places and have a separate column.
    """
    return "score" in tie_breaks and penalised_measure(tie_breaks) == "score"


def _standing(
    rules: Ruleset,
    player: Player,
    seats: Sequence[Played],
    closed: frozenset[int],
    going_on: frozenset[int],
) -> Standing:
    """Return a player's standing from these seats.

    `closed`, `going_on`: numbers of the closed rounds, and of the rounds in progress.
    """
    rows = [row for row in seats if row.parts is not None]
    scores = [row.score for row in rows]
    unit = rules.catalogue.points_a_table_point
    parts = won = logged = penalties = fined = faults = 0
    places = [0, 0, 0, 0, 0]
    playing = False
    for row in rows:
        parts += row.parts or 0
        won += row.hands_won
        places[row.place] += 1
        logged += row.hands > 0
        penalties += row.overall
        fined += row.fined
        faults += row.faults
        playing = playing or (not row.over and row.round in going_on)
    return Standing(
        player=player,
        table_points=exact_points(parts),
        score=sum(scores),
        hands_won=won,
        firsts=places[1],
        best=max(scores, default=0),
        tables=len(rows),
        playing=playing,
        logged=logged,
        penalties=penalties,
        fined=Fraction(fined, unit) if fined else 0,
        absences=_absences(rules, player, seats, closed, len(rows)),
        seconds=places[2],
        thirds=places[3],
        fourths=places[4],
        faults=faults,
    )


def _absences(
    rules: Ruleset,
    player: Player,
    seats: Sequence[Played],
    closed: frozenset[int],
    tables: int,
) -> Absences:
    """Return the number of closed rounds with a fixed result, by reason."""
    seated = sum(row.round in closed for row in seats)
    if seated == len(closed) and not player.is_substitute:
        return {}
    present = sum(player.plays(number) for number in closed)
    return rounds_of(
        rules.options,
        player,
        closed=len(closed),
        present=present,
        seated=seated,
        tables=tables,
    )


def _with_penalties(
    line: Standing, penalties: int, rules: Ruleset, measure: str
) -> Standing:
    """Return the line with overall penalties added to the criterion `measure`."""
    if measure == "score":
        return line._replace(score=line.score + penalties)
    unit = rules.catalogue.points_a_table_point
    points = line.table_points + Fraction(penalties, unit)
    return line._replace(table_points=points)


def _with_absences(line: Standing, rules: Ruleset) -> Standing:
    """Return the line with the fixed results of rounds that were not played."""
    unit = rules.catalogue.points_a_table_point
    score, points = line.score, line.table_points
    for why, count in line.absences.items():
        result = counted(rules.options, why)
        replaces = why is Absence.SUBSTITUTE
        if result.score is not None:
            score = count * result.score + (0 if replaces else score)
        if result.points is not None:
            points = Fraction(count * result.points, unit) + (0 if replaces else points)
    return line._replace(score=score, table_points=points)
