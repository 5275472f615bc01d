"""Extract the faces of the tiles from a font into one SVG sprite, static/tiles.svg.

    pip install fonttools
    python tools/cut_tiles.py NotoSansSymbols2-Regular.ttf > static/tiles.svg

The font is Noto Sans Symbols 2 (SIL Open Font License, docs/licences/), from Debian's
package fonts-noto-core. The frame of its glyphs is removed, since CSS draws the tile's
body. Each face is a <symbol> named "t" and the tile's code, in the colour of the
surrounding text; red fives also have a dot.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import itertools

from rules.tiles import ALL_TILES, CODES, RED_FIVES, UNICODE

#: Inside of the frame in font units; the frame's contours are wider.
LEFT, RIGHT, BOTTOM, TOP = 45, 558, -11, 678
RED_DOT = "M426 637a36 36 0 1 0 72 0a36 36 0 1 0-72 0z"

Contour = list[tuple[str, tuple[object, ...]]]


def main() -> None:
    font = TTFont(sys.argv[1])
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    print('<svg xmlns="http://www.w3.org/2000/svg">')
    print("<!-- Noto Sans Symbols 2, Copyright 2017 Google Inc., SIL OFL 1.1 -->")
    for tile in ALL_TILES:
        pen = DecomposingRecordingPen(glyphs)
        glyphs[names[ord(UNICODE[tile])]].draw(pen)
        face = "".join(map(path, filter(is_face, contours(pen.value))))
        dot = RED_DOT if tile in RED_FIVES else ""
        print(
            f'<symbol id="t{CODES[tile]}" viewBox="0 0 {RIGHT - LEFT} {TOP - BOTTOM}">'
            f'<path d="{face}{dot}"/></symbol>'
        )
    print("</svg>")


def contours(drawn: Contour) -> list[Contour]:
    """Return the closed contours of a glyph."""
    lines: list[Contour] = [[]]
    for operation in drawn:
        lines[-1].append(operation)
        if operation[0] == "closePath":
            lines.append([])
    return lines[:-1]


def is_face(contour: Contour) -> bool:
    pen = BoundsPen(None)
    for name, points in contour:
        getattr(pen, name)(*points)
    left, _bottom, right, _top = pen.bounds
    return right - left < RIGHT - LEFT


def path(contour: Contour) -> str:
    """Return a contour as SVG path data with relative points."""
    written, at = "", (0, 0)
    for name, points in contour:
        match name:
            case "moveTo":
                [at] = map(placed, points)
                written += f"M{at[0]} {at[1]}"
            case "lineTo":
                [to] = map(placed, points)
                written += f"l{numbers(at, to)}"
                at = to
            case "qCurveTo":
                for off, on in quadratic(list(map(placed, points))):
                    written += f"q{numbers(at, off, on)}"
                    at = on
            case "closePath":
                written += "z"
    return written


Point = tuple[int, int]


def placed(point: tuple[float, float]) -> Point:
    """Return a point of the font in the sprite's coordinates, where y grows
    downwards.
    """
    return round(point[0]) - LEFT, TOP - round(point[1])


def quadratic(points: list[Point]) -> list[tuple[Point, Point]]:
    """Return the (control point, end point) of each quadratic curve.

    TrueType implies an end point in the middle between two control points.
    """
    *offs, end = points
    ons = [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in itertools.pairwise(offs)
    ]
    return list(zip(offs, [*ons, end], strict=True))


def numbers(at: Point, *points: Point) -> str:
    flat = [value - at[axis] for point in points for axis, value in enumerate(point)]
    text = " ".join(map(str, flat))
    return text.replace(" -", "-")


if __name__ == "__main__":
    main()
