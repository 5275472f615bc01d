"""Limits of everything that people upload or paste: the one place for their numbers.

docs/director.md lists them. `mahjong_site.request_bodies` applies those of requests,
the module that reads a file those of the file.
"""

from __future__ import annotations

from typing import Final

KB: Final = 1024
MB: Final = 1024 * 1024

# --- Requests, in bytes ---------------------------------------------------------------
FORM_BYTES: Final = 256 * KB
#: Pages that take files: an event folder, and what its form adds.
FILE_FORM_BYTES: Final = 31 * MB

# --- Reading outside the web process --------------------------------------------------
#: Address space of the process that reads a file. The largest WebP takes most.
READING_MB: Final = 512
#: Processor seconds of that process.
READING_CPU_SECONDS: Final = 10
#: Seconds until it is ended, also where it gets little of the processor.
READING_SECONDS: Final = 25
#: Seconds that an upload waits for those before it: in a web process, and again where
#: other web processes of the machine read. With the reading itself it stays under the
#: 60 seconds after which proxies give up.
LINE_SECONDS: Final = 15
#: Pasted text of so many characters takes milliseconds, and is read where it arrives.
READ_IN_PLACE_CHARACTERS: Final = 64 * KB

# --- Player lists ---------------------------------------------------------------------
#: Of a file, and characters of pasted text. Also of files with seats.
LIST_BYTES: Final = 2 * MB
LIST_ROWS: Final = 5_000
LIST_COLUMNS: Final = 60
#: Characters of one cell, and of all cells together: a workbook stores a text once that
#: many cells show.
CELL_CHARACTERS: Final = 1_000
LIST_CHARACTERS: Final = 2_000_000
#: Columns of all rows times rows, where each row of a JSON list may have other columns.
JSON_CELLS: Final = LIST_ROWS * LIST_COLUMNS

# --- Excel workbooks ------------------------------------------------------------------
WORKBOOK_MEMBERS: Final = 500
WORKBOOK_UNPACKED_MB: Final = 16
#: The last column of an Excel sheet is XFD.
WORKBOOK_ROW_CELLS: Final = 16_384
#: Cells of one sheet, empty ones with a format among them.
WORKBOOK_CELLS: Final = 100_000
#: Parts of the XML of all sheets, texts and styles.
WORKBOOK_ELEMENTS: Final = 1_000_000
#: Rows looked at; a list that ends later has more than `LIST_ROWS`.
WORKBOOK_ROWS_SEEN: Final = 6_000

# --- Logos ----------------------------------------------------------------------------
LOGO_BYTES: Final = 5 * MB
LOGO_PIXELS: Final = 25_000_000

# --- Text with cells: seats, and the CSV files of a tournament folder -----------------
#: Cells of one record. A round's table has six.
RECORD_CELLS: Final = 1_000
#: Lines of one file: 1,000 players play 40,000 hands in 10 rounds.
FILE_LINES: Final = 100_000
#: Tables of all rounds: 99 rounds of 250.
SEATING_LINES: Final = 25_000
#: After so many faults the rest of a file is not read.
FILE_FAULTS: Final = 1_000
SEATING_CHARACTERS: Final = 1_000_000

# --- Tournament folders and settings --------------------------------------------------
#: A zip, and what it unpacks to. 1,000 players and 10 rounds take about 10 MB.
FOLDER_BYTES: Final = 30 * MB
FOLDER_MEMBERS: Final = 1_000
#: Rows of players.csv.
FOLDER_PLAYERS: Final = 5_000
#: Seconds that an import in the worker waits while other folders are read.
FOLDER_LINE_SECONDS: Final = 300
#: event.json; one line of a file with a JSON object a line.
EVENT_FILE_BYTES: Final = 2 * MB
JSON_LINE_CHARACTERS: Final = 100_000
SETTINGS_BYTES: Final = 1 * MB
RULES_BYTES: Final = 100_000
