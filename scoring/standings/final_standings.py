"""The final standings of a finished tournament: make the rows, read the rows as
standings, and compare them with the current standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from django.db.models import Q, QuerySet

from rules.absence_score_options import Absence
from rules.strict_reader import JsonObject
from scoring.models import (
    PARTS,
    FinalPlace,
    FinalStandings,
    PastResults,
    PrizeGiving,
    past_results_of,
)
from scoring.standings.rank_players import (
    ranking_of,
    ranks_by_total_score,
    stored_mark,
)
from scoring.standings.standings_rows import (
    Deducted,
    Placed,
    Ranking,
    Standing,
    TeamStanding,
    Value,
)
from tournaments.models import Person, Player, Team, Tournament
from tournaments.rounds.stages.carried_over_points import whole

#: Fields of a row that identify the person.
PERSON = ("first_name", "last_name", "country", "club", "ema_number")

#: Fields of a row that are figures of a standing, under the same names.
FIGURES = (
    "hands_won",
    "firsts",
    "best",
    "tables",
    "logged",
    "penalties",
)

#: Criteria with a column.
IN_COLUMNS = ("table_points", "score", *FIGURES)

#: Fields for stages; None in a tournament without stages.
STAGES = ("level", "stage", "group", "games_won")

#: Fields with the number of rounds with a fixed result, by reason.
ABSENT: Mapping[Absence, str] = {
    Absence.MISSED: "missed",
    Absence.SIT_OUT: "sat_out",
    Absence.SUBSTITUTE: "fixed",
}


@dataclass(frozen=True)
class Final:
    """The stored final standings.

    `teams`: empty without teams, or if an older version stored the rows. `past`: set if
    only the results are recorded; the games are then not known.
    """

    row: FinalStandings
    ranking: Ranking
    teams: list[Placed[TeamStanding]]
    past: PastResults | None = None

    @property
    def players(self) -> int:
        """Return the number of ranked players, including players missing in an imported
        list.
        """
        return self.past.players if self.past else len(self.ranking.placed)


@dataclass(frozen=True)
class Difference:
    """A row of the final standings that would be different now.

    `was`: stored row; `now`: current row; None if the player is missing there.
    """

    number: int
    was: FinalPlace | None
    now: FinalPlace | None


def rows_of(final: FinalStandings, ranking: Ranking) -> list[FinalPlace]:
    """Return unsaved rows of the final standings for a ranking."""
    has_fines = ranks_by_total_score(final.tie_breaks)
    placed = [(row.place, row.shared, row.line) for row in ranking.placed]
    unranked = [(None, False, line) for line in ranking.unranked]
    return [
        FinalPlace(
            final=final,
            position=position,
            place=place,
            shared=shared,
            number=line.player.number,
            team=line.player.team.name if line.player.team else "",
            **_exactly(line),
            last_round=line.player.last_round,
            disqualified=line.player.is_disqualified or None,
            fined=int(line.fined * PARTS) if has_fines else None,
            **{name: getattr(line.player.person, name) for name in PERSON},
            **{name: getattr(line, name) for name in FIGURES},
            figures=_figures(line, final.tie_breaks),
            **{name: getattr(line, name) or None for name in STAGES},
            **{field: line.absences.get(why, 0) for why, field in ABSENT.items()},
        )
        for position, (place, shared, line) in enumerate([*placed, *unranked], 1)
    ]


def _figures(line: Standing, tie_breaks: Iterable[str]) -> dict[str, int | str]:
    """Return the figures of the criteria that have no column, as JSON."""
    figures = {key: line.value(key) for key in tie_breaks if key not in IN_COLUMNS}
    return written({key: value for key, value in figures.items() if value is not None})


def written(figures: Mapping[str, Value]) -> dict[str, int | str]:
    """Return figures as JSON: integers, and fractions as text."""
    return {
        key: int(value) if value == int(value) else str(value)
        for key, value in figures.items()
    }


def teams_as_data(teams: Iterable[Placed[TeamStanding]]) -> list[dict[str, object]]:
    """Return the teams as JSON, for final standings and the tournament folder."""
    return [
        {
            "name": row.line.name,
            "place": row.place,
            "shared": row.shared,
            "parts": int(row.line.table_points * PARTS),
            "score": row.line.score,
            "deductions": [deducted._asdict() for deducted in row.line.deductions],
            "figures": written(row.line.figures),
            "covered": row.line.covered,
        }
        for row in teams
    ]


def _teams(
    rows: Iterable[JsonObject], lines: Iterable[Standing]
) -> list[Placed[TeamStanding]]:
    """Return the stored teams. Their members are taken from `lines`."""
    members: dict[str, list[Standing]] = {}
    for line in lines:
        if line.player.team:
            members.setdefault(line.player.team.name, []).append(line)
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
                deductions=tuple(
                    Deducted(**deducted) for deducted in row["deductions"]
                ),
                figures={key: exact(value) for key, value in row["figures"].items()},
                # Missing in older final standings.
                covered=row.get("covered", 0),
            ),
        )
        for row in rows
    ]


def exact(figure: int | str) -> Value:
    """Return a stored figure as a number. Raises ValueError for text that is not a
    fraction."""
    return figure if isinstance(figure, int) else Fraction(figure)


def _exactly(line: Standing) -> dict[str, int | None]:
    """Return points and score as integers, with their common divisor (None for 1)."""
    parts, score = line.table_points * PARTS, Fraction(line.score)
    divisor = lcm(parts.denominator, score.denominator)
    return {
        "parts": int(parts * divisor),
        "score": int(score * divisor),
        "divisor": None if divisor == 1 else divisor,
    }


def final_of(tournament: Tournament) -> Final | None:
    """Return the final standings, or None if the tournament is not finished."""
    if not tournament.is_finished:
        return None
    rows = FinalStandings.objects.filter(tournament=tournament)
    row = rows.select_related("tournament__past_results").first()
    if row is None:
        return None
    past = past_results_of(row.tournament)
    row.tournament = tournament
    return _read(row, list(row.places.all()), past)


def tie_breaks_of(tournament: Tournament, final: Final | None) -> list[str]:
    """Return the keys of the criteria in order; of a finished tournament, the keys used
    then.
    """
    return list(final.row.tie_breaks if final else tournament.tie_breaks)


def awaits_prize_giving(final: FinalStandings) -> bool:
    """Return whether the final standings are hidden until the prize giving."""
    if not final.held_back:
        return False
    giving = PrizeGiving.objects.filter(final=final).first()
    return giving is None or not giving.is_complete


def published(finals: QuerySet[FinalStandings]) -> QuerySet[FinalStandings]:
    """Return the final standings that are not hidden until the prize giving. The
    condition is that of `awaits_prize_giving`, as a database query."""
    return finals.filter(Q(held_back=False) | Q(prize_giving__shown_from=1))


def as_data(final: FinalStandings) -> list[dict[str, object]]:
    """Return all rows as JSON, for the log and the tournament folder."""
    return [row_as_data(row) for row in final.places.all()]


def row_as_data(row: FinalPlace) -> dict[str, object]:
    """Return a row as JSON.

    Empty values are left out, except for place, points and score.
    """
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
    """Return the rows that would be different now, in the order of the stored rows.

    Empty if the tournament has no rounds, because then only the results are known.
    """
    if final.revision == tournament.revision or not tournament.rounds.exists():
        return []
    was = {row.number: row for row in final.places.all()}
    now = {row.number: row for row in rows_of(final, ranking_of(tournament))}
    return list(_differences(was, now))


def _differences(
    was: Mapping[int, FinalPlace], now: Mapping[int, FinalPlace]
) -> Iterator[Difference]:
    for number in dict.fromkeys((*was, *now)):
        old, new = was.get(number), now.get(number)
        if old and new and old.fined is None:
            # Stored by an older version.
            new.fined = None
        if old is None or new is None or row_as_data(old) != row_as_data(new):
            yield Difference(number, old, new)


def _read(
    final: FinalStandings, rows: list[FinalPlace], past: PastResults | None
) -> Final:
    lines = [(row, standing_in(row)) for row in rows]
    if past:
        unstated = _unstated(line for _row, line in lines)
        lines = [
            (row, line._replace(unstated=line.unstated | unstated))
            for row, line in lines
        ]
    placed = [Placed(row.place, row.shared, line) for row, line in lines if row.place]
    unranked = [line for row, line in lines if not row.place]
    marks = {
        row.line.player.number: stored_mark(row.line, final.tie_breaks)
        for row in placed
    }
    ranking = Ranking(placed, unranked, marks)
    return Final(final, ranking, _teams(final.teams, ranking.lines), past)


def _unstated(lines: Iterable[Standing]) -> frozenset[str]:
    """Return the criteria that an imported list of results does not state for any
    player: all players have 0.
    """
    stated = {key for line in lines for key in IN_COLUMNS if line.value(key)}
    return frozenset(IN_COLUMNS) - stated


def standing_in(row: FinalPlace) -> Standing:
    """Return the standing stored in a row. Names are those in the row."""
    player = Player(
        number=row.number,
        person=Person(**{name: getattr(row, name) for name in PERSON}),
        team=Team(name=row.team) if row.team else None,
        is_substitute=row.place is None,
        last_round=row.last_round,
        is_disqualified=bool(row.disqualified),
    )
    return Standing(
        player=player,
        table_points=Fraction(row.parts, PARTS * (row.divisor or 1)),
        score=whole(Fraction(row.score, row.divisor or 1)),
        playing=False,
        absences={why: getattr(row, field) for why, field in ABSENT.items()},
        figures={key: exact(value) for key, value in row.figures.items()},
        unstated=frozenset(row.unstated or ()),
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
        fined=Fraction(row.fined or 0, PARTS),
    )
