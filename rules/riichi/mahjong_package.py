"""Use the PyPI package `mahjong`, which calculates yaku, han and fu of a hand.

No other module uses the package. This module takes checked hands and returns values
under the project's names. It adds features that the package lacks: the 2 fu of a double
wind pair, and options for ippatsu, ura dora and kan dora.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache, partial
from typing import NamedTuple

from mahjong.constants import CHUN, HAKU, HATSU
from mahjong.hand_calculating import yaku_list
from mahjong.hand_calculating.fu import FuCalculator, FuDetail
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import (
    HandConfig,
    HandConstants,
    OptionalRules,
)
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku_list import yakuman
from mahjong.meld import Meld as LibraryMeld

from rules.hand_of_tiles import (
    DOUBLE_RIICHI,
    EARTHLY,
    HEAVENLY,
    IPPATSU,
    LAST_TILE,
    REPLACEMENT,
    RIICHI,
    ROBBING_KONG,
    Hand,
)
from rules.riichi.fu_reasons import Fu
from rules.riichi.options import ScoringOptions
from rules.tiles import KINDS, RED, RED_FIVES, WHITE, Tile, kind, wind_tile
from rules.winning_arrangements import Arrangement, SetKind

_YAKUMAN_HAN = 13
_REDS = frozenset(RED_FIVES)


class Refusal(StrEnum):
    """The package's reason for not valuing a hand."""

    NOT_A_WIN = HandCalculator.ERR_HAND_NOT_WINNING
    NO_YAKU = HandCalculator.ERR_NO_YAKU


class Value(NamedTuple):
    """The value of a hand in its most valuable reading.

    `yaku`: pairs of a yaku's id and its value, in han or yakuman. `yakuman`: the number
    of yakuman; if it is not 0, `han` is 0. `fu_details`: the reasons for the fu.
    """

    han: int
    fu: int
    yaku: tuple[tuple[str, int], ...]
    yakuman: int
    fu_details: tuple[Fu, ...]


def value(
    hand: Hand,
    options: ScoringOptions,
    *,
    renhou: bool = False,
    dora: int | None = None,
) -> Value | Refusal:
    """Return the value of a checked hand, or the reason why the hand has no value.

    `renhou`: the options decide the value of a win on a discard before the first draw.
    `dora`: the han of all dora if the caller counted them; None to count indicators and
    red fives.
    """
    if hand.winning_tile is None:
        return Refusal.NOT_A_WIN
    won = hand.winning_tile
    response = question(hand, won, options, renhou=renhou, dora=dora)()
    if response.error:
        return Refusal(response.error)
    return _value(response)


def question(
    hand: Hand,
    winning: Tile,
    options: ScoringOptions,
    *,
    renhou: bool = False,
    dora: int | None = None,
) -> Callable[[], HandResponse]:
    """Return a function without arguments that values a checked hand with the package
    `mahjong`.

    `winning` is the winning tile. `renhou` and `dora` have the same meaning as in
    `value`.
    """
    won, concealed, melds = _tiles(hand, winning)
    tiles = [won, *concealed, *(tile for meld in melds for tile in meld.tiles)]
    counts_reds = dora is None and not _REDS.isdisjoint(hand.tiles)
    config = _config(hand, options, renhou, counts_reds)
    estimate = partial(
        HandCalculator.estimate_hand_value, tiles, won, melds, config=config
    )
    if dora is not None:
        # Dora laid aside are the only ones the package adds without their tiles.
        config.num_nuki_dora = dora
        return estimate
    shown = hand.dora_indicators if options.kan_dora else hand.dora_indicators[:1]
    ura = hand.ura_indicators if options.kan_dora else hand.ura_indicators[:1]
    return partial(
        estimate,
        dora_indicators=[_indicator(tile) for tile in shown],
        ura_dora_indicators=[_indicator(tile) for tile in ura] if options.ura else None,
    )


def fu_of(
    hand: Hand, reading: Arrangement, options: ScoringOptions
) -> Iterator[tuple[Fu, ...]]:
    """Yield the reasons for fu in one reading, once for each possible place of the
    winning tile; none without a winning tile."""
    if hand.winning_tile is None:
        return
    won, _concealed, melds = _tiles(hand, hand.winning_tile)
    groups = [[_KIND[tile] for tile in group.tiles] for group in reading.sets]
    if reading.pair is not None:
        groups.append([_KIND[reading.pair]] * 2)
    groups += [[_KIND[tile]] * 2 for tile in reading.loose[::2]]
    all_groups = groups + [list(meld.tiles_34) for meld in melds]
    config = _config(hand, options, renhou=False, counts_reds=False)
    valued = [HAKU, HATSU, CHUN, config.player_wind, config.round_wind]
    for group in groups:
        if won // 4 in group:
            details, _total = FuCalculator.calculate_fu(
                all_groups, won, group, config, valued, melds
            )
            yield tuple(_fu_details(details))


