"""The patterns of a ruleset as people look them up, each with an example hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

import rules
from rules.faults import RuleError
from rules.hands import Hand, Meld
from rules.notation import parse_hand
from rules.scores import Pattern
from rules.tiles import NAMES, Tile, is_bonus, is_honor, is_red, kind, rank, suit

_SUIT_SIGNS = "萬筒條"
_HONOR_SIGNS = "東南西北中發白"
_BONUS_SIGNS = "梅蘭菊竹春夏秋冬"
_CLASSES = ("characters", "dots", "bamboos", "honor")

_FLAG_WORDS = {
    "last_tile": noop("last tile of the wall"),
    "replacement": noop("replacement tile of a kong"),
    "flower_replacement": noop("replacement tile of a flower"),
    "robbing_kong": noop("robbed from a kong"),
    "robbing_concealed_kong": noop("the kong was concealed"),
    "last_of_kind": noop("the other three lie open"),
    "only_tile": noop("no other tile could complete it"),
    "double_kong": noop("replacement tile of a kong after a kong"),
    "heavenly": noop("on the dealt tiles"),
    "earthly": noop("on the first tile"),
    "original_call": noop("called before the first discard"),
    "flower_win": noop("by flowers and seasons"),
    "riichi": noop("riichi"),
    "double_riichi": noop("double riichi"),
    "ippatsu": noop("within one round of riichi"),
}


@dataclass(frozen=True)
class ShownTile:
    """A tile as text: `rank` (empty for honors), the sign under it, its suit's
    class and its name."""

    rank: str
    sign: str
    suit: str
    name: str


@dataclass(frozen=True)
class ShownHand:
    """A hand in groups of tiles with what each group is, and how it was won."""

    groups: Sequence[tuple[str, Sequence[ShownTile]]]
    words: str

    @property
    def spoken(self) -> str:
        """The hand for a screen reader."""
        parts = (
            f"{label}: {', '.join(tile.name for tile in tiles)}"
            for label, tiles in self.groups
        )
        return "; ".join((*parts, self.words))


@dataclass(frozen=True)
class ShownPattern:
    id: str
    name: str
    name_zh: str
    rule: str
    source: str
    example: ShownHand | None
    near_miss: ShownHand | None


@dataclass(frozen=True)
class Tier:
    """The patterns that count the same."""

    value: str
    patterns: Sequence[ShownPattern]


def names() -> list[tuple[str, str]]:
    """(id, name) of every ruleset."""
    return [(key, _(name)) for key, (name, _maker) in rules.RULESETS.items()]


@lru_cache(maxsize=64)
def tiers(ruleset: str, language: str) -> tuple[Tier, ...]:
    """The ruleset's patterns by value, both in its own order, in the active language
    (which is part of the cache's key). Raises RuleError for an unknown ruleset."""
    alike: dict[str, list[ShownPattern]] = {}
    for pattern in rules.ruleset(ruleset).patterns.values():
        alike.setdefault(_value(pattern), []).append(_shown(pattern))
    return tuple(Tier(value, patterns) for value, patterns in alike.items())


def _value(pattern: Pattern) -> str:
    number = pattern.value
    match pattern.unit:
        case "fan":
            return ngettext("%(n)s fan", "%(n)s fan", number) % {"n": number}
        case "faan":
            return ngettext("%(n)s faan", "%(n)s faan", number) % {"n": number}
        case "han":
            return ngettext("%(n)s han", "%(n)s han", number) % {"n": number}
        case "points":
            return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}
        case "doubles":
            return ngettext("%(n)s double", "%(n)s doubles", number) % {"n": number}
        case "limit":
            return _limit(number)
        case "yakuman":
            return _("Yakuman")
    return str(number)


def _limit(hundredths: int) -> str:
    if hundredths == 100:
        return _("Limit")
    return _("%(percent)s%% of the limit") % {"percent": hundredths}


def _shown(pattern: Pattern) -> ShownPattern:
    return ShownPattern(
        pattern.id,
        _(pattern.name),
        pattern.name_zh,
        _(pattern.rule),
        pattern.source,
        _hand(pattern.example),
        _hand(pattern.near_miss),
    )


def _hand(notation: str) -> ShownHand | None:
    try:
        hand = parse_hand(notation)
    except RuleError:
        return None
    return ShownHand(tuple(_groups(hand)), ", ".join(_circumstances(hand)))


def _groups(hand: Hand) -> Iterator[tuple[str, list[ShownTile]]]:
    for meld in hand.melds:
        yield _meld(meld), list(map(_tile, meld.tiles))
    if hand.concealed:
        yield _("in hand"), list(map(_tile, hand.concealed))
    if hand.winning_tile is not None:
        label = _("drawn") if hand.self_draw else _("claimed")
        yield label, [_tile(hand.winning_tile)]
    if hand.bonus:
        yield _("bonus tiles"), list(map(_tile, hand.bonus))
    if hand.dora_indicators:
        yield _("dora indicators"), list(map(_tile, hand.dora_indicators))
    if hand.ura_indicators:
        yield _("ura indicators"), list(map(_tile, hand.ura_indicators))


def _meld(meld: Meld) -> str:
    return _("concealed kong") if meld.concealed else _("melded")


def _circumstances(hand: Hand) -> Iterator[str]:
    yield _("seat %(seat)s, round %(round)s") % {
        "seat": hand.seat_wind,
        "round": hand.prevailing_wind,
    }
    for flag, words in _FLAG_WORDS.items():
        if flag in hand.flags:
            yield _(words)
    if not hand.winner:
        yield _("a hand that did not win")


def _tile(tile: Tile) -> ShownTile:
    name = _(NAMES[tile])
    if is_bonus(tile):
        return ShownTile("", _BONUS_SIGNS[tile - 37], "bonus", name)
    each = kind(tile)
    if is_honor(each):
        return ShownTile("", _HONOR_SIGNS[each - 27], "honor", name)
    colour = "red-five" if is_red(tile) else _CLASSES[suit(each)]
    return ShownTile(str(rank(each)), _SUIT_SIGNS[suit(each)], colour, name)
