"""Take pictures of the first rules sheet of two tournaments: `python -m
tools.picture_rules`. They go to `docs/images/rules/`. Needs `pdftoppm`.
"""

from __future__ import annotations

import sys

from tools.pictures_of_tests import take

if __name__ == "__main__":
    sys.exit(take("rules", "tests/browser/test_rules_pages.py", colors=32))
