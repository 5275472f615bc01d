"""What each ruleset wants to know about a hand that was won."""

from __future__ import annotations

from collections.abc import Iterator

from rules.classical import Classical
from rules.classical.checks import FLAGS as CLASSICAL
from rules.hands import DOUBLE_RIICHI, ONLY_TILE, RIICHI
from rules.hong_kong import HongKong
from rules.hong_kong.checks import FLAGS as HONG_KONG
from rules.mcr import Mcr
from rules.mcr.checks import FLAGS as MCR
from rules.riichi import Riichi
from rules.riichi.hand_checks import FLAGS as RIICHI_FLAGS
from rules.table import Ruleset

#: Of a riichi, who put a stick on the table says it.
DECLARED = (RIICHI, DOUBLE_RIICHI)


def flags_of(rules: Ruleset) -> Iterator[str]:
    """The flags a winner's hand may have by these rules, but for plain riichi."""
    match rules:
        case Mcr():
            yield from MCR
        case HongKong():
            yield from _hong_kong(rules)
        case Classical():
            yield from CLASSICAL
            if rules.options.count_visible_tiles:
                yield ONLY_TILE
        case Riichi():
            yield from (flag for flag in RIICHI_FLAGS if flag != RIICHI)


def _hong_kong(rules: HongKong) -> Iterator[str]:
    """Without what is not played."""
    options = rules.options
    for flag in HONG_KONG:
        if flag.startswith("robbing") and not options.robbing:
            continue
        if flag == "robbing_concealed_kong" and options.rob_concealed_kong == "no":
            continue
        if flag == "flower_win" and not options.seven_flower_win:
            continue
        yield flag


def several_may_win(rules: Ruleset) -> bool:
    """Whether it makes a difference that several claim one discard."""
    match rules:
        case HongKong():
            return rules.options.multiple_winners != "nearest"
        case Riichi():
            return rules.options.multi_ron != "head_bump"
    return False


def losers_count(rules: Ruleset) -> bool:
    """Whether the hands of those who did not win change what is paid."""
    if not isinstance(rules, Classical):
        return False
    options = rules.options
    between = options.losers_settle and options.settle_mode == "between_all"
    return between or options.settle_mode == "only_add_up"
