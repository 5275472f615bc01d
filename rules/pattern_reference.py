"""Write a reference of all patterns of a ruleset in Markdown: rule, example and near
miss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from rules.hand_notation import parse_hand
from rules.hand_of_tiles import Hand, Meld
from rules.hand_score_and_patterns import Pattern
from rules.rule_sheet import value_in_words
from rules.ruleset_registry import RULESETS
from rules.tiles import RED, UNICODE, Tile

_HEAD = """\
# Patterns

For players, referees and rules experts: all patterns of each ruleset, with names,
value, rule, a hand that scores the pattern and a similar hand that does not.

Hands are shown as tiles and in notation: melds in brackets, concealed kongs in
parentheses, concealed tiles, the winning tile after + (claimed) or * (drawn), seat wind
and prevailing wind, then other details.

To update this page, run `python -m rules patterns > docs/patterns.md`.
"""

#: Back of a tile, and the character that selects text instead of a coloured image.
_BACK = "\U0001f02b"
_AS_TEXT = "\ufe0e"


def pattern_pages() -> str:
    """Return the patterns of every ruleset, as Markdown."""
    return "\n".join([_HEAD, *map(pattern_page, RULESETS)])


def pattern_page(ruleset: str) -> str:
    """Return the patterns of one ruleset as Markdown. The patterns of the default
    preset come first.
    """
    title, make = RULESETS[ruleset]
    default = next(iter(make({}).options.PRESETS))
    blocks = [f"## {title}"]
    blocks += [
        _block(pattern, "" if preset == default else preset)
        for preset, pattern in every_pattern(ruleset)
    ]
    return "\n\n".join(blocks) + "\n"


def every_pattern(ruleset: str) -> Iterator[tuple[str, Pattern]]:
    """Yield each pattern of a ruleset once, with the first preset that uses it."""
    make = RULESETS[ruleset][1]
    seen: set[str] = set()
    for preset in make({}).options.PRESETS:
        for name, pattern in make({"preset": preset}).patterns.items():
            if name not in seen:
                seen.add(name)
                yield preset, pattern


@lru_cache(maxsize=16)
def names_in_options(ruleset: str) -> Mapping[str, str]:
    """Return the names of patterns and offences by their keys in options. The names are
    marked for translation."""
    offences = RULESETS[ruleset][1]({}).catalogue.offences
    names = {offence.id: offence.name for offence in offences}
    names |= {pattern.id: pattern.name for _, pattern in every_pattern(ruleset)}
    return MappingProxyType(names)


def picture(hand: Hand) -> str:
    """Return the tiles of a hand as Unicode characters of mahjong tiles."""
    parts = [*map(_meld, hand.melds), _tiles(hand.concealed)]
    if hand.winning_tile is not None:
        parts += ["*" if hand.self_draw else "+", _tiles((hand.winning_tile,))]
    return " ".join(part for part in (*parts, _tiles(hand.bonus)) if part)


def _block(pattern: Pattern, preset: str) -> str:
    source = f" ({pattern.source})" if pattern.source else ""
    played = [f"Used only in some presets, such as `{preset}`."] if preset else []
    return "\n\n".join(
        [
            f"### {pattern.name} {pattern.name_zh}: {value_in_words(pattern)}",
            f"{pattern.rule}{source}",
            *played,
            f"- Counts: {_shown(pattern.example)}\n"
            f"- Does not count: {_shown(pattern.near_miss)}",
        ]
    )


def _shown(notation: str) -> str:
    return f"{picture(parse_hand(notation))} `{notation}`"


def _meld(meld: Meld) -> str:
    if not meld.concealed:
        return f"[{_tiles(meld.tiles)}]"
    return _BACK + _tiles(meld.tiles[1:-1]) + _BACK


def _tiles(tiles: tuple[Tile, ...]) -> str:
    return "".join(UNICODE[tile] + (_AS_TEXT if tile == RED else "") for tile in tiles)
