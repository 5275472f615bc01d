"""Two devices of one table have different names, for each other and for a referee."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Conflict
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.access import page_access, table_links
from tournaments.access.page_access import MARK_COOKIE, is_device_name


@pytest.fixture
def devices(game, monkeypatch) -> list[Client]:
    """Return two devices at table 1, with the marks A10 and B20."""
    marks = iter(["A10", "B20"])
    monkeypatch.setattr(page_access, "_new_mark", lambda _taken: next(marks))
    return [device_at(game), device_at(game)]


@pytest.fixture
def conflict(devices, at) -> Conflict:
    """Return a conflict. The first device has entered 12 fan, and the second 20."""
    first, second = devices
    first.post(at(), win(1, "a", points=12), **HTMX)
    second.post(at(), win(1, "b", points=20), **HTMX)
    return Conflict.objects.get()


def test_the_log_names_the_device(conflict):
    assert conflict.line.by == "table 1, device A10"
    assert conflict.by == "table 1, device B20"
    assert is_device_name(conflict.by)
    assert is_device_name(conflict.line.by)


def test_each_device_knows_which_version_is_its_own(conflict, devices, at):
    own, other = "by this device ({})", "by the other device ({})"
    for device, mine, theirs in ((0, "A10", "B20"), (1, "B20", "A10")):
        page = text(devices[device].get(at()))
        assert own.format(mine) in page
        assert other.format(theirs) in page


def test_a_referee_hears_the_names(conflict, referee_client, at):
    page = text(referee_client.get(at()))
    assert "by table 1, device A10" in page
    assert "by table 1, device B20" in page


def test_the_queue_says_whose_the_first_version_is(conflict, devices, at):
    sent = win(1, "c", points=30)
    for device, words in ((0, "this device (A10)"), (1, "the other device (A10)")):
        answer = devices[device].post(at("queue"), sent | {"device_key": words}).json()
        assert words in answer["conflict"]["by"]


def test_a_device_that_comes_in_again_is_the_same_one(devices, game, at):
    first = devices[0]
    first.get(f"/table/link/{table_links.token_of(game)}/")
    first.post(at(), win(1, "a"))
    assert game.ledger.get().by == "table 1, device A10"


def test_nobody_can_call_a_device_what_they_like(devices, game, at):
    devices[0].cookies[MARK_COOKIE] = "B20:forged"
    devices[0].post(at(), win(1, "a"))
    assert game.ledger.get().by == "table 1"


def test_devices_without_marks_are_not_told_apart(devices, game, at):
    """Devices that opened the table link before marks existed have no marks, and are
    not distinguished.
    """
    for device in devices:
        del device.cookies[MARK_COOKIE]
    devices[0].post(at(), win(1, "a", points=12), **HTMX)
    devices[1].post(at(), win(1, "b", points=20), **HTMX)
    page = text(devices[0].get(at()))
    assert "Entered by table 1 at " in page
    assert "by this device (" not in page


def test_a_mark_is_short_and_no_wind():
    for _time in range(50):
        letter, *figures = page_access._new_mark(())
        assert letter not in "ESWNIO"
        assert "".join(figures).isdecimal()
        assert len(figures) == 2


def test_a_device_gets_no_mark_of_another_that_wrote(
    game, monkeypatch, django_assert_num_queries, at
):
    """A device gets a mark that no other device has used, as long as there is a free
    mark.
    """
    monkeypatch.setattr(page_access, "MARK_LETTERS", "A")
    for number in range(10, 100):
        if number != 47:
            by = page_access.device_name(1, f"A{number}")
            game.round.tournament.record("entered", by=by)
    device_at(game).post(at(), win(1, "a"))
    assert game.ledger.get().by == "table 1, device A47"
    assert page_access._new_mark([f"A{number}" for number in range(10, 100)])
    with django_assert_num_queries(1):
        page_access._marks_used(table_links.Claim(game.pk, 1))
