"""Uploads that are small to send but large to read.

Each is rejected early, with a sentence that names the limit.
"""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.tournament_folder.event_json.read_and_write_settings import read_settings
from tests.pictures import blank
from tests.scoring.folders import practice_files
from tests.tournaments.list_import.test_list_reading import (
    TABLE,
    refused,
    saved,
    unzipped,
    workbook,
    zipped,
)
from tournaments.director.seating_drafts.draft_files import plan_from
from tournaments.files import strict_csv_reader, upload_limits, workbook_size
from tournaments.files.list_file_reader import read_sheet
from tournaments.files.logo_images import logo_of
from tournaments.files.strict_csv_reader import CsvFile
from tournaments.refusals import sentence
from tournaments.rounds.seating_files import read_seating

SPREADSHEET = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
BOOK = unzipped(saved(workbook(TABLE)))


def sheet_with(rows: bytes, **parts: bytes) -> bytes:
    """Return a workbook with a sheet of these rows. `parts`: further files in it."""
    sheet = b'<worksheet xmlns="%b"><sheetData>%b</sheetData></worksheet>'
    files = BOOK | {"xl/worksheets/sheet1.xml": sheet % (SPREADSHEET, rows)} | parts
    return zipped(files)


def many_members(count: int) -> bytes:
    return zipped(BOOK | {f"xl/{number}": b"" for number in range(count)})


def one_text_in_many_cells() -> bytes:
    """Return a workbook with a text of 1,000 characters that is used in 2,001 cells."""
    texts = b'<sst xmlns="%b"><si><t>%b</t></si></sst>'
    types = BOOK["[Content_Types].xml"].replace(
        b"</Types>",
        b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.'
        b'openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
    )
    row = b"<row>" + b'<c t="s"><v>0</v></c>' * 29 + b"</row>"
    parts = {
        "xl/sharedStrings.xml": texts % (SPREADSHEET, b"x" * 1000),
        "[Content_Types].xml": types,
    }
    return sheet_with(row * 69, **parts)


def unusually_packed() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in BOOK.items():
            archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (sheet_with(b"<row>" + b"<c/>" * 900_000 + b"</row>"), "more than 16384 cells"),
        (
            sheet_with((b"<row>" + b"<c/>" * 16_000 + b"</row>") * 7),
            "more than 100000 cells",
        ),
        (
            sheet_with(b"", **{"xl/styles.xml": b"<a>" * 1_000_001}),
            "too many cells, texts",
        ),
        (many_members(500), "more than 500 files"),
        (one_text_in_many_cells(), "more than 2000000 characters"),
        (unusually_packed(), "is encrypted or uses an unsupported compression"),
        ("," * 2_000_000, "Line 1 has more than 60 columns."),
        (
            json.dumps([{f"column{row}": 1} for row in range(1000)]),
            "more than 300000 cells",
        ),
    ],
    ids=range(8),
)
def test_a_list_that_grows_when_it_is_read_is_refused(content, said):
    assert len(content) <= upload_limits.LIST_BYTES
    assert said in refused(content)


def test_a_workbook_is_read_no_further_than_its_limit(monkeypatch):
    """A workbook is read only up to its limit: the million elements after the first
    excess cell are not read.
    """
    monkeypatch.setattr(workbook_size, "WORKBOOK_ROW_CELLS", 10)
    counted = []
    count = workbook_size.WorkbookSize._count

    def counting(size):
        counted.append(1)
        count(size)

    monkeypatch.setattr(workbook_size.WorkbookSize, "_count", counting)
    refused(sheet_with(b"<row>" + b"<c/>" * 100_000 + b"</row>"))
    assert len(counted) < 1000


def test_empty_formatted_cells_are_no_reason_to_refuse_a_list():
    """A list with empty formatted cells is not refused.

    Spreadsheets save 1,000 rows of 26 columns with a format.
    """
    blank_row = b"<row>" + b'<c s="0"/>' * 26 + b"</row>"
    name = b'<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>'
    assert read_sheet(sheet_with(name + blank_row * 999)).rows == [(1, ["Name"])]


def test_a_name_with_the_prefix_of_its_schema_is_counted_too():
    rows = b"<x:row>" + b"<x:c/>" * 20_000 + b"</x:row>"
    sheet = b'<x:worksheet xmlns:x="%b"><x:sheetData>%b</x:sheetData></x:worksheet>'
    content = zipped(BOOK | {"xl/worksheets/sheet1.xml": sheet % (SPREADSHEET, rows)})
    assert "Row 1 of a sheet has more than 16384 cells" in refused(content)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * (upload_limits.LOGO_BYTES + 1), "larger than 5 MB"),
        (blank(5001, 5000), "more than 25 million pixels"),
    ],
)
def test_a_large_image_is_refused_by_its_head(content, said):
    with pytest.raises(RuleError) as caught:
        logo_of(content)
    assert said in sentence(caught.value.faults[0])


@pytest.mark.parametrize("read", [read_seating, plan_from])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("," * 2000, "more than 1000 cells"),
        (
            json.dumps({"rows": [{f"column{row}": 1} for row in range(1000)]}),
            "more than 300000 cells",
        ),
        ("round,table,east,south,west,north\n" + "x,x,x,x,x,x\n" * 25_001, ""),
    ],
    ids=["cells", "columns", "faults"],
)
def test_seats_are_read_until_a_limit(read, text, said):
    with pytest.raises(RuleError) as caught:
        read(text)
    sentences = [sentence(fault) for fault in caught.value.faults]
    assert any(said in each for each in sentences)
    assert len(sentences) < upload_limits.FILE_FAULTS + 10


