"""Convert hands to and from JSON rows. Reading is strict: it reports every fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.faults import Fault, RuleError
from rules.hand_notation import parse_hand
from rules.hand_of_tiles import FLAGS, Hand, Meld
from rules.strict_reader import Reader
from rules.tiles import CODES, Tile, tile
from rules.translation_marks import _
from rules.winds import WINDS, Wind
from rules.winning_arrangements import SetKind

#: More tiles than in any hand; limits the work for one row.
MOST_TILES = 40

Row = Mapping[str, object]

#: Parts of a hand in a row.
HAND_NAMES = (
    "concealed",
    "melds",
    "winning_tile",
    "self_draw",
    "seat_wind",
    "prevailing_wind",
    "bonus_tiles",
    "flags",
    "dora_indicators",
    "ura_indicators",
    "winner",
    "nukidora",
    "own_hand",
)

MOST_NUKIDORA = 4


def read_hand(row: Row) -> Hand:
    """Return the hand in a row: either `hand`, in notation, or its parts.

    Parts: `concealed`, `melds` ({type, tiles, concealed?, added?, from?}),
    `winning_tile`, `self_draw`, `seat_wind`, `prevailing_wind`, `bonus_tiles`, `flags`,
    `dora_indicators`, `ura_indicators`, `winner`, `nukidora`, `own_hand`. By default,
    both winds are East, `winner` is true, and all other parts are empty, false or 0.
    `own_hand` is also allowed with a hand in notation. Other names in the row are
    ignored.

    Raises RuleError with every fault of form; the rules of play are not checked.
    """
    text = row.get("hand")
    if isinstance(text, str):
        return replace(parse_hand(text), own_hand=_own_hand(Reader(row)))
    if text is not None and not isinstance(text, Mapping):
        message = _("Enter the hand in notation or as an object with its parts.")
        raise RuleError(Fault("not_a_hand", message, "hand"))
    reader = Reader(row if text is None else text)
    hand = Hand(
        concealed=_tiles(reader, "concealed"),
        melds=tuple(_melds(reader)),
        winning_tile=_winning_tile(reader),
        self_draw=reader.flag("self_draw"),
        seat_wind=_wind(reader, "seat_wind"),
        prevailing_wind=_wind(reader, "prevailing_wind"),
        bonus=_tiles(reader, "bonus_tiles"),
        flags=frozenset(_flags(reader)),
        dora_indicators=_tiles(reader, "dora_indicators"),
        ura_indicators=_tiles(reader, "ura_indicators"),
        winner=reader.flag("winner", default=True),
        nukidora=reader.integer("nukidora", 0, low=0, high=MOST_NUKIDORA),
        own_hand=_own_hand(reader),
    )
    if reader.faults:
        raise RuleError(*reader.faults)
    return hand


def hand_as_row(hand: Hand, *, with_winds: bool = True) -> dict[str, object]:
    """Return `hand` as JSON that `read_hand` reads back, with or without its winds."""
    row: dict[str, object] = {
        "concealed": [CODES[tile] for tile in hand.concealed],
        "melds": [_meld_as_row(meld) for meld in hand.melds],
        "winning_tile": None if hand.winning_tile is None else CODES[hand.winning_tile],
        "self_draw": hand.self_draw,
        **(
            {"seat_wind": hand.seat_wind, "prevailing_wind": hand.prevailing_wind}
            if with_winds
            else {}
        ),
        "bonus_tiles": [CODES[tile] for tile in hand.bonus],
        "flags": sorted(hand.flags),
        "dora_indicators": [CODES[tile] for tile in hand.dora_indicators],
        "ura_indicators": [CODES[tile] for tile in hand.ura_indicators],
        "winner": hand.winner,
    }
    row |= {"nukidora": hand.nukidora} if hand.nukidora else {}
    return row | ({"own_hand": hand.own_hand} if hand.own_hand else {})


def _meld_as_row(meld: Meld) -> dict[str, object]:
    row: dict[str, object] = {
        "type": meld.kind,
        "tiles": [CODES[tile] for tile in meld.tiles],
    }
    if meld.kind is SetKind.KONG:
        row |= {"concealed": meld.concealed, "added": meld.added}
    return row | ({"from": meld.claimed_from} if meld.claimed_from else {})


def _own_hand(reader: Reader) -> str:
    value = reader.take("own_hand")
    if value is None or isinstance(value, str):
        return value or ""
    reader.fault("not_a_key", _("Enter the key of a special hand."), "own_hand")
    return ""


def _winning_tile(reader: Reader) -> Tile | None:
    value = reader.take("winning_tile")
    return None if value is None else _tile(reader, value, "winning_tile")


def _tiles(reader: Reader, field: str) -> tuple[Tile, ...]:
    values = reader.sequence(field, most=MOST_TILES)
    read = (_tile(reader, value, f"{field}[{n}]") for n, value in enumerate(values))
    return tuple(tile for tile in read if tile is not None)


def _tile(reader: Reader, value: object, field: str) -> Tile | None:
    if isinstance(value, str):
        try:
            return tile(value)
        except KeyError:
            pass
    reader.fault(
        "not_a_tile",
        _("“%(value)s” is not a tile. Use 1m to 9s, E S W N, C F P or f1 to y4."),
        field,
        value=value,
    )
    return None


def _melds(reader: Reader) -> Iterable[Meld]:
    for number, inner in enumerate(reader.groups("melds", most=MOST_TILES)):
        with inner.within(f"melds[{number}]"):
            meld = Meld(
                SetKind(inner.text("type", tuple(SetKind))),
                _tiles(inner, "tiles"),
                concealed=inner.flag("concealed"),
                added=inner.flag("added"),
                claimed_from=inner.seat("from", optional=True),
            )
        yield meld


def _wind(reader: Reader, field: str) -> Wind:
    return Wind(reader.text(field, tuple(WINDS), default=Wind.EAST))


def _flags(reader: Reader) -> Iterable[str]:
    for number, value in enumerate(reader.sequence("flags", most=len(FLAGS) * 2)):
        if isinstance(value, str):
            yield value
        else:
            reader.fault(
                "not_a_flag_name",
                _("“%(value)s” is not a flag name. Enter each name as text."),
                f"flags[{number}]",
                value=value,
            )
