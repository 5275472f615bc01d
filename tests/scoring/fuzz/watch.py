"""Checks that each request changes only the data its answer implies, by comparing a
tournament and its neighbour before and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.http import HttpResponse

from mahjong_site.outage_and_wrong_method_pages import WRITES
from scoring.models import (
    Confirmation,
    Conflict,
    LateHand,
    LedgerEntry,
    Result,
    Sheet,
    Win,
)
from tests.scoring.fuzz.evenings import what_happens
from tests.scoring.fuzz.kept import Change, Kept, Model, kept
from tests.scoring.fuzz.requests import ADDRESSES, OF_A_ROUND, Evening, Request
from tests.scoring.fuzz.sentences import lacks_message, lacks_sentence
from tests.scoring.fuzz.sound import unsound
from tests.scoring.table_device import at_table
from tests.test_permissions import DEVICE_IF_ALLOWED, DEVICE_TOO, EXPECTED, IN, ROLES
from tournaments.models import (
    Extension,
    LogEvent,
    PlayerLink,
    RefereeCall,
    Round,
    Seat,
    TableLink,
)

ANSWERS = (200, 302, 403, 404, 409, 410, 422)
DONE = (200, 302)
TWO_VERSIONS = 409

LEDGER = {LedgerEntry, Sheet, Result, Win}
ENTERED = {*LEDGER, Conflict, LateHand}
#: Models an address may change, if not the ledger.
CHANGES: dict[str, set[Model]] = {
    "table:session": ENTERED,
    "table:queue": ENTERED,
    "table:tiles": ENTERED,
    "table:settle_conflict": {*LEDGER, Conflict},
    "table:late_hand": {*LEDGER, LateHand},
    "table:take_back_late_hand": {LateHand},
    "table:confirm": {Confirmation},
    "table:call": {RefereeCall},
    "table:manage_link": {TableLink},
    "table:discard": set(),
    "table:reseat": {*LEDGER, Seat},
    "table:retract": {*LEDGER, Seat},
    "table:undo": {*LEDGER, Seat},
    "me:table": {Confirmation},
    "director:dispute": {Confirmation},
    "director:answer_call": {RefereeCall},
    "director:extend_table": {
        *LEDGER,
        LateHand,
        Extension,
        Round,
    },
    "director:player_link": {PlayerLink},
    **{name: {*LEDGER, LateHand, Extension, Round, Seat} for name in OF_A_ROUND},
}
#: Addresses that only write to the log.
ONLY_LOGS = {"table:discard"}
#: Addresses without their own page: the next page shows the result.
TOLD_THERE = {
    "table:settle_conflict",
    "table:take_back_late_hand",
    "table:manage_link",
}


@dataclass
class Watch:
    """Comparison of the stored data before and after each request."""

    evening: Evening
    before: Kept = field(init=False)
    wrote: bool = False

    def __post_init__(self) -> None:
        self.look()

    def look(self) -> None:
        """Store the current data as correct."""
        self.before = kept(self.evening.tournament, self.evening.neighbour)

    def ask(self, request: Request) -> tuple[int, str]:
        """Send a request.

        Return the status of the response and a sentence about the error found, "" if
        there is none.
        """
        self.wrote = False
        with connection.execute_wrapper(self._notice_writing):
            response = self.evening.send(request)
        return response.status_code, self._complaint(request, response)

    def _notice_writing(
        self, execute: Callable[..., Any], sql: str, *rest: Any
    ) -> object:
        """Run a statement, and record whether it writes.

        Data is compared only after something was written.
        """
        if sql.startswith(WRITES):
            self.wrote = self.wrote or "django_session" not in sql
        return execute(sql, *rest)

    def _complaint(self, request: Request, response: HttpResponse) -> str:
        status = response.status_code
        if status not in ANSWERS:
            return f"the answer was {status}"
        if status not in DONE and lacks_sentence(response, request.path):
            return f"refused with {status} and without a sentence"
        if request.name in TOLD_THERE and lacks_message(response):
            return "went back to the page without a sentence"
        if not self.wrote:
            return ""
        before = self.before
        self.look()
        changes = before.changes(self.before)
        events = self._events_since(before)
        if not changes and not events and before.revisions == self.before.revisions:
            return ""
        if too_late(request, status, changes, events):
            return ""
        if status not in (*DONE, TWO_VERSIONS):
            return f"refused with {status}, but something changed"
        if not may_change(request):
            return "a look, or somebody who may not, changed something"
        return (
            self._strayed(request, status, changes)
            or self._unlogged(request, before, changes, events)
            or self._unsound(request)
        )

    def _events_since(self, before: Kept) -> list[LogEvent]:
        tournament = self.evening.tournament
        events = LogEvent.objects.filter(tournament=tournament)
        last = before.revisions[tournament.pk]
        return list(events.filter(revision__gt=last).order_by("revision"))

    def _strayed(self, request: Request, status: int, changes: list[Change]) -> str:
        """Return a sentence if a change outside the table, or a change that this
        address must not cause, was made; otherwise "". With two versions of a hand, the
        second version is stored as a conflict.
        """
        game = self.evening.game
        may = (
            {Conflict} if status == TWO_VERSIONS else CHANGES.get(request.name, LEDGER)
        )
        for change in changes:
            name = change.model.__name__
            if change.model not in may:
                return f"{name} changed"
            if change.row.tournament != self.evening.tournament.pk:
                return f"{name} of another tournament changed"
            theirs = change.row.game not in (None, game.pk)
            if theirs and request.name not in OF_A_ROUND:
                return f"{name} of another table changed"
            if change.model is LedgerEntry and change.was:
                return "a line of the ledger was altered"
        return ""

    def _unlogged(
        self,
        request: Request,
        before: Kept,
        changes: list[Change],
        events: list[LogEvent],
    ) -> str:
        """Return a sentence if the log does not contain the action, its table and its
        author exactly once; otherwise "".
        """
        evening, pk = self.evening, self.evening.tournament.pk
        first, last = before.revisions[pk], self.before.revisions[pk]
        if [event.revision for event in events] != list(range(first + 1, last + 1)):
            return "revisions without lines in the log"
        if before.revisions | {pk: last} != self.before.revisions:
            return "another tournament's revision changed"
        if not events:
            return "something changed, and the log says nothing"
        if not changes and request.name not in ONLY_LOGS:
            return "the log says something, and nothing changed"
        if evening.names[request.role] not in {at_table(event.by) for event in events}:
            return "the log does not say who it was"
        if "table" in ADDRESSES[request.name] and any(
            event.data.get("table") != evening.game.table for event in events
        ):
            return "the log does not say at which table"
        return ""

    def _unsound(self, request: Request) -> str:
        game = self.evening.game
        games = game.round.games.all()
        asked = games if request.name in OF_A_ROUND else [game]
        return next(filter(None, map(unsound, asked)), "")


def may_change(request: Request) -> bool:
    """Return whether the client may change anything with this request."""
    name = request.name
    if "preview" in name:
        return False
    if request.role in ("elsewhere", "stranger", "nobody"):
        return False
    if request.role == "device":
        return name in DEVICE_TOO | DEVICE_IF_ALLOWED
    if request.role == "player":
        return name == "me:table"
    return EXPECTED[name][0][ROLES.index(request.role)] == IN


def too_late(
    request: Request, status: int, changes: list[Change], events: list[LogEvent]
) -> bool:
    """Return whether directors were notified of an entry for a closed round, and the
    request had no other effect.
    """
    told = [event.kind for event in events] == ["entry_too_late"]
    return told and not changes and (request.name, status) == ("table:queue", 410)


def play(evening: Evening, posts: int, tell: Callable[[Request, int], None]) -> str:
    """Send this many requests, with the scheduled actions between them.

    Return a sentence about the first error and its request; "" if there is none. `tell`
    gets each request and the status of its response.
    """
    watch = Watch(evening)
    happens = what_happens(evening, posts)
    for count in range(posts):
        if count in happens:
            happens[count]()
            watch.look()
        request = evening.request()
        status, complaint = watch.ask(request)
        tell(request, status)
        if complaint:
            return f"{complaint}: {request}"
        if status == 410 and evening.chance.random() < 0.3:
            evening.come_in_again()
            watch.look()
    return ""
