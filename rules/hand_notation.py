"""Read and write a hand as one line of text that is quick to type.

    [123m](1111p)456sEEC+C S/E last_tile f1y2

Declared sets come first or between the concealed tiles: melds in brackets, a concealed
kong in parentheses or braces. The winning tile follows, after `+` if it was claimed and
after `*` if it was drawn. After a blank come words in any order:

- seat and prevailing wind (`S/E`), flags by name, bonus tiles, `dora:5m` and `ura:`;
- `nukidora:2` for the number of tiles laid aside in riichi for three;
- `loser` for a hand that did not win.

Inside a bracket, `+` marks a kong made by adding a tile, and `<N` the wind it was
claimed from. `-` marks a chow of tiles that could also be a pung.

Tiles are written in one of these ways:

- digits before their suit: `123m`, and `0p` for a red five;
- honors by letter: `ESWN`, and `CFP` for red, green and white; or `1z` to `7z`;
- `f1`-`f4` for flowers, `y1`-`y4` for seasons, `J` for a joker;
- the characters of Unicode's Mahjong Tiles.

In a chow, a joker stands for the tile of its position: `[34sJ]` is 345, `[J34s]` is
234.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from rules.faults import Fault, RuleError
from rules.hand_of_tiles import FLAGS, Hand, Meld
from rules.tiles import CODES, FLOWERS, FROM_UNICODE, JOKER, Tile, is_bonus, kind, tile
from rules.translation_marks import _
from rules.winds import Wind
from rules.winning_arrangements import SetKind

_TILES = re.compile(
    r"(?P<digits>[0-9]+)(?P<suit>[mpsz])|(?P<honor>[ESWNCFPJ])|(?P<bonus>[fy][1-4])"
    "|(?P<unicode>[\U0001f000-\U0001f02a][\ufe0e\ufe0f]?)"
)
_MELD = re.compile(r"(?P<open>[\[({])(?P<inside>[^\])}]*)(?P<close>[\])}]?)")
_INSIDE = re.compile(r"(?P<tiles>[^+<-]*)(?P<run>-)?(?P<added>\+)?(<(?P<from>[ESWN]))?")
_LOOSE = re.compile(r"[^\[({+*]+")
_SIGNS = "+*"
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_COUNTS = tuple("01234")
_WINDS = re.compile(r"[ESWN]/[ESWN]")


def parse_tiles(text: str, *, start: int = 0) -> tuple[Tile, ...]:
    """Return the tiles in `text`, in its order.

    Raises RuleError with the position of the unreadable character, counted from 1
    after `start` other characters.
    """
    tiles: list[Tile] = []
    position = 0
    while position < len(text):
        match = _TILES.match(text, position)
        if not match:
            raise _unreadable(text, position, start)
        if match["digits"]:
            tiles += _numbered(match["digits"], match["suit"], start + position)
        elif match["unicode"]:
            tiles.append(FROM_UNICODE[match["unicode"][0]])
        else:
            tiles.append(tile(match[0]))
        position = match.end()
    return tuple(tiles)


def _numbered(digits: str, suit: str, start: int) -> Iterable[Tile]:
    for offset, digit in enumerate(digits):
        try:
            yield tile(digit + suit)
        except KeyError:
            message = _("Character %(position)s: there is no tile %(tile)s.")
            params = {"position": start + offset + 1, "tile": digit + suit}
            raise RuleError(Fault("not_a_tile", message, "hand", params)) from None


def parse_hand(text: str) -> Hand:
    """Return the hand in `text`. Raises RuleError with the position of the wrong
    character."""
    parts = [(match.start(), match[0]) for match in re.finditer(r"\S+", text)]
    if not parts:
        raise RuleError(Fault("no_hand", _("Enter the tiles of the hand."), "hand"))
    concealed, melds, winning, drawn = _parse_tiles_part(*parts[0])
    details = _Words()
    for start, word in parts[1:]:
        details.read(word, start)
    return Hand(
        concealed=concealed,
        melds=melds,
        winning_tile=winning,
        self_draw=drawn or "heavenly" in details.flags or "flower_win" in details.flags,
        seat_wind=details.seat_wind,
        prevailing_wind=details.prevailing_wind,
        bonus=details.bonus,
        flags=frozenset(details.flags),
        dora_indicators=details.dora,
        ura_indicators=details.ura,
        winner=details.winner,
        nukidora=details.nukidora,
    )


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return `tiles` as text in the same order. Adjacent tiles of a suit share its
    letter: 123mEE."""
    written = []
    for suit, run in groupby(map(CODES.__getitem__, tiles), key=_suit_letter):
        codes = list(run)
        written.append(
            "".join(code[0] for code in codes) + suit if suit else "".join(codes)
        )
    return "".join(written)


