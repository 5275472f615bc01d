"""The files of an event folder and their columns; docs/event-folder.md tells what
they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.files.csv_writer import written_csv
from tournaments.people import player_files
from tournaments.people.player_files import SEATS

EVENT = "event.json"
PLAYERS = "players.csv"
SEATING = "seating.csv"
HANDS = "hands.csv"
TOTALS = "totals.csv"
STANDINGS = "standings.csv"
LEDGER = "ledger.jsonl"
CONFIRMATIONS = "confirmations.csv"
LATE_HANDS = "late_hands.jsonl"
CONFLICTS = "conflicts.jsonl"
EXTRA_TIME = "extra_time.csv"
PRESENCE = "presence.csv"
FINAL = "final_standings.csv"
STAGE_PLACES = "stages.csv"
LOGO = "logo.png"

#: The key of event.json with what the event says of itself.
ABOUT = "about"

#: The key of event.json that tells of registration.
REGISTRATION = "registration"

NEEDED = (EVENT, PLAYERS, SEATING, HANDS, TOTALS)
KNOWN = (
    *NEEDED,
    STANDINGS,
    LEDGER,
    CONFIRMATIONS,
    LATE_HANDS,
    CONFLICTS,
    EXTRA_TIME,
    PRESENCE,
    STAGE_PLACES,
    FINAL,
    LOGO,
)

#: An event of a thousand players and ten rounds has about 10 MB.
MOST_BYTES = 30 * 1024 * 1024

#: More hands than this no table plays.
MOST_HANDS = 999

#: More lines than this no ledger has.
MOST_LINES = 9_999

#: In totals.csv only when scores do not sum to what the hands' penalties took.
PENALTIES = "penalties"

#: In players.csv only when there is a house player: 1, who is never ranked.
FILLER = "filler"

#: In players.csv only when somebody paid the fee: 1.
PAID = "paid"

#: In extra_time.csv only where a table's time is no whole number of minutes.
SECONDS = "seconds"

#: In presence.csv only where somebody asked not to be named in full.
SHOWN_AS = "shown_as"

#: In presence.csv only where somebody is away in between: those rounds.
AWAY = "away"

#: In final_standings.csv only where further measures decided places: what somebody
#: had by them, as “thirds=2 opponents_points=61/3”.
FIGURES = "figures"

#: In final_standings.csv only of an event with stages.
STAGED = ("divisor", "level", "stage", "group", "games_won")

#: In hands.csv only where somebody said how many faan are for bonus tiles.
BONUS_FAAN = "bonus_faan"
#: Where a hand without chows was said to be one, which takes the kitty.
NO_CHOWS = "no_chows"

#: Columns that are left out where they say nothing.
RARE = (PENALTIES, FILLER, PAID, SECONDS, SHOWN_AS, AWAY, *STAGED, FIGURES)

COLUMNS: Mapping[str, Sequence[str]] = {
    PLAYERS: (*player_files.PLAYERS, FILLER, PAID),
    SEATING: player_files.SEATING,
    TOTALS: (
        "round",
        "table",
        *(f"{seat}_score" for seat in SEATS.values()),
        *(f"{seat}_table_points" for seat in SEATS.values()),
        "totals_only",
        PENALTIES,
    ),
    STANDINGS: ("place", "number", "table_points", "score"),
    STAGE_PLACES: ("stage", "number", "group"),
    PRESENCE: ("number", "first_round", "last_round", "substitute", SHOWN_AS, AWAY),
}
OPTIONAL: Mapping[str, Sequence[str]] = {
    PLAYERS: ("first_name", "country", "club", "team", "ema_number", FILLER, PAID),
    TOTALS: (PENALTIES,),
    STAGE_PLACES: ("group",),
    PRESENCE: ("last_round", "substitute", SHOWN_AS, AWAY),
    EXTRA_TIME: (SECONDS,),
    HANDS: (BONUS_FAAN, NO_CHOWS),
    FINAL: (*STAGED, FIGURES),
}


def write_csv(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> bytes:
    """The file, without rare last columns that are empty in every row, and without the
    columns of bonus faan and of hands without chows where no row has a value."""
    kept = list(rows)
    for name_of_said in {BONUS_FAAN, NO_CHOWS}.intersection(columns):
        place = columns.index(name_of_said)
        if not any(row[place] != "" for row in kept):
            columns = [*columns[:place], *columns[place + 1 :]]
            kept = [[*row[:place], *row[place + 1 :]] for row in kept]
    rare = set(RARE).intersection(OPTIONAL.get(name, ()))
    while columns[-1] in rare and not any(row[-1] != "" for row in kept):
        columns, kept = columns[:-1], [row[:-1] for row in kept]
    return written_csv((columns, *kept)).encode()
