"""What a discard is claimed for, what rulesets decide differently about that, and who
gets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.winds import Wind


class Call(StrEnum):
    """What a discard is claimed for."""

    WIN = "win"
    KONG = "kong"
    PUNG = "pung"
    CHOW = "chow"


class SeveralWinners(StrEnum):
    """Who wins when several players claim the same discard to win.

    `TWO_AT_MOST`: two are both paid; with three the hand is drawn.
    """

    NEAREST = "nearest"
    HIGHEST = "highest"
    LIMIT_FIRST = "limit_first"
    NEAREST_TO_EAST = "nearest_to_east"
    ALL = "all"
    HEAD_BUMP = "head_bump"
    TWO_AT_MOST = "two_max"


class Barred(StrEnum):
    """What a player may not win on who missed a winning discard, or discarded a tile
    that would win: nothing is barred, that tile, or any discard."""

    OFF = "off"
    SAME_TILE = "same_tile"
    ANY_TILE = "any_tile"


@dataclass(frozen=True)
class Claim:
    """`seat` claims the discard. Of a win, `value` is what the hand is worth, needed
    only where the highest wins, `limit` whether it is a limit hand, and `for_pair`
    whether the tile completes the pair of four sets and a pair. `missed` says whether
    the player let a winning discard go since their last draw, this tile or another;
    `own_discard` whether they have discarded a tile that would win, this or another.
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
    """What rulesets decide differently about claims."""

    several_winners: SeveralWinners = SeveralWinners.NEAREST
    three_winners_draw: bool = False
    chow_from_anybody: bool = False
    pair_claim_to_win: bool = True
    jokers: bool = False
    missed_discard: Barred = Barred.OFF
    sacred_discard: Barred = Barred.OFF


@dataclass(frozen=True)
class Award:
    """The claims that are granted, in order of play, and why: a sentence with
    %(names)s filled from `params`. No claim is granted when nobody claims, or when
    the hand is drawn. `plays_next` is who draws next: the player to the right of who
    claimed the tile and discarded, or of the discarder; None when the hand is over.
    """

    granted: tuple[Claim, ...]
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)
    hand_is_drawn: bool = False
    plays_next: Wind | None = None

    @property
    def sentence(self) -> str:
        return self.reason % self.params
