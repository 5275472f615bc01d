"""Who gets a discard that several players claim, and why.

Seats are the winds of the running hand, so that play goes E S W N. A win goes
before a pung or a kong, these before a chow; who is next in turn after the
discarder comes first among equals. Rulesets differ only in what happens when
several players win on one discard, and in who may claim a chow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.faults import Fault, RuleError
from rules.text import _
from rules.tiles import CODES, Tile, is_bonus, is_honor, kind
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


@dataclass(frozen=True)
class Claim:
    """`seat` claims the discard. Of a win, `value` is what the hand is worth, needed
    only where the highest wins, `limit` whether it is a limit hand, and `for_pair`
    whether the tile completes the pair of four sets and a pair."""

    seat: Wind
    call: Call
    value: int | None = None
    limit: bool = False
    for_pair: bool = False


@dataclass(frozen=True)
class ClaimRules:
    """What rulesets decide differently about claims."""

    several_winners: SeveralWinners = SeveralWinners.NEAREST
    three_winners_draw: bool = False
    chow_from_anybody: bool = False
    pair_claim_to_win: bool = True


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


def award(
    discarder: Wind,
    claims: Sequence[Claim],
    rules: ClaimRules | None = None,
    tile: Tile | None = None,
) -> Award:
    """Who gets the tile that `discarder` discarded: `tile`, where it is named.

    Raises RuleError with every fault of claims that cannot all have been made.
    """
    rules = rules or ClaimRules()
    faults = [*_faults(discarder, claims, rules), *_faults_of_tile(tile, claims)]
    if faults:
        raise RuleError(*faults)
    if not claims:
        return _award((), _("Nobody claims the tile: %(next)s draws."), discarder)
    in_turn = _in_turn(discarder, claims)
    best = min(map(_rank, in_turn))
    equals = tuple(claim for claim in in_turn if _rank(claim) == best)
    if len(equals) > 1 and best == _RANKS[Call.WIN]:
        return _several_win(equals, discarder, rules)
    return _first_of(equals, len(in_turn), discarder)


_RANKS = {Call.WIN: 0, Call.KONG: 1, Call.PUNG: 1, Call.CHOW: 2}
_WHY_FIRST = {
    Call.WIN: _("%(seat)s wins: a win goes before every other claim."),
    Call.KONG: _("%(seat)s gets the tile for a kong: a kong goes before a chow."),
    Call.PUNG: _("%(seat)s gets the tile for a pung: a pung goes before a chow."),
}
_ONLY_ONE = {
    Call.WIN: _("%(seat)s wins: nobody else claims the tile."),
    Call.KONG: _("%(seat)s gets the tile for a kong: nobody else claims it."),
    Call.PUNG: _("%(seat)s gets the tile for a pung: nobody else claims it."),
    Call.CHOW: _("%(seat)s gets the tile for a chow: nobody else claims it."),
}


def _first_of(equals: tuple[Claim, ...], claims: int, discarder: Wind) -> Award:
    first = equals[0]
    if len(equals) > 1:
        reason = _(
            "%(seat)s gets the tile for a chow: next in turn after %(discarder)s of "
            "those who claim one."
        )
    elif claims > 1:
        reason = _WHY_FIRST[first.call]
    else:
        reason = _ONLY_ONE[first.call]
    return _award((first,), reason, discarder)


def _several_win(
    winners: tuple[Claim, ...], discarder: Wind, rules: ClaimRules
) -> Award:
    how = rules.several_winners
    three_draw = rules.three_winners_draw or how is SeveralWinners.TWO_AT_MOST
    if len(winners) == EVERYBODY and three_draw:
        reason = _("Three players win on one tile: the hand is drawn.")
        return Award((), reason, hand_is_drawn=True)
    if how in (SeveralWinners.ALL, SeveralWinners.TWO_AT_MOST):
        reason = _("%(seats)s win: each who wins on this tile is paid.")
        return _award(winners, reason, discarder)
    mark, alone, equal = _PREFERENCES[how]
    most = max(map(mark, winners))
    preferred = tuple(claim for claim in winners if mark(claim) == most)
    reason = alone if len(preferred) == 1 else equal
    return _award(preferred[:1], reason, discarder)


#: Three that claim one discard are everybody but who discarded it.
EVERYBODY = 3
_NEXT_IN_TURN = _(
    "%(seat)s wins: of the players who win on this tile, %(seat)s is next in turn "
    "after %(discarder)s."
)
_FIRST_FROM_EAST = _(
    "%(seat)s wins: of the players who win on this tile, %(seat)s comes first from "
    "East on."
)


def _no_mark(claim: Claim) -> int:
    return 0


def _value(claim: Claim) -> int:
    return claim.value or 0


def _is_limit(claim: Claim) -> int:
    return claim.limit


def _nearness_to_east(claim: Claim) -> int:
    return -_steps(Wind.EAST, claim.seat)


#: What one winner has most of, why who has most wins, and why the next in turn of
#: those who have equally much does.
_PREFERENCES = {
    SeveralWinners.NEAREST: (_no_mark, _NEXT_IN_TURN, _NEXT_IN_TURN),
    SeveralWinners.HEAD_BUMP: (_no_mark, _NEXT_IN_TURN, _NEXT_IN_TURN),
    SeveralWinners.HIGHEST: (
        _value,
        _("%(seat)s wins: the hand is the highest of those that win on this tile."),
        _(
            "%(seat)s wins: of the highest hands that win on this tile, the one next "
            "in turn after %(discarder)s."
        ),
    ),
    SeveralWinners.LIMIT_FIRST: (
        _is_limit,
        _("%(seat)s wins: a limit hand goes before the others."),
        _NEXT_IN_TURN,
    ),
    SeveralWinners.NEAREST_TO_EAST: (
        _nearness_to_east,
        _FIRST_FROM_EAST,
        _FIRST_FROM_EAST,
    ),
}


def _award(granted: tuple[Claim, ...], reason: str, discarder: Wind) -> Award:
    params = {
        "seat": granted[0].seat if granted else "",
        "seats": ", ".join(claim.seat for claim in granted),
        "discarder": discarder,
        "next": discarder.after(1),
    }
    wins = any(claim.call is Call.WIN for claim in granted)
    last = granted[0].seat if granted else discarder
    return Award(granted, reason, params, plays_next=None if wins else last.after(1))


def _in_turn(discarder: Wind, claims: Iterable[Claim]) -> list[Claim]:
    return sorted(claims, key=lambda claim: _steps(discarder, claim.seat))


def _steps(start: Wind, seat: Wind) -> int:
    """How many places `seat` comes after `start` in the order of play."""
    return next(steps for steps in range(4) if start.after(steps) is seat)


def _rank(claim: Claim) -> int:
    return _RANKS[claim.call]


Numbered = Sequence[tuple[int, Claim]]


def _faults(
    discarder: Wind, claims: Sequence[Claim], rules: ClaimRules
) -> Iterator[Fault]:
    numbered = tuple(enumerate(claims))
    yield from _own_discards(discarder, numbered)
    yield from _second_claims(numbered)
    yield from _sets_without_tiles(numbered)
    if not rules.chow_from_anybody:
        yield from _chows_out_of_turn(discarder, numbered)
    if rules.several_winners is SeveralWinners.HIGHEST:
        yield from _missing_values(numbered)
    if not rules.pair_claim_to_win:
        yield from _pairs_claimed(numbered)


def _faults_of_tile(tile: Tile | None, claims: Sequence[Claim]) -> Iterator[Fault]:
    """Claims that nobody can make of this tile."""
    for number, claim in enumerate(claims):
        if tile is None:
            return
        if is_bonus(tile):
            yield _fault(
                "bonus_tile_claimed",
                _("%(tile)s is a bonus tile: nobody can claim a discarded bonus tile."),
                number,
                tile=CODES[tile],
            )
        elif claim.call is Call.CHOW and is_honor(kind(tile)):
            yield _fault(
                "chow_of_honors",
                _("%(tile)s is an honor: there is no chow with it."),
                number,
                tile=CODES[tile],
            )


def _pairs_claimed(claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is Call.WIN and claim.for_pair:
            yield _fault(
                "pair_claimed",
                _(
                    "%(seat)s cannot win on this tile: here no discard is claimed for "
                    "the pair."
                ),
                number,
                seat=claim.seat,
            )


def _own_discards(discarder: Wind, claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.seat is discarder:
            yield _fault(
                "own_discard",
                _("%(seat)s discarded the tile: nobody claims their own discard."),
                number,
                seat=claim.seat,
            )


def _second_claims(claims: Numbered) -> Iterator[Fault]:
    seen: set[Wind] = set()
    for number, claim in claims:
        if claim.seat in seen:
            yield _fault(
                "claims_twice",
                _("%(seat)s can make only one claim."),
                number,
                seat=claim.seat,
            )
        seen.add(claim.seat)


def _sets_without_tiles(claims: Numbered) -> Iterator[Fault]:
    """A pung takes two copies from the hand, a kong three: there are not enough for
    two players."""
    sets = [each for each in claims if each[1].call in (Call.PUNG, Call.KONG)]
    for number, claim in sets[1:]:
        yield _fault(
            "not_enough_copies",
            _(
                "%(seat)s and %(first)s cannot both claim a pung or kong of one tile: "
                "there are four copies of it."
            ),
            number,
            seat=claim.seat,
            first=sets[0][1].seat,
        )


def _chows_out_of_turn(discarder: Wind, claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is Call.CHOW and claim.seat is not discarder.after(1):
            yield _fault(
                "chow_out_of_turn",
                _("%(seat)s cannot claim a chow: only %(next)s, next in turn, can."),
                number,
                seat=claim.seat,
                next=discarder.after(1),
            )


def _missing_values(claims: Numbered) -> Iterator[Fault]:
    wins = [each for each in claims if each[1].call is Call.WIN]
    for number, claim in wins:
        if len(wins) > 1 and claim.value is None:
            yield _fault(
                "missing_value",
                _("Say what %(seat)s's hand is worth: the highest hand wins."),
                number,
                seat=claim.seat,
            )


def _fault(code: str, message: str, number: int, **params: object) -> Fault:
    return Fault(code, message, f"claims[{number}]", params)
