"""One hand of tiles, from what was typed about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import format_hand, parse_hand, parse_tiles
from rules.hand_of_tiles import Hand
from rules.ledger_entries import Raw
from rules.tiles import Tile

#: More characters than any hand needs, with every flag said.
MOST_CHARACTERS = 400


@dataclass(frozen=True)
class TypedHand:
    """A hand as it was typed. `winds_given`: with the winds it thinks it has."""

    hand: Hand
    winds_given: bool = False

    @property
    def size(self) -> int:
        """How many tiles it has, a kong counted as three."""
        won = self.hand.winning_tile is not None
        return len(self.hand.concealed) + 3 * len(self.hand.melds) + won

    def as_row(self) -> dict[str, object]:
        """The hand as entries of the ledger have it."""
        row = hand_as_row(self.hand)
        if not self.winds_given:
            del row["seat_wind"], row["prevailing_wind"]
        return row


def typed_hand(text: str) -> TypedHand:
    """The hand in notation. Raises RuleError naming the character."""
    return TypedHand(parse_hand(text), winds_given="/" in text)


def typed_tiles(text: str) -> tuple[Tile, ...]:
    """Indicators in notation, with or without blanks. Raises RuleError."""
    return parse_tiles("".join(text.split()))


def with_circumstances(
    typed: TypedHand,
    *,
    flags: Iterable[str] = (),
    drawn: bool = False,
    dora: tuple[Tile, ...] = (),
    ura: tuple[Tile, ...] = (),
    winner: bool = True,
) -> TypedHand:
    """The hand with what was ticked beside it. What was typed with the tiles stands;
    a hand without a winning tile is drawn if the entry says so."""
    hand = typed.hand
    hand = replace(
        hand,
        flags=hand.flags | set(flags),
        dora_indicators=hand.dora_indicators or dora,
        ura_indicators=hand.ura_indicators or ura,
        winner=winner and hand.winner,
    )
    if hand.winning_tile is None:
        hand = replace(hand, self_draw=drawn and hand.winner)
    return replace(typed, hand=hand)


def as_typed(row: dict[str, object]) -> str:
    """The tiles of a hand in the ledger, as one would type them: without what has
    fields of its own."""
    hand = replace(
        read_hand(row),
        flags=frozenset(),
        dora_indicators=(),
        ura_indicators=(),
        winner=True,
    )
    text = format_hand(hand)
    if "seat_wind" in row:
        return text
    return text.replace(f" {hand.seat_wind}/{hand.prevailing_wind}", "", 1)


def hands_in(raw: Raw) -> dict[str, dict[str, object]]:
    """The hands of tiles in an entry of the ledger, as rows by seat."""
    if raw.get("kind") != "win":
        return {}
    by_seat = dict(raw.get("hands") or {})
    for claim in raw.get("winners") or [raw]:
        if claim.get("hand"):
            by_seat[claim["winner"]] = claim["hand"]
    return by_seat
