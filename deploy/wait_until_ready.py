"""`python deploy/wait_until_ready.py PORT`: wait until the web process on that port is
ready. Exit with code 1 if it cannot become ready.

For systemd's `ExecStartPost`: it waits as long as the process MAINPID runs, through any
outage of the database. Without MAINPID it waits a minute.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 60.0


def why_not(port: int) -> str:
    """Return the reason from `/readyz` why the process on that port of this machine is
    not ready; "" if it is."""
    try:
        address = f"http://127.0.0.1:{port}/readyz"
        urllib.request.urlopen(address, timeout=3).close()
    except urllib.error.HTTPError as refused:
        return str(json.load(refused).get("why"))
    except OSError as error:
        return f"No answer yet: {error}"
    return ""


def may_come(until: float) -> bool:
    """Return whether the process can still become ready."""
    if main_process := os.environ.get("MAINPID"):
        return Path("/proc", main_process).exists()
    return time.monotonic() < until


def main(port: int) -> int:
    until, said = time.monotonic() + PATIENCE, ""
    while why := why_not(port):
        if why != said:
            print(why, flush=True)
            said = why
        if not may_come(until):
            return 1
        time.sleep(0.2)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
