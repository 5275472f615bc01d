"""The files of an event folder and their columns; docs/event-folder.md tells what
they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments import files
from tournaments.files import SEATS

#: The rulesets whose hands the columns below can tell.
RULESETS = ("mcr",)

EVENT = "event.json"
PLAYERS = "players.csv"
SEATING = "seating.csv"
HANDS = "hands.csv"
TOTALS = "totals.csv"
STANDINGS = "standings.csv"

NEEDED = (EVENT, PLAYERS, SEATING, HANDS, TOTALS)
KNOWN = (*NEEDED, STANDINGS)

#: An event of a thousand players and ten rounds has less than 2 MB.
MOST_BYTES = 10 * 1024 * 1024

#: In totals.csv only when scores do not sum to what the hands' penalties took.
PENALTIES = "penalties"

#: In players.csv only when there is a house player: 1, who is never ranked.
FILLER = "filler"

COLUMNS: Mapping[str, Sequence[str]] = {
    PLAYERS: (*files.PLAYERS, FILLER),
    SEATING: files.SEATING,
    HANDS: (
        "round",
        "table",
        "hand",
        "winner",
        "discarder",
        "points",
        "chicken_hand",
        *(f"{seat}_penalty" for seat in SEATS.values()),
    ),
    TOTALS: (
        "round",
        "table",
        *(f"{seat}_score" for seat in SEATS.values()),
        *(f"{seat}_table_points" for seat in SEATS.values()),
        "totals_only",
        PENALTIES,
    ),
    STANDINGS: ("place", "number", "table_points", "score"),
}
OPTIONAL: Mapping[str, Sequence[str]] = {
    PLAYERS: ("first_name", "country", "club", "team", "ema_number", FILLER),
    TOTALS: (PENALTIES,),
}

#: Keys of event.json; all others are options of the ruleset.
EVENT_KEYS = (
    "title",
    "ruleset",
    "rounds",
    "minutes",
    "end_policy",
    "tie_breaks",
    "drafts",
)
