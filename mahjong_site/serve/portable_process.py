"""Start child processes in a way that works on every system (macOS, Windows).

Each child is a new Python process that imports everything itself. The child stops when
its standard input ends, because the parent closed it or was killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from mahjong_site.serve.child_process import LIFELINE
from mahjong_site.serve.threaded_process_log import ThreadedLog


@dataclass(frozen=True)
class PortableProcess:
    """A child process, running or ended."""

    popen: subprocess.Popen[bytes]

    def ending(self) -> int | None:
        """Return the exit code of the process, or minus the number of the signal that
        killed it; None while it runs."""
        return self.popen.poll()

    def stop(self) -> None:
        """Make the process stop by closing its standard input."""
        assert self.popen.stdin
        with contextlib.suppress(OSError):
            self.popen.stdin.close()

    def kill(self) -> None:
        """Kill the process and, on systems with process groups, its child processes."""
        self.stop()
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.popen.pid, signal.SIGKILL)
        else:
            self.popen.kill()


class PortableStart:
    """Factory of child processes that are new Python processes."""

    def __init__(self) -> None:
        self.log = ThreadedLog()

    def __call__(
        self, name: str, program: str, environment: Mapping[str, str]
    ) -> PortableProcess:
        """Start a child called `name` that runs `program` of `child_process.PROGRAMS`,
        and return it."""
        # An embedded Python ignores the variables for UTF-8 and for unbuffered output.
        python = [sys.executable, "-X", "utf8", "-u"]
        popen = subprocess.Popen(
            [*python, "-m", "mahjong_site.serve.child_process", program],
            env=dict(environment) | {LIFELINE: "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            # Own group, so that Ctrl-C reaches only the parent. Windows has a flag and
            # ignores the other option.
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            start_new_session=True,
        )
        assert popen.stdout
        self.log.add(name, popen.stdout)
        return PortableProcess(popen)
