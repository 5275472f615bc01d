"""Printed lists and slips: seating, results, standings, badges and diplomas.

Each function returns the sheets of one printout. Lists for display contain the players'
public names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from django.db.models import Prefetch
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.hall.name_sizes_on_screen import Size, size_for, word_widths
from scoring.models import Result
from scoring.standings import (
    best_match_days,
    live_and_official_standings,
    who_sees_hidden_results,
)
from scoring.standings.criteria_columns import (
    Column,
    columns_of,
    fined_column,
    hands_known,
)
from scoring.standings.rank_players import in_words
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.standings_sources import source_read
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.access import player_links
from tournaments.models import Game, Player, Round, Seat, Tournament
from tournaments.people.identities import under_public_name
from tournaments.people.name_order import name_order
from tournaments.people.presence_in_rounds import has_left, reached
from tournaments.web.list_wording import joined_sentences
from tournaments.web.qr_codes import svg_of

T = TypeVar("T")

#: Rows on a sheet, to fit A4 and Letter, and the fewest on the last sheet, which takes
#: missing rows from the sheet before it.
ROWS = 45
LEAST = 5


def dealt(rows: Sequence[T], most: int = ROWS, least: int = LEAST) -> list[list[T]]:
    """Return the rows divided into as few sheets as possible, with at most `most` rows
    on a sheet. The last sheet has at least `least` rows, some taken from the sheet
    before. Without rows, return no sheets.
    """
    sheets = [list(rows[start : start + most]) for start in range(0, len(rows), most)]
    if len(sheets) > 1 and (lacking := min(least, most) - len(sheets[-1])) > 0:
        sheets[-1] = [*sheets[-2][-lacking:], *sheets[-1]]
        del sheets[-2][-lacking:]
    return sheets


def in_columns(rows: Sequence[T], number: int) -> list[list[T]]:
    """Return the rows in `number` columns of similar length, filled from top to
    bottom."""
    height = -(-len(rows) // number) if rows else 0
    return [list(rows[n * height : (n + 1) * height]) for n in range(number)]


#: Columns of names, tables and slips on a sheet.
COLUMNS = 2
#: Up to this number of names fit in one column of large letters.
FEW_NAMES = 20
TABLES = 24
SLIPS = 8
#: With more rounds than this, a slip is twice as high.
LONG_SLIP = 8
BADGES = 10
#: Room for a name on a badge, in heights of its largest letters, and its sizes.
BADGE_ROOM = 8.6
BADGE_SIZES = (
    Size("", 1.0, 2),
    Size("long", 0.74, 3),
    Size("longer", 0.55, 4),
    Size("longest", 0.42, 5),
)


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with its template and contents."""

    template: str
    content: object
    title: str = ""


@dataclass(frozen=True)
class Slip:
    """A player's seats in all rounds: round number, and the seat or None."""

    player: Player
    seats: tuple[tuple[int, Seat | None], ...]

    @property
    def is_long(self) -> bool:
        """Return whether the slip has double height."""
        return len(self.seats) > LONG_SLIP


@dataclass(frozen=True)
class Badge:
    """A player's badge.

    `qr`: QR code of the player link, for check-in and for the player's phone.
    """

    player: Player
    qr: SafeString

    @property
    def size(self) -> str:
        """Return the size class in which the name fits."""
        widths = word_widths(str(self.player.person))
        return size_for(widths, BADGE_ROOM, BADGE_SIZES)


@dataclass(frozen=True)
class PlaceOfPlayer:
    """A row of a round's results. `opens`: the row is the first row of its table."""

    seat: Seat
    result: Result | None
    opens: bool


@dataclass(frozen=True)
class PrintedStandings:
    """A sheet of the standings.

    `measures`: the criteria shown in columns; `note`: sentences below the rows.
    """

    rows: list[Row]
    measures: list[Column]
    note: str


def seating_by_name(round_: Round) -> list[Sheet]:
    """Return sheets with all seated players by last name, with table and wind."""
    seats = sorted(_seats_of(round_), key=_name_key)
    if 0 < len(seats) <= FEW_NAMES:
        return [Sheet("paper/_names.html", [seats])]
    return [
        Sheet("paper/_names.html", in_columns(part, COLUMNS))
        for part in dealt(seats, ROWS * COLUMNS)
    ]


