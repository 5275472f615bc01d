"""All limits for uploaded and pasted content.

docs/director.md lists them. `mahjong_site.request_bodies` applies the limits of
requests; the module that reads a file applies the limits of the file.
"""

from __future__ import annotations

from typing import Final, NamedTuple

KB: Final = 1024
MB: Final = 1024 * 1024

# --- Requests, in bytes ---------------------------------------------------------------
FORM_BYTES: Final = 256 * KB
#: Pages that take files: a tournament folder and the rest of its form.
FILE_FORM_BYTES: Final = 31 * MB


class ReadingLimits(NamedTuple):
    """Limits for a process that reads a file: MB of address space, processor seconds,
    and seconds until the process is killed in any case.

    Only the processor seconds depend on the file alone: on a busy machine, reading
    takes several times as long.
    """

    megabytes: int
    processor_seconds: int
    seconds: float


# --- Reading outside the web process --------------------------------------------------
#: Large WebP images need most memory. The seconds include waiting while other web
#: processes of the machine read.
READING: Final = ReadingLimits(512, processor_seconds=10, seconds=40)
#: Seconds that an upload waits for earlier ones: in its web process, and again while
#: other web processes of the machine read. The first wait and `READING.seconds` stay
#: under 60 seconds, the time that proxies wait.
LINE_SECONDS: Final = 15
#: Text up to this length takes at most about 200 ms and is read in the web process.
READ_IN_PLACE_CHARACTERS: Final = 64 * KB

# --- Player lists ---------------------------------------------------------------------
#: Bytes of a file, and characters of pasted text. Also for files with seating.
LIST_BYTES: Final = 2 * MB
LIST_ROWS: Final = 5_000
LIST_COLUMNS: Final = 60
#: Characters of one cell, and of all cells together: a workbook stores repeated text
#: only once.
CELL_CHARACTERS: Final = 1_000
LIST_CHARACTERS: Final = 2_000_000
#: Columns of all rows times rows, since each row of a JSON list may have other columns.
JSON_CELLS: Final = LIST_ROWS * LIST_COLUMNS

# --- Excel workbooks ------------------------------------------------------------------
WORKBOOK_MEMBERS: Final = 500
WORKBOOK_UNPACKED_MB: Final = 16
#: The last column of an Excel sheet is XFD.
WORKBOOK_ROW_CELLS: Final = 16_384
#: Cells of one sheet, including empty ones with a format.
WORKBOOK_CELLS: Final = 100_000
#: XML elements of all sheets, texts and styles.
WORKBOOK_ELEMENTS: Final = 1_000_000
#: Rows read; a list that ends later has more than `LIST_ROWS`.
WORKBOOK_ROWS_SEEN: Final = 6_000

# --- Logos ----------------------------------------------------------------------------
LOGO_BYTES: Final = 5 * MB
LOGO_PIXELS: Final = 25_000_000

# --- Text with cells: seats, and the CSV files of a tournament folder -----------------
#: Cells of one record. A round's table has six.
RECORD_CELLS: Final = 1_000
#: Lines of one file: 1,000 players play 40,000 hands in 10 rounds.
FILE_LINES: Final = 100_000
#: Tables of all rounds: 99 rounds of 250, or 300 rounds of 80.
SEATING_LINES: Final = 25_000
#: Maximum number of faults recorded for a file.
FILE_FAULTS: Final = 1_000
SEATING_CHARACTERS: Final = 1_000_000

# --- Tournament folders and settings --------------------------------------------------
#: Bytes of a zip, and of its unpacked content. 1,000 players and 10 rounds take about
#: 10 MB.
FOLDER_BYTES: Final = 30 * MB
FOLDER_MEMBERS: Final = 1_000
#: Rows of players.csv.
FOLDER_PLAYERS: Final = 5_000
FOLDER_READING: Final = ReadingLimits(1024, processor_seconds=180, seconds=300)
#: Seconds that an import in the worker waits while other folders are read.
FOLDER_LINE_SECONDS: Final = 300
#: Bytes of event.json, and of one line in a JSON Lines file.
EVENT_FILE_BYTES: Final = 2 * MB
JSON_LINE_CHARACTERS: Final = 100_000
#: Always read in the web process. Settings with the longest texts and schedule take
#: about 90 kB.
SETTINGS_BYTES: Final = 128 * KB
RULES_BYTES: Final = READ_IN_PLACE_CHARACTERS