def _value(response: HandResponse) -> Value:
    opened = response.is_open_hand
    yaku = []
    yakuman_number = 0
    for counted_yaku in response.yaku or ():
        han = (
            counted_yaku.han_open
            if opened and counted_yaku.han_open
            else counted_yaku.han_closed
        )
        if counted_yaku.is_yakuman:
            han //= _YAKUMAN_HAN
            yakuman_number += han
        yaku.append((_NAMES[counted_yaku.yaku_id], han))
    return Value(
        han=0 if yakuman_number else response.han or 0,
        fu=response.fu or 0,
        yaku=tuple(yaku),
        yakuman=yakuman_number,
        fu_details=tuple(_fu_details(response.fu_details or ())),
    )


def _fu_details(details: Iterable[FuDetail]) -> Iterator[Fu]:
    for detail in details:
        reason, fu = detail["reason"], detail["fu"]
        if reason != FuCalculator.BASE:
            yield Fu(_FU_REASONS[reason], fu)
        elif fu == 25:
            yield Fu("seven_pairs", fu)
        else:
            yield Fu("base", 20)
            if fu > 20:
                yield Fu("closed_ron", fu - 20)


def _tiles(hand: Hand, winning: Tile) -> tuple[int, list[int], list[LibraryMeld]]:
    """Return the winning tile, the other concealed tiles and the melds in the package's
    form."""
    pool = _Pool()
    won = pool.take(winning)
    concealed = [pool.take(tile) for tile in hand.concealed]
    melds = [
        LibraryMeld(
            _MELD_TYPES[meld.kind],
            sorted(map(pool.take, meld.tiles)),
            opened=not meld.concealed,
        )
        for meld in hand.melds
    ]
    return won, concealed, melds


class _Pool:
    """The package's 136 tiles: four of each kind, the first five of each suit red."""

    def __init__(self) -> None:
        self._taken = [0] * KINDS

    def take(self, tile: Tile) -> int:
        """Return the package's number for a copy of this tile that is not in use yet.
        For plain fives, the red copy is used last."""
        if tile in _REDS:
            return 4 * kind(tile)
        self._taken[tile] += 1
        return 4 * _KIND[tile] + 4 - self._taken[tile]


#: The package orders the dragons white, green, red.
_KIND = tuple(
    RED + WHITE - tile if tile in (RED, WHITE) else tile for tile in range(KINDS)
)


def _indicator(tile: Tile) -> int:
    return 4 * _KIND[kind(tile)]


_MELD_TYPES = {
    SetKind.CHOW: LibraryMeld.CHI,
    SetKind.PUNG: LibraryMeld.PON,
    SetKind.KONG: LibraryMeld.KAN,
}


def _config(
    hand: Hand, options: ScoringOptions, renhou: bool, counts_reds: bool
) -> HandConfig:
    flags, drawn = hand.flags, hand.self_draw
    last, earthly = LAST_TILE in flags, EARTHLY in flags
    seat, prevailing = wind_tile(hand.seat_wind), wind_tile(hand.prevailing_wind)
    single = (
        seat == prevailing
        and options.double_wind_pair_fu == 2
        and hand.concealed_kinds.count(seat) == 2
    )
    return HandConfig(
        is_tsumo=drawn,
        is_riichi=RIICHI in flags,
        is_daburu_riichi=DOUBLE_RIICHI in flags,
        is_ippatsu=IPPATSU in flags and options.ippatsu,
        is_rinshan=REPLACEMENT in flags,
        is_chankan=ROBBING_KONG in flags,
        is_haitei=last and drawn,
        is_houtei=last and not drawn,
        is_tenhou=HEAVENLY in flags,
        is_chiihou=earthly and drawn,
        is_renhou=renhou,
        player_wind=seat,
        # Two of them can only be the pair; without `round_wind` it has 2 fu, not 4.
        round_wind=None if single else prevailing,
        options=_rules(options, counts_reds),
    )


@lru_cache(maxsize=64)
def _rules(options: ScoringOptions, red: bool) -> OptionalRules:
    """Return the package's options for these rule options.

    `red`: the hand has a red five. Otherwise no five counts as red, even if the hand
    has four.
    """
    return OptionalRules(
        has_open_tanyao=options.kuitan,
        has_aka_dora=red,
        has_double_yakuman=options.double_yakuman,
        kazoe_limit=HandConstants.KAZOE_LIMITED
        if options.kazoe == "yakuman"
        else HandConstants.KAZOE_SANBAIMAN,
        kiriage=options.kiriage,
        renhou_as_yakuman=options.renhou == "yakuman",
    )


