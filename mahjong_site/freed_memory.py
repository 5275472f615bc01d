"""What is freed goes back to the system, which glibc puts off by itself."""

from __future__ import annotations

import ctypes

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