def seating_by_table(round_: Round) -> list[Sheet]:
    """Return sheets with the tables and their players."""
    tables = [(game, seats_in_order(game)) for game in _games_of(round_)]
    return [Sheet("paper/_tables.html", part) for part in dealt(tables, TABLES, 1)]


def schedules(tournament: Tournament) -> list[Sheet]:
    """Return sheets with a slip for each player with all tables, to cut out.

    Withdrawn players get no slip.
    """
    numbers = list(
        tournament.rounds.order_by("number").values_list("number", flat=True)
    )
    seats = Seat.objects.select_related("game", "round")
    players = tournament.players.filter(is_filler=False).select_related("person")
    slips = []
    by_number = players.prefetch_related(Prefetch("seats", seats)).order_by("number")
    now = reached(tournament)
    for player in by_number:
        if has_left(player, now):
            continue
        own = {seat.round.number: seat for seat in player.seats.all()}
        slips.append(Slip(player, tuple((n, own.get(n)) for n in numbers)))
    a_sheet = SLIPS // 2 if len(numbers) > LONG_SLIP else SLIPS
    return [Sheet("paper/_slips.html", part) for part in dealt(slips, a_sheet, 1)]


def results_of(round_: Round) -> list[Sheet]:
    """Return sheets with the results of a round by table.

    A table is never split across sheets.
    """
    tables = [list(_lines(game)) for game in _games_of(round_)]
    longest = max(map(len, tables), default=0) or 1
    parts = dealt(tables, ROWS // longest, 2)
    return [
        Sheet("paper/_results.html", [line for table in part for line in table])
        for part in parts
    ]


def _lines(game: Game) -> Iterator[PlaceOfPlayer]:
    for number, seat in enumerate(seats_in_order(game)):
        yield PlaceOfPlayer(seat, getattr(seat, "result", None), opens=not number)


def standings(tournament: Tournament, after: int | None = None) -> list[Sheet]:
    """Return sheets with the official standings of all players: after a round,
    or now.
    """
    source = source_read(tournament, who_sees_hidden_results.EVERYTHING, is_public=True)
    board = live_and_official_standings.official(source, after)
    known = columns_of(tournament.ruleset, board.tie_breaks)
    measures = [column for column in known if column.key in board.tie_breaks]
    measures += fined_column(board, board.tie_breaks)
    notes = (
        in_words(tournament, board.tie_breaks),
        best_match_days.in_words(board.records.league),
        hands_known(board),
    )
    note = joined_sentences(notes)
    return [
        Sheet("paper/_standings.html", PrintedStandings(part, measures, note))
        for part in dealt(board.rows)
    ]


def badges(tournament: Tournament, address_of: Callable[[Player], str]) -> list[Sheet]:
    """Return sheets with a badge for each player who has not withdrawn, to cut out.

    `address_of`: returns a player's link, shown as a QR code.
    """
    players = player_links.with_links().filter(tournament=tournament, is_filler=False)
    now = reached(tournament)
    made = [
        Badge(player, svg_of(address_of(player)))
        for player in players.order_by("number")
        if not has_left(player, now)
    ]
    return [Sheet("paper/_badges.html", part) for part in dealt(made, BADGES, 1)]


def diplomas(tournament: Tournament, places: int) -> list[Sheet]:
    """Return a diploma for each player in the first `places` places, winner first."""
    board = live_and_official_standings.official_of(
        tournament, visible=who_sees_hidden_results.EVERYTHING
    )
    return [
        Sheet("paper/_diploma.html", row, _("Diploma"))
        for row in board.ranked
        if row.place is not None and row.place <= places
    ]


def _seats_of(round_: Round) -> list[Seat]:
    seats = list(round_.seats.select_related("player__person", "game"))
    for seat in seats:
        under_public_name(seat.player)
    return seats


def _name_key(seat: Seat) -> tuple[object, int]:
    person = seat.player.person
    return name_order(person.last_name, person.first_name), seat.player.number


def _games_of(round_: Round) -> list[Game]:
    seats = Seat.objects.select_related("player__person", "player__team", "result")
    chosen = round_.games.prefetch_related(Prefetch("seats", seats))
    games = list(chosen.order_by("table"))
    for seat in chain.from_iterable(game.seats.all() for game in games):
        under_public_name(seat.player)
    return games
