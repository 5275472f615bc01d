"""Cut static/fonts/inter-*.woff2 from the package @fontsource-variable/inter.

    npm pack @fontsource-variable/inter && tar xzf fontsource-variable-inter-*.tgz
    pip install fonttools brotli
    python -m tools.cut_inter package/files static/fonts

A page loads only the files whose letters it contains (`unicode-range` in
static/css/tokens.css). The font is Inter (SIL Open Font License, docs/licences/).
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

#: Lightest and boldest weight in the stylesheets.
WEIGHTS = (400, 750)
#: Letters of living languages in other blocks: Azerbaijani, Pinyin, Romanian, Welsh and
#: the capital ß.
OF_NAMES = (0x18F, *range(0x1CD, 0x1DD), *range(0x218, 0x21C), 0x259)
VIETNAMESE = (0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x20AB)
OF_NAMES_ADDITIONAL = (*range(0x1E80, 0x1E86), 0x1E9E)
#: Each of our files: file of the package, and the characters, as in tokens.css. A name
#: with a letter such as ž does not need the phonetic letters.
FILES = {
    "latin": ("latin-opsz", set(range(0x110000))),
    "latin-names": (
        "latin-ext-wght",
        {*range(0x100, 0x180), *OF_NAMES, *OF_NAMES_ADDITIONAL},
    ),
    "latin-b": ("latin-ext-wght", {*range(0x180, 0x2BB)} - {*OF_NAMES, *VIETNAMESE}),
    "latin-additional": (
        "latin-ext-wght",
        {*range(0x1E00, 0x1EA0), *range(0x20A0, 0x20C1)}
        - {*OF_NAMES_ADDITIONAL, *VIETNAMESE},
    ),
    "vietnamese": ("vietnamese-opsz", set(range(0x110000))),
    "cyrillic": ("cyrillic-opsz", set(range(0x110000))),
    "greek": ("greek-opsz", set(range(0x110000))),
}
#: Kerning, marks, figures of one width, and forms by context.
FEATURES = ["calt", "ccmp", "kern", "locl", "mark", "mkmk", "pnum", "tnum"]


def main() -> None:
    package, target = map(Path, sys.argv[1:])
    for name, (source, letters) in FILES.items():
        font = TTFont(package / f"inter-{source}-normal.woff2")
        options = Options(layout_features=FEATURES, notdef_outline=True)
        keep_colon_of_clocks(font)
        cut = Subsetter(options)
        cut.populate(unicodes=letters)
        cut.subset(font)
        cut_weights(font).save(target / f"inter-{name}.woff2")


def keep_colon_of_clocks(font: TTFont) -> None:
    """Change the font: keep the contextual form that raises the colon between digits,
    and remove all other contextual forms, which have 130 more shapes.
    """
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "calt":
            continue
        for number in record.Feature.LookupListIndex:
            lookup = table.LookupList.Lookup[number]
            lookup.SubTable = [
                part
                for part in lookup.SubTable
                if [like.glyphs for like in getattr(part, "InputCoverage", ())]
                == [["colon"]]
            ]


def cut_weights(font: TTFont) -> TTFont:
    """Return a copy of the font with only the weights that pages use, as WOFF2."""
    written = io.BytesIO()
    font.flavor = None
    font.save(written)
    cut = instantiateVariableFont(TTFont(written), {"wght": WEIGHTS})
    cut.flavor = "woff2"
    return cut


if __name__ == "__main__":
    main()
