"""Compare a stored tournament with its tournament folder.

The comparison is independent of the import. Ledgers are read from the database and
replayed; results and standings are read as stored. All are compared with the numbers in
the files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Totals
from rules.ledger_replay import replay_seated
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS, Scores, Wind
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Result
from scoring.standings.rank_players import standings
from scoring.standings.standings_rows import Placed, Standing
from scoring.tournament_folder.column_types_and_table_points import Key, decimals
from scoring.tournament_folder.ledger_from_csv import final_scores, scores_in_order
from scoring.tournament_folder.rows_as_written import Event, TotalsRow
from scoring.tournament_folder.standings_csv_files import StandingRow
from tournaments.models import Tournament
from tournaments.web.list_wording import joined_with_commas


@dataclass(frozen=True)
class Finding:
    """A sentence of the comparison. `agrees`: false for a difference."""

    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    agrees: bool = True

    @property
    def sentence(self) -> str:
        """Return the finding in the active language."""
        return gettext(self.message) % self.params

    @property
    def kept(self) -> dict[str, object]:
        """Return the finding as data for the log, so that the log can show it in the
        user's language.
        """
        return {"message": self.message, "params": dict(self.params)}


def compare(tournament: Tournament, event: Event) -> list[Finding]:
    """Return the comparison of stored scores, table points and places with those in the
    files.
    """
    ledgers = {
        (ledger.game.round.number, ledger.game.table): ledger
        for ledger in TableLedger.all_of(tournament)
    }
    recorded = {
        key: table.totals for key, table in event.tables.items() if table.totals
    }
    logged = {
        key: totals
        for key, totals in recorded.items()
        if event.tables[key].has_outcomes and not totals.totals_only
    }
    in_ledger = {key for key, table in event.tables.items() if table.ledger}
    return [
        *_scores(logged, ledgers, in_ledger),
        *_not_logged(event, recorded, ledgers),
        *_table_points(recorded, tournament),
        *_places(event, tournament),
    ]


def _scores(
    logged: Mapping[Key, TotalsRow],
    ledgers: Mapping[Key, TableLedger],
    in_ledger: Collection[Key],
) -> Iterator[Finding]:
    """Yield the comparison of scores.

    `logged`: recorded totals of tables with hands; `in_ledger`: tables whose ledger is
    in ledger.jsonl.
    """
    played = {
        key: _scores_of(ledgers[key])
        if key in in_ledger
        else _scores_by_hands(ledgers[key])
        for key in logged
    }
    differing = [key for key in logged if played[key] != logged[key].scores]
    yield _count(
        _("Tables whose hands match the recorded scores: %(same)s of %(all)s."),
        len(logged),
        len(differing),
    )
    for key in differing:
        message = _(
            "Table %(table)s: the hands add up to %(played)s, not %(recorded)s."
        )
        params = {
            "table": name_of(key),
            "played": scores_in_order(played[key]),
            "recorded": scores_in_order(logged[key].scores),
        }
        yield Finding(message, params, agrees=False)


def _scores_of(ledger: TableLedger) -> Scores:
    return final_scores(ledger.rules, ledger.state)


def _scores_by_hands(ledger: TableLedger) -> Scores:
    """Return the scores from the stored hands, ignoring entered totals."""
    entries = map(ledger.entry_of, ledger.live)
    hands = (entry for entry in entries if not isinstance(entry, Totals))
    return final_scores(ledger.rules, replay_seated(ledger.rules, hands))


def _not_logged(
    event: Event, recorded: Mapping[Key, TotalsRow], ledgers: Mapping[Key, TableLedger]
) -> Iterator[Finding]:
    """Yield findings on tables without all their hands, one for each cause."""
    by_clock = [
        f"{name_of(key)} ({ledgers[key].state.hands_played})"
        for key in recorded
        if ledgers[key].state.over == Ending.TIME
    ]
    by_totals = [name_of(key) for key in recorded if not event.tables[key].has_outcomes]
    unfinished = [name_of(key) for key in event.tables if key not in recorded]
    for message, tables in (
        (
            _(
                "Tables ended by the clock: %(count)s (round.table, with number of "
                "hands: %(tables)s)."
            ),
            by_clock,
        ),
        (
            _("Tables with totals but no hands: %(count)s (round.table: %(tables)s)."),
            by_totals,
        ),
        (
            _("Unfinished tables: %(count)s (round.table: %(tables)s)."),
            unfinished,
        ),
    ):
        if tables:
            yield Finding(
                message, {"count": len(tables), "tables": joined_with_commas(tables)}
            )


def _table_points(
    recorded: Mapping[Key, TotalsRow], tournament: Tournament
) -> Iterator[Finding]:
    stored: dict[Key, dict[Wind, Fraction]] = {}
    results = Result.objects.filter(seat__round__tournament=tournament)
    for result in results.select_related("seat__game__round"):
        game = result.seat.game
        at_table = stored.setdefault((game.round.number, game.table), {})
        at_table[Wind(result.seat.wind)] = result.table_points
    differing = [
        key
        for key, totals in recorded.items()
        if any(
            figure and not figure.is_about(stored[key][wind])
            for wind, figure in totals.table_points.items()
        )
    ]
    yield _count(
        _("Tables with matching table points: %(same)s of %(all)s."),
        len(recorded),
        len(differing),
    )
    for key in differing:
        message = _("Table %(table)s: the table points calculated here are %(points)s.")
        points = " ".join(
            decimals(stored[key][wind]) for wind in WINDS if wind in stored[key]
        )
        yield Finding(message, {"table": name_of(key), "points": points}, agrees=False)


def _places(event: Event, tournament: Tournament) -> Iterator[Finding]:
    if not event.standings:
        return
    stored = {placed.line.player.number: placed for placed in standings(tournament)}
    differing = [
        row for row in event.standings if not _is_placed_so(row, stored.get(row.number))
    ]
    yield _count(
        _("Matching places of standings.csv: %(same)s of %(all)s."),
        len(event.standings),
        len(differing),
    )
    for row in differing:
        placed = stored.get(row.number)
        message = _("Number %(number)s: place %(place)s, not %(recorded)s.")
        if placed and placed.place == row.place:
            message = _("Number %(number)s: place %(place)s, with other points.")
        params = {
            "number": row.number,
            "place": placed.place if placed else "–",
            "recorded": row.place,
        }
        yield Finding(message, params, agrees=False)


def _is_placed_so(row: StandingRow, placed: Placed[Standing] | None) -> bool:
    if placed is None:
        return False
    points = row.table_points
    same_points = points is None or points.is_about(placed.line.table_points)
    same = (placed.place, placed.line.score) == (row.place, row.score)
    return same and same_points


def _count(message: str, tables: int, differing: int) -> Finding:
    params = {"same": tables - differing, "all": tables}
    return Finding(message, params, agrees=not differing)


def name_of(key: Key) -> str:
    """Return the name of a table in findings: round.table."""
    return f"{key[0]}.{key[1]}"
