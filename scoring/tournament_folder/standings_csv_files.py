"""The files of the standings.

final_standings.csv and the key `finished` of event.json contain the standings at the
time when the tournament was finished, regardless of later changes. standings.csv has
the current places and sums, which an import compares with the tables' results.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db import models
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import MOST_POINTS
from rules.strict_reader import Reader
from scoring.models import (
    FinalPlace,
    FinalStandings,
    PastResults,
    past_results_of,
)
from scoring.standings.compare_by_criteria import TEAMS_OWN
from scoring.standings.criteria_and_tie_breaks import MEASURES
from scoring.standings.criteria_columns import ALWAYS
from scoring.standings.final_standings import PERSON, awaits_prize_giving
from scoring.standings.rank_players import standings
from scoring.tournament_folder.column_types_and_table_points import (
    Figure,
    figure_in,
    read_figure,
    read_moment,
    write_figure,
    write_time,
)
from scoring.tournament_folder.event_json_values import measures, text_in
from scoring.tournament_folder.file_layout import FileColumns
from scoring.tournament_folder.stages_key import MOST_GROUPS
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.models import RoundState, Tournament
from tournaments.people.team_deductions import LONGEST_REASON
from tournaments.rounds.stages.stage_settings import MOST_STAGES
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_START_NUMBER

#: The key of event.json.
FINISHED = "finished"

LONGEST_NAME = 150
LONGEST_TEAM = 100
MOST_TEAMS = 100_000

#: Maximum absolute value in final standings. Parts are 1/12,000 of a table point.
MOST = 2_000_000_000
MOST_PARTS = 10**14
MOST_COUNT = 100_000

#: Column of a player's figures for criteria without a column, such as
#: “thirds=2 opponents_points=61/3”.
FIGURES = "figures"
#: Columns for tournaments with stages only.
STAGED = ("divisor", "level", "stage", "group", "games_won")

#: A whole number or a fraction.
FIGURE = re.compile(r"-?\d{1,12}(/[1-9]\d{0,5})?", re.ASCII)

#: Columns that may be negative; the other figures are counts.
SIGNED = ("score", "best", "penalties")
#: Penalties in table points, in 1/12,000, if the total score ranks.
FINED = "fined"
#: 1 for players who are ranked last, without table points.
DISQUALIFIED = "disqualified"
#: Criteria that an imported list of results does not state, such as “table_points
#: score”.
UNSTATED = "unstated"
COUNTS = ("hands_won", "firsts", "tables", "logged", "missed", "sat_out", "fixed")

#: Maximum values in the columns for tournaments with stages.
MOST_STAGED = dict(
    zip(
        STAGED,
        (10**9, MOST_STAGES, MOST_STAGES, MOST_GROUPS, MOST_ROUNDS),
        strict=True,
    )
)

FINAL_PLACES_COLUMNS = FileColumns(
    (
        *("place", "shared", "number"),
        *PERSON,
        *("team", "parts"),
        *SIGNED,
        *COUNTS,
        *("last_round", *STAGED, FINED, DISQUALIFIED, UNSTATED, FIGURES),
    ),
    rare=(*STAGED, FINED, DISQUALIFIED, UNSTATED, FIGURES),
)


#: Most players of a tournament whose games are not known.
MOST_FIELD = 10_000


@dataclass(frozen=True)
class Finished:
    """The part of event.json about a finished tournament."""

    at: datetime
    by: str
    tie_breaks: Sequence[str]
    held_back: bool
    #: The teams as in `scoring.standings.final_standings.teams_as_data`, and their
    #: criteria.
    teams: Sequence[Mapping[str, object]] = ()
    team_tie_breaks: Sequence[str] = ()
    #: Players and weight in hundredths, if only the results are known.
    past: tuple[int, int | None] | None = None


def written_finish(tournament: Tournament) -> dict[str, object] | None:
    """Return the value of the key `FINISHED`; None if the tournament is not
    finished.
    """
    final = FinalStandings.objects.filter(tournament=tournament).first()
    if final is None:
        return None
    return {
        "at": write_time(final.at),
        "by": final.by,
        "tie_breaks": final.tie_breaks,
        **({"held_back": True} if awaits_prize_giving(final) else {}),
        **(
            {"team_tie_breaks": final.team_tie_breaks, "teams": final.teams}
            if final.teams
            else {}
        ),
        **_written_past(past_results_of(tournament)),
    }


def _written_past(past: PastResults | None) -> dict[str, object]:
    """Return number of players and weight of a tournament whose games are not known; {}
    for other tournaments.
    """
    if past is None:
        return {}
    weight = past.weight_hundredths
    stated = {} if weight is None else {"weight_hundredths": weight}
    return {"only_results_of_players": past.players, **stated}


def read_finish(reader: Reader) -> Finished:
    """Return the value of the key `FINISHED`. It is invalid if a fault was added."""
    at = read_moment(reader, "at")
    by = text_in(reader, "by", LONGEST_NAME, may_be_empty=False)
    tie_breaks = measures(reader, "tie_breaks")
    held_back = reader.flag("held_back", False)
    teams: list[Mapping[str, object]] = []
    order: list[str] = []
    if reader.peek("teams") is not None:
        teams = list(map(_team, reader.groups("teams", most=MOST_TEAMS)))
        order = measures(reader, "team_tie_breaks")
    past = None
    if reader.peek("only_results_of_players") is not None:
        most = MOST_FIELD
        players = reader.integer("only_results_of_players", low=1, high=most)
        weight = reader.integer("weight_hundredths", 0, low=1, high=1000)
        past = (players, weight or None)
    reader.refuse_the_rest()
    return Finished(at, by, tie_breaks, held_back, teams, order, past)


def _team(reader: Reader) -> Mapping[str, object]:
    """Return a team of the final standings. It is invalid if a fault was added."""
    team = {
        "name": text_in(reader, "name", LONGEST_TEAM, may_be_empty=False),
        "place": reader.integer("place", low=1, high=MOST_TEAMS),
        "shared": reader.flag("shared"),
        "parts": reader.integer("parts", low=-MOST_PARTS, high=MOST_PARTS),
        "score": reader.integer("score", low=-MOST, high=MOST),
        "deductions": [
            _deducted(deduction)
            for deduction in reader.groups("deductions", most=MOST_TEAMS)
        ],
        "figures": _team_figures(reader),
        "covered": reader.integer("covered", 0, low=0, high=MOST),
    }
    reader.refuse_the_rest()
    return team


def _deducted(reader: Reader) -> Mapping[str, object]:
    deducted = {
        "points": reader.integer("points", low=1, high=MOST),
        "measure": reader.text("measure", TEAMS_OWN),
        "reason": text_in(reader, "reason", LONGEST_REASON),
    }
    reader.refuse_the_rest()
    return deducted


def _team_figures(reader: Reader) -> Mapping[str, int | str]:
    value = reader.take("figures")
    figures = value if isinstance(value, dict) else {"": ""}
    for key, figure in figures.items():
        if key not in MEASURES or not FIGURE.fullmatch(str(figure)):
            message = _('Enter criteria such as {"seconds": 2}.')
            reader.fault("unknown_measure", message, "figures")
    return figures


def written_places(tournament: Tournament) -> Iterator[Sequence[object]]:
    """Yield the rows of the file, in the order of the standings."""
    for row in FinalPlace.objects.filter(final__tournament=tournament):
        yield [_written(getattr(row, name)) for name in FINAL_PLACES_COLUMNS.names]


def _written(value: object) -> object:
    if isinstance(value, dict):
        return " ".join(f"{key}={figure}" for key, figure in value.items())
    if isinstance(value, list):
        return " ".join(value)
    if value is None or value is False:
        return ""
    return 1 if value is True else value


def places_in(file: CsvFile | None) -> tuple[FinalPlace, ...]:
    """Return the readable rows of the file as unsaved database rows; empty without a
    file.

    Repeated numbers get a fault.
    """
    if file is None:
        return ()
    rows: list[FinalPlace] = []
    seen: set[int] = set()
    for line, row in file.lines(_row):
        if row.number in seen:
            message = _("Number %(value)s is listed twice.")
            file.fault("given_twice", message, "number", line, value=row.number)
        seen.add(row.number)
        row.position = len(rows) + 1
        rows.append(row)
    return tuple(rows)


def store(
    tournament: Tournament, finished: Finished, rows: Collection[FinalPlace]
) -> None:
    """Mark the tournament as finished with these standings.

    Does nothing if a round is still open. Call after everything else, in the
    transaction that stores the tournament.
    """
    if tournament.rounds.exclude(state=RoundState.CLOSED).exists():
        return
    tournament.finished_at = finished.at
    tournament.save(update_fields=["finished_at"])
    final = FinalStandings.objects.create(
        tournament=tournament,
        revision=tournament.revision,
        at=finished.at,
        by=finished.by,
        tie_breaks=list(finished.tie_breaks),
        held_back=finished.held_back,
        teams=list(finished.teams),
        team_tie_breaks=list(finished.team_tie_breaks),
    )
    for row in rows:
        row.final = final
    FinalPlace.objects.bulk_create(rows)
    if finished.past:
        players, weight = finished.past
        PastResults.objects.create(
            tournament=tournament, players=players, weight_hundredths=weight
        )


def _row(row: Row) -> FinalPlace:
    texts = {name: row.free_text(name, _longest(name)) for name in (*PERSON, "team")}
    if not row.raw("last_name"):
        row.fault("missing", _("%(column)s is empty."), "last_name")
    return FinalPlace(
        place=row.optional_integer("place", 1, MOST_START_NUMBER),
        shared=bool(row.optional_integer("shared", 0, 1)),
        number=row.integer("number", 1, MOST_START_NUMBER),
        parts=row.integer("parts", -MOST_PARTS, MOST_PARTS),
        last_round=row.optional_integer("last_round", 0, MOST_ROUNDS),
        fined=row.optional_integer(FINED, -MOST_PARTS, MOST_PARTS),
        disqualified=bool(row.optional_integer(DISQUALIFIED, 0, 1)) or None,
        unstated=_unstated(row),
        figures=_figures(row),
        **texts,
        **{name: row.integer(name, -MOST, MOST) for name in SIGNED},
        **{name: row.integer(name, 0, MOST_COUNT) for name in COUNTS},
        **{
            name: row.optional_integer(name, 1, most)
            for name, most in MOST_STAGED.items()
        },
    )


def _unstated(row: Row) -> list[str] | None:
    keys = row.raw(UNSTATED).split()
    for key in keys:
        if key not in ALWAYS:
            message = _("%(column)s is “%(value)s”. Enter criteria such as score.")
            row.fault("unknown_measure", message, UNSTATED, value=key)
    return keys or None


def _figures(row: Row) -> dict[str, int | str]:
    figures: dict[str, int | str] = {}
    for pair in row.raw(FIGURES).split():
        key, _sign, text = pair.partition("=")
        if key not in MEASURES or not FIGURE.fullmatch(text):
            message = _("%(column)s is “%(value)s”. Enter criteria such as lot=2.")
            row.fault("unknown_measure", message, FIGURES, value=pair)
            continue
        figures[key] = text if "/" in text else int(text)
    return figures


def _longest(field: str) -> int:
    lengths: Mapping[str, int | None] = {
        model_field.name: model_field.max_length
        for model_field in FinalPlace._meta.concrete_fields
        if isinstance(model_field, models.CharField)
    }
    return lengths[field] or 0


STANDINGS_COLUMNS = FileColumns(("place", "number", "table_points", "score"))


@dataclass(frozen=True)
class StandingRow:
    """A line of standings.csv."""

    line: int
    place: int
    number: int
    table_points: Figure | None
    score: int | Fraction


def written_standings(tournament: Tournament) -> Iterator[list[Cell]]:
    """Yield the rows of standings.csv."""
    for placed in standings(tournament):
        figure = write_figure(placed.line.table_points)
        # Sums have a decimal, as in organisers' files.
        points = figure if set(figure) & set("./") else f"{figure}.0"
        score = write_figure(Fraction(placed.line.score))
        yield [placed.place, placed.line.player.number, points, score]


def standings_in(file: CsvFile | None) -> tuple[StandingRow, ...]:
    """Return the valid rows of standings.csv; empty without the file."""
    return tuple(row for _line, row in file.lines(_standing)) if file else ()


def _standing(row: Row) -> StandingRow:
    return StandingRow(
        line=row.line,
        place=row.integer("place", 1, MOST_START_NUMBER),
        number=row.integer("number", 1, MOST_START_NUMBER),
        table_points=figure_in(row, "table_points"),
        score=_score(row),
    )


def _score(row: Row) -> int | Fraction:
    """Return the score in a row.

    It is a whole number, or a fraction if a fraction was carried into a stage.
    """
    text = row.raw("score")
    figure = read_figure(text) if set(text) & set("./") else None
    if figure is None:
        return row.integer("score", -100 * MOST_POINTS, 100 * MOST_POINTS)
    return figure.value
