"""The actors and events of the day that `benchmarks/event.py` measures."""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from benchmarks.live import readers
from benchmarks.parts.hall_devices import Device
from scoring.rounds import end_and_close_round
from tests.scoring.halls import hall_of
from tournaments.access import table_links
from tournaments.check_in import check_in_marks
from tournaments.models import (
    CheckInState,
    Draw,
    DrawState,
    Membership,
    Role,
    Round,
    Tournament,
)
from tournaments.people import register_players, substitutes
from tournaments.rounds import publish_seating, round_clock
from tournaments.seating.constraints import Constraints
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft, submit_draft
from tournaments.tournament_setup import create_and_change_tournament

T = TypeVar("T")

#: Seconds between two hands of a table at normal speed.
A_HAND = 180.0
#: Seconds between two page loads of a referee and of a director at normal speed; none
#: loads more often than LOOKS, however fast the hall is.
REFEREE_LOOKS, DIRECTOR_LOOKS, LOOKS = 60.0, 30.0, 10.0
#: Tables that open their pages at the same time.
COMING = 8
#: Exceptions of requests whose response is wrong, incomplete or too late.
NO_ANSWER = (RuntimeError, OSError, EOFError, TimeoutError)
#: Seconds for seating or a response, and until all messages have arrived.
PATIENCE, SETTLING = 120.0, 3.0
#: Number of bare inserts and bare pages.
BARE = 100
#: Staff who check players in at the same time.
DESKS = 4


class Person(Device):
    """A signed-in user with a browser."""

    def __init__(self, port: int, user: User) -> None:
        super().__init__(port, None)  # type: ignore[arg-type]
        client = Client()
        client.force_login(user)
        self.cookies["sessionid"] = client.cookies["sessionid"].value


