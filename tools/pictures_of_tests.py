"""Pictures that tests take on their way, so that they show what is tested."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def take(folder: str, *tests: str, colors: int) -> int:
    """Run every case of the tests and keep their pictures in docs/images/`folder`, in
    so many colors; how the tests ended. Needs the browser of the tests and
    ImageMagick's `convert`."""
    if shutil.which("convert") is None:
        sys.exit("ImageMagick's convert is needed to make the pictures small")
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
