"""Details and logo in tournament folders, settings files, and copies of tournaments."""

from __future__ import annotations

import errno
import io
import json
import os
from datetime import UTC, date, datetime
from unittest.mock import Mock

import pytest
from django.db import connection
from PIL import Image

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.tournament_folder import copy_tournament
from scoring.tournament_folder.import_tournament import import_files
from tests.pictures import blank, picture
from tests.scoring.folders import Folder, practice_files, there_and_back
from tournaments.files import stored_logos
from tournaments.files.logo_images import SIDE, logo_of
from tournaments.models import Tournament
from tournaments.tournament_setup import description_and_logo, schedule_changes

pytestmark = pytest.mark.django_db

SAID = {
    "starts_on": date(2027, 5, 1),
    "ends_on": date(2027, 5, 2),
    "venue": "The Old Mill",
    "city": "Aarhus",
    "country": "Denmark",
    "organiser": "The Mill's Players",
    "text": "Two days.\n\nBring a cushion.",
    "link": "https://mill.example/cup",
    "contact": "cup@mill.example",
}


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def described(tournament) -> Tournament:
    description_and_logo.describe(tournament, SAID, by="director")
    description_and_logo.give_logo(tournament, picture(700, 300, "JPEG"), by="director")
    return tournament


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def test_what_it_says_and_its_logo_go_out_and_come_in(described):
    files = there_and_back(described)
    assert json.loads(files["event.json"])["about"] == {
        **SAID,
        "starts_on": "2027-05-01",
        "ends_on": "2027-05-02",
    }
    with Image.open(io.BytesIO(files["logo.png"])) as logo:
        assert logo.format == "PNG"
        assert logo.size == (SIDE, round(SIDE * 300 / 700))


def test_an_event_that_says_nothing_has_no_such_files(tournament):
    files = tournament_folder.files_of(tournament)
    assert "logo.png" not in files
    assert "about" not in json.loads(files["event.json"])


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ([], "not_a_group"),
        ({"starts_on": "yesterday"}, "not_a_date"),
        ({"starts_on": "2027-05-02", "ends_on": "2027-05-01"}, "ends_early"),
        ({"ends_on": "2027-05-01"}, "ends_early"),
        ({"link": "javascript:alert(1)"}, "not_a_link"),
        ({"venue": 7}, "not_a_text"),
        ({"venue": "x" * 201}, "not_a_text"),
        ({"mood": "good"}, "unknown"),
        ({"starts_on": "0001-01-01"}, "other_year"),
    ],
)
def test_what_cannot_be_said_is_refused(about, code, director):
    files = practice_files()
    values = json.loads(files["event.json"])
    files["event.json"] = json.dumps(values | {"about": about}).encode()
    with pytest.raises(RuleError) as caught:
        tournament_folder.open_files(files)
    assert codes(caught) == [code]
    with pytest.raises(RuleError) as caught:
        copy_tournament.event_from_settings(files["event.json"], director=director)
    assert codes(caught) == [code]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no_picture"),
        (b"", "no_picture"),
        (picture()[:60], "no_picture"),
        (b"\x89PNG\r\n\x1a\n" + b"no pixels", "no_picture"),
        (b"x" * (5 * 1024 * 1024 + 1), "logo_too_large"),
        (blank(9000, 9000), "too_many_pixels"),
    ],
)
def test_what_is_no_picture_is_no_logo(content, code, tmp_path):
    with pytest.raises(RuleError) as caught:
        logo_of(content)
    assert codes(caught) == [code]
    folder = Folder(tmp_path / "event")
    (folder.path / "logo.png").write_bytes(content)
    assert folder.faults() == [("logo.png", 0, code)]


def test_what_a_picture_carries_besides_its_pixels_is_left_behind():
    comment = b"where it was taken"
    sent = picture(kind="JPEG", comment=comment)
    assert comment in sent
    logo = logo_of(sent)
    assert comment not in logo
    assert logo_of(logo) == logo


#: Metadata of a photo: a width with the wrong type, and portrait orientation.
EXIF = (
    b"Exif\0\0MM\0*\0\0\0\x08\0\x02"
    b"\x01\0\0\x02\0\0\0\x04abc\0"
    b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
    b"\0\0\0\0"
)


def test_what_a_camera_wrote_wrongly_breaks_nothing():
    with Image.open(io.BytesIO(logo_of(picture(kind="JPEG", exif=EXIF)))) as logo:
        assert logo.size == (30, 40)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_pixels_of_every_kind_become_a_small_logo(mode):
    sent = io.BytesIO()
    kind = "JPEG" if mode == "CMYK" else "PNG"
    Image.new(mode, (900, 600)).save(sent, kind)
    with Image.open(io.BytesIO(logo_of(sent.getvalue()))) as logo:
        assert (logo.mode, logo.size) == ("RGBA", (SIDE, round(SIDE * 2 / 3)))


