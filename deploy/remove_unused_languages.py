"""Delete the languages of libraries that the program does not offer from an image:

    python deploy/remove_unused_languages.py /opt/wind

Babel has the data of 700 locales; Django and allauth have texts in 100 languages: 45
MB.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from mahjong_site.languages import LANGUAGES

#: Names of locales that all others need: Babel's general one, and modules.
_NEEDED = {"root", "__init__", "__pycache__"}


def unused(folder: Path) -> Iterator[Path]:
    """Yield files and folders of languages that the program does not offer.

    Variants of an offered language are kept: `de_AT` because of `de`.
    """
    ours = {code.partition("-")[0] for code in LANGUAGES} | _NEEDED
    for library in ("babel", "django", "allauth"):
        for package in folder.rglob(f"site-packages/{library}"):
            places = [package / "locale-data", *package.rglob("locale")]
            for path in (path for place in places for path in place.glob("*")):
                if path.stem not in ours and path.stem.partition("_")[0] not in ours:
                    yield path


if __name__ == "__main__":
    for path in list(unused(Path(sys.argv[1]))):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
