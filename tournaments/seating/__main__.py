"""`python -m tournaments.seating`: see `tournaments.seating.cli`."""

from __future__ import annotations

import sys

from tournaments.seating.cli import main

if __name__ == "__main__":
    sys.exit(main())
