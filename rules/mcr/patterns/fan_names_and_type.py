"""Names of the fans, and the type of an entry in the catalogue. The names are numbers
in the order of the catalogue, most valuable first."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from rules.hand_score_and_patterns import Pattern
from rules.translation_marks import FilledText, cited

(
    BIG_FOUR_WINDS,
    BIG_THREE_DRAGONS,
    ALL_GREEN,
    NINE_GATES,
    FOUR_KONGS,
    SEVEN_SHIFTED_PAIRS,
    THIRTEEN_ORPHANS,
    ALL_TERMINALS,
    LITTLE_FOUR_WINDS,
    LITTLE_THREE_DRAGONS,
    ALL_HONORS,
    FOUR_CONCEALED_PUNGS,
    PURE_TERMINAL_CHOWS,
    QUADRUPLE_CHOW,
    FOUR_PURE_SHIFTED_PUNGS,
    FOUR_PURE_SHIFTED_CHOWS,
    THREE_KONGS,
    ALL_TERMINALS_AND_HONORS,
    SEVEN_PAIRS,
    GREATER_HONORS_AND_KNITTED_TILES,
    ALL_EVEN_PUNGS,
    FULL_FLUSH,
    PURE_TRIPLE_CHOW,
    PURE_SHIFTED_PUNGS,
    UPPER_TILES,
    MIDDLE_TILES,
    LOWER_TILES,
    PURE_STRAIGHT,
    THREE_SUITED_TERMINAL_CHOWS,
    PURE_SHIFTED_CHOWS,
    ALL_FIVES,
    TRIPLE_PUNG,
    THREE_CONCEALED_PUNGS,
    LESSER_HONORS_AND_KNITTED_TILES,
    KNITTED_STRAIGHT,
    UPPER_FOUR,
    LOWER_FOUR,
    BIG_THREE_WINDS,
    MIXED_STRAIGHT,
    REVERSIBLE_TILES,
    MIXED_TRIPLE_CHOW,
    MIXED_SHIFTED_PUNGS,
    CHICKEN_HAND,
    LAST_TILE_DRAW,
    LAST_TILE_CLAIM,
    OUT_WITH_REPLACEMENT_TILE,
    ROBBING_THE_KONG,
    TWO_CONCEALED_KONGS,
    ALL_PUNGS,
    HALF_FLUSH,
    MIXED_SHIFTED_CHOWS,
    ALL_TYPES,
    MELDED_HAND,
    TWO_DRAGON_PUNGS,
    CONCEALED_KONG_AND_MELDED_KONG,
    OUTSIDE_HAND,
    FULLY_CONCEALED_HAND,
    TWO_MELDED_KONGS,
    LAST_TILE,
    DRAGON_PUNG,
    PREVALENT_WIND,
    SEAT_WIND,
    CONCEALED_HAND,
    ALL_CHOWS,
    TILE_HOG,
    DOUBLE_PUNG,
    TWO_CONCEALED_PUNGS,
    CONCEALED_KONG,
    ALL_SIMPLES,
    PURE_DOUBLE_CHOW,
    MIXED_DOUBLE_CHOW,
    SHORT_STRAIGHT,
    TWO_TERMINAL_CHOWS,
    PUNG_OF_TERMINALS_OR_HONORS,
    MELDED_KONG,
    ONE_VOIDED_SUIT,
    NO_HONORS,
    EDGE_WAIT,
    CLOSED_WAIT,
    SINGLE_WAIT,
    SELF_DRAWN,
    FLOWER_TILES,
) = range(82)


@dataclass(frozen=True)
class Fan:
    """A fan, and the fans that it implies, which do not count with it.

    `number` is its number in the Green Book. `example` and `near_miss` are hands in
    notation.
    """

    index: int
    name: str
    name_zh: str
    points: int
    rule: str
    example: str
    near_miss: str
    number: int | None = None
    source: str = ""
    excludes: tuple[int, ...] = ()

    @property
    def pattern(self) -> Pattern:
        name_parts = self.name.lower().replace("-", " ").split()
        return Pattern(
            id="_".join(name_parts),
            name=self.name,
            name_zh=self.name_zh,
            value=self.points,
            rule=self.rule,
            example=self.example,
            near_miss=self.near_miss,
            source=self.source
            or FilledText(
                cited("1998 rules; Green Book, fan %(number)s"),
                MappingProxyType({"number": self.number}),
            ),
            unit="fan",
            number=str(self.number or ""),
        )