@pytest.mark.django_db(transaction=True)
def test_no_table_waits_while_a_picture_is_made_small(tournament, monkeypatch):
    waited = []

    def slowly(content: bytes) -> bytes:
        waited.append(connection.in_atomic_block)
        return logo_of(content)

    monkeypatch.setattr(description_and_logo, "small_logo", slowly)
    description_and_logo.give_logo(tournament, picture(), by="director")
    assert waited == [False]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("registration", {"opens_at": "0001-01-01T00:00:00+00:00"}),
        (
            "day_plan",
            [
                {
                    "kind": "break",
                    "start": f"9999-12-31T23:{minute}:00+00:00",
                    "minutes": 100,
                    "title": "Late",
                }
                for minute in ("58", "59")
            ],
        ),
    ],
)
def test_times_that_no_calendar_reaches_are_refused(director, key, value):
    values = json.loads(practice_files()["event.json"]) | {key: value}
    with pytest.raises(RuleError) as caught:
        copy_tournament.event_from_settings(
            json.dumps(values).encode(), director=director
        )
    assert set(codes(caught)) == {"other_year"}


def test_a_logo_that_finds_no_room_leaves_nothing(described, monkeypatch):
    [before] = stored_logos.all_logos()
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))
    with pytest.raises(OSError, match="No space"):
        stored_logos.keep(b"png")
    assert list(stored_logos.folder().iterdir()) == [before]


def test_a_logo_that_is_replaced_is_gone(described, django_capture_on_commit_callbacks):
    [before] = stored_logos.all_logos()
    with django_capture_on_commit_callbacks(execute=True):
        description_and_logo.give_logo(described, picture(), by="director")
    [after] = stored_logos.all_logos()
    assert after.name != before.name
    with django_capture_on_commit_callbacks(execute=True):
        description_and_logo.take_logo_away(described, by="director")
    assert not list(stored_logos.all_logos())


class TestCopies:
    def copied(self, tournament, director, **asked) -> Tournament:
        asked = {"starts_on": None, "with_players": False, "title": "Next Cup"} | asked
        return copy_tournament.copy_event(tournament, director=director, **asked)

    def test_settings_go_along_and_people_and_rounds_do_not(
        self, described, seated_round, director
    ):
        copy = self.copied(described, director)
        assert copy.title == "Next Cup"
        assert copy.rules == described.rules
        assert (copy.late_word, copy.minutes) == (described.late_word, 100)
        assert not copy.is_public
        assert not copy.players.exists()
        assert not copy.rounds.exists()
        said = description_and_logo.description_of(copy)
        assert (said.venue, said.starts_on, said.ends_on) == (SAID["venue"], None, None)
        first = description_and_logo.description_of(described)
        assert said.logo != first.logo
        assert stored_logos.read(said.logo) == stored_logos.read(first.logo)
        assert copy.memberships.get().user == director

    def test_players_come_along_if_they_were_there_to_the_end(
        self, described, director
    ):
        described.players.filter(number=3).update(last_round=1)
        copy = self.copied(described, director, with_players=True)
        numbers = [player.number for player in copy.players.all()]
        assert numbers == [1, 2, 4, 5, 6, 7, 8]
        people = set(copy.players.values_list("person", "team__name"))
        assert people < set(described.players.values_list("person", "team__name"))

    def test_the_plan_moves_with_the_first_day_at_the_same_times(
        self, described, director
    ):
        described.time_zone = "Europe/Copenhagen"
        described.save()
        start = datetime(2027, 5, 1, 7, 0, tzinfo=UTC)
        schedule_changes.write(
            described,
            [schedule_changes.Item("round", start, 90, 1)],
            by="director",
            now=start,
        )
        copy = self.copied(described, director, starts_on=date(2027, 12, 4))
        said = description_and_logo.description_of(copy)
        assert (said.starts_on, said.ends_on) == (date(2027, 12, 4), date(2027, 12, 5))
        # 9:00 in Copenhagen, in summer and in winter.
        assert copy.day_plan.get().start == datetime(2027, 12, 4, 8, 0, tzinfo=UTC)
        assert not self.copied(described, director).day_plan.exists()

    def test_settings_as_a_file_make_an_event_with_the_same_ones(
        self, described, seated_round, director
    ):
        described.table_settles_conflicts = True
        described.save()
        sent = copy_tournament.settings_file(described)
        assert "drafts" not in json.loads(sent)
        made = copy_tournament.event_from_settings(sent, director=director)
        assert copy_tournament.settings_file(made) == sent
        assert made.title == described.title
        assert not made.is_public

    @pytest.mark.parametrize(
        "content", [b"", b"\xff", b"[]", b"{}", b'{"title": "x", "ruleset": "poker"}']
    )
    def test_a_file_that_is_wrong_is_refused_and_makes_nothing(self, director, content):
        with pytest.raises(RuleError):
            copy_tournament.event_from_settings(content, director=director)
        assert not Tournament.objects.exists()


def test_an_import_takes_the_logo(described, director):
    files = tournament_folder.files_of(described)
    copy = import_files(files, director=director).tournament
    kept = stored_logos.read(description_and_logo.description_of(copy).logo)
    assert kept == files["logo.png"]
