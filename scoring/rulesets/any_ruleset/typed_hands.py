"""Hands of tiles as text: read, complete and write them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import format_hand, parse_hand, parse_tiles
from rules.hand_of_tiles import Hand
from rules.ledger_entries import Raw
from rules.tiles import Tile

#: Longest input in characters; more than any hand needs, even with every flag.
MOST_CHARACTERS = 400


@dataclass(frozen=True)
class TypedHand:
    """A hand as typed. `winds_given`: the text contained its winds."""

    hand: Hand
    winds_given: bool = False

    @property
    def size(self) -> int:
        """Return the number of tiles. A kong counts as 3."""
        won = self.hand.winning_tile is not None
        return len(self.hand.concealed) + 3 * len(self.hand.melds) + won

    def as_row(self) -> dict[str, object]:
        """Return the hand as a JSON object, as in ledger entries."""
        return hand_as_row(self.hand, with_winds=self.winds_given)


def typed_hand(text: str) -> TypedHand:
    """Return the hand that `text` describes in tile notation.

    Raises RuleError if the text is not a hand; the error names the wrong character.
    """
    return TypedHand(parse_hand(text), winds_given="/" in text)


def typed_tiles(text: str) -> tuple[Tile, ...]:
    """Return the indicator tiles that `text` lists, with or without spaces.

    Raises RuleError if the text is not a list of tiles.
    """
    return parse_tiles("".join(text.split()))


def with_circumstances(
    typed: TypedHand,
    *,
    flags: Iterable[str] = (),
    drawn: bool = False,
    dora: tuple[Tile, ...] = (),
    ura: tuple[Tile, ...] = (),
    winner: bool = True,
    own_hand: str = "",
) -> TypedHand:
    """Return the hand with the circumstances chosen in the form.

    Circumstances typed with the tiles take precedence. `drawn`: the entry is a
    self-draw; this decides for a hand without a winning tile.
    """
    hand = typed.hand
    hand = replace(
        hand,
        flags=hand.flags | set(flags),
        dora_indicators=hand.dora_indicators or dora,
        ura_indicators=hand.ura_indicators or ura,
        winner=winner and hand.winner,
        own_hand=own_hand,
    )
    if hand.winning_tile is None:
        hand = replace(hand, self_draw=drawn and hand.winner)
    return replace(typed, hand=hand)


def as_typed(row: dict[str, object]) -> str:
    """Return the tiles of a ledger hand in notation.

    Parts with a separate form field are left out.
    """
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
    """Return the hands by tiles in a ledger entry, as rows by seat.

    Empty without tiles.
    """
    if raw.get("kind") != "win":
        return {}
    by_seat = dict(raw.get("hands") or {})
    for claim in raw.get("winners") or [raw]:
        if claim.get("hand"):
            by_seat[claim["winner"]] = claim["hand"]
    return by_seat
