"""Run `python -m rules`; see `rules.cli`."""

from __future__ import annotations

import sys

from rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