def test_a_file_of_seats_has_at_most_so_many_lines():
    with pytest.raises(RuleError) as caught:
        read_seating("1,1,1,2,3,4\n" * (upload_limits.SEATING_LINES + 1))
    assert "more than 25000 lines" in sentence(caught.value.faults[0])


def test_a_stray_quote_is_named_although_it_takes_in_many_cells():
    """The error names the line of a stray quote.

    All text after the quote belongs to one cell, including its commas.
    """
    file = CsvFile("f.csv", "a,b\n" + '"x\n' + "1,2\n" * 2000, ("a", "b"))
    assert [(fault.code, fault.line) for fault in file.faults] == [("not_csv", 2)]


# --- tournament folders -----------------------------------------------------------


def faults_of(**files: bytes) -> set[tuple[str, str]]:
    changed = {name.replace("__", "."): content for name, content in files.items()}
    with pytest.raises(RuleError) as caught:
        tournament_folder.open_files(practice_files() | changed)
    return {(fault.file, fault.code) for fault in caught.value.faults}


@pytest.mark.parametrize(
    ("name", "line", "lines", "code"),
    [
        ("players__csv", b"1,a\n", 5_001, "too_many_lines"),
        ("seating__csv", b"1,1,1,2,3,4\n", 25_001, "too_many_lines"),
        ("hands__csv", b"1,1,1\n", 100_001, "too_many_lines"),
        ("hands__csv", b"," * 1001 + b"\n", 1, "too_many_cells"),
        ("ledger__jsonl", b"\n", 100_001, "too_many_lines"),
        ("ledger__jsonl", b"[" * 100_001 + b"\n", 1, "line_too_long"),
        ("ledger__jsonl", b"{}\n", 50_000, "not_a_number"),
    ],
)
def test_each_file_of_a_folder_has_its_limits(name, line, lines, code):
    file = name.replace("__", ".")
    head = practice_files().get(file, b"").split(b"\n")[0] + b"\n"
    found = faults_of(**{name: (head if file.endswith(".csv") else b"") + line * lines})
    assert any(fault == (file, code) for fault in found)


def test_the_settings_have_a_size_and_their_first_faults_are_named():
    large = read_settings(b" " * (upload_limits.EVENT_FILE_BYTES + 1))
    assert [fault.code for fault in large.faults] == ["too_large"]
    values = json.loads(practice_files()["event.json"])
    unknown = values | {f"unknown{number}": 1 for number in range(5000)}
    many = read_settings(json.dumps(unknown, indent=0).encode())
    assert len(many.faults) == upload_limits.FILE_FAULTS
    assert many.faults[-1].line > 1


def test_a_zip_with_many_members_is_refused_before_its_directory_is_read():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(upload_limits.FOLDER_MEMBERS + 1):
            archive.writestr(str(number), b"")
    for read in (tournament_folder.from_zip, tournament_folder.refuse_unusable_zip):
        with pytest.raises(RuleError) as caught:
            read(file.getvalue())
        assert [fault.code for fault in caught.value.faults] == ["too_many_members"]


def test_the_document_names_the_limits(settings):
    table = (settings.BASE_DIR / "docs" / "director.md").read_text()
    table = table.partition("## Limits of files")[2]
    limits = vars(upload_limits)
    exact = ("LIST_ROWS", "LIST_CHARACTERS", "JSON_CELLS", "WORKBOOK_ROW_CELLS")
    exact += ("WORKBOOK_CELLS", "WORKBOOK_ELEMENTS", "FILE_LINES", "SEATING_LINES")
    exact += ("FOLDER_PLAYERS", "RECORD_CELLS", "SEATING_CHARACTERS", "LIST_COLUMNS")
    for name in exact:
        assert f"{limits[name]:,} " in table, name
    for words in (
        f"{upload_limits.LIST_BYTES // upload_limits.MB} MB; 5,000 rows",
        f"{upload_limits.FOLDER_BYTES // upload_limits.MB} MB packed or unpacked",
        f"{upload_limits.LOGO_PIXELS // 1_000_000} million pixels",
        f"for {2 * upload_limits.LINE_SECONDS} seconds",
        "{} MB of memory, {} seconds of processor time and {} seconds in total".format(
            *upload_limits.READING
        ),
        "{} MB, {} seconds and {} seconds".format(*upload_limits.FOLDER_READING),
        f"settings | {upload_limits.SETTINGS_BYTES // upload_limits.KB} kB",
        f"Rules (presets) | {upload_limits.RULES_BYTES // upload_limits.KB} kB",
    ):
        assert words in table, words


def test_no_file_is_read_after_so_many_faults(monkeypatch):
    monkeypatch.setattr(strict_csv_reader, "FILE_FAULTS", 3)
    file = CsvFile("f.csv", "a\n" + "x\n" * 10, ("a",))
    assert file.lines(lambda row: row.integer("a", 1, 9)) == []
    assert len(file.faults) == 3
