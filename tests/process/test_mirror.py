"""A laptop and its mirror: two real programs with workers, over a network that fails.

`benchmarks/chaos/mirror_programs.py` does the same at random and for longer.
"""

from __future__ import annotations

import urllib.request

import pytest

from benchmarks.chaos.mirror_programs import (
    ACCEPT,
    SLUG,
    WAITING,
    Hand,
    Installation,
    Pair,
)
from tests import prepared
from tests.process.programs import SOON, wait_for

pytestmark = pytest.mark.process


@pytest.fixture
def two(tmp_path):
    """Yield the running programs at home and at the mirror."""
    both = [Installation(tmp_path / name) for name in ("home", "mirror")]
    for installation in both:
        prepared.copy_to(installation.folder)
        # Each installation has its own key.
        (installation.folder / "secret_key").unlink()
        installation.start()
    yield both
    for installation in both:
        installation.end()


def test_nothing_is_lost_or_doubled_and_each_takes_over(two):
    home, mirror = two
    pair = Pair(home, mirror, tables=2)
    entered: dict[Hand, int] = {}

    def enter(at: Installation, table: int, hand: int) -> None:
        entered[table, hand] = 10 * hand + table
        wait_for(
            lambda: pair.enter(at, table, hand, entered[table, hand]) == 200,
            SOON,
            f"hand {hand} at table {table}",
        )

    def catches_up() -> None:
        wait_for(pair.is_equal, 2 * SOON, "the mirror has all changes")
        assert home.hands() == mirror.hands() == entered

    catches_up()
    page = urllib.request.urlopen(f"{mirror.site}/t/{SLUG}/standings/").read()
    assert b"Last update from the hall" in page
    age = urllib.request.urlopen(f"{mirror.site}/t/{SLUG}/mirror/").read()
    assert b"Live from the hall" in age
    enter(home, 1, 1)
    catches_up()

    pair.cable.cut()
    enter(home, 1, 2)
    enter(home, 2, 1)
    for installation in two:
        installation.die()
    # As if the worker had been killed during an exchange that takes long.
    home.write("UPDATE tournaments_mirror SET next_at = '2099-01-01 00:00:00'")
    for installation in two:
        installation.start()
    pair.cable.join()
    catches_up()

    # The answer to a batch does not arrive, and the mirror is killed.
    pair.cable.hang()
    enter(home, 2, 2)
    mirror.die()
    mirror.start()
    pair.cable.join()
    catches_up()

    # Home dies with a hand that the mirror never saw.
    pair.cable.cut()
    enter(home, 1, 3)
    home.die()
    mirror.manage("mirror", "take_over", SLUG, pair.code)
    enter(mirror, 2, 3)
    home.start()
    pair.cable.join()
    wait_for(lambda: not home.is_home(), SOON, "home is read-only")
    assert pair.enter(home, 1, 4, 50) == 409
    wait_for(lambda: mirror.rows(WAITING) == [(1,)], SOON, "the unseen hand waits")
    assert mirror.run_code(ACCEPT).strip() == "1"

    wait_for(lambda: pair.gives_back() == "", SOON, "home takes over again")
    enter(home, 1, 4)
    catches_up()
    assert home.folder_of_tournament() == mirror.folder_of_tournament()
    for installation in two:
        assert "Traceback" not in installation.log.read_text()
