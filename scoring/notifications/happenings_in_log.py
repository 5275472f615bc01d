"""Events for which notifications are sent, in the order of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.models import Happening, LogEvent

#: Happenings of each kind of log entry.
KINDS: Mapping[str, tuple[Happening, ...]] = {
    "sign_up_page_changed": (Happening.REGISTRATION,),
    "registration_opened": (Happening.REGISTRATION,),
    "round_published": (Happening.SEATING,),
    "round_started": (Happening.START,),
    "time_up": (Happening.TIME_UP,),
    "round_closed": (Happening.CLOSED, Happening.STANDINGS),
    "hall_announced": (Happening.ANNOUNCEMENT,),
    "finished": (Happening.FINAL,),
    "final_shown": (Happening.FINAL,),
    "standings_told": (Happening.STANDINGS, Happening.FINAL),
    "prize_revealed": (Happening.FINAL,),
}


@dataclass(frozen=True)
class Happened:
    """An event in a tournament.

    `key`: identifies the event, so it is sent only once; `round` and `table`: 0 if it
    concerns none; `text`: text of an announcement.
    """

    happening: Happening
    key: str
    at: str
    round: int = 0
    table: int = 0
    text: str = ""


def happenings_in(
    events: Iterable[LogEvent], over: Collection[tuple[int, int]]
) -> Iterator[Happened]:
    """Yield the events in these log entries.

    `over`: round and table numbers of finished games. The end of a game is reported at
    the first entry about its table, always with the same key.
    """
    finished: set[tuple[int, int]] = set()
    for event in events:
        at = event.at.isoformat()
        # An announcement on one screen is only for the people in front of it.
        if event.kind == "hall_announced" and "screen" in event.data:
            continue
        number = _number(event.data.get("round"))
        table = (number, _number(event.data.get("table")))
        if table in over and table not in finished:
            finished.add(table)
            key = f"game:{table[0]}:{table[1]}"
            yield Happened(Happening.GAME, key, at, *table)
        text = event.data.get("text", "")
        for happening in KINDS.get(event.kind, ()):
            # There is one final result, whichever entry shows it.
            is_final = happening is Happening.FINAL
            key = f"{happening.value}:{'' if is_final else event.revision}"
            yield Happened(
                happening, key, at, number, text=text if isinstance(text, str) else ""
            )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
