"""Hands of tiles as shown on pages: groups of tiles, each with a label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext, pgettext

from rules.hand_of_tiles import Hand, Meld
from rules.tiles import (
    CODES,
    JOKER,
    NAMES,
    Tile,
    is_bonus,
    is_honor,
    is_red,
    kind,
    suit,
)
from rules.translation_marks import also_for_riichi
from tournaments.rule_texts import translated, worded_for
from tournaments.web.list_wording import (
    joined_with_commas,
    joined_with_semicolons,
    labelled,
)
from tournaments.web.number_wording import percent, whole
from tournaments.web.wind_names import wind_letter

_CLASSES = ("characters", "dots", "bamboos", "honor")

#: The meaning of a hand's flags.
FLAG_WORDS: Mapping[str, str] = {
    "last_tile": noop("last tile of the wall"),
    "replacement": also_for_riichi("kong replacement tile"),
    "flower_replacement": noop("flower replacement tile"),
    "robbing_kong": also_for_riichi("robbed from a kong"),
    "robbing_concealed_kong": also_for_riichi("the kong was concealed"),
    "last_of_kind": noop("the other three are visible"),
    "only_tile": noop("no other tile could complete it"),
    "double_kong": also_for_riichi("replacement tile after 2 kongs in a row"),
    "heavenly": noop("complete when dealt"),
    "earthly": noop("on the first tile"),
    "original_call": noop("declared ready before the first discard"),
    "flower_win": noop("win with flowers and seasons"),
    "riichi": noop("riichi"),
    "double_riichi": noop("double riichi"),
    "ippatsu": noop("within one turn of riichi"),
}


@dataclass(frozen=True)
class ShownTile:
    """A tile: its code (also the name of its image), the CSS class of its suit, and its
    name.
    """

    code: str
    suit: str
    name: str


@dataclass(frozen=True)
class ShownHand:
    """A hand in labelled groups of tiles, and a text on how it was won."""

    groups: Sequence[tuple[str, Sequence[ShownTile]]]
    circumstances: str

    @property
    def spoken(self) -> str:
        """Return the hand as text for a screen reader."""
        parts = (
            labelled(label, joined_with_commas(tile.name for tile in tiles))
            for label, tiles in self.groups
        )
        return joined_with_semicolons(filter(None, (*parts, self.circumstances)))


def shown_hand(
    hand: Hand, ruleset: str, *, winds: bool = True, prevailing: bool = True
) -> ShownHand:
    """Return the hand in the active language and the words of the ruleset's players.
    `winds`: include the seat wind, and the prevailing wind if `prevailing`."""
    of_winds = _winds(hand, prevailing) if winds else ()
    texts = [*of_winds, *_circumstances(hand, ruleset)]
    return ShownHand(tuple(_groups(hand, ruleset)), joined_with_commas(texts))


def shown_tile(tile: Tile) -> ShownTile:
    name = translated(NAMES[tile])
    if is_bonus(tile):
        return ShownTile(CODES[tile], "bonus", name)
    if tile == JOKER:
        return ShownTile(CODES[tile], "bonus", name)
    plain_tile = kind(tile)
    if is_honor(plain_tile):
        return ShownTile(CODES[tile], f"honor {CODES[plain_tile]}", name)
    colour = "red-five" if is_red(tile) else _CLASSES[suit(plain_tile)]
    return ShownTile(CODES[tile], colour, name)


def in_unit(number: int, unit: str) -> str:
    """Return a pattern's value as text in its unit."""
    match unit:
        case "fan":
            return ngettext("%(n)s fan", "%(n)s fan", number) % {"n": number}
        case "faan":
            return ngettext("%(n)s faan", "%(n)s faan", number) % {"n": number}
        case "han":
            return ngettext("%(n)s han", "%(n)s han", number) % {"n": number}
        case "points":
            return ngettext("%(n)s point", "%(n)s points", number) % {
                "n": whole(number)
            }
        case "doubles":
            # Translators: hand value. Each double multiplies the points by two.
            return ngettext("%(n)s double", "%(n)s doubles", number) % {"n": number}
        case "limit":
            return _limit(number)
        case "yakuman":
            return _("Yakuman")
    return str(number)


def _limit(hundredths: int) -> str:
    if hundredths == 100:
        return pgettext("highest hand value", "Limit")
    return _("%(percent)s of the limit") % {"percent": percent(hundredths)}


def _groups(hand: Hand, ruleset: str) -> Iterator[tuple[str, list[ShownTile]]]:
    for meld in hand.melds:
        yield _meld(meld, ruleset), list(map(shown_tile, meld.tiles))
    if hand.concealed:
        yield pgettext("tiles", "in hand"), list(map(shown_tile, hand.concealed))
    if hand.winning_tile is not None:
        label = (
            pgettext("winning tile", "drawn")
            if hand.self_draw
            else pgettext("winning tile", "claimed")
        )
        yield label, [shown_tile(hand.winning_tile)]
    if hand.bonus:
        yield _("bonus tiles"), list(map(shown_tile, hand.bonus))
    if hand.dora_indicators:
        yield _("dora indicators"), list(map(shown_tile, hand.dora_indicators))
    if hand.ura_indicators:
        yield _("ura dora indicators"), list(map(shown_tile, hand.ura_indicators))


def _meld(meld: Meld, ruleset: str) -> str:
    if meld.concealed:
        return worded_for(ruleset, also_for_riichi("concealed kong"))
    # Translators: describes a set that was made with a claimed tile.
    return _("melded")


def _winds(hand: Hand, prevailing: bool) -> Iterator[str]:
    if not prevailing:
        yield _("seat wind %(seat)s") % {"seat": wind_letter(hand.seat_wind)}
        return
    yield _("seat wind %(seat)s, prevailing wind %(round)s") % {
        "seat": wind_letter(hand.seat_wind),
        "round": wind_letter(hand.prevailing_wind),
    }


def _circumstances(hand: Hand, ruleset: str) -> Iterator[str]:
    for flag, text in FLAG_WORDS.items():
        if flag in hand.flags:
            yield worded_for(ruleset, text)
    if not hand.winner:
        yield _("losing hand")
