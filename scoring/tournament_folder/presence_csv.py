"""presence.csv: players who miss rounds, are substitutes, are disqualified or do not
show their full name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from scoring.tournament_folder.file_layout import FileColumns
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.models import Player, ShownAs, Tournament
from tournaments.people.public_names import logged_elsewhere
from tournaments.people.register_players import PlayerRow
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_START_NUMBER

COLUMNS = FileColumns(
    (
        *("number", "first_round", "last_round", "substitute", "shown_as", "away"),
        "disqualified",
    ),
    optional=("last_round", "substitute"),
    # Left out if all players show their full name, no one misses a round in between and
    # no one is disqualified.
    rare=("shown_as", "away", "disqualified"),
)

#: Public names that players may choose instead of the full name.
SHOWN = (ShownAs.INITIALS.value, ShownAs.NUMBER.value)


@dataclass(frozen=True)
class PresenceRow:
    """A player's line. `last_round`: None if the player stays to the end; `away`:
    missed rounds in between; `shown_as`: public name."""

    line: int
    number: int
    first_round: int
    last_round: int | None
    is_substitute: bool
    shown_as: str = ShownAs.FULL
    away: tuple[int, ...] = ()
    is_disqualified: bool = False


def written_presence(tournament: Tournament) -> Iterator[Sequence[object]]:
    """Yield rows for players who miss rounds, are substitutes, are disqualified or do
    not show their full name."""
    for player in tournament.players.select_related("person").order_by("number"):
        is_there = (player.first_round, player.last_round, player.away) == (1, None, ())
        chosen = player.publicly_shown_as
        shown_as = "" if chosen == ShownAs.FULL else chosen.value
        marked = player.is_substitute or player.is_disqualified
        if not is_there or marked or shown_as:
            last = "" if player.last_round is None else player.last_round
            substitute = 1 if player.is_substitute else ""
            away = " ".join(map(str, player.away))
            out = 1 if player.is_disqualified else ""
            known = [player.number, player.first_round, last, substitute, shown_as]
            yield [*known, away, out]


def presence_in(
    file: CsvFile | None, players: Iterable[PlayerRow]
) -> tuple[PresenceRow, ...]:
    """Return the readable rows of the file; empty without a file.

    Unknown players, house players and repeated numbers get a fault.
    """
    if file is None:
        return ()
    rows = [row for _line, row in file.lines(_row)]
    known = {player.number: player for player in players}
    seen: set[int] = set()
    for row in rows:
        player = known.get(row.number)
        if player is None:
            message = _("Player %(number)s is not in players.csv.")
        elif player.is_filler:
            message = _("Number %(number)s is a house player and needs no attendance.")
        elif row.number in seen:
            message = _("Number %(number)s is listed twice.")
        else:
            seen.add(row.number)
            continue
        file.fault("unknown_player", message, "number", row.line, number=row.number)
    return tuple(rows)


def store(tournament: Tournament, rows: Collection[PresenceRow], *, by: str) -> None:
    """Store the rows. Their players must be registered already."""
    registered = tournament.players.select_related("person")
    players = {player.number: player for player in registered}
    changed: list[Player] = []
    for row in rows:
        player = players[row.number]
        player.first_round, player.last_round = row.first_round, row.last_round
        player.is_substitute, player.away = row.is_substitute, row.away
        player.shown_as = row.shown_as
        player.is_disqualified = row.is_disqualified
        changed.append(player)
    fields = (
        *("first_round", "last_round", "away_rounds"),
        *("is_substitute", "is_disqualified", "shown_as"),
    )
    with logged_elsewhere(tournament, [player.person for player in changed], by=by):
        Player.objects.bulk_update(changed, fields)


def _row(row: Row) -> PresenceRow:
    return PresenceRow(
        row.line,
        row.integer("number", 1, MOST_START_NUMBER),
        row.integer("first_round", 1, MOST_ROUNDS),
        row.optional_integer("last_round", 0, MOST_ROUNDS),
        bool(row.optional_integer("substitute", 0, 1)),
        row.one_of("shown_as", SHOWN).lower() if row.says("shown_as") else ShownAs.FULL,
        _away(row),
        bool(row.optional_integer("disqualified", 0, 1)),
    )


def _away(row: Row) -> tuple[int, ...]:
    """Return the round numbers in a cell, which are separated by spaces.

    Adds a fault and returns () for any other text.
    """
    numbers = row.raw("away").split()
    if all(number.isdecimal() and len(number) < 4 for number in numbers):
        rounds = tuple(map(int, numbers))
        if all(1 <= round_ <= MOST_ROUNDS for round_ in rounds):
            return rounds
    message = _("“%(value)s” is not a list of rounds such as 3 5.")
    row.fault("bad_rounds", message, "away", value=row.raw("away"))
    return ()
