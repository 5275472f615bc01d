"""A web process that must not start, beside others of one `uvicorn --workers N`.

Uvicorn's parent would start it again for ever, or end with exit code 0, and each of the
others would say the same. So the first that refuses says why, and ends the parent.
"""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.context import SpawnProcess
from pathlib import Path

from django.conf import settings

from mahjong_site.serve.child_process import LIFELINE

#: Uvicorn handles the others that end a process, and ends with exit code 0.
ENDS_UVICORN = signal.SIGALRM


def end_all_workers(why: str) -> None:
    """Say `why`, unless another worker has, and end this one and their parent. Does
    nothing in a process that is not one of several workers."""
    if not _is_worker():
        return
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
    """Those of `manage.py serve` are started by its supervisor, which has looked."""
    started_by_uvicorn = isinstance(multiprocessing.current_process(), SpawnProcess)
    return started_by_uvicorn and LIFELINE not in os.environ


# The settings refuse too, wherever they are read first: let that be here.
try:
    assert settings.SECRET_KEY
except SystemExit as refusal:
    end_all_workers(str(refusal))
    raise
