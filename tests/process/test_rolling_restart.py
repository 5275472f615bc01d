"""Web processes are restarted in turn while a table saves.

A load balancer that checks readiness loses no request.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import prepared
from tests.process.programs import ROOT, Program, wait_for
from tests.process.test_killed_while_saving import LEDGER, SETUP, Device, shell

pytestmark = pytest.mark.process

#: Seconds for which a stopping process still serves.
DRAIN = 1
HANDS_A_TURN = 7


class Web:
    """One web process on its own port, with the data of `program`."""

    def __init__(self, program: Program) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._program = program
        self.start()

    def start(self) -> None:
        own = {"PORT": str(self.port), "DRAIN_SECONDS": str(DRAIN)}
        with self._program.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mahjong_site.serve.child_process", "web"],
                cwd=ROOT,
                env=self._program.environment | own,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def readiness(self) -> str:
        """Return the status that `/readyz` shows; "" without a response."""
        address = f"http://127.0.0.1:{self.port}/readyz"
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(json.load(answer)["status"])
        except urllib.error.HTTPError as refused:
            return str(json.load(refused)["status"])
        except OSError:
            return ""

    def is_ready(self) -> bool:
        # No clock worker runs here.
        return self.readiness() in ("ready", "degraded")


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return an installation without running processes."""
    prepared.copy_to(tmp_path)
    return Program(tmp_path)


@pytest.fixture
def webs(program: Program) -> Iterator[list[Web]]:
    started = [Web(program), Web(program)]
    for web in started:
        wait_for(web.is_ready, 60, "a web process that is ready")
    yield started
    for web in started:
        if web.process.poll() is None:
            web.process.kill()
            web.process.wait()


def test_no_save_fails_while_one_after_the_other_is_restarted(program, webs):
    program.port = webs[0].port
    device = Device(program, shell(program, SETUP))
    token, path = device.token(), device.queue.removeprefix(device.site)

    def save(web: Web, hand: int) -> int:
        """Send the hand, which is possible repeatedly.

        Return the number of the next hand.
        """
        device.queue = f"http://127.0.0.1:{web.port}{path}"
        assert device.send(hand, token) is not None, f"hand {hand} was not answered"
        return hand + 1

    hand = 1
    for turn, web in enumerate(webs, 1):
        web.process.send_signal(signal.SIGTERM)
        wait_for(lambda web=web: web.readiness() == "stopping", 10, "off the list")
        # Requests already on their way are still served.
        hand = save(web, hand)
        while web.process.poll() is None:
            ready = next(other for other in webs if other.is_ready())
            # A table has 16 hands, so the last hand of a turn is sent repeatedly.
            hand = save(ready, min(hand, turn * HANDS_A_TURN))
            time.sleep(0.05)
        assert web.process.returncode in (0, -signal.SIGTERM)
        web.start()
        wait_for(web.is_ready, 60, "it is back")
        hand = save(web, min(hand, turn * HANDS_A_TURN))
    ledger = json.loads(shell(program, LEDGER))
    assert [line[1] for line in ledger] == list(range(1, hand))