class Day:
    """A day and its measurements. Times are in milliseconds."""

    def __init__(self, chosen: argparse.Namespace, port: int) -> None:
        self.chosen, self.port = chosen, port
        self.tables = chosen.players // 4
        self.saves: list[float] = []
        self.pages: dict[str, list[float]] = defaultdict(list)
        self.acts: dict[str, list[float]] = defaultdict(list)
        self.waits: list[float] = []
        self.missed = 0
        self.errors: list[str] = []
        self.bare_inserts: list[float] = []
        self.bare_pages: list[float] = []
        #: Seconds in which hands were played.
        self.playing = 0.0
        self._opened = time.monotonic()
        self._began: list[tuple[int, float]] = []
        self._chance = random.Random(1)

    def set_up(self) -> None:
        """Create the tournament with all its players and the accounts of the staff."""
        chief = User.objects.create_superuser("director")
        plan = create_and_change_tournament.Plan(
            title="The whole day",
            ruleset="mcr",
            planned_rounds=self.chosen.rounds,
            minutes=90,
            end_policy="finish_hand",
            is_public=True,
        )
        self.tournament = create_and_change_tournament.create_tournament(
            plan, director=chief
        )
        people = [
            register_players.PlayerRow(
                last_name=f"Player {n:04}", club=f"Club {n % 40}"
            )
            for n in range(1, 4 * self.tables + 1)
        ]
        register_players.register(self.tournament, people, by="director")
        self.directors = [Person(self.port, chief)]
        self.visitor = Person(self.port, chief)
        self.referees = []
        for role, count, into in (
            (Role.DIRECTOR, self.chosen.directors - 1, self.directors),
            (Role.REFEREE, self.chosen.referees, self.referees),
        ):
            for number in range(count):
                user = User.objects.create_user(f"{role}-{number}")
                Membership.objects.create(
                    user=user, tournament=self.tournament, role=role
                )
                into.append(Person(self.port, user))
        self.elsewhere = hall_of(chief, "riichi", 1)[0].round.tournament_id

    @property
    def offered(self) -> float:
        """Return the number of saves a second that tables would make without
        waiting.
        """
        return self.tables * self.chosen.speed / A_HAND

    async def play(self) -> None:
        """Run the day, from check-in to the last file."""
        slug = self.tournament.slug
        await self._bare()
        self._print_progress("everybody is checked in")
        await self._check_in()
        self._print_progress("the viewers come")
        page = await self.directors[0].ask("GET", f"/t/{slug}/")
        address = unescape(re.findall(r'sse-connect="([^"]+)"', page)[0])
        opened = await asyncio.to_thread(self._viewers, address)
        staff = await self._open_pages()
        try:
            for number in range(1, self.chosen.rounds + 1):
                self._print_progress(f"round {number} of {self.chosen.rounds}")
                await self._round(number)
            self._print_progress("the end")
            await asyncio.sleep(SETTLING)
        finally:
            for task in staff:
                task.cancel()
            got = await asyncio.to_thread(opened)
        self._delivered(got)

    def _print_progress(self, progress: str) -> None:
        """Print the progress of the day."""
        seconds = time.monotonic() - self._opened
        line = f"{seconds:6.0f} s  {progress}; {len(self.saves)} saves so far"
        print(line, file=sys.stderr, flush=True)

    def _viewers(self, address: str) -> Callable[[], list[dict[str, Any]]]:
        """Start viewers of a stream.

        Return a function that ends them and returns the messages that each viewer
        received.
        """
        within = readers(self.port, [address], self.chosen.viewers, "stream")
        got = within.__enter__()

        def end() -> list[dict[str, Any]]:
            within.__exit__(None, None, None)
            return [viewer for part in got for viewer in part]

        return end

    async def _bare(self) -> None:
        """Measure a bare page and a bare insert on the idle server."""
        device = self.directors[0]
        await device.ask("GET", f"/director/{self.tournament.slug}/")
        for number in range(BARE):
            self.bare_inserts.append(
                await device.insert(self.elsewhere, 1_000_000 + number)
            )
            started = time.perf_counter()
            await device.ask("GET", "/manifest.webmanifest")
            self.bare_pages.append((time.perf_counter() - started) * 1000)

    async def _check_in(self) -> None:
        """Check all players in."""
        numbers = iter(range(1, 4 * self.tables + 1))
        slug = self.tournament.slug

        async def desk(person: Person) -> None:
            await self._look(person, "check-in desk", f"/director/{slug}/check-in/")
            for number in numbers:
                await self._save(self.acts["check-in"], self._arrive(person, number))

        people = await asyncio.to_thread(self._desks)
        await asyncio.gather(*map(desk, people))

    def _desks(self) -> list[Person]:
        chief = User.objects.get(username="director")
        return [Person(self.port, chief) for _each in range(DESKS)]

    async def _arrive(self, person: Person, number: int) -> float:
        """Check in player `number` with a tap on the row.

        Return the milliseconds until the response.
        """
        started = time.perf_counter()
        path = f"/director/{self.tournament.slug}/check-in/"
        await person.ask("POST", path, f"here={number}&back=hall", expect=204)
        return (time.perf_counter() - started) * 1000

    async def _open_pages(self) -> list[asyncio.Task[None]]:
        """Start tasks that load the pages of referees and directors again and again.

        Return the tasks.
        """
        slug = self.tournament.slug
        looks = [
            (
                self.directors,
                "control room",
                f"/director/{slug}/control/",
                DIRECTOR_LOOKS,
            ),
            (self.referees, "referee's", f"/director/{slug}/", REFEREE_LOOKS),
        ]
        return [
            asyncio.create_task(self._keeps_looking(person, label, path, seconds))
            for people, label, path, seconds in looks
            for person in people
        ]

    async def _keeps_looking(
        self, person: Person, label: str, path: str, seconds: float
    ) -> None:
        page = await self._look(person, label, path)
        streams = re.findall(r'sse-connect="([^"]+)"', page or "")
        listening = None
        if streams:
            listening = asyncio.create_task(self._follow(person, unescape(streams[0])))
        try:
            while True:
                pause = max(LOOKS, seconds / self.chosen.speed)
                await asyncio.sleep(self._chance.uniform(0.5, 1.5) * pause)
                await self._look(person, label, path)
        finally:
            if listening:
                listening.cancel()

    async def _follow(self, person: Person, stream: str) -> None:
        reader, writer = await person.connected()
        writer.write(person._request("GET", stream, ""))
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while await reader.read(65536):
                pass

    async def _look(self, person: Device, label: str, path: str) -> str:
        started = time.perf_counter()
        try:
            page = await asyncio.wait_for(person.ask("GET", path), PATIENCE)
        except NO_ANSWER as error:
            self._failed(label, error)
            return ""
        self.pages[label].append((time.perf_counter() - started) * 1000)
        return page

    async def _save(self, times: list[float], work: Awaitable[float]) -> None:
        try:
            times.append(await work)
        except NO_ANSWER as error:
            self._failed("save", error)

    def _failed(self, label: str, error: Exception) -> None:
        self.errors.append(f"{label}: {type(error).__name__} {str(error)[:200]}")

    async def _act(self, label: str, work: Callable[[], T]) -> T:
        """Run a director's action in a thread and record its milliseconds under
        `label`. Return its result.
        """
        started = time.perf_counter()
        done = await asyncio.to_thread(work)
        self.acts[label].append((time.perf_counter() - started) * 1000)
        return done

    async def _round(self, number: int) -> None:
        await self._act("draw", lambda: self._draw(number))
        round_ = await asyncio.to_thread(lambda: self._rounds().get(number=number))
        await self._act("substitute", lambda: self._substitute(number))
        await self._act(
            "publish", lambda: publish_seating.publish(round_.pk, by="director")
        )
        games = await asyncio.to_thread(
            lambda: list(table_links.games_with_links().filter(round=round_))
        )
        self._print_progress("the tables come in")
        coming = iter([Device(self.port, game) for game in games])
        devices: list[Device] = []
        await asyncio.gather(
            *(self._open_tables(coming, devices) for _each in range(COMING))
        )
        now = timezone.now()
        await self._act(
            "start", lambda: round_clock.start(round_.pk, by="director", now=now)
        )
        self._print_progress("play begins")
        started = time.monotonic()
        await asyncio.gather(*map(self._table, devices))
        self.playing += time.monotonic() - started

        def close() -> None:
            end_and_close_round.close(round_.pk, by="director", reason="the gong")

        await self._act("close", close)
        slug = self.tournament.slug
        for file_name in ("standings.csv", "standings.xlsx", "hands.csv"):
            await self._look(self.visitor, file_name, f"/t/{slug}/files/{file_name}")

    async def _open_tables(
        self, coming: Iterator[Device], arrived: list[Device]
    ) -> None:
        """Open the page of one device after another by its table link, and add the
        devices to `arrived`. Records failures.
        """
        for device in coming:
            started = time.perf_counter()
            try:
                await asyncio.wait_for(device.open_table(), PATIENCE)
            except NO_ANSWER as error:
                self._failed("come in", error)
                continue
            took = (time.perf_counter() - started) * 1000
            self.pages["table comes in"].append(took)
            arrived.append(device)

    async def _table(self, device: Device) -> None:
        """Enter a table's hands of a round, with pauses.

        A hand without a receipt delays the next one, like on a phone with a bad
        network.
        """
        pause = A_HAND / self.chosen.speed
        listening = asyncio.create_task(device.listen())
        await asyncio.sleep(self._chance.uniform(0, pause))
        for hand in range(self.chosen.hands):
            if hand:
                await asyncio.sleep(self._chance.uniform(0.7, 1.3) * pause)
            began = time.monotonic()
            await self._save(self.saves, asyncio.wait_for(device.save(), PATIENCE))
            self._began.append((device.own, began))
        listening.cancel()

    def _rounds(self) -> QuerySet[Round]:
        return Tournament.objects.get(pk=self.tournament.pk).rounds.all()

    def _draw(self, number: int) -> None:
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        method = Method.RANDOM if number == 1 else Method.SWISS
        draw = submit_draft.submit(
            tournament,
            method=method,
            first_round=number,
            rounds=1,
            demands=Constraints(moves=2_000),
            by="director",
        )
        until = time.monotonic() + PATIENCE
        while draw.state != DrawState.DRAFT and time.monotonic() < until:
            time.sleep(0.1)
            draw = Draw.objects.get(pk=draw.pk)
        if draw.state != DrawState.DRAFT:
            raise RuntimeError(f"draw {number}: {draw.state} {draw.faults}")
        confirm_draft.confirm(draw, by="director")

    def _substitute(self, number: int) -> None:
        """Substitute player 4 * `number` in round `number` by a new player."""
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        row = register_players.PlayerRow(last_name=f"Substitute {number}")
        [new] = register_players.register(tournament, [row], by="director")
        old = tournament.players.get(number=4 * number)
        substitutes.substitute(
            tournament, old, new, number, by="director", reason="ill", registered=True
        )
        check_in_marks.mark(tournament, new.number, CheckInState.HERE, by="director")

    def _delivered(self, got: list[dict[str, Any]]) -> None:
        """Record the milliseconds until each viewer received each hand, and the number
        of hands that viewers did not receive. Hands whose save failed do not count.
        """
        self.lost = sum(viewer["lost"] for viewer in got)
        if self.lost:
            self.errors.append(f"{self.lost} streams of viewers were lost")
        for viewer in got:
            revisions = [revision for _when, revision in viewer["received"]]
            for revision, began in self._began:
                at = bisect_left(revisions, revision)
                if at < len(revisions):
                    self.waits.append((viewer["received"][at][0] - began) * 1000)
                else:
                    self.missed += 1


def database_megabytes() -> float:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return float(cursor.fetchone()[0]) / 1e6
    path = Path(connection.settings_dict["NAME"])
    beside = (path.with_name(path.name + end) for end in ("", "-wal"))
    return sum(file.stat().st_size for file in beside if file.exists()) / 1e6
