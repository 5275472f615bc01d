"""Save the pictures that tests take."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def take(folder: str, *tests: str, colors: int) -> int:
    """Run all cases of the tests and save their pictures in docs/images/`folder`,
    reduced to this number of colours. Return pytest's exit code.
    """
    pictures = ROOT / "docs" / "images" / folder
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    code = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *tests],
        cwd=ROOT,
        env=os.environ | {"PICTURES": str(pictures), "TEST_EXAMPLES": "many"},
        check=False,
    ).returncode
    for picture in sorted(pictures.glob("*.png")):
        few = ["convert", picture, "+dither", "-colors", str(colors), f"PNG8:{picture}"]
        subprocess.run(few, check=True)
        print(picture.name)
    return code
