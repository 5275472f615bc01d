"""The files of a tournament folder and their columns (see docs/event-folder.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.files.strict_csv_reader import CsvFile
from tournaments.files.upload_limits import (
    FILE_LINES,
    FOLDER_PLAYERS,
    SEATING_LINES,
)
from tournaments.people import player_files
from tournaments.rounds import seating_files
from tournaments.rounds.seating_files import SEATS

EVENT = "event.json"
PLAYERS = "players.csv"
SEATING = "seating.csv"
HANDS = "hands.csv"
TOTALS = "totals.csv"
STANDINGS = "standings.csv"
LEDGER = "ledger.jsonl"
CONFIRMATIONS = "confirmations.csv"
LATE_HANDS = "late_hands.jsonl"
CONFLICTS = "conflicts.jsonl"
EXTRA_TIME = "extra_time.csv"
PRESENCE = "presence.csv"
FINAL = "final_standings.csv"
STAGE_PLACES = "stages.csv"
LOGO = "logo.png"

#: The key of event.json with the tournament's description.
ABOUT = "about"

#: The key of event.json with the settings of registration.
REGISTRATION = "registration"

NEEDED = (EVENT, PLAYERS, SEATING, HANDS, TOTALS)
KNOWN = (
    *NEEDED,
    STANDINGS,
    LEDGER,
    CONFIRMATIONS,
    LATE_HANDS,
    CONFLICTS,
    EXTRA_TIME,
    PRESENCE,
    STAGE_PLACES,
    FINAL,
    LOGO,
)

#: Maximum number of hands at a table.
MOST_HANDS = 999

#: Maximum number of lines of a ledger.
MOST_LINES = 9_999

#: Column of totals.csv, present only if the hands' penalties do not explain the sum of
#: the scores.
PENALTIES = "penalties"

#: Column of players.csv: 1 for house players; present only if there are any.
FILLER = "filler"

#: Column of players.csv: 1 if the fee is paid; present only if a player has paid.
PAID = "paid"
CATEGORIES = "categories"


@dataclass(frozen=True)
class FileColumns:
    """The columns of a CSV file.

    `names`: all columns. `optional`: columns that a folder may leave out. `rare`:
    columns that a folder may leave out, and that are not written if they are empty in
    all lines.
    """

    names: Sequence[str]
    optional: Collection[str] = ()
    rare: Collection[str] = ()
    most_lines: int = FILE_LINES

    def opened(self, name: str, content: bytes) -> CsvFile:
        """Return the file for reading.

        Faults of the content are collected, not raised.
        """
        return CsvFile(
            name,
            content,
            self.names,
            optional=(*self.optional, *self.rare),
            most_lines=self.most_lines,
        )

    def written(self, rows: Iterable[Sequence[object]]) -> bytes:
        """Return the content of a file with these rows. Each row has all columns."""
        lines = list(rows)
        kept = [
            place
            for place, name in enumerate(self.names)
            if name not in self.rare or any(line[place] != "" for line in lines)
        ]
        table = ([line[place] for place in kept] for line in (self.names, *lines))
        return written_csv(table).encode()


#: Columns of files whose lines have no class that declares them.
COLUMNS: Mapping[str, FileColumns] = {
    PLAYERS: FileColumns(
        (*player_files.PLAYERS, FILLER, PAID, CATEGORIES),
        optional=("first_name", "country", "club", "team", "ema_number"),
        rare=(FILLER, PAID, CATEGORIES),
        most_lines=FOLDER_PLAYERS,
    ),
    SEATING: FileColumns(seating_files.SEATING, most_lines=SEATING_LINES),
    TOTALS: FileColumns(
        (
            "round",
            "table",
            *(f"{seat}_score" for seat in SEATS.values()),
            *(f"{seat}_table_points" for seat in SEATS.values()),
            "totals_only",
            PENALTIES,
        ),
        rare=(PENALTIES,),
        most_lines=SEATING_LINES,
    ),
}