def format_hand(hand: Hand) -> str:
    """Return `hand` as text that `parse_hand` reads back."""
    text = "".join(map(_format_meld, hand.melds)) + format_tiles(hand.concealed)
    if hand.winning_tile is not None:
        text += ("*" if hand.self_draw else "+") + CODES[hand.winning_tile]
    parts = [text or "-", f"{hand.seat_wind}/{hand.prevailing_wind}"]
    parts += [flag for flag in FLAGS if flag in hand.flags]
    parts += [format_tiles(hand.bonus)] if hand.bonus else []
    if hand.dora_indicators:
        parts.append(f"dora:{format_tiles(hand.dora_indicators)}")
    if hand.ura_indicators:
        parts.append(f"ura:{format_tiles(hand.ura_indicators)}")
    parts += [f"nukidora:{hand.nukidora}"] if hand.nukidora else []
    parts += [] if hand.winner else ["loser"]
    return " ".join(parts)


class _Words:
    """The winds, flags and other details after the tiles."""

    def __init__(self) -> None:
        self.seat_wind = Wind.EAST
        self.prevailing_wind = Wind.EAST
        self.flags: set[str] = set()
        self.bonus: tuple[Tile, ...] = ()
        self.dora: tuple[Tile, ...] = ()
        self.ura: tuple[Tile, ...] = ()
        self.winner = True
        self.nukidora = 0
        self._seen: set[str] = set()

    def read(self, word: str, start: int) -> None:
        name, colon, value = word.partition(":")
        after = start + len(name) + 1
        if _WINDS.fullmatch(word):
            self._once("winds", word, start)
            self.seat_wind, self.prevailing_wind = Wind(word[0]), Wind(word[2])
        elif word == "loser":
            self.winner = False
        elif word in FLAGS:
            self.flags.add(word)
        elif colon and name == "dora":
            self._once(name, word, start)
            self.dora = parse_tiles(value, start=after)
        elif colon and name == "ura":
            self._once(name, word, start)
            self.ura = parse_tiles(value, start=after)
        elif name == "nukidora" and value in _COUNTS:
            self._once(name, word, start)
            self.nukidora = int(value)
        else:
            self._read_bonus(word, start)

    def _once(self, about: str, word: str, start: int) -> None:
        if about in self._seen:
            message = _("Character %(position)s: “%(word)s” is repeated.")
            params = {"position": start + 1, "word": word}
            raise RuleError(Fault("said_twice", message, "hand", params))
        self._seen.add(about)

    def _read_bonus(self, word: str, start: int) -> None:
        try:
            tiles = parse_tiles(word, start=start)
        except RuleError:
            tiles = ()
        if not tiles or not all(map(is_bonus, tiles)):
            raise RuleError(
                Fault(
                    "unknown_word",
                    _(
                        "Character %(position)s: “%(word)s” is unknown. Use two winds "
                        "(S/E), a flag, bonus tiles, dora:, ura:, nukidora: or loser."
                    ),
                    "hand",
                    {"position": start + 1, "word": word},
                )
            )
        self.bonus += tiles


