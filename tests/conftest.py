"""Fixtures of the tests: a director, a referee, a stranger, and a small MCR tournament
of eight players at two tables.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.template import Context, Template
from django.test import Client, TestCase, TransactionTestCase
from django.test.signals import template_rendered
from django.urls import reverse

from mahjong_site.compiled_catalogues import compile_stale
from scoring.all_pages import page_cache
from scoring.over_tournaments import person_sums
from scoring.public import player_place_and_rounds
from scoring.series import read_season_values
from scoring.standings import kept_until_changes, standings_cache
from tests import prepared
from tests.emptied import empty_database
from tests.examples import load_profile
from tests.languages import TESTED
from tests.languages import install as install_languages
from tests.written_again import fixtures, give_the_same_numbers
from tournaments.files import generated_file_cache
from tournaments.live import live_stream
from tournaments.models import Game, Membership, Role, Round, Tournament
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament
from tournaments.upkeep import full_disk
from tournaments.web.stack_preallocation import preallocate_stack

load_profile()

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


#: Fixtures of tests that query a database.
DATABASE_FIXTURES = {"db", "transactional_db"}
ONLY_POSTGRESQL_ANSWERS = {"on_postgresql", "transactional_db"}


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark tests whose result may differ on another database, and preallocate stack for
    all tests. With TEST_CASES=first, keep only the first case of each test.
    """
    for item in items:
        asked = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if asked or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)
        item.runtest = preallocate_stack(item.runtest)
    if os.environ.get("TEST_CASES") == "first":
        first = first_cases(items)
        config.hook.pytest_deselected(
            items=[item for item in items if item not in first]
        )
        items[:] = [item for item in items if item in first]


def pytest_configure(config: pytest.Config) -> None:
    """Compile outdated translations, as the program does when it starts."""
    if not hasattr(config, "workerinput"):
        compile_stale(settings.LOCALE_PATHS[0], lambda _text: None)


def first_cases(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the first case of each test, and every case of tests marked `every_case`
    or not run on SQLite.
    """
    first: dict[str, pytest.Item] = {}
    for item in items:
        every = item.get_closest_marker("every_case") or (
            ONLY_POSTGRESQL_ANSWERS.intersection(getattr(item, "fixturenames", ()))
        )
        first.setdefault(item.nodeid if every else item.nodeid.split("[")[0], item)
    return set(first.values())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Pause garbage collection while tests are collected.

    Afterwards run it less often, and never on objects that live as long as the tests.
    It took a fifth of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Return whether to keep the database: on SQLite it is prepared and needs no
    migration.
    """
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix) -> None:
    """Copy the prepared SQLite database to the file that the tests use."""
    if connection.vendor == "sqlite":
        prepared.copy_database_to(Path(connection.settings_dict["TEST"]["NAME"]))


@pytest.fixture(autouse=True, scope="session")
def _emptied_despite_guards():
    """Allow deletions between transactional tests, although some tables are
    append-only.
    """
    original = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = lambda _case: empty_database()
    yield
    TransactionTestCase._fixture_teardown = original


@pytest.fixture(autouse=True, scope="session")
def _same_numbers_in_every_test():
    """Reset primary keys after each test, so that rows written by fixtures can be
    written again with the same keys.
    """
    original = TestCase._fixture_teardown

    def rolled_back(case: TestCase) -> None:
        original(case)
        give_the_same_numbers()

    TestCase._fixture_teardown = rolled_back
    yield
    TestCase._fixture_teardown = original


@pytest.fixture(autouse=True, scope="session")
def _only_pages_are_noted(django_test_environment):
    """Store the context of each page for `response.context`, but not the contexts of
    its includes and form widgets. Hundreds of copies took a twentieth of the time.
    """

    def render(template: Template, context: Context) -> str:
        of_widget = str(template.name).startswith("django/forms/")
        if context.template is template and not of_widget:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    noting = Template._render
    Template._render = render
    yield
    Template._render = noting


@pytest.fixture(autouse=True)
def _full_disks_are_not_noted(monkeypatch):
    """Reset the record of a full disk, so that a simulated full disk has no effect on
    the next test.
    """
    monkeypatch.setattr(full_disk, "_noted", float("inf"))


@pytest.fixture(autouse=True)
def _viewers_are_admitted_late(monkeypatch):
    """Set a long waiting time for viewers of the live stream, so that a busy machine
    does not refuse them.
    """
    monkeypatch.setattr(live_stream, "PATIENCE", 60.0)


