"""`python deploy/wait_until_ready.py PORT`: ends when the web process on that port is
ready, or with exit code 1 after a minute."""

from __future__ import annotations

import sys
import time
import urllib.request

PATIENCE = 60.0


def is_ready(port: int) -> bool:
    """Whether `/readyz` on that port of this machine says so."""
    try:
        address = f"http://127.0.0.1:{port}/readyz"
        urllib.request.urlopen(address, timeout=3).close()
    except OSError:
        return False
    return True


def main(port: int) -> int:
    until = time.monotonic() + PATIENCE
    while not is_ready(port):
        if time.monotonic() > until:
            return 1
        time.sleep(0.2)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
