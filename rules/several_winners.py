"""Several players who claim one discard to win: reading them, and who of them wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from rules.claim_rules import Claim, ClaimRules
from rules.claims import award
from rules.faults import RuleError
from rules.reading import Reader
from rules.table import Position
from rules.text import _
from rules.winds import Wind

#: Three that claim one discard are everybody but who discarded it.
MOST_WINNERS = 3


class OneWinner(Protocol):
    """One player's win, whatever else a ruleset says of it."""

    @property
    def winner(self) -> Wind: ...


C = TypeVar("C", bound=OneWinner)


def read_claims(
    reader: Reader, discarder: Wind | None, read_one: Callable[[Reader], C]
) -> tuple[C, ...]:
    """The claim of one winner, or those of several under `winners`."""
    if reader.peek("winners") is not None:
        return tuple(read_winners(reader, discarder, read_one))
    reader.take("winners")
    return (read_one(reader),)


def valued_claims(claims: Sequence[C], value: Callable[[C], C]) -> tuple[C, ...]:
    """The claims with what `value` makes of each. Raises RuleError with all that it
    raises; where several won, each fault says of which claim it is."""
    valued, faults = [], []
    for number, claim in enumerate(claims):
        try:
            valued.append(value(claim))
        except RuleError as error:
            where = f"winners[{number}]"
            faults += [f.within(where) if claims[1:] else f for f in error.faults]
    if faults:
        raise RuleError(*faults)
    return tuple(valued)


def read_winners(
    reader: Reader, discarder: Wind | None, read_one: Callable[[Reader], C]
) -> list[C]:
    """The claims under `winners`, each read by `read_one`, with a fault for each thing
    that cannot be: at least one, each player once, several on a discard only."""
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
    """The seats that win, the next in turn after the discarder first; none where the
    hand is drawn. Claims name seats of the table. One who drew the tile wins."""
    made = tuple(claims)
    if discarder is None or len(made) == 1:
        return tuple(claim.seat for claim in made)
    winds = position.winds
    seats = {wind: seat for seat, wind in winds.items()}
    by_wind = [replace(claim, seat=winds[claim.seat]) for claim in made]
    granted = award(winds[discarder], by_wind, rules).granted
    return tuple(seats[claim.seat] for claim in granted)