def _parse_tiles_part(
    start: int, text: str
) -> tuple[tuple[Tile, ...], tuple[Meld, ...], Tile | None, bool]:
    """Return the concealed tiles, the melds, the winning tile, and whether it was
    drawn.

    If there is no winning tile, it is None. Raises RuleError for unreadable text.
    """
    if text == "-":
        return (), (), None, False
    concealed: list[Tile] = []
    melds: list[Meld] = []
    position = 0
    while position < len(text) and text[position] not in _SIGNS:
        if match := _MELD.match(text, position):
            melds.append(_parse_meld(match, start))
            position = match.end()
            continue
        part = _LOOSE.match(text, position)
        assert part is not None
        concealed += parse_tiles(part[0], start=start + position)
        position = part.end()
    won, drawn = _winning_tile(text, position, start)
    return tuple(concealed), tuple(melds), won, drawn


def _winning_tile(text: str, position: int, start: int) -> tuple[Tile | None, bool]:
    """Return the tile after the sign at `position`, and whether it was drawn.

    The tile is None if the text ends at `position`. Raises RuleError unless exactly one
    tile follows the sign.
    """
    if position == len(text):
        return None, False
    sign, after = text[position], position + 1
    tiles = parse_tiles(text[after:], start=start + after)
    if len(tiles) != 1:
        message = _("Character %(position)s: enter one winning tile after %(sign)s.")
        params = {"position": start + after + 1, "sign": sign}
        raise RuleError(Fault("one_winning_tile", message, "hand", params))
    return tiles[0], sign == "*"


def _parse_meld(match: re.Match[str], start: int) -> Meld:
    if match["close"] != _CLOSING[match["open"]]:
        raise _not_closed(match, start)
    inside, at = match["inside"], start + match.start("inside")
    marks = _INSIDE.match(inside)
    tiles = parse_tiles(marks["tiles"] if marks else inside, start=at)
    if not marks or marks.end() < len(inside):
        raise _unreadable(inside, marks.end() if marks else 0, at)
    return Meld(
        SetKind.CHOW if marks["run"] else meld_kind(tiles),
        tiles,
        concealed=match["open"] != "[",
        added=bool(marks["added"]),
        claimed_from=Wind(marks["from"]) if marks["from"] else None,
    )


def _not_closed(match: re.Match[str], start: int) -> RuleError:
    """Return the error for a wrong or missing closing bracket."""
    culprit = "close" if match["close"] else "open"
    message = _(
        "Character %(position)s: a meld that begins with %(open)s must end with "
        "%(close)s."
    )
    params = {
        "position": start + match.start(culprit) + 1,
        "open": match["open"],
        "close": _CLOSING[match["open"]],
    }
    return RuleError(Fault("meld_not_closed", message, "hand", params))


def meld_kind(tiles: Sequence[Tile]) -> SetKind:
    """Return the kind of meld that `tiles` resemble most, even if they are not a valid
    meld."""
    if len(tiles) == 4:
        return SetKind.KONG
    kinds = {tile if tile >= FLOWERS[0] else kind(tile) for tile in tiles} - {JOKER}
    return SetKind.PUNG if len(kinds) <= 1 else SetKind.CHOW


def _format_meld(meld: Meld) -> str:
    left, right = "()" if meld.concealed else "[]"
    chow = JOKER in meld.tiles and meld.kind is SetKind.CHOW
    run = "-" if chow and meld_kind(meld.tiles) is SetKind.PUNG else ""
    added = "+" if meld.added else ""
    claimed = f"<{meld.claimed_from}" if meld.claimed_from else ""
    return f"{left}{format_tiles(meld.tiles)}{run}{added}{claimed}{right}"


def _suit_letter(code: str) -> str:
    return code[1] if code[0].isdigit() else ""


def _unreadable(text: str, position: int, start: int) -> RuleError:
    """Return the error at the first character that is not part of a tile."""
    digits = len(text[position:]) - len(text[position:].lstrip("0123456789"))
    culprit = position + digits
    if culprit == len(text):
        message = _("Character %(position)s: “%(text)s” needs a suit: m, p, s or z.")
        shown = text[position:]
    else:
        message = _("Character %(position)s: “%(text)s” is not a tile.")
        shown = text[position : culprit + 8]
    params = {"position": start + culprit + 1, "text": shown}
    return RuleError(Fault("not_a_tile", message, "hand", params))
