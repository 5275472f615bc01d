"""Extract the winds and dragons from a font into static/fonts/winds.woff2.

    pip install fonttools brotli
    python tools/cut_winds.py NotoSerifCJK-Bold.ttc static/fonts/winds.woff2

The font is Noto Serif CJK TC Bold (SIL Open Font License, docs/licences/), from
Debian's package fonts-noto-cjk.
"""

from __future__ import annotations

import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

GLYPHS = "東南西北中發白風局"
FAMILY = "Noto Serif CJK TC"


def main() -> None:
    source, target = sys.argv[1:]
    cut = Subsetter(Options(flavor="woff2", layout_features=[], notdef_outline=True))
    cut.populate(text=GLYPHS)
    font = traditional(TTCollection(source))
    cut.subset(font)
    font.flavor = "woff2"
    font.save(target)


def traditional(fonts: TTCollection) -> TTFont:
    """Return the font with Taiwanese glyphs from a collection.

    Raises StopIteration if there is none.
    """
    return next(font for font in fonts if font["name"].getDebugName(1) == FAMILY)


if __name__ == "__main__":
    main()
