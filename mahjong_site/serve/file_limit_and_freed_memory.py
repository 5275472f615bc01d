"""What is freed goes back to the system, which glibc puts off by itself; and what is in
circles is looked for seldom.

How many files, which is to say connections, a process may have open.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import resource

#: glibc's name for "what is larger is asked of the system, and given back when freed".
M_MMAP_THRESHOLD = -3
#: Bytes. The pieces of large answers are larger; nearly everything else is smaller.
LARGE = 32 * 1024


def give_back_what_is_freed() -> None:
    """Once a process, before it has threads; without effect where there is no glibc.

    Otherwise glibc learns from the first large piece that is freed to keep ever more of
    them, in a heap of each thread: after 200 downloads that nobody read, a web server
    kept a third more memory than before.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(M_MMAP_THRESHOLD, LARGE)


#: Objects after which Python looks for circles among the newest, how often it does that
#: until it looks among those a little older, and that until it looks among all.
SELDOM = (20_000, 20, 50)


def look_for_circles_seldom() -> None:
    """Once a process, before it imports the program.

    By itself Python looks after every 700 objects. The page of an event of a thousand
    players makes fifty thousand, hardly any of them in a circle: with a look at each
    twenty thousand it costs an eighth to two fifths less. A start makes a hundred
    thousand that stay, and costs an eighth less.
    """
    gc.set_threshold(*SELDOM)


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
