"""Bodies of requests: a page gets the whole body or none."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from mahjong_site import request_bodies
from mahjong_site.asgi import application
from mahjong_site.request_bodies import (
    FILE,
    FORM,
    WHOLE_BODY,
    Limit,
    RequestBodyBuffer,
    limit_of,
)
from scoring.models import LedgerEntry
from tests.scoring.table_device import device_at, win
from tournaments.files.upload_limits import FOLDER_BYTES

LEFT = {"type": "http.disconnect"}


def part(body: bytes, more: bool = True) -> dict:
    return {"type": "http.request", "body": body, "more_body": more}


class Sender:
    """A client that sends a request in parts. None is a part that never arrives."""

    def __init__(self, *parts: dict | None, path: str = "/", **headers: object) -> None:
        self.parts = list(parts)
        self.sent: list[dict] = []
        self.scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "http_version": "1.1",
            "headers": [
                (name.replace("_", "-").encode(), str(value).encode())
                for name, value in headers.items()
            ],
        }

    async def receive(self) -> dict:
        following = self.parts.pop(0) if self.parts else None
        if following is None:
            await asyncio.Event().wait()
        assert following
        return following

    async def send(self, message: dict) -> None:
        self.sent.append(message)

    def to(self, pages) -> Sender:
        asyncio.run(asyncio.wait_for(pages(self.scope, self.receive, self.send), 10))
        return self

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()


class Pages:
    """An application that records its requests."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.headers: dict[bytes, bytes] = {}

    async def __call__(self, scope, receive, send) -> None:
        self.bodies.append(scope[WHOLE_BODY].read())
        self.headers = dict(scope["headers"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"read"})


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def front(pages) -> RequestBodyBuffer:
    return RequestBodyBuffer(pages)


@pytest.fixture
def save(game, at, monkeypatch) -> tuple[bytes, dict[str, object]]:
    """Return body and headers of a device's request that saves a hand.

    The page's thread must not keep a connection to the test database.
    """
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    client = device_at(game)
    token = client.get(at("queue")).json()["token"]
    cookies = "; ".join(f"{c.key}={c.value}" for c in client.cookies.values())
    return urlencode(win(1, "a", points=88)).encode(), {
        "path": at("queue"),
        "host": "testserver",
        "content_type": "application/x-www-form-urlencoded",
        "cookie": cookies,
        "x_csrftoken": token,
    }


@pytest.mark.django_db(transaction=True)
def test_a_save_that_is_cut_off_anywhere_saves_nothing(save):
    body, rest = save
    for end in range(len(body)):
        cut = Sender(part(body[:end]), LEFT, content_length=len(body), **rest)
        assert cut.to(application).status is None
        chunked = Sender(part(body[:end]), LEFT, transfer_encoding="chunked", **rest)
        assert chunked.to(application).status is None
    assert not LedgerEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("length", [{"transfer_encoding": "chunked"}, {}])
def test_a_save_that_arrives_in_many_parts_is_saved(save, length):
    body, rest = save
    parts = [part(body[at : at + 1], at + 1 < len(body)) for at in range(len(body))]
    length = length or {"content_length": len(body)}
    whole = Sender(*parts, **length, **rest).to(application)
    assert (whole.status, LedgerEntry.objects.get().data["points"]) == (200, 88)


@pytest.mark.parametrize("body", [b"", b"12345678", b"1234567890"])
def test_a_body_of_another_length_than_its_sender_said_is_refused(pages, front, body):
    request = Sender(part(body, more=False), LEFT, content_length=9).to(front)
    assert request.status == 400
    assert request.text == "The upload was incomplete. Nothing was saved."
    assert pages.bodies == []


def test_a_body_in_chunks_gets_the_length_it_has(pages, front):
    chunks = [part(b"12345"), part(b""), part(b"6789", more=False)]
    assert Sender(*chunks, transfer_encoding="chunked").to(front).status == 200
    assert pages.bodies == [b"123456789"]
    assert pages.headers == {b"content-length": b"9"}


def test_a_request_without_a_body_is_as_it_came(pages, front):
    assert Sender(part(b"", more=False), host="here").to(front).text == "read"
    assert (pages.bodies, pages.headers) == ([b""], {b"host": b"here"})


def test_a_body_that_is_too_large_is_refused_before_it_is_read(pages, front):
    rest = [part(b"x", more=False)]
    request = Sender(*rest, content_length=FORM.most_bytes + 1).to(front)
    assert request.status == 413
    assert request.text == (
        "This entry is too large: the limit is 256 kB. Nothing was saved."
    )
    assert pages.bodies == request.parts == []
    assert (b"connection", b"close") in request.sent[0]["headers"]


def test_chunks_that_become_too_large_are_refused(pages, front):
    chunk = bytes(64 * 1024)
    chunks = [*[part(chunk)] * 8, part(b"", more=False)]
    assert Sender(*chunks, transfer_encoding="chunked").to(front).status == 413
    assert pages.bodies == []


