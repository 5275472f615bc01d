"""Take the pictures of the documents. They go to `docs/images/KIND/`.

    python -m tools.pictures director
    python -m tools.pictures paper
    python -m tools.pictures rules
    python -m tools.pictures public [NAME …]
    python -m tools.pictures table [NAME …]

`director`: a director's day from an empty site to published seating, and common
mistakes. `paper`: the first sheet of every printout, for a large and a small
tournament. `rules`: the first rules sheet of two tournaments; needs `pdftoppm`.

`public`: the public pages and hall screens in light and dark mode, on a phone, a laptop
and a large screen. `table`: the table page in every state, in light and dark mode. With
names, only those pages or states.

All need the tests' browser and ImageMagick's `convert`.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from functools import partial

from tools.pictures import pictures_of_tests, public_pages, table_page

DAYS = ("tests/browser/test_first_event.py", "tests/browser/test_bad_day.py")
PAPER, RULES = "tests/browser/test_paper.py", "tests/browser/test_rules_pages.py"

#: Kinds whose pictures a test takes.
OF_TESTS: dict[str, Callable[[], int]] = {
    "director": partial(pictures_of_tests.take, "director", *DAYS, colors=96),
    "paper": partial(pictures_of_tests.take, "paper", PAPER, colors=32),
    "rules": partial(pictures_of_tests.take, "rules", RULES, colors=32),
}
#: Kinds whose pictures can be chosen by name.
BY_NAME: dict[str, Callable[[list[str]], None]] = {
    "public": public_pages.take_all,
    "table": table_page.take_all,
}


def main() -> int:
    """Take the pictures that the command line names.

    Return the exit code. Exits with a message if `convert` is missing.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=[*OF_TESTS, *BY_NAME])
    parser.add_argument("names", nargs="*", metavar="NAME")
    chosen = parser.parse_args()
    if chosen.names and chosen.kind in OF_TESTS:
        parser.error(f"{chosen.kind} takes all its pictures: leave out the names.")
    if shutil.which("convert") is None:
        sys.exit("Install ImageMagick: its convert makes the pictures small.")
    if chosen.kind in OF_TESTS:
        return OF_TESTS[chosen.kind]()
    BY_NAME[chosen.kind](chosen.names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
