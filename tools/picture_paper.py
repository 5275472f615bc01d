"""Take pictures of the first sheet of every printout, for a large and a small
tournament: `python -m tools.picture_paper`. They go to `docs/images/paper/`.
"""

from __future__ import annotations

import sys

from tools.pictures_of_tests import take

if __name__ == "__main__":
    sys.exit(take("paper", "tests/browser/test_paper.py", colors=32))
