"""Draw who imports whom in an app: `python tools/draw_rooms.py scoring > rooms.svg`.

A room is a folder or a module directly below the app; an arrow stands for one room's
imports of another. Each room is drawn one floor above the highest that it imports, so
that every line goes down. Rooms that import each other in a ring share a floor, and
their lines are red.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

LEFT_OUT = {"migrations", "management", "apps", "__init__"}
WIDE, HIGH, ROOM, GAP = 1000, 74, 26, 8

Arrows = Mapping[str, set[str]]


def arrows_of(app: Path) -> dict[str, set[str]]:
    """Each room of the app with the rooms that it imports."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for file in sorted(app.rglob("*.py")):
        room = file.relative_to(app).parts[0].removesuffix(".py")
        if room in LEFT_OUT:
            continue
        arrows[room] |= {other for other in imported(file, app) if other != room}
    return {room: others & arrows.keys() for room, others in arrows.items()}


def imported(file: Path, app: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if not isinstance(node, ast.ImportFrom) or not node.module:
            continue
        top, _dot, rest = node.module.partition(".")
        if top == app.name:
            yield from [rest.split(".")[0]] if rest else [a.name for a in node.names]


def rings(arrows: Arrows) -> dict[str, frozenset[str]]:
    """The rooms that each room reaches and is reached by."""
    reached = {room: _reached(room, arrows) for room in arrows}
    return {
        room: frozenset(o for o in arrows if o in reached[room] and room in reached[o])
        | {room}
        for room in arrows
    }


def _reached(room: str, arrows: Arrows) -> set[str]:
    seen: set[str] = set()
    waiting = [room]
    while waiting:
        for other in arrows[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen


def floors(arrows: Arrows) -> dict[str, int]:
    """The floor of each room, from 0."""
    ring = rings(arrows)
    known: dict[frozenset[str], int] = {}

    def floor(of: frozenset[str]) -> int:
        if of not in known:
            below = {ring[other] for room in of for other in arrows[room]} - {of}
            known[of] = max((1 + floor(other) for other in below), default=0)
        return known[of]

    return {room: floor(ring[room]) for room in arrows}


def drawing(app: Path) -> str:
    arrows = arrows_of(app)
    floor, ring = floors(arrows), rings(arrows)
    top = max(floor.values())
    places = {}
    for level in range(top + 1):
        rooms = sorted(room for room in arrows if floor[room] == level)
        for place, room in enumerate(rooms):
            x = WIDE * (2 * place + 1) / (2 * len(rooms))
            places[room] = (x, HIGH * (top - level) + ROOM)
    count = sum(map(len, arrows.values()))
    title = f"{app.name}: {len(arrows)} rooms, {count} arrows, {top + 1} floors"
    height = HIGH * top + 2 * ROOM
    lines = [
        _line(places[room], places[other], in_ring=other in ring[room])
        for room in sorted(arrows)
        for other in sorted(arrows[room])
    ]
    boxes = [_box(room, places[room]) for room in sorted(arrows)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}"'
            ' font-family="sans-serif" font-size="11">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDE}" height="{height}" fill="#fff"/>',
            *lines,
            *boxes,
            "</svg>",
        ]
    )


def _line(start: tuple[float, float], end: tuple[float, float], in_ring: bool) -> str:
    colour = "#c62828" if in_ring else "#90a4ae"
    return (
        f'<path d="M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}"'
        f' stroke="{colour}" stroke-width="0.7"/>'
    )


def _box(room: str, place: tuple[float, float]) -> str:
    wide = 7 * len(room) + 2 * GAP
    x, y = place[0] - wide / 2, place[1] - ROOM / 2
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide}" height="{ROOM}" rx="5"'
        ' fill="#eceff1" stroke="#546e7a"/>'
        f'<text x="{place[0]:.0f}" y="{place[1] + 4:.0f}" text-anchor="middle">'
        f"{escape(room)}</text>"
    )


if __name__ == "__main__":
    print(drawing(Path(sys.argv[1])))
