"""Decide who gets a discard that several players claim, and refuse impossible claims.

Seats are the winds of this hand; the order of play is E S W N. A win comes before a
kong, a kong before a pung, a pung before a chow. Among equal claims, the first in turn
after the discarder gets the tile. Rulesets differ only in how they treat
several winners on one discard, and in who may claim a chow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules.claim_types import Award, Barred, Call, Claim, ClaimRules, SeveralWinners
from rules.faults import Fault, RuleError
from rules.tiles import CODES, JOKER, Tile, is_bonus, is_honor, kind
from rules.translation_marks import _, also_for_riichi
from rules.winds import FOUR, Wind

Numbered = Sequence[tuple[int, Claim]]


def claim_faults(
    discarder: Wind, claims: Sequence[Claim], rules: ClaimRules, tile: Tile | None
) -> Iterator[Fault]:
    """Yield a fault for each impossible claim. The reason is the tile, the rules or
    another claim.

    `tile` is the discarded tile; None if it is unknown.
    """
    numbered = tuple(enumerate(claims))
    yield from _own_discards(discarder, numbered)
    yield from _second_claims(numbered)
    if not rules.jokers:
        yield from _sets_without_tiles(numbered)
    if not rules.chows:
        yield from _no_chows(numbered)
    elif not rules.chow_from_anybody:
        yield from _chows_out_of_turn(discarder, numbered)
    if rules.several_winners is SeveralWinners.HIGHEST:
        yield from _missing_values(numbered)
    if not rules.pair_claim_to_win:
        yield from _pairs_claimed(numbered)
    yield from _wins_barred(numbered, rules)
    yield from _faults_of_tile(tile, claims, rules)


def _faults_of_tile(
    tile: Tile | None, claims: Sequence[Claim], rules: ClaimRules
) -> Iterator[Fault]:
    """Yield a fault for each claim that is impossible with this tile; none if `tile` is
    None."""
    for number, claim in enumerate(claims):
        if tile is None:
            return
        if tile == JOKER:
            yield _fault(
                "joker_claimed",
                _("A discarded joker is dead and cannot be claimed.")
                if rules.jokers
                else _("J: these rules have no jokers."),
                number,
            )
        elif is_bonus(tile):
            yield _fault(
                "bonus_tile_claimed",
                _("%(tile)s is a bonus tile and cannot be claimed."),
                number,
                tile=CODES[tile],
            )
        elif claim.call is Call.CHOW and is_honor(kind(tile)):
            yield _fault(
                "chow_of_honors",
                also_for_riichi("%(tile)s is an honor, so it cannot form a chow."),
                number,
                tile=CODES[tile],
            )


def _pairs_claimed(claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is Call.WIN and claim.for_pair:
            yield _fault(
                "pair_claimed",
                _(
                    "%(seat)s cannot win: under these rules, no discard may complete "
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
                _(
                    "%(seat)s discarded this tile. Players cannot claim their own "
                    "discard."
                ),
                number,
                seat=claim.seat,
            )


def _second_claims(claims: Numbered) -> Iterator[Fault]:
    seen: set[Wind] = set()
    for number, claim in claims:
        if claim.seat in seen:
            yield _fault(
                "claims_twice",
                _("Enter only one claim for %(seat)s."),
                number,
                seat=claim.seat,
            )
        seen.add(claim.seat)


def _sets_without_tiles(claims: Numbered) -> Iterator[Fault]:
    """Yield a fault for each claim of a pung or kong after the first: 4 copies are not
    enough for two sets."""
    sets = [
        numbered for numbered in claims if numbered[1].call in (Call.PUNG, Call.KONG)
    ]
    for number, claim in sets[1:]:
        yield _fault(
            "not_enough_copies",
            also_for_riichi(
                "%(seat)s and %(first)s cannot both claim a pung or kong of this tile: "
                "there are only 4 copies."
            ),
            number,
            seat=claim.seat,
            first=sets[0][1].seat,
        )


def _no_chows(claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is Call.CHOW:
            message = also_for_riichi(
                "%(seat)s cannot claim a chow: these rules have no chows."
            )
            yield _fault("no_chows", message, number, seat=claim.seat)


def _chows_out_of_turn(discarder: Wind, claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is Call.CHOW and claim.seat is not discarder.after(1):
            yield _fault(
                "chow_out_of_turn",
                also_for_riichi(
                    "%(seat)s cannot claim a chow. Only %(next)s, the next player in "
                    "turn, can."
                ),
                number,
                seat=claim.seat,
                next=discarder.after(1),
            )


def _missing_values(claims: Numbered) -> Iterator[Fault]:
    wins = [numbered for numbered in claims if numbered[1].call is Call.WIN]
    for number, claim in wins:
        if len(wins) > 1 and claim.value is None:
            yield _fault(
                "missing_value",
                _("Enter the value of %(seat)s's hand: the highest hand wins."),
                number,
                seat=claim.seat,
            )


def _wins_barred(claims: Numbered, rules: ClaimRules) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is not Call.WIN:
            continue
        if _bars(rules.missed_discard, claim.missed):
            yield _fault(
                "missed_discard",
                _(
                    "%(seat)s passed on a winning discard and cannot win on this one "
                    "before drawing a tile."
                ),
                number,
                seat=claim.seat,
            )
        if _bars(rules.sacred_discard, claim.own_discard):
            yield _fault(
                "sacred_discard",
                _(
                    "%(seat)s has discarded a tile that would complete their own "
                    "hand, so they cannot win on this discard."
                ),
                number,
                seat=claim.seat,
            )


def _bars(rule: Barred, happened: Barred) -> bool:
    """Return whether a player may not win on this discard.

    `rule` is the option for missed discards or for the player's own discards.
    `happened` is the matching field of the claim, `missed` or `own_discard`.
    """
    if rule is Barred.OFF or happened is Barred.OFF:
        return False
    return rule is Barred.ANY_TILE or happened is Barred.SAME_TILE


def _fault(code: str, message: str, number: int, **params: object) -> Fault:
    return Fault(code, message, f"claims[{number}]", params)


def award(
    discarder: Wind,
    claims: Sequence[Claim],
    rules: ClaimRules | None = None,
    tile: Tile | None = None,
) -> Award:
    """Return the player who gets the discarded tile, and the reason.

    `tile` is the discarded tile; None if it is unknown. Raises RuleError with all
    faults of the claims.
    """
    rules = rules or ClaimRules()
    if faults := list(claim_faults(discarder, claims, rules, tile)):
        raise RuleError(*faults)
    awarded = _awarded(discarder, claims, rules)
    if rules.players == FOUR:
        return awarded
    # Without North, East is next after West.
    params = {
        name: Wind.EAST if value is Wind.NORTH else value
        for name, value in awarded.params.items()
    }
    nobody = awarded.plays_next is Wind.NORTH
    plays_next = Wind.EAST if nobody else awarded.plays_next
    return replace(awarded, params=params, plays_next=plays_next)


def _awarded(discarder: Wind, claims: Sequence[Claim], rules: ClaimRules) -> Award:
    if not claims:
        return _award((), _("No claim: %(next)s draws."), discarder)
    in_turn = _in_turn(discarder, claims)
    best = min(map(_rank, in_turn))
    equals = tuple(claim for claim in in_turn if _rank(claim) == best)
    if len(equals) > 1 and best == _RANKS[Call.WIN]:
        return _several_win(equals, discarder, rules)
    beside_a_pung = any(claim.call is Call.PUNG for claim in in_turn)
    return _first_of(equals, len(in_turn), discarder, beside_a_pung=beside_a_pung)


#: A kong and a pung of the same tile can only be claimed together with jokers.
_RANKS = {Call.WIN: 0, Call.KONG: 1, Call.PUNG: 2, Call.CHOW: 3}
_WHY_FIRST = {
    Call.WIN: _("%(seat)s wins. A win comes first."),
    Call.KONG: also_for_riichi(
        "%(seat)s gets the tile for a kong. A kong comes before a chow."
    ),
    Call.PUNG: also_for_riichi(
        "%(seat)s gets the tile for a pung. A pung comes before a chow."
    ),
}
_ONLY_ONE = {
    Call.WIN: _("%(seat)s wins. No other claims."),
    Call.KONG: also_for_riichi("%(seat)s gets the tile for a kong. No other claims."),
    Call.PUNG: also_for_riichi("%(seat)s gets the tile for a pung. No other claims."),
    Call.CHOW: also_for_riichi("%(seat)s gets the tile for a chow. No other claims."),
}


_EQUALS = {
    Call.KONG: also_for_riichi(
        "%(seat)s gets the tile for a kong: first in turn after %(discarder)s."
    ),
    Call.PUNG: also_for_riichi(
        "%(seat)s gets the tile for a pung: first in turn after %(discarder)s."
    ),
    Call.CHOW: also_for_riichi(
        "%(seat)s gets the tile for a chow: first in turn after %(discarder)s."
    ),
}


def _first_of(
    equals: tuple[Claim, ...], claims: int, discarder: Wind, *, beside_a_pung: bool
) -> Award:
    first = equals[0]
    if len(equals) > 1:
        reason = _EQUALS[first.call]
    elif first.call is Call.KONG and beside_a_pung:
        reason = also_for_riichi(
            "%(seat)s gets the tile for a kong. A kong comes before a pung."
        )
    elif claims > 1:
        reason = _WHY_FIRST[first.call]
    else:
        reason = _ONLY_ONE[first.call]
    return _award((first,), reason, discarder)


def _several_win(
    winners: tuple[Claim, ...], discarder: Wind, rules: ClaimRules
) -> Award:
    preference = rules.several_winners
    three_draw = rules.three_winners_draw or preference is SeveralWinners.TWO_AT_MOST
    if len(winners) == EVERYBODY and three_draw:
        reason = _("Three players win on the same tile, so the hand is a draw.")
        return Award((), reason, hand_is_drawn=True)
    if preference in (SeveralWinners.ALL, SeveralWinners.TWO_AT_MOST):
        reason = _("%(seats)s win on this tile. Each winner is paid.")
        return _award(winners, reason, discarder)
    mark, alone, equal = _PREFERENCES[preference]
    most = max(map(mark, winners))
    preferred = tuple(claim for claim in winners if mark(claim) == most)
    reason = alone if len(preferred) == 1 else equal
    return _award(preferred[:1], reason, discarder)


#: Number of players who can claim a discard: all except the discarder.
EVERYBODY = 3
_NEXT_IN_TURN = _("%(seat)s wins: the first winner in turn after %(discarder)s.")
_FIRST_FROM_EAST = _("%(seat)s wins: the first winner in turn from the dealer.")


def _no_mark(claim: Claim) -> int:
    return 0


def _value(claim: Claim) -> int:
    return claim.value or 0


def _is_limit(claim: Claim) -> int:
    return claim.limit


def _nearness_to_east(claim: Claim) -> int:
    return -_steps(Wind.EAST, claim.seat)


#: Preference -> (key of a winner, reason for the highest, reason for the next in turn
#: of tied winners).
_PREFERENCES = {
    SeveralWinners.NEAREST: (_no_mark, _NEXT_IN_TURN, _NEXT_IN_TURN),
    SeveralWinners.HEAD_BUMP: (_no_mark, _NEXT_IN_TURN, _NEXT_IN_TURN),
    SeveralWinners.HIGHEST: (
        _value,
        _("%(seat)s wins with the highest hand."),
        _(
            "%(seat)s wins: the first in turn after %(discarder)s with the highest "
            "hand."
        ),
    ),
    SeveralWinners.LIMIT_FIRST: (
        _is_limit,
        _("%(seat)s wins. A limit hand comes before other hands."),
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
    """Return how many places `seat` comes after `start` in the order of play."""
    return next(steps for steps in range(4) if start.after(steps) is seat)


def _rank(claim: Claim) -> int:
    return _RANKS[claim.call]
