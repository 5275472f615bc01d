"""The final standings of a finished event: written as rows once, read again as the
standings are, and compared with what they would be now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from rules.absence_score_options import Absence
from rules.strict_reader import JsonObject
from scoring.models import PARTS, FinalPlace, FinalStandings, PrizeGiving
from scoring.standings.rank_players import ranking_of, stored_mark
from scoring.standings.standings_rows import (
    Deducted,
    Placed,
    Ranking,
    Standing,
    TeamStanding,
    Value,
)
from tournaments.models import Entry, Player, Team, Tournament
from tournaments.rounds.stages.carried_over_points import whole

#: Fields of a row that say who it is about.
PERSON = ("first_name", "last_name", "country", "club", "ema_number")

#: Those that are figures of a standing, by the same names.
FIGURES = (
    "hands_won",
    "firsts",
    "best",
    "tables",
    "logged",
    "penalties",
)

#: Measures that have columns of their own.
IN_COLUMNS = ("table_points", "score", *FIGURES)

#: Where somebody stands in an event with stages; None where it has none.
STAGES = ("level", "stage", "group", "games_won")

#: Those that count rounds nobody played as themselves, by why.
ABSENT: Mapping[Absence, str] = {
    Absence.MISSED: "missed",
    Absence.SIT_OUT: "sat_out",
    Absence.SUBSTITUTE: "fixed",
}


@dataclass(frozen=True)
class Final:
    """The final standings, as they were made final. `teams`: none where there are no
    teams, and where that was not kept yet."""

    row: FinalStandings
    ranking: Ranking
    teams: list[Placed[TeamStanding]]


@dataclass(frozen=True)
class Difference:
    """A line that would be another now; `was` or `now` None: there was, or is, none."""

    number: int
    was: FinalPlace | None
    now: FinalPlace | None


def rows_of(final: FinalStandings, ranking: Ranking) -> list[FinalPlace]:
    """The rows that keep a ranking, not written."""
    placed = [(row.place, row.shared, row.line) for row in ranking.placed]
    unranked = [(None, False, line) for line in ranking.unranked]
    return [
        FinalPlace(
            final=final,
            position=position,
            place=place,
            shared=shared,
            number=line.entry.number,
            team=line.entry.team.name if line.entry.team else "",
            **_exactly(line),
            last_round=line.entry.last_round,
            **{name: getattr(line.entry.player, name) for name in PERSON},
            **{name: getattr(line, name) for name in FIGURES},
            figures=_figures(line, final.tie_breaks),
            **{name: getattr(line, name) or None for name in STAGES},
            **{field: line.absences.get(why, 0) for why, field in ABSENT.items()},
        )
        for position, (place, shared, line) in enumerate([*placed, *unranked], 1)
    ]


def _figures(line: Standing, tie_breaks: Iterable[str]) -> dict[str, int | str]:
    """What has no column of its own: whole numbers, and fractions as text."""
    known = {key: line.value(key) for key in tie_breaks if key not in IN_COLUMNS}
    return written({key: value for key, value in known.items() if value is not None})


def written(figures: Mapping[str, Value]) -> dict[str, int | str]:
    """Figures as JSON: whole numbers, and fractions as text."""
    return {
        key: int(value) if value == int(value) else str(value)
        for key, value in figures.items()
    }


def teams_as_data(teams: Iterable[Placed[TeamStanding]]) -> list[dict[str, object]]:
    """The teams as JSON, as final standings and the event folder keep them."""
    return [
        {
            "name": row.line.name,
            "place": row.place,
            "shared": row.shared,
            "parts": int(row.line.table_points * PARTS),
            "score": row.line.score,
            "deductions": [each._asdict() for each in row.line.deductions],
            "figures": written(row.line.figures),
            "covered": row.line.covered,
        }
        for row in teams
    ]


def _teams(
    rows: Iterable[JsonObject], lines: Iterable[Standing]
) -> list[Placed[TeamStanding]]:
    """The teams that were kept so, with those of these lines who play for each."""
    members: dict[str, list[Standing]] = {}
    for line in lines:
        if line.entry.team:
            members.setdefault(line.entry.team.name, []).append(line)
    return [
        Placed(
            row["place"],
            row["shared"],
            TeamStanding(
                row["name"],
                Fraction(row["parts"], PARTS),
                row["score"],
                tuple(members.get(row["name"], ())),
                playing=False,
                deductions=tuple(Deducted(**each) for each in row["deductions"]),
                figures={key: exact(value) for key, value in row["figures"].items()},
                # Not there in final standings from before it was counted.
                covered=row.get("covered", 0),
            ),
        )
        for row in rows
    ]


def exact(figure: int | str) -> Value:
    """A figure as it is kept. Raises ValueError for text that is no fraction."""
    return figure if isinstance(figure, int) else Fraction(figure)


def _exactly(line: Standing) -> dict[str, int | None]:
    """Points and score as whole numbers, and what these are divided by, if by anything
    but one."""
    parts, score = line.table_points * PARTS, Fraction(line.score)
    divisor = lcm(parts.denominator, score.denominator)
    return {
        "parts": int(parts * divisor),
        "score": int(score * divisor),
        "divisor": None if divisor == 1 else divisor,
    }


def final_of(tournament: Tournament) -> Final | None:
    """The final standings; None of an event that is not finished."""
    if not tournament.is_finished:
        return None
    row = FinalStandings.objects.filter(tournament=tournament).first()
    if row is None:
        return None
    row.tournament = tournament
    return _read(row, list(row.places.all()))


def tie_breaks_of(tournament: Tournament, final: Final | None) -> list[str]:
    """What decided places, best measure first."""
    return list(final.row.tie_breaks if final else tournament.tie_breaks)


def is_held_back(final: FinalStandings) -> bool:
    """Whether the public still waits for the prize giving."""
    if not final.held_back:
        return False
    giving = PrizeGiving.objects.filter(final=final).first()
    return giving is None or not giving.is_complete


def as_data(final: FinalStandings) -> list[dict[str, object]]:
    """All rows as JSON, for the log and the event folder."""
    return [row_as_data(row) for row in final.places.all()]


def row_as_data(row: FinalPlace) -> dict[str, object]:
    """What a row says, as JSON; what is empty is left out, but for a place."""
    values = {
        field.name: getattr(row, field.name)
        for field in FinalPlace._meta.concrete_fields
        if field.name not in ("id", "final", "position")
    }
    return {
        name: value
        for name, value in values.items()
        if value not in ("", None, False, {}) or name in ("place", "parts", "score")
    }


def changed_since(final: FinalStandings, tournament: Tournament) -> list[Difference]:
    """The lines that would be others now, by their place of then."""
    if final.revision == tournament.revision:
        return []
    was = {row.number: row for row in final.places.all()}
    now = {row.number: row for row in rows_of(final, ranking_of(tournament))}
    return list(_differences(was, now))


def _differences(
    was: Mapping[int, FinalPlace], now: Mapping[int, FinalPlace]
) -> Iterator[Difference]:
    for number in dict.fromkeys((*was, *now)):
        old, new = was.get(number), now.get(number)
        if old is None or new is None or row_as_data(old) != row_as_data(new):
            yield Difference(number, old, new)


def _read(final: FinalStandings, rows: list[FinalPlace]) -> Final:
    lines = [(row, standing_in(row)) for row in rows]
    placed = [Placed(row.place, row.shared, line) for row, line in lines if row.place]
    unranked = [line for row, line in lines if not row.place]
    marks = {
        row.line.entry.number: stored_mark(row.line, final.tie_breaks) for row in placed
    }
    ranking = Ranking(placed, unranked, marks)
    return Final(final, ranking, _teams(final.teams, ranking.lines))


def standing_in(row: FinalPlace) -> Standing:
    """What a row says, with a player and a team that are as they were then."""
    entry = Entry(
        number=row.number,
        player=Player(**{name: getattr(row, name) for name in PERSON}),
        team=Team(name=row.team) if row.team else None,
        is_substitute=row.place is None,
        last_round=row.last_round,
    )
    return Standing(
        entry=entry,
        table_points=Fraction(row.parts, PARTS * (row.divisor or 1)),
        score=whole(Fraction(row.score, row.divisor or 1)),
        playing=False,
        absences={why: getattr(row, field) for why, field in ABSENT.items()},
        figures={key: exact(value) for key, value in row.figures.items()},
        level=row.level or 0,
        stage=row.stage or 0,
        group=row.group or 0,
        games_won=row.games_won or 0,
        hands_won=row.hands_won,
        firsts=row.firsts,
        best=row.best,
        tables=row.tables,
        logged=row.logged,
        penalties=row.penalties,
    )
