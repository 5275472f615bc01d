"""Contrast of the stylesheet's colours in light and dark mode (WCAG 2.2, 1.4.3 and
1.4.11).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[3] / "static" / "css" / "tokens.css"
COLOUR = re.compile(
    r"--([\w-]+): (?:var\(--by-day, (#[0-9a-f]{6})\) var\(--by-night, (#[0-9a-f]{6})\)"
    r"|(#[0-9a-f]{6}));"
)
SURFACES = ("paper", "surface", "sunken", "raised")
TINTS = ("bamboo", "cinnabar", "amber", "blue")
FELTS = ("felt", "felt-raised")
#: Text and background colours: contrast at least 4.5 to 1.
TEXTS = [
    *[(text, under) for text in ("ink", "ink-soft") for under in SURFACES],
    *[(text, f"{tint}-tint") for text in ("ink", "ink-soft") for tint in TINTS],
    *[(tint, f"{tint}-tint") for tint in TINTS],
    *[(tint, under) for tint in TINTS for under in ("paper", "surface")],
    ("bamboo-strong", "bamboo-tint"),
    ("on-bamboo", "bamboo"),
    ("on-bamboo", "bamboo-strong"),
    *[
        (text, felt)
        for text in (
            "on-felt",
            "on-felt-soft",
            "on-felt-bamboo",
            "on-felt-cinnabar",
            "felt-gold",
        )
        for felt in FELTS
    ],
    ("on-felt", "felt-cinnabar"),
    ("on-felt", "felt-cinnabar-raised"),
    ("on-felt-done", "on-felt-bamboo"),
    *[(f"tile-{ink}", "tile-face") for ink in ("ink", "red", "green", "blue")],
]
#: Edges of controls, and focus rings: contrast at least 3 to 1.
EDGES = [
    *[("line-strong", under) for under in SURFACES],
    *[("focus", under) for under in SURFACES],
    *[("felt-edge", felt) for felt in FELTS],
    *[("on-felt-focus", felt) for felt in FELTS],
]


@pytest.fixture(scope="module")
def colours() -> dict[str, tuple[str, str]]:
    """Return the (light, dark) values of each colour, by name."""
    found = COLOUR.findall(TOKENS.read_text("utf-8"))
    return {name: (day or both, night or both) for name, day, night, both in found}


def _luminance(colour: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in bytes.fromhex(colour[1:]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted(map(_luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("time", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(
    ("over", "under", "least"),
    [(*pair, 4.5) for pair in TEXTS] + [(*pair, 3.0) for pair in EDGES],
)
def test_it_can_be_told_from_what_it_lies_on(colours, over, under, least, time):
    assert contrast(colours[over][time], colours[under][time]) >= least


def test_only_the_tokens_name_a_colour():
    """Only the file of tokens names colours.

    Shadows in shades of black and print styles are exempt.
    """
    named = {
        file.name: re.findall(r"(?<![\w&])#[0-9a-f]{3,8}\b", file.read_text("utf-8"))
        for file in TOKENS.parents[1].rglob("*.css")
        if file != TOKENS
    }
    assert {name: found for name, found in named.items() if found} == {}