@pytest.fixture(autouse=True)
def _pages_made_anew(monkeypatch):
    """Disable caches, because tests change data without a new revision, and use one
    revision and primary key for several states.
    """
    player_place_and_rounds.standings_at.cache_clear()
    monkeypatch.setattr(page_cache, "KEPT_BYTES", 0)
    monkeypatch.setattr(generated_file_cache, "LONGEST", 0.0)
    monkeypatch.setattr(standings_cache, "KEPT", 0)
    monkeypatch.setattr(read_season_values, "KEPT", 0)
    monkeypatch.setattr(person_sums, "KEPT", 0)
    monkeypatch.setattr(kept_until_changes, "MOST", 0)


@pytest.fixture
def languages(settings, tmp_path) -> tuple[str, ...]:
    """Install further languages with a few translated texts each.

    Return their codes.
    """
    install_languages(tmp_path / "locale", settings)
    return TESTED


@pytest.fixture
def noon() -> Iterator[datetime]:
    """Freeze the time at noon of today and yield it, because entries depend on the end
    of the round.
    """
    with time_machine.travel(NOON):
        yield NOON


@pytest.fixture
def owner(db) -> User:
    """Return the first account of the installation."""
    return User.objects.create_superuser("owner", password="owner-pass-1")


@pytest.fixture
def director(db) -> User:
    return User.objects.create_user("director", password="director-pass-1")


@pytest.fixture
def referee(db, tournament) -> User:
    user = User.objects.create_user("referee", password="referee-pass-1")
    Membership.objects.create(user=user, tournament=tournament, role=Role.REFEREE)
    return user


@pytest.fixture
def stranger(db) -> User:
    """Return an account without a role in the tournament."""
    return User.objects.create_user("stranger", password="stranger-pass-1")


@pytest.fixture
def tournament(director) -> Tournament:
    """Return a public tournament with eight players and three planned rounds, without
    seating.
    """
    return fixtures.first(
        lambda: _tournament(director), "tournament", director.pk, director.username
    )


def _tournament(director: User) -> Tournament:
    plan = create_and_change_tournament.Plan(
        title="Spring Cup",
        ruleset="mcr",
        planned_rounds=3,
        minutes=100,
        end_policy="finish_hand",
        is_public=True,
        late_word="referee",
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    rows = [
        register_players.PlayerRow(
            first_name="Player",
            last_name=f"{number:02}",
            country="Denmark" if number % 2 else "Italy",
            team=f"Team {1 + (number - 1) // 4}",
        )
        for number in range(1, 9)
    ]
    register_players.register(tournament, rows, by="director")
    return tournament


@pytest.fixture
def seated_round(tournament) -> Round:
    """Return round 1, published: players 1-4 at table 1, 5-8 at table 2."""
    return fixtures.after(lambda: _seated_round(tournament), "seated")


def _seated_round(tournament: Tournament) -> Round:
    rows = [
        seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(1, 2, (5, 6, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    return publish_seating.publish(round_.pk, by="director")


@pytest.fixture
def running_round(seated_round, noon) -> Round:
    """Return round 1, started at noon. It ends 100 minutes later."""
    return fixtures.after(
        lambda: round_clock.start(seated_round.pk, by="director", now=noon),
        "running",
        noon,
    )


@pytest.fixture
def game(running_round) -> Game:
    """Return table 1 of the running round."""
    return running_round.games.select_related("round__tournament").get(table=1)


@pytest.fixture
def at(game) -> Callable[..., str]:
    """Return a function that returns the address of a page of table 1 by the page's
    name.
    """

    def address(name: str = "session", *more: int) -> str:
        round_ = game.round
        return reverse(
            f"table:{name}",
            args=[round_.tournament.slug, round_.number, game.table, *more],
        )

    return address


def _signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def owner_client(owner) -> Client:
    return _signed_in(owner)


@pytest.fixture
def director_client(director) -> Client:
    return _signed_in(director)


@pytest.fixture
def referee_client(referee) -> Client:
    return _signed_in(referee)


@pytest.fixture
def stranger_client(stranger) -> Client:
    return _signed_in(stranger)


@pytest.fixture
def on_postgresql(db) -> bool:
    return connection.vendor == "postgresql"


@pytest.fixture
def at_once(on_postgresql) -> Callable[..., list[Any]]:
    """Return a function that runs functions at the same time, each with its own
    connection, and returns their results. Skips the test on SQLite. For tests with
    `transaction=True`.
    """
    if not on_postgresql:
        pytest.skip("SQLite lets one transaction in at a time")

    def run_all(*calls: Callable[[], Any]) -> list[Any]:
        barrier = Barrier(len(calls))

        def run(call: Callable[[], Any]) -> Any:
            try:
                barrier.wait(timeout=5)
                return call()
            finally:
                connection.close()

        with ThreadPoolExecutor(len(calls)) as pool:
            futures = [pool.submit(run, call) for call in calls]
            return [future.result(timeout=20) for future in futures]

    return run_all
