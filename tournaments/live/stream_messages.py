"""What is sent by the live stream, made once for all who get it.

Who asked for gzip gets one stream of it, put together of blocks: each is compressed
without regard to anything before it and ends on a byte, so that the same bytes fit into
every stream, whenever it began.
"""

from __future__ import annotations

import json
from random import choice

from tournaments.live.fragment_differences import Difference
from tournaments.live.live_topics import AHEAD, Rendering, Span
from tournaments.live.stream_blocks import Message

#: The event by which a page's own fragment comes, and by which its changes do.
FRAGMENT, ROWS = "fragment", "rows"
#: The event that says how many devices follow it.
DEVICES = "devices"

#: Milliseconds after which readers come back whose stream broke off: not the same for
#: all, for thousands lose a server at the same moment.
PAUSES = range(1000, 4001, 100)
#: What says that a stream goes on; a script hears it too
#: (static/connection-and-outage-messages.js).
STILL_HERE = Message("event: here\ndata: here\n\n")
#: What ends a stream for good: the page says so and does not open it again.
DISMISSAL = Message("event: over\ndata: over\n\n")
_OPENED = [Message(f"retry: {pause}\n\n") for pause in PAUSES]


def opened() -> Message:
    """What a stream begins with."""
    return choice(_OPENED)  # noqa: S311 - no secret


def devices(number: int) -> Message:
    return Message(f"event: {DEVICES}\ndata: {number}\n\n")


def told(rendering: Rendering, span: Span, shown: Rendering | None) -> Message:
    """What a viewer needs to see a rendering who is `shown` another one, if any: the
    difference, else the whole. What comes ahead of a page's own fragment says nothing
    of which revision its reader has."""
    found = rendering.difference_from(shown)
    first = span.first if rendering.topic.kind.tells_of_changes else None
    last = None if rendering.topic.is_ahead else span.last
    key = (shown.mark if shown and found else "", first, last)
    known: dict[object, Message] = rendering.messages
    if key not in known:
        known[key] = Message(
            _whole(rendering, first, last)
            if found is None
            else _rows(rendering, found, span.last)
        )
    return known[key]


def _whole(rendering: Rendering, first: int | None, last: int | None) -> str:
    event = FRAGMENT if last else AHEAD
    lines = rendering.html.splitlines()
    if first is not None:
        lines.insert(0, str(first))
    data = "".join(f"data: {line}\n" for line in lines)
    seen = f"id: {_id(rendering, last)}\n" if last else ""
    return f"{seen}event: {event}\n{data}\n"


def _rows(rendering: Rendering, found: Difference, last: int) -> str:
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return f"id: {_id(rendering, last)}\nevent: {ROWS}\ndata: {data}\n\n"


def _id(rendering: Rendering, last: int) -> str:
    """By which a reader who was cut off says what they have seen, and what their page
    shows."""
    return f"{last}-{rendering.mark}" if rendering.has_differences else str(last)
