"""Uploaded zip files. Only known files are read, and only from memory."""

from __future__ import annotations

import io
import zipfile

import pytest

from rules.faults import RuleError
from scoring import tournament_folder
from tests.scoring.folders import practice_files, zipped
from tournaments.files.upload_limits import FOLDER_BYTES


def refusal(data: bytes) -> list[str]:
    with pytest.raises(RuleError) as caught:
        tournament_folder.from_zip(data)
    return [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize("folder", ["", "practice/", "practice\\"])
def test_the_files_lie_at_the_top_or_in_one_folder(folder):
    files = practice_files()
    extras = {f"__MACOSX/{folder}._event.json": b"", "notes.txt": b"?"}
    assert tournament_folder.from_zip(zipped({**files}, folder)) == files
    assert tournament_folder.from_zip(zipped({**files, **extras})) == files


def test_standings_may_be_left_out():
    files = practice_files()
    del files["standings.csv"]
    assert tournament_folder.from_zip(zipped(files)) == files


@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"round,table\r\n1,1\r\n"])
def test_what_is_no_zip_is_refused(data):
    assert refusal(data) == ["not_a_zip"]


def test_a_damaged_zip_is_refused():
    data = zipped(practice_files())
    assert refusal(data[: len(data) // 2]) == ["not_a_zip"]
    broken = bytearray(data)
    start = data.index(b"hands.csv") + 20
    broken[start : start + 40] = bytes(40)
    assert refusal(bytes(broken)) == ["not_a_zip"]


def test_files_that_are_missing_are_all_named():
    files = practice_files()
    del files["hands.csv"], files["event.json"]
    with pytest.raises(RuleError) as caught:
        tournament_folder.from_zip(zipped(files))
    assert [fault.file for fault in caught.value.faults] == ["event.json", "hands.csv"]
    assert refusal(zipped({"photo.jpg": b""})) == ["file_missing"] * 5


def test_files_too_deep_are_not_looked_at():
    assert refusal(zipped(practice_files(), "a/b/")) == ["file_missing"] * 5


@pytest.mark.parametrize("path", ["../", "a/../", "/", "..\\"])
def test_a_path_that_leads_out_is_refused(path):
    assert refusal(zipped(practice_files(), path)) == ["unsafe_path"]


def test_two_event_folders_are_refused():
    files = practice_files()
    both = {f"{folder}/{name}": files[name] for folder in "ab" for name in files}
    assert refusal(zipped(both)) == ["two_folders"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused():
    data = io.BytesIO(zipped(practice_files()))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("event.json", b"{}")
    assert refusal(data.getvalue()) == ["two_folders"]


def test_a_zip_that_unpacks_to_too_much_is_refused():
    files = practice_files() | {"hands.csv": bytes(FOLDER_BYTES + 1)}
    data = zipped(files)
    assert len(data) < 100_000
    assert refusal(data) == ["too_large"]


def test_a_zip_that_lies_about_its_size_is_refused():
    """A zip file with a wrong size in its directory is refused.

    The directory says 100 bytes, but the file has 20 MB.
    """
    data = bytearray(zipped(practice_files() | {"hands.csv": bytes(2 * FOLDER_BYTES)}))
    size = (2 * FOLDER_BYTES).to_bytes(4, "little")
    at = data.index(size)
    while at != -1:
        data[at : at + 4] = (100).to_bytes(4, "little")
        at = data.find(size)
    assert refusal(bytes(data)) in (["too_large"], ["not_a_zip"])


def test_a_zip_that_is_too_large_itself_is_refused():
    assert refusal(bytes(FOLDER_BYTES + 1)) == ["too_large"]


def test_an_encrypted_zip_is_refused():
    data = bytearray(zipped(practice_files()))
    at = data.index(b"PK\1\2")
    while at != -1:
        data[at + 8] |= 1
        at = data.find(b"PK\1\2", at + 4)
    assert refusal(bytes(data)) == ["unreadable_zip"]


def test_an_unusual_packing_is_refused():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in practice_files().items():
            archive.writestr(name, content)
    assert refusal(data.getvalue()) == ["unreadable_zip"]
