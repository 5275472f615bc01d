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
from typing import NamedTuple, TypeVar

from tournaments.access.live_access import EVERYBODY, Reader
from tournaments.live import stream_messages, stream_metrics
from tournaments.live.fragment_differences import NOTHING, mark_of
from tournaments.live.live_topics import Rendering, Span, Topic
from tournaments.live.stream_blocks import Message

#: Of a fragment that says nothing, which nobody needs to be told.
NO_MARK = mark_of(NOTHING)
#: Of an IPv6 address, the bits of the network that one subscriber has.
SUBSCRIBER = 64

Whose = TypeVar("Whose")


class News(NamedTuple):
    """A fragment as it was after some changes."""

    rendering: Rendering
    span: Span


class End(Enum):
    """Why a stream ends."""

    #: Its reader has gone, or the server stops.
    OVER = "over"
    #: Its reader may not follow, or no longer.
    DISMISSED = "dismissed"


@dataclass(eq=False, slots=True)
class Slot:
    """What a viewer of a topic has not been sent yet: only the newest, or that it is
    over. `seen`: the revision that they have seen, `mark`: of the fragment that their
    page came with."""

    topic: Topic
    seen: int
    reader: Reader
    mark: str = ""
    #: Set when it is known whether the reader may follow.
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ended: End | None = None
    #: Whether nothing was sent since the last look.
    is_idle: bool = False
    #: What the viewer is shown, and what waits for them, by whether that comes ahead.
    _shown: dict[bool, Rendering] = field(default_factory=dict)
    _waiting: dict[bool, News] = field(default_factory=dict)
    _devices: int = 0
    _devices_wait: bool = False

    def put(self, rendering: Rendering, span: Span) -> None:
        """Keep it for the viewer; what they have already is no news, unless the topic
        tells of changes."""
        ahead = rendering.topic.is_ahead
        if waits := self._waiting.get(ahead):
            span = span.and_of(waits.span)
        elif self._has(rendering):
            self._shown[ahead] = rendering
            return
        self._waiting[ahead] = News(rendering, span)
        self.news.set()

    def _has(self, rendering: Rendering) -> bool:
        topic = rendering.topic
        if topic.kind.tells_of_changes:
            return False
        if shown := self._shown.get(topic.is_ahead):
            return rendering.mark == shown.mark
        came_with = "" if topic.is_ahead else self.mark
        return rendering.mark == (came_with or NO_MARK)

    def recognise(self, rendering: Rendering) -> None:
        """Note that the viewer's page came with this, if it did."""
        if False not in self._shown and rendering.mark == self.mark:
            self._shown[False] = rendering

    def put_company(self, devices: int) -> None:
        """Tell the viewer how many devices there are, unless they know."""
        if devices == self._devices:
            return
        self._devices, self._devices_wait = devices, True
        self.news.set()

    def take(self) -> list[Message]:
        """What waits for the viewer, which is theirs now."""
        self.news.clear()
        self.is_idle = False
        taken = list[Message]()
        for ahead, (rendering, span) in self._waiting.items():
            taken.append(stream_messages.told(rendering, span, self._shown.get(ahead)))
            self._shown[ahead] = rendering
        self._waiting.clear()
        if self._devices_wait:
            taken.append(stream_messages.devices(self._devices))
        self._devices_wait = False
        return taken

    def end(self, why: End = End.OVER) -> None:
        """Let the stream end; the first reason counts."""
        self.ended = self.ended or why
        self.answered.set()
        self.news.set()


class Full(Exception):
    """There are as many streams as one process keeps."""


class Places:
    """The streams that are open: of everybody, in all and from each address, behind
    which a whole hall may be; and of each reader who has a right of their own (a table,
    a helper, a player, a screen). Those who only look never keep one of these out."""

    def __init__(self) -> None:
        self._of_addresses: Counter[str] = Counter()
        self._of_readers: Counter[Reader] = Counter()

    def __bool__(self) -> bool:
        """Whether any is open."""
        return bool(self._of_addresses or self._of_readers)

    @contextmanager
    def taken(
        self, reader: Reader, address: str, most: int, most_of_one: int
    ) -> Iterator[None]:
        """One more stream of a reader, from an address, "" if nobody knows it. Raises
        Full."""
        if reader.kind == EVERYBODY:
            network = _network_of(address)
            here = self._of_addresses[network] if network else 0
            is_full = self._of_addresses.total() >= most or here >= most_of_one
            place = _one_more(self._of_addresses, network)
        else:
            # Whoever has the address can bring any session.
            whose = replace(reader, signed_in="")
            is_full = self._of_readers[whose] >= most_of_one
            place = _one_more(self._of_readers, whose)
        if is_full:
            raise Full
        stream_metrics.viewers(1)
        try:
            with place:
                yield
        finally:
            stream_metrics.viewers(-1)


@contextmanager
def _one_more(counted: Counter[Whose], whose: Whose) -> Iterator[None]:
    counted[whose] += 1
    try:
        yield
    finally:
        counted[whose] -= 1
        if not counted[whose]:
            del counted[whose]


def _network_of(address: str) -> str:
    """What counts as one address: for IPv6 the network of a subscriber."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and not known.ipv4_mapped:
        return str(ip_network((known, SUBSCRIBER), strict=False))
    return str(getattr(known, "ipv4_mapped", None) or known)
