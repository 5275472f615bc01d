"""Examples and near misses of riichi's yaku for sanma, without 2 to 8 of characters."""

from __future__ import annotations

from collections.abc import Mapping

#: Id -> a hand that scores the yaku, and one that looks like it and does not.
EXAMPLES: Mapping[str, tuple[str, str]] = {
    "riichi": ("234p567p345p67s99s+8s S/E riichi", "234p567p345p67s99s+8s S/E"),
    "double_riichi": (
        "234p567p345p67s99s+8s S/E double_riichi",
        "234p567p345p67s99s+8s S/E riichi",
    ),
    "ippatsu": (
        "234p567p345p67s99s+8s S/E riichi ippatsu",
        "234p567p345p67s99s+8s S/E riichi",
    ),
    "menzen_tsumo": ("234p567p345p67s99s*8s S/E", "[CCC]567p345p67s99s*8s S/E"),
    "rinshan": (
        "(1111s)234p567p67s99s*8s S/E replacement",
        "(1111s)234p567p67s99s*8s S/E",
    ),
    "chankan": ("234p567p345p67s99s+8s S/E robbing_kong", "234p567p345p67s99s+8s S/E"),
    "haitei": (
        "234p567p345p67s99s*8s S/E last_tile",
        "234p567p345p67s99s+8s S/E last_tile",
    ),
    "houtei": (
        "234p567p345p67s99s+8s S/E last_tile",
        "234p567p345p67s99s*8s S/E last_tile",
    ),
    "renhou": (
        "234p567p345p67s99s+8s S/E earthly",
        "234p567p345p67s99s*8s S/E earthly",
    ),
    "pinfu": ("234p567p345p67s99s+8s S/E", "234p567p345p68s99s+7s S/E riichi"),
    "iipeikou": ("223344p567p68s99s+7s S/E", "[CCC]223344p68s99s+7s S/E"),
    "tanyao": ("234p567p345p67s88s+5s S/E", "234p567p345p78s88s+9s S/E"),
    "yakuhai_white": ("[PPP]234p567p67s99s+8s S/E", "PP234p567p345p67s+8s S/E riichi"),
    "yakuhai_green": ("[FFF]234p567p67s99s+8s S/E", "FF234p567p345p67s+8s S/E riichi"),
    "yakuhai_red": ("[CCC]234p567p67s99s+8s S/E", "CC234p567p345p67s+8s S/E riichi"),
    "seat_wind": ("[SSS]234p567p67s99s+8s S/E", "[CCC]SSS567p67s99s+8s W/E"),
    "round_wind": ("[EEE]234p567p67s99s+8s S/E", "[CCC]EEE567p67s99s+8s S/S"),
    "chiitoitsu": ("1155p2277p3388sE+E S/E", "1155p2277p3388sE+S S/E"),
    "ittsuu": ("123456789p67s99s+8s S/E", "123456p678p67s99s+8s S/E"),
    "chanta": ("123p789p12sEEECC+3s S/E", "123p789p34sEEECC+2s S/E"),
    "sanshoku_doukou": ("[111m][111p]111s67s99p+8s S/E", "[111m][222p]111sCC99m+C S/E"),
    "sanankou": ("222p555p888s67s99m+8s S/E", "222p555p88s234s99m+8s S/E riichi"),
    "sankantsu": (
        "(1111s)[2222p](5555p)67s99m+8s S/E",
        "(1111s)(2222p)555p67s99m+8s S/E",
    ),
    "toitoi": ("[222p][555p]33s888s99m+3s S/E", "[CCC][555p]34s888s99m+2s S/E"),
    "shousangen": ("[CCC][FFF]PP67s123p+8s S/E", "[CCC][FFF]67s12399p+8s S/E"),
    "honroutou": ("[111m][999p]EE11sSSS+E S/E", "[111m][222p]EE11sSSS+E S/E"),
    "ryanpeikou": ("223344p667788p5s+5s S/E", "223344p678p567p5s+5s S/E"),
    "honitsu": ("123p456p789pEECC+C S/E", "123p456s789pEECC+C S/E"),
    "junchan": ("123p789p123s12p99m+3p S/E", "123p789p123s12pEE+3p S/W riichi"),
    "chinitsu": ("123p345p567p88p99p+9p S/E", "123p345p567pEE99p+9p S/E"),
    "tenhou": ("234p567p345p678s99s E/E heavenly", "234p567p345p67s99s*8s E/E"),
    "chiihou": ("234p567p345p67s99s*8s S/E earthly", "234p567p345p67s99s*8s S/E"),
    "kokushi_musou": ("19m19p19sESWNCFF+P S/E", "19m19p19sESWNCFF+5p S/E"),
    "kokushi_musou_13": ("19m19p19sESWNCFP+P S/E", "19m19p19sESWNCFF+P S/E"),
    "chuuren_poutou": ("1112345567899p+9p S/E", "123345567p8899p+9p S/E"),
    "junsei_chuuren_poutou": ("1112345678999p+5p S/E", "1112345567899p+9p S/E"),
    "suuankou": ("222p555p888s99mEE*E S/E", "222p555p888s99mEE+E S/E"),
    "suuankou_tanki": ("222p555p888sEEE9m+9m S/E", "222p555p888s99mEE*E S/E"),
    "suukantsu": (
        "(1111s)[2222p](5555p)[EEEE]9m+9m S/E",
        "(1111s)[2222p](5555p)[EEE]9m+9m S/E",
    ),
    "ryuuiisou": ("[222s]234s666s888sF+F S/E", "[222s]234s666s777sF+F S/E"),
    "chinroutou": ("[111m][999p]111s99s99m+9m S/E", "[111m][999p]111s99sEE+E S/E"),
    "tsuuiisou": ("[EEE][SSS]CCCPPNN+N S/E", "[EEE][SSS]CCCPP99s+9s S/E"),
    "daisangen": ("[CCC][FFF]PP123p99s+P S/E", "[CCC][FFF]PP67s123p+8s S/E"),
    "shousuushii": ("[EEE][SSS]WWWNN12p+3p S/E", "[EEE][SSS]WWW1299p+3p S/E"),
    "daisuushii": ("[EEE][SSS]WWWNN99m+N S/E", "[EEE][SSS]WWWNN12p+3p S/E"),
    "dora": ("234p567p345p67s99s+8s S/E dora:8s", "234p567p345p67s99s+8s S/E dora:9s"),
    "ura_dora": (
        "234p567p345p67s99s+8s S/E riichi dora:1p ura:8s",
        "234s567p345p67s99s+8s S/E riichi dora:8s ura:1p",
    ),
    "aka_dora": ("234p067p345p67s99s+8s S/E", "234p567p345p67s99s+8s S/E"),
}
