"""A tournament's special hands, in Hong Kong Old Style and Classical Chinese.

The option `own_hands` lists them, and a player declares one with a win. Such a hand
counts alone or is added to the other patterns. If it has a notation
(`rules.own_hand_tiles`), the program checks the tiles. Otherwise it accepts the table's
entry.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.faults import Fault, RuleError
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import LeftOut, Pattern
from rules.own_hand_tiles import MOST_CHARACTERS, fits, read_tiles
from rules.rule_option_types import Kind, Sort, contradiction
from rules.strict_reader import Reader
from rules.translation_marks import _

#: Maximum number of a tournament's special hands.
MOST_OWN_HANDS = 20
LONGEST_NAME = 40
_KEY = re.compile(r"[a-z0-9_]{1,40}")

FAAN, POINTS, DOUBLES, LIMIT = "faan", "points", "doubles", "limit"


@dataclass(frozen=True)
class OwnHand:
    """A special hand of a tournament.

    `key`: its name in entries and files. `value`: in `unit`; for "limit", percent of
    the limit. `over_limit`: a hand with this pattern may be worth more than the limit.
    `tiles`: its notation; may be empty.
    """

    key: str
    name: str
    value: int
    unit: str
    alone: bool = True
    open_allowed: bool = True
    self_draw_only: bool = False
    over_limit: bool = False
    tiles: str = ""

    @property
    def pattern_id(self) -> str:
        """Return the pattern id of this hand. A prefix distinguishes it from the rules'
        patterns."""
        return f"own_hand_{self.key}"

    @property
    def pattern(self) -> Pattern:
        """Return this hand as a pattern."""
        rule = (
            _(
                "A special hand of this tournament. It counts alone if the "
                "player declares it."
            )
            if self.alone
            else _(
                "A special hand of this tournament. It is added to the other "
                "patterns if the player declares it."
            )
        )
        return Pattern(
            self.pattern_id, self.name, "", self.value, rule, "", "", "", self.unit
        )

    def as_data(self) -> dict[str, object]:
        return {
            "key": self.key,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "alone": self.alone,
            "open_allowed": self.open_allowed,
            "self_draw_only": self.self_draw_only,
            "over_limit": self.over_limit,
            "tiles": self.tiles,
        }


OwnHands = tuple[OwnHand, ...]
#: Keys of a mapping that identify it, among values of options, as a special hand.
OWN_HAND_NAMES = frozenset(("key", "name", "unit", "alone"))


def own_hands(units: Mapping[str, int]) -> OwnHands:
    """Declare the option that lists the tournament's special hands. `units` has the
    highest value of each allowed unit."""

    def read(reader: Reader, name: str, preset: OwnHands) -> OwnHands:
        if reader.peek(name) is None:
            reader.take(name)
            return preset
        values = reader.sequence(name, most=MOST_OWN_HANDS)
        hands: list[OwnHand] = []
        for place, value in enumerate(values):
            if value is None:  # An empty row of the form.
                continue
            with reader.within(f"{name}[{place}]"):
                hands += _read_one(reader, value, units, hands)
        return tuple(hands)

    kind = Kind(
        _(
            "Special hands of this tournament, which a player can declare with a win. "
            "Tiles are optional. If they are entered, the program checks the hand."
        ),
        "",
        read,
        _write,
        f"list of at most {MOST_OWN_HANDS} hands",
        tuple(units),
        sort=Sort.OWN_HANDS,
        low=1,
        high=max(units.values()),
        group="values",
    )
    return field(default=(), metadata={"kind": kind})


def _write(hands: OwnHands) -> object:
    return [hand.as_data() for hand in hands]


def _read_one(
    reader: Reader, value: object, units: Mapping[str, int], before: Sequence[OwnHand]
) -> Iterator[OwnHand]:
    """Yield the hand in `value`; none if it cannot be read. Adds its faults to the
    reader."""
    if not isinstance(value, Mapping):
        reader.fault("not_a_group", _("Enter an object."), "")
        return
    first = len(reader.faults)
    inner = Reader(value)
    inner.faults = reader.faults
    name = _name(inner, before)
    unit = inner.text("unit", tuple(units), default=next(iter(units)))
    usual = 100 if unit == LIMIT else None
    worth = inner.integer("value", usual, low=1, high=units[unit])
    hand = OwnHand(
        key=_key(inner, name, before),
        name=name,
        value=worth,
        unit=unit,
        alone=inner.flag("alone", True),
        open_allowed=inner.flag("open_allowed", True),
        self_draw_only=inner.flag("self_draw_only"),
        over_limit=inner.flag("over_limit"),
        tiles=_tiles(inner),
    )
    inner.refuse_the_rest()
    if len(reader.faults) == first:
        yield hand


def _name(reader: Reader, before: Sequence[OwnHand]) -> str:
    value = reader.take("name")
    name = " ".join(value.split()) if isinstance(value, str) else ""
    printable = all(character.isprintable() for character in name)
    if not name or len(name) > LONGEST_NAME or not printable:
        message = _("Enter a name of 1 to %(most)s characters.")
        reader.fault("own_hand_name", message, "name", most=LONGEST_NAME)
    elif name.casefold() in {hand.name.casefold() for hand in before}:
        message = _("“%(name)s” is in the list twice. Enter another name.")
        reader.fault("own_hand_twice", message, "name", name=name)
    return name


def _key(reader: Reader, name: str, before: Sequence[OwnHand]) -> str:
    """Return the hand's key, or make one from its name if there is none. Adds a fault
    and returns "" if the key is invalid."""
    value = reader.take("key")
    taken = {hand.key for hand in before}
    if value in (None, ""):
        return key_of(name, taken)
    if not isinstance(value, str) or not _KEY.fullmatch(value) or value in taken:
        reader.fault(
            "own_hand_key",
            _(
                "Enter a key of lower-case letters, digits and _ that no other hand "
                "has."
            ),
            "key",
        )
        return ""
    return value


def key_of(name: str, taken: Iterable[str]) -> str:
    """Return a key made from a name that is different from the `taken` keys."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")[:30] or "hand"
    others, key, number = set(taken), stem, 2
    while key in others:
        key, number = f"{stem}_{number}", number + 1
    return key


