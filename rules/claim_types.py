"""Types of claims on a discard: calls, rules that differ by ruleset, and the award."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.winds import FOUR, Wind


class Call(StrEnum):
    """The purpose of a claim: to win with the discard, or to complete a set of this
    kind."""

    WIN = "win"
    KONG = "kong"
    PUNG = "pung"
    CHOW = "chow"


class SeveralWinners(StrEnum):
    """Rule for several players who claim the same discard to win.

    `TWO_AT_MOST`: two are both paid; with three the hand is a draw.
    """

    NEAREST = "nearest"
    HIGHEST = "highest"
    LIMIT_FIRST = "limit_first"
    NEAREST_TO_EAST = "nearest_to_east"
    ALL = "all"
    HEAD_BUMP = "head_bump"
    TWO_AT_MOST = "two_max"


class Barred(StrEnum):
    """Discards on which a player may not win: none, the same tile, or any tile.

    Applies to players who passed a winning discard, or who discarded a winning tile.
    """

    OFF = "off"
    SAME_TILE = "same_tile"
    ANY_TILE = "any_tile"


@dataclass(frozen=True)
class Claim:
    """A claim of the discard by `seat`.

    `value` is the hand value, needed only if the highest hand wins; `limit`: it is a
    limit hand; `for_pair`: the tile completes the pair of four sets and a pair.
    `missed`: winning discard (this tile or another) that the player passed since their
    last draw; `own_discard`: winning tile (this or another) that the player discarded.
    """

    seat: Wind
    call: Call
    value: int | None = None
    limit: bool = False
    for_pair: bool = False
    missed: Barred = Barred.OFF
    own_discard: Barred = Barred.OFF


@dataclass(frozen=True)
class ClaimRules:
    """Rules for claims that differ by ruleset. `players`: number of seats at a full
    table."""

    several_winners: SeveralWinners = SeveralWinners.NEAREST
    three_winners_draw: bool = False
    chow_from_anybody: bool = False
    pair_claim_to_win: bool = True
    jokers: bool = False
    missed_discard: Barred = Barred.OFF
    sacred_discard: Barred = Barred.OFF
    chows: bool = True
    players: int = FOUR


@dataclass(frozen=True)
class Award:
    """The result of several claims of one discard: the granted claims in order of play,
    and the reason.

    `reason` has %(names)s that `params` fill in. `granted` is empty without claims, or
    if the hand is a draw. `plays_next` is the player who draws the next tile: the one
    after the claimant or, without claims, after the discarder. It is None if the hand
    is over.
    """

    granted: tuple[Claim, ...]
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)
    hand_is_drawn: bool = False
    plays_next: Wind | None = None

    @property
    def sentence(self) -> str:
        return self.reason % self.params
