"""Claims on a discard that cannot have been made, or not all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.claim_rules import Barred, Call, Claim, ClaimRules, SeveralWinners
from rules.faults import Fault
from rules.text import _
from rules.tiles import CODES, JOKER, Tile, is_bonus, is_honor, kind
from rules.winds import Wind

Numbered = Sequence[tuple[int, Claim]]


def claim_faults(
    discarder: Wind, claims: Sequence[Claim], rules: ClaimRules, tile: Tile | None
) -> Iterator[Fault]:
    """A fault for each claim that cannot have been made of `tile` (None: not named)
    beside the others."""
    numbered = tuple(enumerate(claims))
    yield from _own_discards(discarder, numbered)
    yield from _second_claims(numbered)
    if not rules.jokers:
        yield from _sets_without_tiles(numbered)
    if not rules.chow_from_anybody:
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
    """Claims that nobody can make of this tile."""
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
                _("%(tile)s is a bonus tile. Discarded bonus tiles cannot be claimed."),
                number,
                tile=CODES[tile],
            )
        elif claim.call is Call.CHOW and is_honor(kind(tile)):
            yield _fault(
                "chow_of_honors",
                _("%(tile)s is an honor, so it cannot form a chow."),
                number,
                tile=CODES[tile],
            )


def _pairs_claimed(claims: Numbered) -> Iterator[Fault]:
    for number, claim in claims:
        if claim.call is Call.WIN and claim.for_pair:
            yield _fault(
                "pair_claimed",
                _(
                    "%(seat)s cannot win on this tile: these rules do not allow "
                    "claiming a discard for the pair."
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
    """A pung takes two copies from the hand, a kong three: there are not enough for
    two players."""
    sets = [each for each in claims if each[1].call in (Call.PUNG, Call.KONG)]
    for number, claim in sets[1:]:
        yield _fault(
            "not_enough_copies",
            _(
                "%(seat)s and %(first)s cannot both claim a pung or kong of this tile: "
                "there are only 4 copies."
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
                _(
                    "%(seat)s cannot claim a chow. Only %(next)s, the next player in "
                    "turn, can."
                ),
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
                    "%(seat)s has discarded a tile that would win, so %(seat)s cannot "
                    "win on this discard."
                ),
                number,
                seat=claim.seat,
            )


def _bars(rule: Barred, happened: Barred) -> bool:
    """Whether a win is barred: `happened` says whether it was this tile or another."""
    if rule is Barred.OFF or happened is Barred.OFF:
        return False
    return rule is Barred.ANY_TILE or happened is Barred.SAME_TILE


def _fault(code: str, message: str, number: int, **params: object) -> Fault:
    return Fault(code, message, f"claims[{number}]", params)