def _tiles(reader: Reader) -> str:
    value = reader.take("tiles")
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if value not in (None, "") and not isinstance(value, str):
        reader.fault("own_hand_tiles", _("Enter tiles in the notation."), "tiles")
    elif len(text) > MOST_CHARACTERS:
        message = _("The notation is too long. Enter at most %(most)s characters.")
        reader.fault("own_hand_long", message, "tiles", most=MOST_CHARACTERS)
    elif text:
        try:
            read_tiles(text)
        except RuleError as error:
            reader.faults.extend(error.faults)
    return text


def contradictions(
    hands: OwnHands, too_low: Callable[[OwnHand], bool]
) -> Iterator[Fault]:
    """Yield a fault for each contradiction between the settings of a hand in the list.

    `too_low` returns whether the hand alone is below the minimum to win.
    """
    for place, hand in enumerate(hands):
        path = f"own_hands[{place}]"
        if hand.unit == LIMIT and not hand.alone:
            message = _(
                "A limit hand counts alone. Choose another unit, or “counts alone”."
            )
            yield contradiction(f"{path}.alone", message)
        if hand.unit == DOUBLES and hand.alone:
            message = _(
                "A hand of doubles without points is worth nothing. Enter points or "
                "the limit."
            )
            yield contradiction(f"{path}.unit", message)
        if hand.alone and too_low(hand):
            message = _("“%(hand)s” counts alone, but is below the minimum to win.")
            yield contradiction(f"{path}.value", message, hand=hand.name)


def find(hands: OwnHands, key: str) -> OwnHand | None:
    """Return the hand with this key; None if there is none."""
    return next((hand for hand in hands if hand.key == key), None)


def read_declared(
    reader: Reader, hands: OwnHands, field: str = "own_hand", *, self_draw: bool
) -> OwnHand | None:
    """Return the tournament's special hand that a win declares; None if it declares
    none or an unknown hand. Adds faults to the reader."""
    value = reader.take(field)
    if value in (None, ""):
        return None
    hand = find(hands, value) if isinstance(value, str) else None
    if hand is None:
        reader.faults.append(unknown(value, field))
    elif hand.self_draw_only and not self_draw:
        reader.faults.append(_not_drawn(hand, field))
    return hand


def unknown(value: object, field: str = "own_hand") -> Fault:
    """Return the fault of a declared hand that is not in the tournament's list."""
    message = _("“%(value)s” is not in this tournament's list of special hands.")
    return Fault("own_hand_unknown", message, field, {"value": value})


