"""The files of an event folder and their columns; docs/event-folder.md tells what
they mean."""

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
from tournaments.people import player_and_seating_files
from tournaments.people.player_and_seating_files import SEATS

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

#: The key of event.json with what the event says of itself.
ABOUT = "about"

#: The key of event.json that tells of registration.
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

#: More hands than this no table plays.
MOST_HANDS = 999

#: More lines than this no ledger has.
MOST_LINES = 9_999

#: In totals.csv only when scores do not sum to what the hands' penalties took.
PENALTIES = "penalties"

#: In players.csv only when there is a house player: 1, who is never ranked.
FILLER = "filler"

#: In players.csv only when somebody paid the fee: 1.
PAID = "paid"


@dataclass(frozen=True)
class FileColumns:
    """The columns of a CSV file by their `names`. A folder may come without the
    `optional` ones, and without the `rare` ones: those are not written either where
    they say nothing in any line."""

    names: Sequence[str]
    optional: Collection[str] = ()
    rare: Collection[str] = ()
    most_lines: int = FILE_LINES

    def opened(self, name: str, content: bytes) -> CsvFile:
        """The file of that name, to be read. Raises nothing."""
        return CsvFile(
            name,
            content,
            self.names,
            optional=(*self.optional, *self.rare),
            most_lines=self.most_lines,
        )

    def written(self, rows: Iterable[Sequence[object]]) -> bytes:
        """The file with these rows, which have every column."""
        lines = list(rows)
        kept = [
            place
            for place, name in enumerate(self.names)
            if name not in self.rare or any(line[place] != "" for line in lines)
        ]
        table = ([line[place] for place in kept] for line in (self.names, *lines))
        return written_csv(table).encode()


#: Of those files whose lines declare no columns of their own.
COLUMNS: Mapping[str, FileColumns] = {
    PLAYERS: FileColumns(
        (*player_and_seating_files.PLAYERS, FILLER, PAID),
        optional=("first_name", "country", "club", "team", "ema_number"),
        rare=(FILLER, PAID),
        most_lines=FOLDER_PLAYERS,
    ),
    SEATING: FileColumns(player_and_seating_files.SEATING, most_lines=SEATING_LINES),
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
