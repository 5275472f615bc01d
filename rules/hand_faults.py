"""Find faults of a hand that do not depend on the ruleset. Each kind of fault has one
code and one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.faults import Fault
from rules.hand_of_tiles import HAND_SIZE, ROBBING_KONG, Hand, Meld
from rules.jokers.joker_options_and_faults import NO_JOKERS, Jokers, joker_faults
from rules.own_hands import OwnHands, declared_faults
from rules.tiles import (
    CODES,
    JOKER,
    KINDS,
    NAMES,
    SEASONS,
    Tile,
    codes,
    counts,
    is_bonus,
    is_honor,
    is_red,
    kind,
    kinds_of,
    rank,
)
from rules.translation_marks import _, also_for_riichi
from rules.win_circumstance_faults import flag_faults
from rules.winds import Wind
from rules.winning_arrangements import SetKind


def common_faults(
    hand: Hand,
    *,
    flags: Iterable[str],
    exclusive: Iterable[tuple[str, str]] = (),
    red_fives: bool = False,
    bonus_tiles: bool = True,
    chow_from_anybody: bool = False,
    jokers: Jokers = NO_JOKERS,
    nukidora: bool = False,
    own_hands: OwnHands = (),
) -> list[Fault]:
    """Return the faults that `hand` would have in any ruleset with these options.

    `flags` are the flags that the ruleset uses, `exclusive` the pairs of flags that
    exclude each other. The number of tiles is checked by `tile_count_faults`.
    """
    faults: list[Fault] = []
    everything = (*hand.tiles, *hand.dora_indicators, *hand.ura_indicators)
    if hand.bonus:
        faults += _bonus_faults(hand, bonus_tiles)
    if hand.nukidora and not nukidora:
        faults.append(_no_nukidora())
    if everything and max(everything) >= KINDS:
        faults += _kind_faults(hand, red_fives)
        if any(map(is_bonus, everything)):
            return faults
        faults += _red_five_faults(everything)
        if JOKER in everything:
            faults += joker_faults(hand, jokers)
            if not jokers.played:
                return faults
    faults += _meld_faults(hand, chow_from_anybody)
    faults += _copy_faults(everything)
    faults += declared_faults(hand, own_hands)
    if hand.flags:
        faults += flag_faults(hand, tuple(flags), exclusive)
    if ROBBING_KONG in hand.flags and not jokers.played:
        faults += _robbed_tile_faults(hand)
    return faults


def _no_nukidora() -> Fault:
    message = _("No tiles are laid aside for a replacement under these rules.")
    return Fault("no_nukidora", message, "nukidora")


def season_faults(hand: Hand) -> Iterator[Fault]:
    """Yield a fault for each season in the bonus tiles, for rules with flowers only."""
    for tile in hand.bonus:
        if tile in SEASONS:
            yield Fault(
                "no_seasons",
                _("%(tile)s: these rules have no seasons."),
                "bonus_tiles",
                {"tile": CODES[tile]},
            )


def indicator_faults(hand: Hand) -> Iterator[Fault]:
    """Yield a fault if the hand has dora indicators, for rules without dora."""
    if hand.dora_indicators or hand.ura_indicators:
        message = _("These rules have no dora indicators.")
        yield Fault("no_indicators", message, "dora_indicators")


def tile_count_faults(hand: Hand, *, tiles: int | None = None) -> list[Fault]:
    """Return a fault if the hand has a wrong number of tiles.

    Concealed tiles and melds (three each) must be 13 with a winning tile, 14 without a
    winning tile, or `tiles` if given.
    """
    count = len(hand.concealed) + 3 * len(hand.melds)
    wanted = tiles or (HAND_SIZE if hand.winning_tile is not None else HAND_SIZE + 1)
    if count == wanted:
        return []
    return [
        Fault(
            "tile_count",
            also_for_riichi(
                "Hand and melds have %(count)s tiles (a kong counts as 3). There must "
                "be %(wanted)s, plus the winning tile."
            )
            if hand.winning_tile is not None
            else also_for_riichi(
                "Hand and melds have %(count)s tiles (a kong counts as 3). There must "
                "be %(wanted)s."
            ),
            "concealed",
            {"count": count, "wanted": wanted},
        )
    ]


def waiting_hand_faults(
    hand: Hand,
    *,
    red_fives: bool = False,
    chow_from_anybody: bool = False,
    jokers: Jokers = NO_JOKERS,
    nukidora: bool = False,
) -> list[Fault]:
    """Return the faults of a hand that waits for its winning tile.

    It must have 13 tiles, at most four of each kind, and no winning tile.
    """
    faults = common_faults(
        hand,
        flags=hand.flags,
        red_fives=red_fives,
        chow_from_anybody=chow_from_anybody,
        jokers=jokers,
        nukidora=nukidora,
    )
    if hand.winning_tile is not None:
        faults.append(
            Fault(
                "already_won",
                _("A waiting hand has no winning tile yet."),
                "winning_tile",
            )
        )
        return faults
    return faults + tile_count_faults(hand, tiles=HAND_SIZE)


def _kind_faults(hand: Hand, red_fives: bool) -> Iterator[Fault]:
    """Yield a fault for each tile in a place where it is not allowed."""
    places: Mapping[str, tuple[Tile, ...]] = {
        "concealed": hand.concealed,
        "winning_tile": () if hand.winning_tile is None else (hand.winning_tile,),
        "dora_indicators": hand.dora_indicators,
        "ura_indicators": hand.ura_indicators,
        **{f"melds[{n}]": meld.tiles for n, meld in enumerate(hand.melds)},
    }
    for field, tiles in places.items():
        for tile in tiles:
            if is_bonus(tile):
                yield _about_tile(
                    "bonus_tile_in_hand",
                    _("%(tile)s is a bonus tile. Enter it with the bonus tiles."),
                    field,
                    tile,
                )
            elif is_red(tile) and not red_fives:
                yield _about_tile(
                    "red_five",
                    _("%(tile)s: these rules have no red fives."),
                    field,
                    tile,
                )


def _bonus_faults(hand: Hand, bonus_tiles: bool) -> Iterator[Fault]:
    for tile, count in Counter(hand.bonus).items():
        if not is_bonus(tile):
            yield _about_tile(
                "not_a_bonus_tile",
                _("%(tile)s is not a flower or season."),
                "bonus_tiles",
                tile,
            )
        elif count > 1:
            yield _about_tile(
                "bonus_tile_twice",
                _("There is only one %(name)s (%(tile)s)."),
                "bonus_tiles",
                tile,
            )
    if hand.bonus and not bonus_tiles:
        yield Fault(
            "no_bonus_tiles",
            _("These rules have no flowers or seasons."),
            "bonus_tiles",
        )


def _meld_faults(hand: Hand, chow_from_anybody: bool) -> Iterator[Fault]:
    if len(hand.melds) > 4:
        yield Fault("too_many_melds", _("A hand has at most 4 melds."), "melds")
    for number, meld in enumerate(hand.melds):
        field = f"melds[{number}]"
        as_it_stands = meld.settled if JOKER in meld.tiles else meld
        if as_it_stands is None:
            yield Fault("unclear_joker", _UNCLEAR, field, {"meld": _named(meld)})
        elif sentence := _impossible(as_it_stands):
            yield Fault("impossible_meld", sentence, field, {"meld": _named(meld)})
        elif sentence := _impossible_claim(meld, hand.seat_wind, chow_from_anybody):
            yield Fault("impossible_claim", sentence, field, {"meld": _named(meld)})


_UNCLEAR = also_for_riichi(
    "%(meld)s: these jokers do not complete a set. In a chow, a joker stands for the "
    "tile of its position; at least one tile must not be a joker."
)


def _impossible(meld: Meld) -> str:
    """Return a sentence that explains why `meld` is not a valid set; empty if it is
    valid."""
    kinds = sorted(kinds_of(meld.tiles))
    if meld.kind is SetKind.CHOW:
        if len(kinds) != 3 or is_honor(kinds[-1]) or not _is_run(kinds):
            return also_for_riichi(
                "%(meld)s is not a chow. A chow has 3 consecutive tiles of one suit."
            )
        if meld.concealed:
            return also_for_riichi(
                "%(meld)s: a chow that was not claimed belongs in the hand."
            )
    elif meld.kind is SetKind.PUNG:
        if len(kinds) != 3 or len(set(kinds)) != 1:
            return also_for_riichi(
                "%(meld)s is not a pung. A pung has 3 identical tiles."
            )
        if meld.concealed:
            return also_for_riichi(
                "%(meld)s: a pung that was not claimed belongs in the hand."
            )
    elif len(kinds) != 4 or len(set(kinds)) != 1:
        return also_for_riichi("%(meld)s is not a kong. A kong has 4 identical tiles.")
    if meld.added and (meld.kind is not SetKind.KONG or meld.concealed):
        return also_for_riichi("%(meld)s: only an exposed kong can have an added tile.")
    return ""


def _is_run(kinds: list[Tile]) -> bool:
    first = kinds[0]
    return kinds == [first, first + 1, first + 2] and rank(first) <= 7


def _impossible_claim(meld: Meld, seat_wind: Wind, chow_from_anybody: bool) -> str:
    if meld.claimed_from is None:
        return ""
    if meld.concealed:
        return also_for_riichi(
            "%(meld)s: a concealed kong is not claimed from a player."
        )
    if meld.claimed_from is seat_wind:
        return _("%(meld)s: players cannot claim their own discard.")
    if meld.kind is not SetKind.CHOW or chow_from_anybody:
        return ""
    if meld.claimed_from is not seat_wind.after(-1):
        return also_for_riichi(
            "%(meld)s: a chow can only be claimed from the player on the left, unless "
            "it wins."
        )
    return ""


def _copy_faults(everything: Sequence[Tile]) -> Iterator[Fault]:
    """Yield a fault for each tile used more than 4 times. Indicators count too."""
    held = counts(everything)
    if max(held) <= 4:
        return
    for copied, count in enumerate(held):
        if count > 4:
            yield Fault(
                "too_many_copies",
                _("%(tile)s is used %(count)s times. There are only 4."),
                "concealed",
                {"count": count, "tile": CODES[copied]},
            )


def _red_five_faults(everything: Sequence[Tile]) -> Iterator[Fault]:
    for tile, count in Counter(filter(is_red, everything)).items():
        if count > 1:
            yield _about_tile(
                "red_five_twice",
                _("There is only one red five of this suit (%(tile)s)."),
                "concealed",
                tile,
            )


def _robbed_tile_faults(hand: Hand) -> Iterator[Fault]:
    """Yield a fault if the hand has another copy of the tile that it robbed from a
    kong, for rules without jokers."""
    if hand.winning_tile is None:
        return
    robbed = kind(hand.winning_tile)
    others = (*hand.tiles, *hand.dora_indicators, *hand.ura_indicators)
    if counts(others)[robbed] > 1:
        yield Fault(
            "robbing_held_tile",
            also_for_riichi(
                "%(tile)s cannot be robbed from a kong: the kong has all 4 copies, but "
                "another copy is entered here."
            ),
            "winning_tile",
            {"tile": CODES[robbed]},
        )


def pair_claimed() -> Fault:
    """Return the fault of a hand that wins only by claiming its pair, for rules that do
    not allow such wins."""
    return Fault(
        "pair_claimed",
        _(
            "The winning tile completes the pair. These rules do not allow that on a "
            "discard."
        ),
        "winning_tile",
    )


def not_a_win() -> Fault:
    """Return the fault that the tiles form no winning shape."""
    return Fault(
        "not_a_win",
        _("These tiles are not a winning hand."),
        "concealed",
    )


def _about_tile(code: str, message: str, field: str, tile: Tile) -> Fault:
    return Fault(code, message, field, {"tile": CODES[tile], "name": NAMES[tile]})


def _named(meld: Meld) -> str:
    return " ".join(codes(meld.tiles))
