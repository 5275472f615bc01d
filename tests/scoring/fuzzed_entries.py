"""Requests by chance, from a seed, to every address that takes an entry about a table,
by everybody who may try; and whether an answer did what it said and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.entries import CANCELLED, Entry, PlayEnded, Reseat, Totals
from rules.notation import format_hand
from rules.table import TableState
from rules.winds import WINDS, Scores
from scoring import results, round_end
from scoring.book import Book
from scoring.models import Conflict, LedgerEntry, Result, Sheet
from tests.rules.random_hands import SPECIAL, STANDARD, winning_hands
from tests.scoring.halls import device_at, hall_of, signed_in
from tests.scoring.table_device import HTMX
from tournaments import player_links
from tournaments.models import Membership, RefereeCall, Role, Session, Tournament

URLENCODED = "application/x-www-form-urlencoded"
ANSWERS = (200, 302, 403, 404, 409, 410, 422)

RULESETS: dict[str, dict[str, object]] = {
    "mcr": {},
    "hong_kong": {"multiple_winners": "all", "goulash_carry": 4},
    "classical": {},
    "riichi": {"preset": "tenhou"},
}
NONSENSE = [
    *["", " ", "x", "é雀", "\x00", "-1", "1.5", "1e9", "٣", "²", "9" * 30, "9" * 5000],
    *["E", "self", "<b>", "points-x", "1-", "123m", "(((", "E+E", "/"],
]
SEATS = [seat.value for seat in WINDS]
FIELDS: dict[str, list[object]] = {
    "winner": [
        *SEATS * 6,
        *["washout", "draw", "abort", "several", "false_win"],
    ],
    "source": [*SEATS, "self", "self", ""],
    "points": [7, 8, 12, 88, 500, 501],
    "chicken": ["on", ""],
    "faan": ["0", "3", "13"],
    "guarantor": ["", "E", "S"],
    "guarantee": ["ruling", "gave_kong"],
    "winners": [["E", "S"], ["W"], ["S", "W", "N"]],
    "value": ["1-30", "2-20", "3-70", "mangan", "yakuman", "yakuman-2", "points-3900"],
    "pao": ["", "E", "W"],
    "pao_yakuman": ["", "2"],
    "tenpai": [[], ["E"], ["E", "W", "N"]],
    "nagashi": [[], ["S"]],
    "riichi": [[], ["E"], SEATS],
    "abort": ["four_winds", "four_riichi", "three_ron"],
    "pays_for_all": ["", "on"],
    "before_gong": ["on", ""],
    "seat": SEATS,
    "east": [0, 10, -30],
    "south": [0, 10, -10],
    "west": [0, 10],
    "north": [0, -10, 100_001],
    "penalties": [0, -10],
    "reason": ["late", "late", "late", "late", "late", "", "x" * 501],
    "offender": SEATS,
    "gain": ["nobody", "each", "S"],
    "target": ["score", "table_points", "overall"],
    "offence": ["empty_call", "misconduct", "sneezing"],
    "times": [1, 2, 11],
    "seating": [0, 0, 0, 0, 0, 0, 1, ""],
    "follow": ["players", "seats"],
    "stands": ["hands", "totals"],
    "choice": ["kept", "offered"],
    "say": ["confirm", "dispute"],
    "text": ["not so", ""],
    "words": ["East won", ""],
    "seen": [""],
}
OF_A_SEAT: dict[str, list[object]] = {
    "faan": ["3", "8", ""],
    "value": ["2-30", "mangan", 16, ""],
    "pao": ["", "N"],
    "points": [0, 30, 501, ""],
    "doubles": ["0", "3", "12", "limit"],
    "flags": [[], ["last_tile"], ["robbing_kong", "replacement"]],
    "claimed": ["", "8", "mangan"],
}
KINDS = [
    *["false_win", "penalty", "fine", "misnamed"] * 4,
    *["totals", "totals", "play_ended", "finish", "cancel"],
    *["win", "gong", "reseat"],
]
#: What the form of a reseat has under the names of others.
SEATED = {"east": "ESE", "south": "SEW", "west": "WNS", "north": "NW"}

#: The names of addresses and how often each is tried.
ENTERING = {"session": 10, "queue": 6, "tiles": 5, "ruling": 4, "paper": 4}
CHANGING = {
    "undo": 3,
    "correct": 3,
    "correct_tiles": 2,
    "retract": 2,
    "reseat": 2,
    "settle_paper": 2,
    "settle_conflict": 2,
    "confirm": 2,
    "call": 2,
    "me": 3,
    "discard": 2,
}
LOOKING = {
    "preview": 1,
    "preview_tiles": 1,
    "preview_ruling": 1,
    "preview_reseat": 1,
    "preview_paper": 1,
    "preview_correction": 1,
    "preview_tiles_correction": 1,
}
ADDRESSES = {**ENTERING, **CHANGING, **LOOKING}
OF_A_LINE = (
    *("correct", "correct_tiles", "retract"),
    *("preview_correction", "preview_tiles_correction"),
)
#: Who asks, and how often; "elsewhere" is the device of another table.
ROLES = {"referee": 8, "device": 6, "elsewhere": 1, "stranger": 1, "nobody": 1}
AT_THE_TABLE = ("referee", "device", "player")


@dataclass(frozen=True)
class Request:
    """What is asked, by whom."""

    role: str
    name: str
    path: str
    fields: dict[str, object]
    htmx: bool

    def __str__(self) -> str:
        body = urlencode(self.fields, doseq=True)
        return f"{self.role} sent {self.path} {re.sub(r'9{20,}', '9…', body)}"


@dataclass
class Evening:
    """Two tables of a running round, and everybody who tries to write on the first."""

    session: Session
    clients: dict[str, Client]
    player: str
    chance: random.Random
    hands: Iterator[str]
    keys: int = 60

    def request(self) -> Request:
        """The next one; it makes sense more often than not."""
        chance = self.chance
        [name] = chance.choices(list(ADDRESSES), list(ADDRESSES.values()))
        [role] = chance.choices(list(ROLES), list(ROLES.values()))
        if name == "me":
            role = "player"
        return Request(
            role, name, self._path(name), self._fields(name), chance.random() < 0.6
        )

    def send(self, request: Request) -> HttpResponse:
        extra = HTMX if request.htmx else {}
        body = urlencode(request.fields, doseq=True)
        client = self.clients[request.role]
        return client.post(request.path, body, content_type=URLENCODED, **extra)

    def _path(self, name: str) -> str:
        round_ = self.session.round
        if name == "me":
            return reverse("me:table", args=[self.player, round_.number])
        more = []
        if name in OF_A_LINE:
            more = [self.chance.randint(1, self.session.ledger.count() + 2)]
        if name == "settle_conflict":
            noted = Conflict.objects.filter(line__session=self.session).last()
            more = [noted.pk if noted else 1]
        slug = round_.tournament.slug
        return reverse(
            f"table:{name}", args=[slug, round_.number, self.session.table, *more]
        )

    def _fields(self, name: str) -> dict[str, object]:
        fields = dict(self._some(FIELDS))
        for seat in WINDS:
            fields |= {f"{key}_{seat}": v for key, v in self._some(OF_A_SEAT)}
            if self.chance.random() < 0.8:
                fields[f"tiles_{seat}"] = next(self.hands)
        fields |= self._where_it_stands()
        kind = fields["kind"] = self.chance.choice(KINDS)
        if "reseat" in name:
            fields |= {side: self.chance.choice(to) for side, to in SEATED.items()}
        prefixed = {"retract": "retract", "settle_paper": "settle"}.get(name, kind)
        return fields | {f"{prefixed}-{key}": value for key, value in fields.items()}

    def _where_it_stands(self) -> dict[str, object]:
        """The running hand and the last line, more often than not; a key, now and
        then one that was used."""
        chance, book = self.chance, Book(self.session)
        hand = book.state.position.hand
        last = book.last_entered
        call = RefereeCall.objects.filter(session=self.session).last()
        some = {
            "hand": chance.choice([hand] * 8 + [1, hand + 1, max(hand - 1, 1)]),
            "sequence": chance.choice(
                [last.sequence if last else 1, len(book.lines), len(book.lines) + 1]
            ),
            "device_key": f"{self.session.pk}k{chance.randint(1, self.keys)}",
            "ended": call.pk if call and chance.random() < 0.5 else "",
        }
        self.keys += 2
        return {
            key: chance.choice(NONSENSE) if chance.random() < 0.02 else value
            for key, value in some.items()
        }

    def _some(self, fields: dict[str, list[object]]) -> Iterator[tuple[str, object]]:
        for name, values in fields.items():
            pick = self.chance.random()
            if pick < 0.96:
                yield name, self.chance.choice(values)
            elif pick < 0.98:
                yield name, self.chance.choice(NONSENSE)


def evening(ruleset: str, seed: int) -> Evening:
    """A new tournament by a ruleset, its device, its referee and its strangers."""
    director = User.objects.create_user(f"director{seed}")
    sessions = hall_of(director, ruleset, tables=2, **RULESETS[ruleset])
    tournament = sessions[0].round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        confirmation=random.Random(seed).choice(["none", "referee", "players"])
    )
    referee = User.objects.create_user(f"referee{seed}")
    Membership.objects.create(user=referee, tournament=tournament, role=Role.REFEREE)
    clients = {
        "referee": signed_in(referee),
        "stranger": signed_in(User.objects.create_user(f"stranger{seed}")),
        "device": device_at(sessions[0]),
        "elsewhere": device_at(sessions[1]),
        "nobody": Client(),
        "player": Client(),
    }
    entry = player_links.with_links().get(tournament=tournament, number=1)
    hands = map(format_hand, winning_hands(seed, (STANDARD, *SPECIAL)))
    chance = random.Random(seed)
    player = player_links.token_of(entry)
    return Evening(sessions[0], clients, player, chance, hands)


Rows = list[tuple[object, ...]]


def kept(tournament: Tournament) -> dict[str, Rows]:
    """Everything the ledgers and results of a tournament say."""
    found = {
        "ledger": LedgerEntry.objects.filter(session__round__tournament=tournament),
        "sheets": Sheet.objects.filter(session__round__tournament=tournament),
        "results": Result.objects.filter(seat__round__tournament=tournament),
    }
    return {name: sorted(rows.values_list(), key=str) for name, rows in found.items()}


@dataclass
class Watch:
    """What the tables of an evening say, before and after each request."""

    evening: Evening
    before: dict[str, Rows] = field(init=False)

    def __post_init__(self) -> None:
        self.before = kept(self.evening.session.round.tournament)

    def complaint(self, request: Request, status: int) -> str:
        """What is wrong with an answer; "" if nothing is."""
        before, self.before = self.before, kept(self.evening.session.round.tournament)
        if status not in ANSWERS:
            return f"the answer was {status}"
        if self.before == before:
            return ""
        if status not in (200, 302):
            return f"refused with {status}, but something changed"
        if request.name in LOOKING or request.role not in AT_THE_TABLE:
            return "a look, or somebody from elsewhere, changed something"
        if any(row not in self.before["ledger"] for row in before["ledger"]):
            return "a line of the ledger was altered"
        return unsound(self.evening.session)


def unsound(session: Session) -> str:
    """What is wrong with a table: its lines, its stored results, its sums."""
    book = Book(Session.objects.select_related("round__tournament").get(pk=session.pk))
    if [line.sequence for line in book.lines] != list(range(1, len(book.lines) + 1)):
        return "the ledger has a gap"
    due = results.results_of(book.session, book.state)
    stored = Result.objects.filter(seat__session=session)
    if _values(due) != _values(stored):
        return "the results are not what the ledger says"
    sheet = results.sheet_of(book.session, book.state, len(book.lines))
    if _values([sheet]) != _values(Sheet.objects.filter(session=session)):
        return "the sheet is not what the ledger says"
    return "" if balances(book.state, book.rules.opening_scores()) else "sums differ"


def _values(rows: Iterator[Result] | Iterator[Sheet]) -> Rows:
    """What rows say, without their own ids."""
    return sorted(
        tuple(
            getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if not field.primary_key
        )
        for row in rows
    )


def balances(state: TableState, opening: Scores) -> bool:
    """Whether players have what they started with, but for what they paid to nobody
    and got from nobody. Totals from paper need not follow from anything, and a table
    that is cancelled starts anew."""
    now = sum(opening.values())
    for line in state.lines:
        if not isinstance(line.entry, Totals | Reseat) and not _cancels(line.entry):
            now += sum(
                (payment.amount if payment.payer is None else 0)
                - (payment.amount if payment.payee is None else 0)
                for payment in line.settlement.payments
            )
            if sum(line.scores.values()) != now:
                return False
        now = sum(line.scores.values())
    return True


def _cancels(entry: Entry) -> bool:
    return isinstance(entry, PlayEnded) and entry.why == CANCELLED


def play(evening: Evening, posts: int, tell: Callable[[Request, int], None]) -> str:
    """Send so many requests; the first complaint with its request, or "". Time is up
    in the middle, and the round is closed before the end."""
    watch = Watch(evening)
    round_id = evening.session.round_id
    for count in range(posts):
        if count == posts * 7 // 10:
            now = timezone.now()
            round_end.end_now(round_id, by="director", reason="late", now=now)
            watch = Watch(evening)
        if count == posts * 9 // 10:
            round_end.close(round_id, by="director", reason="late")
            watch = Watch(evening)
        request = evening.request()
        response = evening.send(request)
        tell(request, response.status_code)
        if complaint := watch.complaint(request, response.status_code):
            return f"{complaint}: {request}"
    return ""