def _not_drawn(hand: OwnHand, field: str) -> Fault:
    message = _("“%(name)s” must be self-drawn.")
    return Fault("own_hand_claimed", message, field, {"name": hand.name})


def declared_faults(hand: Hand, hands: OwnHands) -> Iterator[Fault]:
    """Yield the faults of declaring a special hand with `hand`; none if it declares
    none."""
    if not hand.own_hand:
        return
    own = find(hands, hand.own_hand)
    if own is None:
        yield unknown(hand.own_hand)
        return
    params = {"name": own.name, "tiles": own.tiles}
    if own.self_draw_only and not hand.self_draw:
        yield _not_drawn(own, "own_hand")
    if hand.exposed and not own.open_allowed:
        message = _("“%(name)s” must be concealed: this hand has exposed sets.")
        yield Fault("own_hand_open", message, "own_hand", params)
    if own.tiles and not fits(hand, own.tiles):
        message = _("The hand does not fit “%(name)s”. Required tiles: %(tiles)s.")
        yield Fault("own_hand_other_tiles", message, "own_hand", params)


def suggested(hand: Hand, hands: OwnHands) -> Iterator[OwnHand]:
    """Yield the tournament's special hands that fit the winning tiles but were not
    declared."""
    for own in hands if hand.winner and not hand.own_hand else ():
        drawn = hand.self_draw or not own.self_draw_only
        concealed = own.open_allowed or not hand.exposed
        if own.tiles and drawn and concealed and fits(hand, own.tiles):
            yield own


def as_left_out(hand: Hand, hands: OwnHands) -> Iterator[LeftOut]:
    """Yield the tournament's special hands that fit the tiles, as patterns that do not
    count because they were not declared."""
    for own in suggested(hand, hands):
        yield LeftOut(
            own.pattern,
            "own_hand",
            _(
                "The tiles fit this hand. If the player declared it, choose it "
                "as the special hand."
            ),
        )


def fits_without_declaring(own: OwnHand) -> Fault:
    """Return the fault of tiles that win only as `own`, which was not declared."""
    message = _(
        "These tiles are not an ordinary winning hand, but they fit "
        "“%(name)s”. If the player declared it, choose it as the "
        "special hand."
    )
    return Fault("own_hand_fits", message, "concealed", {"name": own.name})


def worth_less(own: OwnHand, value: int, field: str) -> Fault:
    """Return the fault of a win that has fewer points or faan than `own`, which it
    declares."""
    message = _("A hand with “%(name)s” is worth at least %(value)s.")
    return Fault("own_hand_less", message, field, {"name": own.name, "value": value})


def not_its_value(own: OwnHand, value: int, field: str) -> Fault:
    """Return the fault of a win whose value differs from the value of `own`, which
    counts alone."""
    message = _("“%(name)s” counts alone and is worth %(value)s. Do not enter a value.")
    return Fault("own_hand_alone", message, field, {"name": own.name, "value": value})


def in_list_words(
    data: Mapping[str, object],
    translate: Callable[[str], str],
    write: Callable[[int], str],
    comma: str,
) -> str:
    """Return the name, value and settings of one hand of the option `own_hands` as
    text.

    `data` is the hand as JSON values. `write` formats a number; `comma` separates the
    parts.
    """
    value = write(int(str(data["value"])))
    parts = [f"{value} {translate(UNIT_WORDS[str(data['unit'])])}"]
    parts.append(translate(ALONE if data["alone"] else ADDED))
    parts += [
        translate(text)
        for name, (wanted, text) in _ATTRIBUTES.items()
        if data[name] is wanted
    ]
    parts += [str(data["tiles"])] if data["tiles"] else []
    return f"{data['name']} ({comma.join(parts)})"


# Translators: a hand counts alone, or is added to the value of the other patterns.
ALONE, ADDED = _("counts alone"), _("added")
UNIT_WORDS: Mapping[str, str] = {
    FAAN: _("faan"),
    POINTS: _("points"),
    DOUBLES: _("doubles"),
    LIMIT: _("% of the limit"),
}
_ATTRIBUTES: Mapping[str, tuple[bool, str]] = {
    "open_allowed": (False, _("concealed only")),
    "self_draw_only": (True, _("self-draw only")),
    "over_limit": (True, _("may exceed the limit")),
}