def test_an_event_folder_is_taken_whole(pages, front):
    path, size = reverse("director:import"), 3 * 1024 * 1024
    chunks = [part(bytes(size // 2)), part(bytes(size // 2), more=False)]
    assert Sender(*chunks, path=path, content_length=size).to(front).status == 200
    assert pages.bodies == [bytes(size)]


def test_an_upload_that_is_cut_in_the_middle_leaves_nothing(pages, monkeypatch):
    """An upload that is cut in the middle reaches neither a page nor a file, and its
    memory is free again.
    """
    path, half = reverse("director:import"), bytes(FORM.most_bytes)
    held = []

    class Seen(request_bodies.Body):
        def __init__(self, *arguments) -> None:
            super().__init__(*arguments)
            held.append(self)

    monkeypatch.setattr(request_bodies, "Body", Seen)
    front = RequestBodyBuffer(pages)
    parts = [part(half), part(half), LEFT]
    cut = Sender(*parts, path=path, content_length=3 * len(half)).to(front)
    assert (cut.status, pages.bodies) == (None, [])
    assert held[0]._file.closed
    assert front._held.bytes[FILE] == 0


def test_every_form_with_a_file_may_send_it():
    """Every form with a file may send one, and no other address accepts bodies of that
    size.
    """
    addresses = set()
    for template in Path(settings.BASE_DIR / "templates").rglob("*.html"):
        for form in re.findall(r"<form[^>]*multipart[^>]*>", template.read_text()):
            [(name, keys)] = re.findall(r"url '([^']+)'([^%]*)%", form)
            addresses.add(reverse(name, args=["cup"] if "slug" in keys else []))
    assert len(addresses) >= 4
    assert FILE.most_bytes > FOLDER_BYTES
    assert {limit_of(address) for address in addresses} == {FILE}
    others = ["/account/login/", "/director/cup/players/", "/table/cup/1/1/queue/"]
    assert {limit_of(address) for address in others} == {FORM}


def test_a_body_that_stops_is_answered_in_a_sentence(pages, front, monkeypatch):
    monkeypatch.setattr(request_bodies, "BODY_TIMEOUT", 0.05)
    request = Sender(part(b"us"), None, content_length=1000).to(front)
    assert request.status == 408
    assert request.text.startswith("The upload was too slow")
    assert pages.bodies == []


def test_a_body_has_time_only_while_it_comes_at_the_least_rate(
    pages, front, monkeypatch
):
    # Each part gives a second more, so that a busy machine cannot be too slow.
    monkeypatch.setattr(request_bodies, "BODY_TIMEOUT", 0.3)
    monkeypatch.setattr(request_bodies, "LEAST_BYTES_A_SECOND", 1000)
    moments = []

    class Steady(Sender):
        async def receive(self) -> dict:
            moments.append(asyncio.get_running_loop().time())
            await asyncio.sleep(0.02)
            return part(bytes(self.each), more=len(moments) < 20)

    quick, slow = Steady(), Steady()
    quick.each, slow.each = 1000, 1
    assert quick.to(front).status == 200
    moments.clear()
    assert slow.to(front).status == 408
    assert len(moments) < 20
    assert [len(body) for body in pages.bodies] == [20_000]


def test_no_body_has_more_time_than_its_page_allows(front, monkeypatch):
    monkeypatch.setattr(
        request_bodies, "FORM", Limit(10**6, seconds=0.05, most_at_once=10**6)
    )
    assert Sender(part(bytes(500_000)), None).to(front).status == 408


def test_without_room_the_body_that_is_longest_on_its_way_goes(
    pages, front, monkeypatch
):
    """Without room for bodies, the body that has been arriving longest is dropped.

    Otherwise a few slow senders could fill the memory.
    """
    monkeypatch.setattr(request_bodies, "FORM", Limit(100, 10, most_at_once=250))
    monkeypatch.setattr(request_bodies, "DRAIN_TIMEOUT", 0.1)
    slow = [Sender(part(bytes(100)), None) for _each in range(2)]
    quick = Sender(part(bytes(100)), part(b"", more=False))

    async def together() -> None:
        async with asyncio.TaskGroup() as tasks:
            first, second = (
                tasks.create_task(front(each.scope, each.receive, each.send))
                for each in slow
            )
            while any(len(each.parts) for each in slow):
                await asyncio.sleep(0)
            await front(quick.scope, quick.receive, quick.send)
            await first
            assert not second.done()
            second.cancel()

    asyncio.run(asyncio.wait_for(together(), 10))
    assert (slow[0].status, quick.status) == (503, 200)
    assert (b"retry-after", b"10") in slow[0].sent[0]["headers"]
    assert "busy with other uploads" in slow[0].text
    assert pages.bodies == [bytes(100)]


def test_bodies_that_are_whole_keep_their_room(monkeypatch):
    monkeypatch.setattr(request_bodies, "FORM", Limit(100, 10, most_at_once=150))
    sent: list[Sender] = []

    async def page(scope, _receive, send) -> None:
        if not sent:
            sent.append(Sender(part(bytes(100), more=False), LEFT))
            await front(sent[0].scope, sent[0].receive, sent[0].send)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": scope[WHOLE_BODY].read()})

    front = RequestBodyBuffer(page)
    assert Sender(part(bytes(100), more=False)).to(front).text == "\0" * 100
    assert sent[0].status == 503
    assert Sender(part(bytes(100), more=False)).to(front).status == 200


def test_a_full_disk_is_said_in_a_sentence(pages, front, monkeypatch):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    class OnFullDisk(request_bodies.Body):
        def __init__(self, *arguments) -> None:
            super().__init__(*arguments)
            self._file.write = full

    size = 2 * FORM.most_bytes
    monkeypatch.setattr(request_bodies, "Body", OnFullDisk)
    sent = [part(bytes(size), more=False), LEFT]
    request = Sender(*sent, path="/director/import/", content_length=size).to(front)
    assert (request.status, pages.bodies) == (503, [])
    assert "disk is full" in request.text
