"""The check-in page: all players, missing players, and the last changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.access.player_links import holder_of
from tournaments.check_in.check_in_marks import (
    EVERYONE,
    EVERYONE_UNDONE,
    KIND,
    state_of,
)
from tournaments.models import CheckInState, LogEvent, Tournament
from tournaments.people.find_and_sort_players import PlayerSearch
from tournaments.people.player_list_and_kept_apart import PlayerLine, lines_of
from tournaments.people.presence_in_rounds import reached

#: Most changes that can be undone on the page. For older ones, use the player's row.
MOST_TAPS = 5
#: Most missing players listed by name; above this only their number is shown.
MOST_NAMED = 60
#: Sort orders of the page, as in its address.
ORDERS = ("name", "number", "country", "team")

#: Kinds of log entries that change only the row of the player with `number`.
OF_ONE = (
    KIND,
    "left",
    "came_back",
    "presence_changed",
    "player_corrected",
)
#: Kinds of log entries that may change, add or remove any row.
OF_ALL = (
    "registered",
    "signed_up",
    "moved_up",
    "sign_up_ended",
    "sign_up_changed",
    "withdrawn",
    "substituted",
    "seat_taken",
    "seat_given_back",
    "players_imported",
    "import_taken_back",
    "several_left",
    "several_removed",
    "several_changed",
    "check_in_begun_anew",
    EVERYONE,
    EVERYONE_UNDONE,
    "round_started",
)


@dataclass(frozen=True)
class DeskLine:
    """A player on the check-in page. `missing`: the player should be present by now but
    is not checked in."""

    line: PlayerLine
    state: CheckInState
    missing: bool

    @property
    def number(self) -> int:
        return self.line.player.number

    @property
    def gone(self) -> str:
        """Return the text about a withdrawal; "" for players who are not withdrawn and
        for no-shows."""
        return "" if self.state == CheckInState.NO_SHOW else self.line.gone

    @property
    def label(self) -> str:
        return self.gone or str(self.state.label)


@dataclass(frozen=True)
class Tap:
    """A change that can be undone: a player's latest status, or the check-in of
    everyone (then `number` is 0)."""

    revision: int
    number: int
    name: str
    label: str
    at: object
    by: str


@dataclass(frozen=True)
class Missing:
    """Missing players of the same country or team.

    `word` is the name of the country or team. It is "" for other sort orders, and for
    players without a country or team.
    """

    word: str
    lines: Sequence[DeskLine]


@dataclass(frozen=True)
class Desk:
    """The content of the check-in page.

    `everybody` has all players by number; `shown` has the players that match the
    search.
    """

    tournament: Tournament
    search: PlayerSearch
    everybody: Sequence[DeskLine]

    @property
    def shown(self) -> list[DeskLine]:
        by_number = {line.number: line for line in self.everybody}
        lines = self.search.of_lines(line.line for line in self.everybody)
        matches = [by_number[line.player.number] for line in lines]
        text = self.search.text
        if text.isdecimal():
            matches = [line for line in matches if text in str(line.number)]
            matches.sort(key=lambda line: str(line.number) != text)
        return matches

    @property
    def here(self) -> int:
        return sum(line.state == CheckInState.HERE for line in self.everybody)

    @property
    def expected(self) -> int:
        """Return the number of players who are checked in or should be present by
        now.
        """
        return self.here + len(self.missing)

    @cached_property
    def missing(self) -> list[DeskLine]:
        return [line for line in self.everybody if line.missing]

    @property
    def names_missing(self) -> bool:
        return len(self.missing) <= MOST_NAMED

    @property
    def missing_together(self) -> list[Missing]:
        """Return the missing players in groups, in the order of the page.

        If the page is sorted by country or team, each group is a country or team;
        otherwise there is one group.
        """
        groups: dict[str, list[DeskLine]] = defaultdict(list)
        by_number = {line.number: line for line in self.missing}
        for line in self.search.of_lines(line.line for line in self.missing):
            groups[_word(line, self.search.sort)].append(by_number[line.player.number])
        return [Missing(word, lines) for word, lines in groups.items()]

    @cached_property
    def taps(self) -> list[Tap]:
        """Return the latest changes that can be undone, newest first.

        Includes only the latest change of each player, and the latest check-in of
        several players together, unless it was undone.
        """
        names = {line.number: str(line.line.player) for line in self.everybody}
        events = self.tournament.log.filter(kind__in=(KIND, EVERYONE, EVERYONE_UNDONE))
        newest: dict[int, LogEvent] = {}
        for event in events.order_by("-revision")[: 4 * MOST_TAPS]:
            newest.setdefault(event.data.get("number", 0), event)
        return [
            Tap(
                event.revision,
                number,
                names.get(number) or _players(len(event.data["numbers"])),
                str(CheckInState(_state_after(event)).label),
                event.at,
                event.by,
            )
            for number, event in newest.items()
            if (number in names or not number) and "undoes" not in event.data
        ][:MOST_TAPS]

    def numbered(self, numbers: Collection[int]) -> list[DeskLine]:
        """Return the lines of the players with these numbers, if the search shows
        them."""
        return [line for line in self.shown if line.number in numbers]


def _players(number: int) -> str:
    words = ngettext("%(number)s player", "%(number)s players", number)
    return words % {"number": number}


def _state_after(event: LogEvent) -> str:
    """Return the check-in status after a logged change."""
    if event.kind == KIND:
        return str(event.data["now"][0])
    return CheckInState.HERE


def desk_of(tournament: Tournament, query: Mapping[str, str]) -> Desk:
    """Return the content of the check-in page for the parameters of an address.

    The number of queries does not depend on the number of players. If the search text
    is a player link, it finds the link's player.
    """
    search = PlayerSearch.of(query)
    sort = search.sort if query.get("sort") else "name"
    text = _number_of_link(tournament, query.get("q", "")) or search.text
    search = PlayerSearch(
        text, sort=sort if sort in ORDERS else "name", for_directors=False
    )
    plays = reached(tournament).comes_next
    people = (line for line in lines_of(tournament) if not line.player.is_filler)
    return Desk(tournament, search, [_desk_line(line, plays) for line in people])


def orders(tournament: Tournament) -> list[tuple[str, str]]:
    """Return (word in the address, label) of the sort orders that are useful for this
    tournament.
    """
    labels = {
        "name": _("Name"),
        "number": pgettext("player number", "Number"),
        "country": _("Country"),
        "team": _("Team"),
    }
    has_teams = tournament.teams.exists()
    return [(name, labels[name]) for name in ORDERS if name != "team" or has_teams]


def changed_since(tournament: Tournament, revision: int) -> set[int] | None:
    """Return the numbers of players whose rows changed after that revision.

    None if any row may have changed.
    """
    events = tournament.log.filter(
        revision__gt=revision, kind__in=(*OF_ONE, *OF_ALL)
    ).values_list("kind", "data__number")
    numbers: set[int] = set()
    for kind, number in events:
        if kind in OF_ALL:
            return None
        numbers.add(number)
    return numbers


def number_of_code(tournament: Tournament, code: str) -> int | None:
    """Return the player number for a scanned player link.

    None if the code is not the valid link of a player of this tournament.
    """
    _before, way, rest = code.strip().rpartition("/me/")
    holder = holder_of(rest.partition("/")[0]) if way else None
    if holder is None or not holder.counts:
        return None
    player = holder.player
    return player.number if player.tournament_id == tournament.pk else None


def _number_of_link(tournament: Tournament, text: str) -> str:
    number = number_of_code(tournament, text) if "/me/" in text else None
    return "" if number is None else str(number)


def _desk_line(line: PlayerLine, round_: int) -> DeskLine:
    state = state_of(line.player)
    waits = state in (CheckInState.EXPECTED, CheckInState.LATE)
    return DeskLine(line, state, waits and line.player.plays(round_))


def _word(line: PlayerLine, sort: str) -> str:
    if sort == "country":
        return line.player.person.country
    if sort == "team":
        return line.player.team.name if line.player.team else ""
    return ""
