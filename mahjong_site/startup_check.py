"""Stop `uvicorn --workers N` if its web processes must not start.

Without this module, uvicorn's parent would restart the web processes forever or end
with exit code 0, and each would print the same message. Here the first process prints
the reason and ends the parent.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.context import SpawnProcess
from pathlib import Path

from django.conf import settings

from mahjong_site.serve.child_process import LIFELINE

#: Uvicorn handles the other terminating signals and then exits with code 0. None where
#: the system has no such signal (Windows); there each web process prints its message.
ENDS_UVICORN = getattr(signal, "SIGALRM", None)


def end_all_workers(why: str) -> None:
    """Print `why`, unless another worker has printed it, and end this process and its
    parent. Does nothing outside a worker of uvicorn."""
    if ENDS_UVICORN is None or not _is_worker():
        return
    import fcntl

    parent = multiprocessing.parent_process()
    assert parent is not None
    assert parent.pid is not None
    with Path(__file__).open() as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        if os.getppid() == parent.pid:
            print(why, file=sys.stderr, flush=True)
            os.kill(parent.pid, ENDS_UVICORN)
        while os.getppid() == parent.pid:
            time.sleep(0.01)
    os._exit(1)


def _is_worker() -> bool:
    """Return whether this is a worker process of uvicorn.

    Return False for a web process of `manage.py serve`, because the supervisor has
    already made the checks.
    """
    started_by_uvicorn = isinstance(multiprocessing.current_process(), SpawnProcess)
    return started_by_uvicorn and LIFELINE not in os.environ


# The settings also refuse to load; import them here to handle that.
try:
    assert settings.SECRET_KEY
except SystemExit as refusal:
    end_all_workers(str(refusal))
    raise
