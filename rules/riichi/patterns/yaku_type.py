"""The type of a yaku in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hand_score_and_patterns import Pattern
from rules.translation_marks import cited

HAN = "han"
YAKUMAN = "yakuman"
_SOURCE = cited("EMA 2025, 4.2")


@dataclass(frozen=True, slots=True)
class Yaku(Pattern):
    """A yaku, or a kind of dora.

    `value`: its value in a concealed hand, in han or yakuman. `open_value`: its value
    in an open hand; 0 if the yaku needs a concealed hand.
    """

    open_value: int = 0


def yaku(
    names: tuple[str, str, str],
    han: tuple[int, int],
    rule: str,
    example: str,
    near_miss: str,
    source: str = _SOURCE,
) -> Yaku:
    """Return a yaku with its id, name and kanji. `han` is the value in a concealed hand
    and in an open hand."""
    closed, opened = han
    return Yaku(*names, closed, rule, example, near_miss, source, HAN, opened)


def limit_yaku(
    names: tuple[str, str, str],
    rule: str,
    example: str,
    near_miss: str,
    *,
    may_be_open: bool = False,
    source: str = _SOURCE,
) -> Yaku:
    """Return a yaku worth one yakuman. `may_be_open`: the yaku also counts in an open
    hand."""
    opened = 1 if may_be_open else 0
    return Yaku(*names, 1, rule, example, near_miss, source, YAKUMAN, opened)
