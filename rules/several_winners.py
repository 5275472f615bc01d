"""Read the claims of several winners on one discard, check that their hands fit
together, and choose the claims that win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from rules.claim_types import Claim, ClaimRules
from rules.claims_on_discard import award
from rules.faults import Fault, RuleError
from rules.hand_of_tiles import LAST_TILE, ROBBING_KONG, Hand
from rules.ruleset_and_table_state import Position
from rules.strict_reader import Reader
from rules.tiles import CODES, kind
from rules.translation_marks import _, also_for_riichi
from rules.winds import Wind

#: Field of the entry -> hand.
Hands = Mapping[str, Hand]

_MOST_COPIES = 4

#: Fault code -> (value that all hands must share, message if it differs).
_SHARED: Mapping[str, tuple[Callable[[Hand], object], str]] = {
    "different_winning_tiles": (
        lambda hand: hand.winning_tile,
        _(
            "All winners must have the same winning tile. This hand has a different "
            "one."
        ),
    ),
    "different_moments": (
        lambda hand: hand.flags & {LAST_TILE, ROBBING_KONG},
        also_for_riichi(
            "Last tile and robbing the kong apply to all winners or to none."
        ),
    ),
    "different_indicators": (
        lambda hand: sorted(hand.dora_indicators),
        _(
            "The dora indicators must be the same for all winners. This hand has "
            "different ones."
        ),
    ),
}


def disagreements(hands: Hands) -> list[Fault]:
    """Return a fault for each contradiction between the first hand and another hand.

    If there are none, return a fault for each tile that all hands together have more
    than four times.
    """
    if len(hands) < 2:
        return []
    faults = list(differences(hands))
    return faults or list(_too_many_copies(hands))


def differences(hands: Hands) -> Iterator[Fault]:
    """Yield a fault for each contradiction between the first hand and another hand,
    such as different winning tiles."""
    first, *others = hands
    for field in others:
        for code, (part_of, sentence) in _SHARED.items():
            if part_of(hands[field]) != part_of(hands[first]):
                yield Fault(code, sentence, field)


def _too_many_copies(hands: Hands) -> Iterator[Fault]:
    """Yield a fault for each tile that all hands together have more than four times.
    They share the winning tile and the indicators."""
    first, *others = hands.values()
    held = Counter(map(kind, (*first.tiles, *first.dora_indicators)))
    for hand in others:
        held.update(map(kind, hand.tiles))
        if hand.winning_tile is not None:
            held[kind(hand.winning_tile)] -= 1
    for tile, count in sorted(held.items()):
        if count > _MOST_COPIES:
            yield Fault(
                "too_many_copies",
                _(
                    "%(tile)s is used %(count)s times in all hands together. There are "
                    "only 4."
                ),
                "winners",
                {"count": count, "tile": CODES[tile]},
            )


#: Most winners on one discard: all players except the discarder.
MOST_WINNERS = 3


class OneWinner(Protocol):
    """One player's win, in any ruleset."""

    @property
    def winner(self) -> Wind: ...


C = TypeVar("C", bound=OneWinner)


def read_claims(
    reader: Reader, discarder: Wind | None, read_one: Callable[[Reader], C]
) -> tuple[C, ...]:
    """Return the claim of one winner, or all claims under `winners`."""
    if reader.peek("winners") is not None:
        return tuple(read_winners(reader, discarder, read_one))
    reader.take("winners")
    return (read_one(reader),)


def valued_claims(claims: Sequence[C], value: Callable[[C], C]) -> tuple[C, ...]:
    """Return the claims after applying `value` to each claim.

    Raises RuleError with all faults that `value` raises. With several winners, each
    fault names its claim.
    """
    valued, faults = [], []
    for number, claim in enumerate(claims):
        try:
            valued.append(value(claim))
        except RuleError as error:
            path = f"winners[{number}]"
            faults += [f.within(path) if claims[1:] else f for f in error.faults]
    if faults:
        raise RuleError(*faults)
    return tuple(valued)


def read_winners(
    reader: Reader, discarder: Wind | None, read_one: Callable[[Reader], C]
) -> list[C]:
    """Return the claims under `winners`, each read by `read_one`.

    Adds a fault unless there is at least one claim, each player claims once, and
    several players claim only on a discard.
    """
    claims = []
    for number, inner in enumerate(reader.groups("winners", most=MOST_WINNERS)):
        with inner.within(f"winners[{number}]"):
            claims.append(read_one(inner))
            inner.refuse_the_rest()
    winners = [claim.winner for claim in claims]
    if not winners:
        reader.fault("no_winner", _("Choose the winner."), "winners")
    if len(set(winners)) < len(winners):
        reader.fault("winner_twice", _("Choose each winner only once."), "winners")
    if len(winners) > 1 and discarder is None:
        reader.fault(
            "several_winners_drawn",
            _(
                "Only a win on a discard can have several winners. Choose the "
                "discarder."
            ),
            "from",
        )
    return claims


def winning_seats(
    claims: Iterable[Claim],
    discarder: Wind | None,
    position: Position,
    rules: ClaimRules,
) -> tuple[Wind, ...]:
    """Return the seats that win, in turn after the discarder; empty if the hand is a
    draw.

    A single claim wins. After a self-draw (`discarder` is None), all claims win.
    """
    made = tuple(claims)
    if discarder is None or len(made) == 1:
        return tuple(claim.seat for claim in made)
    winds = position.winds
    seats = {wind: seat for seat, wind in winds.items()}
    by_wind = [replace(claim, seat=winds[claim.seat]) for claim in made]
    granted = award(winds[discarder], by_wind, rules).granted
    return tuple(seats[claim.seat] for claim in granted)
