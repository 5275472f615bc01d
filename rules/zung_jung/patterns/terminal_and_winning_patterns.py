"""Patterns of terminals, of the way of winning and of irregular hands (official numbers
8 to 10)."""

from __future__ import annotations

from rules.translation_marks import _, in_context
from rules.zung_jung.patterns.pattern_number_and_type import Listed

TERMINALS = (
    Listed(
        "8.1.1",
        in_context("zung_jung", "Mixed Lesser Terminals"),
        "混全帶么",
        40,
        _("Every set and the pair has a 1, a 9 or honors."),
        "[123m][789p]12sEEE99m+3s",
        "[123m][789p]34sEEE99m+5s",
    ),
    Listed(
        "8.1.2",
        in_context("zung_jung", "Pure Lesser Terminals"),
        "純全帶么",
        50,
        _("Every set and the pair has a 1 or a 9."),
        "[123m][789p]12s11199m+3s",
        "[123m][789p]12sEEE99m+3s",
    ),
    Listed(
        "8.1.3",
        in_context("zung_jung", "Mixed Greater Terminals"),
        "混么九",
        100,
        _("Only 1s, 9s and honors, as triplets, kongs or Seven Pairs."),
        "[111m][999p]99sEEECC+9s",
        "[111m][999p]99sEEE55p+9s",
    ),
    Listed(
        "8.1.4",
        in_context("zung_jung", "Pure Greater Terminals"),
        "清么九",
        400,
        _("Only 1s and 9s, as triplets, kongs or Seven Pairs."),
        "[111m][999p]99s111p99m+9s",
        "[111m][999p]99s111pEE+E",
    ),
)
WINNING = (
    Listed(
        "9.1.1",
        in_context("zung_jung", "Final Draw"),
        "海底撈月",
        10,
        in_context("zung_jung", "A self-draw with the last tile of the wall."),
        "[123m]456p345s78pEE*9p last_tile",
        "[123m]456p345s78pEE+9p last_tile",
    ),
    Listed(
        "9.1.2",
        in_context("zung_jung", "Final Discard"),
        "河底撈魚",
        10,
        _("A win on the discard after the last tile of the wall."),
        "[123m]456p345s78pEE+9p last_tile",
        "[123m]456p345s78pEE*9p last_tile",
    ),
    Listed(
        "9.2",
        in_context("zung_jung", "Win on Kong"),
        "嶺上開花",
        10,
        _("A self-draw with the replacement tile of a kong."),
        "[1111m]456p345s78pEE*9p replacement",
        "[1111m]456p345s78pEE*9p",
    ),
    Listed(
        "9.3",
        in_context("zung_jung", "Robbing a Kong"),
        "搶槓",
        10,
        _("A win on the tile that another player adds to an exposed triplet."),
        "[123m]456p345s78pEE+9p robbing_kong",
        "[123m]456p345s78pEE+9p",
    ),
    Listed(
        "9.4.1",
        in_context("zung_jung", "Blessing of Heaven"),
        "天和",
        155,
        _("East wins with the tiles dealt, without a kong."),
        "123m456p345s78pEE*9p heavenly",
        "123m456p345s78pEE*9p",
    ),
    Listed(
        "9.4.2",
        in_context("zung_jung", "Blessing of Earth"),
        "地和",
        155,
        _("Another player wins on East's first discard."),
        "123m456p345s78pEE+9p S/E earthly",
        "123m456p345s78pEE+9p S/E",
    ),
)
IRREGULAR = (
    Listed(
        "10.1",
        in_context("zung_jung", "Thirteen Terminals"),
        "十三么九",
        160,
        _("One of each 1, 9 and honor, and a duplicate of one of them."),
        "19m19p19sESWNCFP+P",
        "19m19p19sESWNCFP+2m",
    ),
    Listed(
        "10.2",
        in_context("zung_jung", "Seven Pairs"),
        "七對子",
        30,
        _("Seven pairs. Four identical tiles are two pairs."),
        "1144m2277p3399sE+E",
        "1144m2277p3399sE+S",
    ),
)
