"""Unsent messages of each viewer of the live stream, and the limits on open streams."""

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

#: Mark of an empty fragment, which need not be sent.
NO_MARK = mark_of(NOTHING)
#: Length in bits of the IPv6 network prefix that a subscriber has.
SUBSCRIBER = 64

Whose = TypeVar("Whose")


class News(NamedTuple):
    """A fragment that was rendered after some changes."""

    rendering: Rendering
    span: Span


class End(Enum):
    """The reason why a stream ends."""

    #: The client has disconnected, or the server is stopping.
    OVER = "over"
    #: The reader does not have permission, or no longer has it.
    DISMISSED = "dismissed"


@dataclass(eq=False, slots=True)
class ViewerConnection:
    """The unsent messages for a viewer of a topic: only the newest state, or the end.

    `seen` is the revision that the viewer has. `mark` is the mark of the fragment in
    the viewer's page.
    """

    topic: Topic
    seen: int
    reader: Reader
    mark: str = ""
    #: Set when the reader's permission has been checked.
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ended: End | None = None
    #: Whether nothing was sent since the last check.
    is_idle: bool = False
    #: Fragments shown to the viewer, and fragments to send. The key is True for the
    #: fragment that is sent before the main one.
    _shown: dict[bool, Rendering] = field(default_factory=dict)
    _waiting: dict[bool, News] = field(default_factory=dict)
    _devices: int = 0
    _devices_wait: bool = False

    def put(self, rendering: Rendering, span: Span) -> None:
        """Keep a rendering for the viewer, unless the viewer already has it.

        Fragments whose kind has `tells_of_changes` are always kept.
        """
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
        """Record the rendering as shown, if the viewer's page shows it."""
        if False not in self._shown and rendering.mark == self.mark:
            self._shown[False] = rendering

    def put_device_count(self, devices: int) -> None:
        """Keep the number of devices for the viewer, if it has changed."""
        if devices == self._devices:
            return
        self._devices, self._devices_wait = devices, True
        self.news.set()

    def take(self) -> list[Message]:
        """Return the messages for the viewer, and mark them as sent."""
        self.news.clear()
        self.is_idle = False
        taken = list[Message]()
        for ahead, (rendering, span) in self._waiting.items():
            taken.append(
                stream_messages.rendering_message(
                    rendering, span, self._shown.get(ahead)
                )
            )
            self._shown[ahead] = rendering
        self._waiting.clear()
        if self._devices_wait:
            taken.append(stream_messages.devices(self._devices))
        self._devices_wait = False
        return taken

    def end(self, why: End = End.OVER) -> None:
        """End the stream. If this is called twice, the first reason counts."""
        self.ended = self.ended or why
        self.answered.set()
        self.news.set()


class Full(Exception):
    """Error for a process that has no room for another stream."""


class StreamCounts:
    """Counts of open streams.

    Public streams are counted in total and by address, which a whole hall may share.
    Other streams are counted by reader: table, staff, player, screen. Public viewers
    therefore cannot use up the room of others.
    """

    def __init__(self) -> None:
        self._of_addresses: Counter[str] = Counter()
        self._of_readers: Counter[Reader] = Counter()

    def __bool__(self) -> bool:
        """Return whether any stream is open."""
        return bool(self._of_addresses or self._of_readers)

    @contextmanager
    def taken(
        self, reader: Reader, address: str, most: int, most_of_one: int
    ) -> Iterator[None]:
        """Count a stream of a reader during the block. `address` is "" if unknown.

        Raises Full if there is no room for the stream.
        """
        if reader.kind == EVERYBODY:
            network = _network_of(address)
            from_network = self._of_addresses[network] if network else 0
            is_full = self._of_addresses.total() >= most or from_network >= most_of_one
            place = _one_more(self._of_addresses, network)
        else:
            # A client with the address can send any session.
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
    """Return the network that an address counts for: for IPv6, the subscriber's
    network; otherwise the address itself."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
        return str(ip_network((ip, SUBSCRIBER), strict=False))
    return str(getattr(ip, "ipv4_mapped", None) or ip)
