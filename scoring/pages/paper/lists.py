"""Lists for the wall and slips for players: where everybody sits, what a round
brought, how it ended. Each function returns the sheets of one print. A list for the
wall has the names that players chose for the public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scoring.models import Result
from scoring.pages.paper.sheets import ROWS, dealt, in_columns
from scoring.standings import boards, league_days, secrecy
from scoring.standings.board_rows import Row
from scoring.standings.ranking import in_words
from scoring.standings.shown_measures import Column, columns_of, hands_known
from scoring.standings.sources import source_read
from scoring.wording.seat_order import seats_in_order
from tournaments.models import Entry, Round, Seat, Session, Tournament
from tournaments.people.identities import under_public_name

#: Names in so many columns; tables and slips on a sheet.
COLUMNS = 2
TABLES = 24
SLIPS = 8
#: Of many rounds a slip is as high as two.
LONG_SLIP = 8
BADGES = 10


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper: what is on it, in the form that its template knows."""

    template: str
    content: object
    title: str = ""


@dataclass(frozen=True)
class Slip:
    """Where a player sits in each round; None where they sit nowhere yet."""

    entry: Entry
    seats: tuple[tuple[int, Seat | None], ...]

    @property
    def is_long(self) -> bool:
        """Whether its rounds need the height of two."""
        return len(self.seats) > LONG_SLIP


@dataclass(frozen=True)
class PlaceOfPlayer:
    """A line of a round's results. `opens`: the first of its table."""

    seat: Seat
    result: Result | None
    opens: bool


@dataclass(frozen=True)
class WallStandings:
    """A sheet of the standings: rows, and the measures of their columns."""

    rows: list[Row]
    measures: list[Column]
    words: str


def seating_by_name(round_: Round) -> list[Sheet]:
    """Everybody by family name, with table and wind."""
    seats = sorted(_seats_of(round_), key=_by_name)
    return [
        Sheet("paper/_names.html", in_columns(part, COLUMNS))
        for part in dealt(seats, ROWS * COLUMNS)
    ]


def seating_by_table(round_: Round) -> list[Sheet]:
    """The tables with the four who sit there."""
    tables = [(each, seats_in_order(each)) for each in _sessions_of(round_)]
    return [Sheet("paper/_tables.html", part) for part in dealt(tables, TABLES, 1)]


def schedules(tournament: Tournament) -> list[Sheet]:
    """A slip for each player with all their tables, to be cut."""
    numbers = list(
        tournament.rounds.order_by("number").values_list("number", flat=True)
    )
    seats = Seat.objects.select_related("session", "round")
    entries = tournament.entries.filter(is_filler=False).select_related("player")
    slips = []
    for entry in entries.prefetch_related(Prefetch("seats", seats)).order_by("number"):
        own = {seat.round.number: seat for seat in entry.seats.all()}
        slips.append(Slip(entry, tuple((n, own.get(n)) for n in numbers)))
    a_sheet = SLIPS // 2 if len(numbers) > LONG_SLIP else SLIPS
    return [Sheet("paper/_slips.html", part) for part in dealt(slips, a_sheet, 1)]


def results_of(round_: Round) -> list[Sheet]:
    """What each player reached at each table of a round; tables are not torn apart."""
    tables = [list(_lines(session)) for session in _sessions_of(round_)]
    longest = max(map(len, tables), default=0) or 1
    parts = dealt(tables, ROWS // longest, 2)
    return [
        Sheet("paper/_results.html", [line for table in part for line in table])
        for part in parts
    ]


def _lines(session: Session) -> Iterator[PlaceOfPlayer]:
    for number, seat in enumerate(seats_in_order(session)):
        yield PlaceOfPlayer(seat, getattr(seat, "result", None), opens=not number)


def standings(tournament: Tournament, after: int | None = None) -> list[Sheet]:
    """The official standings, after a round or as they are, everybody in them."""
    source = source_read(tournament, secrecy.EVERYTHING, is_public=True)
    board = boards.official(source, after)
    known = columns_of(tournament.ruleset, board.tie_breaks)
    measures = [column for column in known if column.key in board.tie_breaks]
    said = (
        in_words(tournament, board.tie_breaks),
        league_days.in_words(board.records.league),
        hands_known(board),
    )
    words = " ".join(filter(None, said))
    return [
        Sheet("paper/_standings.html", WallStandings(part, measures, words))
        for part in dealt(board.rows)
    ]


def badges(tournament: Tournament) -> list[Sheet]:
    """A badge for each player, to be cut."""
    entries = tournament.entries.filter(is_filler=False)
    people = list(entries.select_related("player", "team").order_by("number"))
    return [Sheet("paper/_badges.html", part) for part in dealt(people, BADGES, 1)]


def diplomas(tournament: Tournament, places: int) -> list[Sheet]:
    """A diploma for everybody on the first places, the winner's first."""
    board = boards.official_of(tournament, told=secrecy.EVERYTHING)
    return [
        Sheet("paper/_diploma.html", row, _("Diploma"))
        for row in board.ranked
        if row.place is not None and row.place <= places
    ]


def _seats_of(round_: Round) -> list[Seat]:
    seats = list(round_.seats.select_related("entry__player", "session"))
    for seat in seats:
        under_public_name(seat.entry)
    return seats


def _by_name(seat: Seat) -> tuple[str, str, int]:
    player = seat.entry.player
    return (
        player.last_name.casefold(),
        player.first_name.casefold(),
        seat.entry.number,
    )


def _sessions_of(round_: Round) -> list[Session]:
    seats = Seat.objects.select_related("entry__player", "entry__team", "result")
    chosen = round_.sessions.prefetch_related(Prefetch("seats", seats))
    sessions = list(chosen.order_by("table"))
    for seat in chain.from_iterable(session.seats.all() for session in sessions):
        under_public_name(seat.entry)
    return sessions
