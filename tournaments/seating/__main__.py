"""Run the command `python -m tournaments.seating`."""

from __future__ import annotations

import sys

from tournaments.seating import main

if __name__ == "__main__":
    sys.exit(main())
