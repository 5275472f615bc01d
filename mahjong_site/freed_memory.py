"""What is freed goes back to the system, which glibc puts off by itself; and what is in
circles is looked for seldom."""

from __future__ import annotations

import ctypes
import gc

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
