"""Take pictures of a director's day, from an empty site to published seating, and of
common mistakes: `python -m tools.picture_director`. They go to `docs/images/director/`.
"""

from __future__ import annotations

import sys

from tools.pictures_of_tests import take

DAYS = ("tests/browser/test_first_event.py", "tests/browser/test_bad_day.py")

if __name__ == "__main__":
    sys.exit(take("director", *DAYS, colors=96))
