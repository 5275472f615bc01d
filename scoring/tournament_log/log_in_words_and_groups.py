"""The log of a tournament for directors: search, kinds in groups, sentences in the
user's language, and links. Reads only. The number of queries does not depend on the
number of log entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KT
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.tournament_log import (
    league_sentences,
    player_sentences,
    round_and_screen_sentences,
    seating_sentences,
    stage_sentences,
    table_and_hand_sentences,
    tournament_staff_and_rules_sentences,
    wind_draw_sentences,
)
from scoring.tournament_log.log_values_and_names import (
    NOBODY,
    Names,
    Sentences,
    named,
    numbers_in,
)
from scoring.wording import stored_reasons
from tournaments.access.page_access import named_by_device
from tournaments.models import HIDDEN_STATES, Game, LogEvent, Player, Seat, Tournament
from tournaments.models.change_origin import Origin

SENTENCES: Sentences = {
    **tournament_staff_and_rules_sentences.TOURNAMENT_SENTENCES,
    **round_and_screen_sentences.SCREEN_SENTENCES,
    **player_sentences.PLAYER_SENTENCES,
    **seating_sentences.SEATING_SENTENCES,
    **wind_draw_sentences.WIND_DRAW_SENTENCES,
    **round_and_screen_sentences.ROUND_SENTENCES,
    **stage_sentences.STAGE_SENTENCES,
    **league_sentences.LEAGUE_SENTENCES,
    **table_and_hand_sentences.TABLE_SENTENCES,
}


def of_event(event: LogEvent, names: Names = NOBODY) -> str:
    """Return a sentence on a logged change, or the kind of the change if there is no
    sentence. `names`: players' names by number.
    """
    sentence = SENTENCES.get(event.kind)
    if sentence is None:
        return event.kind
    data = named(event.data, names)
    if "offered" in data:
        data["words"] = table_and_hand_sentences.text_of_offered(
            data, event.tournament.rules
        )
    return gettext(sentence) % data if isinstance(sentence, str) else sentence(data)


HANDS = ("entered", "deposit_laid", "deposit_taken_up")
LINKS = (
    *("table_link_reissued", "table_link_revoked", "table_signs_renewed"),
    *("referee_called", "referee_coming", "referee_call_ended"),
)
#: Hands entered after the gong, and decisions about these hands.
LATE = (
    *("hand_held", "hand_flagged", "hand_left_out", "entry_too_late"),
    *("late_hand_counts", "late_hand_refused", "late_hand_taken_back"),
)
RESULTS = ("result_confirmed", "result_disputed", "dispute_settled")
HELPERS = (
    *("helper_created", "role_given", "role_removed"),
    *("invitation_made", "invitation_revoked", "invitation_used"),
    *("club_assigned", "club_removed"),
)

#: Groups of kinds for the search: label and kinds.
GROUPS: Mapping[str, tuple[Promise, Collection[str]]] = {
    "hands": (_("Hands and totals entered"), HANDS),
    "late": (_("Hands after the gong"), LATE),
    "corrections": (
        _("Corrections and rulings"),
        set(table_and_hand_sentences.TABLE_SENTENCES)
        - {*HANDS, *LATE, *LINKS, *RESULTS},
    ),
    "results": (_("Results confirmed and disputed"), RESULTS),
    "calls": (_("Referee calls and table links"), LINKS),
    "rounds": (
        _("Rounds and their clock"),
        set(round_and_screen_sentences.ROUND_SENTENCES),
    ),
    "stages": (_("Stages, cuts and groups"), set(stage_sentences.STAGE_SENTENCES)),
    "league": (_("League and match days"), set(league_sentences.LEAGUE_SENTENCES)),
    "seats": (
        _("Seating and winds"),
        {
            *seating_sentences.SEATING_SENTENCES,
            *wind_draw_sentences.WIND_DRAW_SENTENCES,
        },
    ),
    "players": (_("Players"), set(player_sentences.PLAYER_SENTENCES)),
    "helpers": (_("Staff and roles"), HELPERS),
    "event": (
        _("Tournament and settings"),
        {
            *tournament_staff_and_rules_sentences.TOURNAMENT_SENTENCES,
            *round_and_screen_sentences.SCREEN_SENTENCES,
        }
        - {*HELPERS},
    ),
}


def group_of(kind: str) -> str:
    """Return the key of the group that contains this kind; "" if there is none."""
    return next((key for key, (_words, kinds) in GROUPS.items() if kind in kinds), "")


#: Kinds about two players, with the data keys of their numbers.
OF_TWO = (
    (
        ("substituted", "substitution_taken_back", "seat_taken", "seat_given_back"),
        ("old", "new"),
    ),
    (("players_exchanged",), ("one", "other")),
)

#: Maximum number of players linked per change.
MOST_LINKED = 8
LONGEST = 150


@dataclass(frozen=True)
class Looked:
    """A search in the log.

    Empty values and None match everything. `with_hands`: include hands as they were
    entered.
    """

    person: str = ""
    table: int | None = None
    player: int | None = None
    kind: str = ""
    text: str = ""
    with_hands: bool = True

    @classmethod
    def of(cls, query: QueryDict) -> Looked:
        """Return the search in a query string. Invalid values are ignored."""
        kind = query.get("kind", "")
        return cls(
            person=_text(query.get("by", "")),
            table=_number(query.get("table", "")),
            player=_number(query.get("player", "")),
            kind=kind if kind in GROUPS else "",
            text=_text(query.get("q", "")),
            with_hands=query.get("hands") != "no",
        )

    @property
    def address(self) -> str:
        """Return the query string of the search; see `of`."""
        query = {
            "by": self.person,
            "table": self.table,
            "player": self.player,
            "kind": self.kind,
            "q": self.text,
            "hands": "" if self.with_hands else "no",
        }
        return urlencode({key: value for key, value in query.items() if value})


@dataclass(frozen=True)
class LogLine:
    """A logged change as a sentence.

    `table`: URL of the table's page; `players`: number, name and URL of each player.
    Both are empty if table or players no longer exist.
    """

    event: LogEvent
    sentence: str
    why: str
    table: str
    players: tuple[tuple[int, str, str], ...]

    @property
    def origin(self) -> str:
        """Return where the change came from as text; "" if unknown."""
        origin = Origin(self.event.origin)
        return str(origin.label) if origin is not Origin.UNKNOWN else ""

    def has(self, searched: str) -> bool:
        """Return whether the line contains all words of `searched`."""
        columns = (self.event.by, self.origin, self.sentence, self.why)
        names = (name for _number, name, _address in self.players)
        text = " ".join((*columns, *names)).casefold()
        return all(word in text for word in searched.casefold().split())


class EventLog:
    """The log of one tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def matching(self, looked: Looked) -> QuerySet[LogEvent] | list[LogEvent]:
        """Return the changes that match the search, latest first.

        A search for text makes all lines, because it searches the text as shown.
        """
        events = self._events(looked)
        if not looked.text:
            return events
        return [line.event for line in self.lines(events) if line.has(looked.text)]

    def lines(self, events: Iterable[LogEvent]) -> Iterator[LogLine]:
        """Return the changes as lines with a sentence."""
        return map(self._line, events)

    @cached_property
    def people(self) -> list[str]:
        """Return the authors of changes. Table devices are left out."""
        log = self._tournament.log.exclude(named_by_device("by")).order_by("by")
        return list(log.values_list("by", flat=True).distinct())

    def _events(self, looked: Looked) -> QuerySet[LogEvent]:
        events = self._tournament.log.order_by("-revision")
        if not looked.with_hands:
            events = events.exclude(kind="entered")
        if looked.kind:
            events = events.filter(kind__in=GROUPS[looked.kind][1])
        if looked.person:
            events = events.filter(by=looked.person)
        if looked.table is not None:
            at = Q(data__table=looked.table) | Q(tables__regex=_in(looked.table))
            for key in ("table_of_one", "table_of_other"):
                at |= Q(**{f"data__{key}": looked.table})
            events = events.alias(tables=KT("data__tables")).filter(at)
        if looked.player is not None:
            events = self._about(events, looked.player)
        return events

    def _about(self, events: QuerySet[LogEvent], number: int) -> QuerySet[LogEvent]:
        """Return the changes about a player, and all changes about tables where the
        player sat.
        """
        about = Q(data__number=number, data__has_key="number")
        for kinds, keys in OF_TWO:
            for key in keys:
                about |= Q(**{"kind__in": kinds, f"data__{key}": number})
        for key in ("numbers", "seats", "fillers"):
            events = events.alias(**{f"of_{key}": KT(f"data__{key}")})
            about |= Q(**{f"of_{key}__regex": _in(number)})
        seats = Seat.objects.filter(
            round__tournament=self._tournament, player__number=number
        )
        for round_, table in seats.values_list("round__number", "game__table"):
            about |= Q(data__round=round_, data__table=table)
        return events.filter(about)

    def _line(self, event: LogEvent) -> LogLine:
        numbers = list(dict.fromkeys(numbers_in(event.data)))
        known = [number for number in numbers if number in self._names]
        slug = self._tournament.slug
        place = (event.data.get("round"), event.data.get("table"))
        return LogLine(
            event,
            of_event(event, self._names),
            str(stored_reasons.of_event(event)),
            reverse("table:session", args=[slug, *place])
            if place in self._tables
            else "",
            tuple(
                (number, self._names[number], _player(slug, number))
                for number in (known if len(known) <= MOST_LINKED else ())
            ),
        )

    @cached_property
    def _names(self) -> Mapping[int, str]:
        players = Player.objects.filter(tournament=self._tournament)
        return {e.number: str(e) for e in players.select_related("person")}

    @cached_property
    def _tables(self) -> set[tuple[object, object]]:
        """Return round and table numbers of the tables whose pages can be opened."""
        games = Game.objects.filter(round__tournament=self._tournament)
        shown = games.exclude(round__state__in=HIDDEN_STATES)
        return set(shown.values_list("round__number", "table"))


HEADINGS = (
    *("revision", "at", "by", "origin", "kind", "round", "table", "players"),
    *("what", "why"),
)


def csv_rows(lines: Iterable[LogLine]) -> Iterator[tuple[object, ...]]:
    """Yield the headings, then the lines, as rows of a spreadsheet."""
    yield HEADINGS
    for line in lines:
        event = line.event
        yield (
            event.revision,
            localtime(event.at).isoformat(timespec="seconds"),
            event.by,
            line.origin,
            group_of(event.kind) or event.kind,
            event.data.get("round", ""),
            event.data.get("table", ""),
            ", ".join(f"{number} {name}" for number, name, _address in line.players),
            line.sentence,
            line.why,
        )


def _player(slug: str, number: int) -> str:
    return reverse("director:player", args=[slug, number])


def _in(number: int) -> str:
    """Return a regular expression that finds a number in a JSON list, as databases
    store it.
    """
    return rf"[\[ ,]{number}[],]"


def _text(typed: str) -> str:
    return typed.replace("\x00", "").strip()[:LONGEST]


def _number(typed: str) -> int | None:
    typed = typed.strip()
    return int(typed) if typed.isdecimal() and len(typed) < 6 else None
