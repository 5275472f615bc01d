"""How many files, which is to say connections, a process may have open."""

from __future__ import annotations

import contextlib
import resource

#: More than a hall and its audience need. "Unlimited", as macOS says, is not accepted.
ENOUGH = 65_536
#: What macOS takes where it says "unlimited".
MACOS = 10_240


def raise_the_limit_of_open_files() -> None:
    """Raise the soft limit as far as the hard limit allows, at most to `ENOUGH`.

    Systems start programs with 1,024 or 256; every phone needs a connection or two.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (ENOUGH, MACOS):
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft == resource.RLIM_INFINITY or soft >= allowed:
            return
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            return


def most_open_files() -> int:
    """How many this process may have open."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else soft
