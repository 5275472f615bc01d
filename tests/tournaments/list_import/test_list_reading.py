"""Player lists in common formats: reading, matching columns, and splitting names."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.xml import DEFUSEDXML

from tournaments.files.list_file_reader import read_sheet
from tournaments.files.upload_limits import LIST_ROWS
from tournaments.list_import.list_columns import HEADINGS, columns_of
from tournaments.list_import.name_cells import end_in_countries, taken_apart
from tournaments.list_import.name_splitting import NameOrder, split_name, usual_order
from tournaments.people.countries_and_ema_numbers import (
    country_named,
    ema_number,
    nearest_country,
)
from tournaments.refusals import Refused, sentence

TABLE = [
    ["Surname", "Vorname", "EMA-Nr.", "Land"],
    ["Łoś", "Zoë", "19000001", "Polska"],
    ["van den Berg", "Jan", "8000002", "Pays-Bas"],
]


def workbook(rows, *, title="Players") -> Workbook:
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return book


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def refused(content) -> str:
    with pytest.raises(Refused) as caught:
        read_sheet(content)
    return sentence(caught.value.faults[0])


# --- reading --------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("encoding", "mark", "called"),
    [
        ("utf-8", "", "UTF-8"),
        ("utf-8", "\ufeff", "UTF-8"),
        ("utf-16-le", "\ufeff", "UTF-16"),
        ("utf-16-be", "\ufeff", "UTF-16"),
        ("utf-16-le", "", "UTF-16"),
        ("utf-16-be", "", "UTF-16"),
        ("utf-32-le", "\ufeff", "UTF-32"),
    ],
)
def test_every_delimiter_in_every_encoding(delimiter, encoding, mark, called):
    text = mark + "\r\n".join(delimiter.join(row) for row in TABLE)
    sheet = read_sheet(text.encode(encoding))
    assert [cells for _line, cells in sheet.rows] == TABLE
    assert sheet.read_as == called


def test_what_windows_writes_in_western_europe():
    sheet = read_sheet("Name;Land\nÅse Sørensen;España\n".encode("cp1252"))
    assert sheet.rows == [(1, ["Name", "Land"]), (2, ["Åse Sørensen", "España"])]
    assert sheet.read_as == "Windows-1252"


def test_a_workbook_is_read_as_people_see_it():
    book = workbook([["Players of 2026"], [], *TABLE])
    book.active["D5"] = 8
    book.active["C5"] = 8000002.0
    empty = book.create_sheet("Notes", 0)
    empty.sheet_state = "visible"
    assert DEFUSEDXML
    sheet = read_sheet(saved(book))
    assert sheet.read_as == "Players"
    assert sheet.rows[0] == (1, ["Players of 2026", "", "", ""])
    assert sheet.rows[1:3] == [(3, TABLE[0]), (4, TABLE[1])]
    assert sheet.rows[3] == (5, ["van den Berg", "Jan", "8000002", "8"])
    columns = columns_of(sheet.rows)
    assert columns.heading == 3
    assert columns.fields == ("last_name", "first_name", "ema_number", "country")


def test_names_alone_may_have_commas():
    text = "Name\nBerg, Anna\nLi, Bo\n"
    assert [cells for _line, cells in read_sheet(text).rows][1:] == [
        ["Berg, Anna"],
        ["Li, Bo"],
    ]


def test_a_guarded_formula_is_a_text():
    assert read_sheet("Name,Club\nA,'=1+1\n").rows[1] == (2, ["A", "=1+1"])


def formula_without_value() -> bytes:
    book = workbook(TABLE)
    book.active["A4"] = "=A2&A3"
    return saved(book)


def with_macros() -> bytes:
    return zipped(unzipped(saved(workbook(TABLE))) | {"xl/vbaProject.bin": b"x"})


def bomb() -> bytes:
    return zipped(
        unzipped(saved(workbook(TABLE))) | {"xl/media/zero": b"\0" * (17 << 20)}
    )


def entities() -> bytes:
    files = unzipped(saved(workbook(TABLE)))
    lol = b"".join(
        b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10 if n else b"lol")
        for n in range(10)
    )
    sheet = files["xl/worksheets/sheet1.xml"].replace(b"Surname", b"&l9;")
    files["xl/worksheets/sheet1.xml"] = b"<!DOCTYPE x [" + lol + b"]>" + sheet
    return zipped(files)


def far_away() -> bytes:
    """Return a workbook with two cells, one of them in the last possible row."""
    files = unzipped(saved(workbook([["Name"], ["Berg"]])))
    sheet = files["xl/worksheets/sheet1.xml"].replace(b'r="2"', b'r="1048576"')
    files["xl/worksheets/sheet1.xml"] = sheet.replace(b'"A2"', b'"A1048576"')
    return zipped(files)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This list is empty."),
        (" \n;;\n", "This list is empty."),
        (saved(Workbook()), "This workbook is empty."),
        ("x,y\n" * (LIST_ROWS + 1), "more than 5000 rows"),
        (saved(workbook([["x", "y"]] * (LIST_ROWS + 1))), "more than 5000 rows"),
        (",".join("x" * 61), "Line 1 has more than 60 columns."),
        (saved(workbook([["x"] * 70])), "Line 1 has more than 60 columns."),
        ("Name\n" + "x" * 1001, "A cell of line 2 has more than 1000 characters."),
        ('Name\n"Berg\nLi\n', "Line 2 is not valid CSV"),
        (b"Name\nBerg\n\x01\x02\n", "Line 3 contains invalid characters."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "Line 3 contains invalid characters"),
        (b"Name\nS\x81\x8drensen", "text encoding is unknown"),
        (b"\xff\xfeN\0a", "text encoding is unknown"),
        ("<rows><row>Berg</row></rows>", "This is XML, not a table."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, "file is not readable"),
        (b"PK\x03\x04" + b"\0" * 500, "not a readable Excel workbook"),
        (zipped({"players.csv": b"Name"}), "not a readable Excel workbook"),
        (zipped({"xl/workbook.xml": b"<a>"}), "not a readable Excel workbook"),
        (saved(workbook(TABLE))[:-100], "not a readable Excel workbook"),
        (with_macros(), "This workbook contains macros."),
        (bomb(), "is larger than 16 MB when unpacked"),
        (entities(), "not a readable Excel workbook"),
        (formula_without_value(), "Cell A4 contains a formula without a value."),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 70 else "",
)
def test_what_is_no_list_gets_a_sentence(content, said):
    assert said in refused(content)


def test_a_row_far_away_does_not_take_long():
    assert read_sheet(far_away()).rows == [(1, ["Name"])]


@given(st.binary(max_size=200))
def test_whatever_bytes_are_a_list_or_refused(content):
    for begin in (b"", b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf"):
        try:
            sheet = read_sheet(begin + content)
        except Refused as error:
            sentence(error.faults[0])
        else:
            assert len({len(cells) for _line, cells in sheet.rows}) == 1
            assert "\0" not in str(sheet.rows)
            columns_of(sheet.rows)


# --- columns --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "fields"),
    [
        ("Name,EMA ID,Country", "name ema_number country"),
        ("EMA number,Surname,First name", "ema_number last_name first_name"),
        ("Name,Vorname,Land,Verein", "last_name first_name country club"),
        ("Prénom,Nom,Pays,N° EMA", "first_name last_name country ema_number"),
        ("Cognome,Nome,Nazione", "last_name first_name country"),
        ("APELLIDOS;NOMBRE;PAÍS", "last_name first_name country"),
        ("number,first_name,last_name,team", "number first_name last_name team"),
        ("last_name,group,table,first,last", "last_name group fixed_table "
         "first_round last_round"),
        ("#,Navn,E-mail,EMA #", "number name email ema_number"),
        ("Timestamp,Name,Meal,Country,Name", "- name remarks country -"),
    ],
)  # fmt: skip
def test_headings_in_any_order_and_in_many_words(heading, fields):
    rows = read_sheet(heading + "\n" + "1,2,3,4,5"[: 2 * heading.count(",") + 1]).rows
    expected = [field.strip("-") for field in fields.split()]
    assert [*columns_of(rows).fields] == expected


def test_first_and_last_are_names_unless_numbers_stand_below():
    rows = read_sheet("First,Last,Club\nAnna,Berg,Aarhus").rows
    assert columns_of(rows).fields == ("first_name", "last_name", "club")


@pytest.mark.parametrize(
    ("rows", "fields"),
    [
        ("Ada Lind|Bo Berg", "name"),
        ("1. Ada Lind|Bo Berg, EMA 04000001", "name"),
        ("7\tAnna\tBerg\tDenmark|8\tBo\tLi\tNorway", "- first_name last_name -"),
        ("BERG;Anna;DNK;03000123|LI;Bo;NOR;04000123",
         "last_name first_name - ema_number"),
        ("Anna Berg,DK,Aarhus Mahjong|Bo Li,NO,Oslo Mahjong", "name - -"),
        ("Ada,Land,Norway|Bo,Li,Norway", "first_name last_name -"),
        ("Ada,Norway|Bo,Iceland", "name -"),
        # Private data is not matched to a public column or a name.
        ("Ada Lind,Vegan|Bo Berg,no nuts|Cleo Dahl,no fish", "name -"),
        ("Ada Lind,192.0.2.7|Bo Berg,2001:db8::1", "name -"),
        ("Ada Lind,1954|Bo Berg,1961", "name -"),
        ("X1Y2,paid,Ada,Lind|X3Y4,paid,Bo,Berg|X5Y6,paid,Cleo,Dahl",
         "- - first_name last_name"),
        ("vegan,Ada,Lind|vegan,Bo,Berg|vegan,Cleo,Dahl", "- first_name last_name"),
        ("Vegan,Ada Lind|,Bo Berg|,Cleo Dahl", "- name"),
        ("ada@example.org,Ada Lind|bo@example.org,Bo Berg", "- name"),
        ("Can I sit near a door?,Ada Lind|Is there a lift?,Bo Berg", "- name"),
        ("paid,no|paid,no|paid,yes", "- -"),
    ],
)  # fmt: skip
def test_without_headings_only_names_and_ema_numbers_are_found(rows, fields):
    columns = columns_of(read_sheet(rows.replace("|", "\n")).rows)
    expected = [field.strip("-") for field in fields.split()]
    assert (columns.heading, [*columns.fields]) == (0, expected)


def test_no_word_means_two_things():
    assert len(HEADINGS) > 200
    assert {HEADINGS[word] for word in ("ema", "ema id", "ema nr")} == {"ema_number"}


# --- names, numbers, countries --------------------------------------------------

LAST, FIRST, CAPITALS = NameOrder


@pytest.mark.parametrize(
    ("name", "order", "parts"),
    [
        ("Anna Berg", LAST, ("Anna", "Berg")),
        ("Anna Lena Berg", LAST, ("Anna Lena", "Berg")),
        ("Jan van den Berg", LAST, ("Jan", "van den Berg")),
        ("Pelé", LAST, ("", "Pelé")),
        ("Berg, Anna", LAST, ("Anna", "Berg")),
        ("BERG, Anna", FIRST, ("Anna", "Berg")),
        ("Berg Anna Lena", FIRST, ("Anna Lena", "Berg")),
        ("van den Berg Jan", FIRST, ("Jan", "van den Berg")),
        ("Anna BERG-LIND", CAPITALS, ("Anna", "Berg-Lind")),
        ("O'NEILL Mary J.", CAPITALS, ("Mary J.", "O'Neill")),
        ("Anna Berg", CAPITALS, ("Anna", "Berg")),
        ("ANNA BERG", CAPITALS, ("ANNA", "Berg")),
    ],
)
def test_a_name_is_taken_apart(name, order, parts):
    assert split_name(name, order) == parts


@pytest.mark.parametrize(
    ("cell", "name", "country"),
    [
        ("Anna Berg, Sweden", "Anna Berg", "Sweden"),
        ("3. Mei Lin, CHN", "Mei Lin", "China"),
        ("Ines Costa, Lisbon", "Ines Costa, Lisbon", ""),
        # These are family names and first names.
        ("Lee, Chad", "Lee, Chad", ""),
        ("van Dyk, Israel", "van Dyk, Israel", ""),
        ("MARTIN GIL, India", "MARTIN GIL, India", ""),
        ("Smith Jones, Al", "Smith Jones, Al", ""),
    ],
)
def test_a_country_after_a_full_name_is_no_first_name(cell, name, country):
    parts = taken_apart(cell)
    assert (parts.name, parts.country) == (name, country)


@pytest.mark.parametrize(
    ("cells", "countries"),
    [
        (["Anna Berg, Sweden", "2. Mei Lin, CHN"], True),
        (["Anna Berg", "Mei Lin", "Ines Costa, Portugal"], True),
        (["Anna Berg, Sweden", "Mei Lin, CHN", "Ines Costa, Lisbon"], True),
        (["García López, Israel", "García Pérez, Ana", "Lind, Bo"], False),
        (["García López, Israel"], False),
        (["Berg, Anna", "Lin, Mei"], False),
        (["Anna Berg", "Mei Lin"], False),
    ],
)
def test_countries_follow_most_names_of_a_column(cells, countries):
    assert end_in_countries(cells) == countries


def test_what_most_names_look_like():
    assert usual_order(["Anna BERG", "Bo LI", "Jan Kim"]) == CAPITALS
    assert usual_order(["Anna Berg", "Bo LI", "Jan Kim", "Li, BO"]) == LAST


@given(
    st.lists(st.text(st.characters(categories=["L"]), min_size=1), max_size=5),
    st.sampled_from(NameOrder),
)
def test_no_word_of_a_name_is_lost(words, order):
    name = " ".join(words)
    first, last = split_name(name, order)
    assert sorted(f"{first} {last}".casefold().split()) == sorted(
        name.casefold().split()
    )
    assert bool(last) == bool(words)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("04000123", "04000123"),
        ("4000123", "04000123"),
        ("04 00 01-23", "04000123"),
        ("", ""),
        ("-", ""),
        ("n/a", ""),
        ("0", ""),
    ],
)
def test_an_ema_number_has_eight_digits(written, number):
    found = ema_number(written)
    assert (found.number, found.fault) == (number, "")
    assert bool(found.remark) == (written == "4000123")


@pytest.mark.parametrize(
    "written", ["123456", "123456789", "00123456", "DE000123", "०४०००१२३"]
)
def test_what_is_no_ema_number_says_why(written):
    found = ema_number(written)
    assert found.number == ""
    assert written in found.fault


@pytest.mark.parametrize(
    ("written", "country"),
    [
        ("DEU", "Germany"),
        ("Deutschland", "Germany"),
        ("osterreich", "Austria"),
        ("Suède", "Sweden"),
        ("日本", "Japan"),
        ("Holand", ""),
        ("Atlantis", ""),
    ],
)
def test_countries_in_several_languages(written, country):
    assert country_named(written) == country


def test_the_nearest_country_is_offered():
    assert nearest_country("Holand") == "Netherlands"
    assert nearest_country("Deutchland") == "Germany"
    assert nearest_country("Atlantis") == ""
