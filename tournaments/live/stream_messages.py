"""Messages of the live stream, each created once for all its receivers."""

from __future__ import annotations

import json
from random import choice

from tournaments.live.fragment_differences import Difference
from tournaments.live.live_topics import AHEAD, Rendering, Span
from tournaments.live.stream_blocks import Message

#: Events of a page's main fragment: the whole, and its changes.
FRAGMENT, ROWS = "fragment", "rows"
#: Event with the number of devices that follow the table.
DEVICES = "devices"

#: Reconnection times of clients in milliseconds. They vary, because thousands of
#: clients lose a server at the same moment.
PAUSES = range(1000, 4001, 100)
#: Heartbeat; a script handles it too (static/connection-and-outage-messages.js).
STILL_HERE = Message("event: here\ndata: here\n\n")
#: Ends a stream for good: the page shows that and does not reconnect.
DISMISSAL = Message("event: over\ndata: over\n\n")
_OPENED = [Message(f"retry: {pause}\n\n") for pause in PAUSES]


def opened() -> Message:
    """Return the first message of a stream, with a random reconnection time."""
    return choice(_OPENED)  # noqa: S311 - no secret


def devices(number: int) -> Message:
    return Message(f"event: {DEVICES}\ndata: {number}\n\n")


def rendering_message(
    rendering: Rendering, span: Span, shown: Rendering | None
) -> Message:
    """Return the message that updates a viewer from the rendering `shown` to this
    rendering.

    It contains the difference if possible, otherwise the whole fragment. The message of
    a fragment that is sent before the main fragment has no id, because an id would
    state which revision the viewer has seen.
    """
    diff = rendering.difference_from(shown)
    first = span.first if rendering.topic.kind.tells_of_changes else None
    last = None if rendering.topic.is_ahead else span.last
    key = (shown.mark if shown and diff else "", first, last)
    messages: dict[object, Message] = rendering.messages
    if key not in messages:
        messages[key] = Message(
            _whole(rendering, first, last)
            if diff is None
            else _rows(rendering, diff, span.last)
        )
    return messages[key]


def _whole(rendering: Rendering, first: int | None, last: int | None) -> str:
    event = FRAGMENT if last else AHEAD
    lines = rendering.html.splitlines()
    if first is not None:
        lines.insert(0, str(first))
    data = "".join(f"data: {line}\n" for line in lines)
    seen = f"id: {_id(rendering, last)}\n" if last else ""
    return f"{seen}event: {event}\n{data}\n"


def _rows(rendering: Rendering, diff: Difference, last: int) -> str:
    data = json.dumps(diff, ensure_ascii=False, separators=(",", ":"))
    return f"id: {_id(rendering, last)}\nevent: {ROWS}\ndata: {data}\n\n"


def _id(rendering: Rendering, last: int) -> str:
    """Return the message id, which a client sends when it reconnects.

    It contains the revision of the message and, if differences can be sent, the hash of
    the fragment that the page then shows.
    """
    return f"{last}-{rendering.mark}" if rendering.has_differences else str(last)
