"""Take pictures of a director's day, from nothing to published seats and every mistake
of the bad day: `python -m tools.picture_director`.

They are taken by the tests that go through those days, so that they show what is
tested, and go to `docs/images/director/`. Needs the browser of the tests and
ImageMagick's `convert`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "images" / "director"
DAYS = ("tests/browser/test_first_event.py", "tests/browser/test_bad_day.py")
COLORS = "96"


def main() -> int:
    if shutil.which("convert") is None:
        sys.exit("ImageMagick's convert is needed to make the pictures small")
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    code = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *DAYS],
        cwd=ROOT,
        env=os.environ | {"PICTURES": str(PICTURES)},
        check=False,
    ).returncode
    for picture in sorted(PICTURES.glob("*.png")):
        few = ["convert", picture, "+dither", "-colors", COLORS, f"PNG8:{picture}"]
        subprocess.run(few, check=True)
        print(picture.name)
    return code


if __name__ == "__main__":
    sys.exit(main())