_NAMES = {
    yaku_list.Riichi.yaku_id: "riichi",
    yaku_list.DaburuRiichi.yaku_id: "double_riichi",
    yaku_list.Ippatsu.yaku_id: "ippatsu",
    yaku_list.Tsumo.yaku_id: "menzen_tsumo",
    yaku_list.Pinfu.yaku_id: "pinfu",
    yaku_list.Iipeiko.yaku_id: "iipeikou",
    yaku_list.Tanyao.yaku_id: "tanyao",
    yaku_list.Haku.yaku_id: "yakuhai_white",
    yaku_list.Hatsu.yaku_id: "yakuhai_green",
    yaku_list.Chun.yaku_id: "yakuhai_red",
    yaku_list.SeatWindEast.yaku_id: "seat_wind",
    yaku_list.SeatWindSouth.yaku_id: "seat_wind",
    yaku_list.SeatWindWest.yaku_id: "seat_wind",
    yaku_list.SeatWindNorth.yaku_id: "seat_wind",
    yaku_list.RoundWindEast.yaku_id: "round_wind",
    yaku_list.RoundWindSouth.yaku_id: "round_wind",
    yaku_list.RoundWindWest.yaku_id: "round_wind",
    yaku_list.RoundWindNorth.yaku_id: "round_wind",
    yaku_list.Rinshan.yaku_id: "rinshan",
    yaku_list.Chankan.yaku_id: "chankan",
    yaku_list.Haitei.yaku_id: "haitei",
    yaku_list.Houtei.yaku_id: "houtei",
    yaku_list.Chiitoitsu.yaku_id: "chiitoitsu",
    yaku_list.Sanshoku.yaku_id: "sanshoku_doujun",
    yaku_list.Ittsu.yaku_id: "ittsuu",
    yaku_list.Chantai.yaku_id: "chanta",
    yaku_list.SanshokuDoukou.yaku_id: "sanshoku_doukou",
    yaku_list.Sanankou.yaku_id: "sanankou",
    yaku_list.SanKantsu.yaku_id: "sankantsu",
    yaku_list.Toitoi.yaku_id: "toitoi",
    yaku_list.Shosangen.yaku_id: "shousangen",
    yaku_list.Honroto.yaku_id: "honroutou",
    yaku_list.Ryanpeikou.yaku_id: "ryanpeikou",
    yaku_list.Honitsu.yaku_id: "honitsu",
    yaku_list.Junchan.yaku_id: "junchan",
    yaku_list.Chinitsu.yaku_id: "chinitsu",
    yaku_list.Renhou.yaku_id: "renhou",
    yakuman.RenhouYakuman.yaku_id: "renhou",
    yakuman.KokushiMusou.yaku_id: "kokushi_musou",
    yakuman.DaburuKokushiMusou.yaku_id: "kokushi_musou_13",
    yakuman.ChuurenPoutou.yaku_id: "chuuren_poutou",
    yakuman.DaburuChuurenPoutou.yaku_id: "junsei_chuuren_poutou",
    yakuman.Tenhou.yaku_id: "tenhou",
    yakuman.Chiihou.yaku_id: "chiihou",
    yakuman.Suuankou.yaku_id: "suuankou",
    yakuman.SuuankouTanki.yaku_id: "suuankou_tanki",
    yakuman.Suukantsu.yaku_id: "suukantsu",
    yakuman.Ryuuiisou.yaku_id: "ryuuiisou",
    yakuman.Chinroutou.yaku_id: "chinroutou",
    yakuman.Tsuuiisou.yaku_id: "tsuuiisou",
    yakuman.Daisangen.yaku_id: "daisangen",
    yakuman.Shousuushii.yaku_id: "shousuushii",
    yakuman.DaiSuushii.yaku_id: "daisuushii",
    yaku_list.Dora.yaku_id: "dora",
    yaku_list.UraDora.yaku_id: "ura_dora",
    yaku_list.AkaDora.yaku_id: "aka_dora",
}

_FU_REASONS = {
    FuCalculator.PENCHAN: "edge_wait",
    FuCalculator.KANCHAN: "closed_wait",
    FuCalculator.VALUED_PAIR: "valued_pair",
    FuCalculator.DOUBLE_VALUED_PAIR: "double_wind_pair",
    FuCalculator.PAIR_WAIT: "pair_wait",
    FuCalculator.TSUMO: "self_draw",
    FuCalculator.HAND_WITHOUT_FU: "open_hand",
    FuCalculator.CLOSED_PON: "concealed_pung",
    FuCalculator.OPEN_PON: "open_pung",
    FuCalculator.CLOSED_TERMINAL_PON: "concealed_outside_pung",
    FuCalculator.OPEN_TERMINAL_PON: "open_outside_pung",
    FuCalculator.CLOSED_KAN: "concealed_kong",
    FuCalculator.OPEN_KAN: "open_kong",
    FuCalculator.CLOSED_TERMINAL_KAN: "concealed_outside_kong",
    FuCalculator.OPEN_TERMINAL_KAN: "open_outside_kong",
}
