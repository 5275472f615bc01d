"""Export of a tournament as a tournament folder.

The same tournament always gives the same bytes, as does a tournament imported from such
a folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from django.db import transaction

from rules.winds import WINDS, Wind
from scoring.ledger.enter_hand import IMPORT_KEY_PREFIX
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict
from scoring.rulesets.presenter_registry import presenter_of
from scoring.tournament_folder import standings_csv_files
from scoring.tournament_folder.event_json.description_keys import written_logo
from scoring.tournament_folder.event_json.read_and_write_settings import write_settings
from scoring.tournament_folder.file_layout import (
    EVENT,
    FINAL,
    HANDS,
    LEDGER,
    PLAYERS,
    PRESENCE,
    SEATING,
    STAGE_PLACES,
    STANDINGS,
    TOTALS,
)
from scoring.tournament_folder.folder_or_zip import Files
from scoring.tournament_folder.hands_and_totals_csv import Cells, TableRows
from scoring.tournament_folder.ledger_jsonl import write_ledgers
from scoring.tournament_folder.optional_files import written_further
from scoring.tournament_folder.parse_folder_files import columns_by_file
from scoring.tournament_folder.presence_csv import written_presence
from scoring.tournament_folder.stages_csv import written_places
from scoring.tournament_folder.standings_csv_files import written_standings
from tournaments.models import Tournament


def write_folder(tournament: Tournament, path: Path) -> None:
    """Write the tournament folder to `path`, which may exist already."""
    files = files_of(tournament)
    path.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content)


@transaction.atomic
def files_of(tournament: Tournament) -> Files:
    """Return the files of the tournament folder by name.

    The tournament is locked, so the files are consistent.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    ledgers = [
        ledger
        for ledger in TableLedger.all_of(tournament)
        if len(ledger.game.seats.all()) >= tournament.rules.fewest_players
    ]
    tables = [_rows_of(ledger) for ledger in ledgers]
    seating = (
        [*table.key, *(table.numbers.get(wind, "") for wind in WINDS)]
        for table in tables
    )
    hands = (row for table in tables for row in table.hand_rows())
    totals = [table.totals_row() for table in tables if table.is_over]
    columns = columns_by_file(presenter_of(tournament.ruleset))
    rows: dict[str, Iterable[Sequence[object]]] = {
        PLAYERS: _players(tournament),
        SEATING: seating,
        HANDS: hands,
        TOTALS: totals,
        STANDINGS: written_standings(tournament),
    }
    if presence := list(written_presence(tournament)):
        rows[PRESENCE] = presence
    if places := list(written_places(tournament)):
        rows[STAGE_PLACES] = places
    if final := list(standings_csv_files.written_places(tournament)):
        rows[FINAL] = final
    files = {name: columns[name].written(rows[name]) for name in rows}
    return {
        EVENT: write_settings(tournament),
        **files,
        **_ledgers(tournament, ledgers),
        **dict(written_further(tournament)),
        **written_logo(tournament),
    }


def _ledgers(tournament: Tournament, ledgers: Iterable[TableLedger]) -> Files:
    """Return the file ledger.jsonl by name; empty if the CSV files contain
    everything.
    """
    named = Conflict.objects.filter(line__game__round__tournament=tournament)
    games = set(named.values_list("line__game", flat=True))
    exported = (
        ledger for ledger in ledgers if _was_entered(ledger) or ledger.game.pk in games
    )
    content = write_ledgers(exported)
    return {LEDGER: content} if content else {}


def _rows_of(ledger: TableLedger) -> TableRows:
    seats = ledger.game.seats.all()
    numbers = {Wind(seat.wind): seat.player.number for seat in seats}
    return TableRows(ledger, (ledger.game.round.number, ledger.game.table), numbers)


def _was_entered(ledger: TableLedger) -> bool:
    """Return whether the ledger has entries that do not come from hands.csv or
    totals.csv.
    """
    return any(
        not line.device_key.startswith(IMPORT_KEY_PREFIX) for line in ledger.lines
    )


def _players(tournament: Tournament) -> Iterator[Cells]:
    for player in tournament.players.select_related("person", "team").order_by(
        "number"
    ):
        person = player.person
        yield [
            player.number,
            person.first_name,
            person.last_name,
            person.country,
            person.club,
            player.team.name if player.team else "",
            person.ema_number,
            1 if player.is_filler else "",
            1 if player.fee_paid else "",
            player.categories,
        ]
