"""What an event may choose about the value of a hand."""

from __future__ import annotations

from dataclasses import dataclass

from rules.options import Options, choice, flag, number
from rules.text import _

#: What a win on a discard before one's own first draw may count.
RENHOU = ("none", "mangan_alone", "mangan_or_hand", "cumulative", "yakuman")


@dataclass(frozen=True)
class ScoringOptions(Options):
    """Options that decide which hands win and what a hand is worth."""

    preset: str = "ema_2025"

    red_fives: bool = flag(
        False,
        _("Red fives: one five of each suit is red and adds 1 han"),
        "M-League and Tenhou: yes",
    )
    kuitan: bool = flag(
        True, _("All Simples (tanyao) also counts in an open hand"), "EMA 2025, 4.2"
    )
    ippatsu: bool = flag(
        True,
        _("Ippatsu: a win within one turn of riichi adds 1 han"),
        "EMA 2025, 4.2; JPML official: no",
    )
    ura: bool = flag(
        True,
        _("Ura dora: indicators are turned after a win with riichi"),
        "EMA 2025, 4.2; JPML official: no",
    )
    kan_dora: bool = flag(
        True,
        _("Each kong turns another dora indicator"),
        "EMA 2025, 4.2; JPML official: no",
    )
    kan_dora_immediate: bool = flag(
        True,
        _(
            "Every kong turns its indicator immediately. If off, only a concealed kong "
            "does; others turn it after the discard."
        ),
        "EMA 2025; Tenhou: no",
    )
    double_wind_pair_fu: int = number(
        2,
        2,
        4,
        _("Fu for a pair that is both seat wind and prevailing wind: 2 or 4"),
        "EMA 2025, 4.1.1: 2; EMA 2016 and Tenhou: 4",
    )
    kiriage: bool = flag(
        True,
        _("Round 4 han 30 fu and 3 han 60 fu up to mangan"),
        "EMA 2025; EMA 2016, JPML and Tenhou: no",
    )
    kazoe: str = choice(
        "sanbaiman",
        ("sanbaiman", "yakuman"),
        _("Value of 13 or more han without a yakuman"),
        "EMA 2025: sanbaiman; Tenhou: yakuman",
    )
    yakuman_stack: bool = flag(
        False,
        _("Several yakuman in one hand add up"),
        "EMA 2025: no; WRC 2022, M-League, JPML and Tenhou: yes",
    )
    double_yakuman: bool = flag(
        False,
        _(
            "Double yakuman: Big Four Winds, Four Concealed Pungs won on the pair, "
            "Thirteen Orphans on 13 tiles, Nine Gates on 9 tiles"
        ),
        "house rules; no preset",
    )
    renhou: str = choice(
        "mangan_alone",
        RENHOU,
        _("Renhou: win on a discard before the player's first draw and any call"),
        "EMA 2025, 4.2: mangan alone; WRC, JPML: mangan or the hand",
    )
