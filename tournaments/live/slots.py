"""What each viewer of the live stream has not been sent yet, and how many of them
there may be."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from ipaddress import IPv6Address, ip_address, ip_network

from tournaments.access.stream_readers import Reader
from tournaments.live.topics import AHEAD, Span, Topic

#: The event by which a page's own fragment comes.
FRAGMENT = "fragment"
#: The event that says how many devices follow it.
DEVICES = "devices"

#: Of an IPv6 address, the bits of the network that one subscriber has.
SUBSCRIBER = 64


@dataclass(frozen=True)
class News:
    """A fragment as it was after some changes. What comes ahead of a page's own
    fragment says nothing of which revision its reader has."""

    topic: Topic
    span: Span
    html: str

    @property
    def event(self) -> str:
        return AHEAD if self.topic.name == AHEAD else FRAGMENT

    def __str__(self) -> str:
        told = [str(self.span.first)] if self.topic.kind.tells_of_changes else []
        lines = [f"data: {line}\n" for line in (*told, *self.html.splitlines())]
        seen = "" if self.event == AHEAD else f"id: {self.span.last}\n"
        return f"{seen}event: {self.event}\n{''.join(lines)}\n"


@dataclass(frozen=True)
class Company:
    """How many devices follow what the viewer follows; no news of the tournament."""

    devices: int

    def __str__(self) -> str:
        return f"event: {DEVICES}\ndata: {self.devices}\n\n"


class End(Enum):
    """Why a stream ends."""

    #: Its reader has gone, or the server stops.
    OVER = "over"
    #: Its reader may not follow, or no longer.
    DISMISSED = "dismissed"


@dataclass(eq=False)
class Slot:
    """What a viewer of a topic has not been sent yet: only the newest, or that it is
    over. `seen`: the revision that they have seen."""

    topic: Topic
    seen: int
    reader: Reader
    #: Set when it is known whether the reader may follow.
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ended: End | None = None
    _newest: dict[str, str] = field(default_factory=dict)
    _waiting: dict[str, News] = field(default_factory=dict)
    _company: Company | None = None
    _company_waits: bool = False

    def put(self, topic: Topic, span: Span, html: str) -> None:
        """Keep it for the viewer; what they have already is no news, unless the topic
        tells of changes."""
        news = News(topic, span, html)
        event = news.event
        if html == self._newest.get(event, "") and not topic.kind.tells_of_changes:
            return
        self._newest[event] = html
        if waits := self._waiting.get(event):
            news = replace(news, span=span.and_of(waits.span))
        self._waiting[event] = news
        self.news.set()

    def put_company(self, devices: int) -> None:
        """Tell the viewer how many devices there are, unless they know."""
        company = Company(devices)
        if company == self._company:
            return
        self._company, self._company_waits = company, True
        self.news.set()

    def take(self) -> list[News | Company]:
        """What waits for the viewer, which is theirs now."""
        self.news.clear()
        taken: list[News | Company] = list(self._waiting.values())
        if self._company and self._company_waits:
            taken.append(self._company)
        self._waiting.clear()
        self._company_waits = False
        return taken

    def end(self, why: End = End.OVER) -> None:
        """Let the stream end; the first reason counts."""
        self.ended = self.ended or why
        self.answered.set()
        self.news.set()


class Full(Exception):
    """There are as many streams as one process keeps."""


class Places:
    """The streams that are open, in all and from each address."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, address: str, most: int, most_of_address: int) -> Iterator[None]:
        """One more stream from an address, "" if nobody knows it. Raises Full."""
        network = _network_of(address)
        here = self._taken[network] if network else 0
        if self._taken.total() >= most or here >= most_of_address:
            raise Full
        self._taken[network] += 1
        try:
            yield
        finally:
            self._taken[network] -= 1
            if not self._taken[network]:
                del self._taken[network]


def _network_of(address: str) -> str:
    """What counts as one address: for IPv6 the network of a subscriber."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and not known.ipv4_mapped:
        return str(ip_network((known, SUBSCRIBER), strict=False))
    return str(getattr(known, "ipv4_mapped", None) or known)
