"""Patterns of honor tiles (official number 3)."""

from __future__ import annotations

from rules.translation_marks import _, in_context
from rules.zung_jung.patterns.pattern_number_and_type import Listed

HONORS = (
    Listed(
        "3.1",
        in_context("zung_jung", "Value Honor"),
        "番牌",
        10,
        _(
            "Each triplet or kong of a dragon or of the seat wind. There is no "
            "prevailing wind."
        ),
        "[SSS][123m]456p78p11s+9p S/E",
        "[SSS][123m]456p78p11s+9p W/E",
    ),
    Listed(
        "3.2.1",
        in_context("zung_jung", "Small Three Dragons"),
        "小三元",
        40,
        _("Triplets or kongs of two of the dragons, and a pair of the third."),
        "[CCC][FFF]PP123m78p+9p",
        "[CCC][FFF]EE123m78p+9p",
    ),
    Listed(
        "3.2.2",
        in_context("zung_jung", "Big Three Dragons"),
        "大三元",
        130,
        _("Triplets or kongs of all three dragons."),
        "[CCC][FFF]PPP11m78p+9p",
        "[CCC][FFF]PP111m78p+9p",
    ),
    Listed(
        "3.3.1",
        in_context("zung_jung", "Small Three Winds"),
        "小三風",
        30,
        _("Triplets or kongs of two of the winds, and a pair of a third."),
        "[EEE][SSS]WW123m78p+9p",
        "[EEE][SSS]CC123m78p+9p",
    ),
    Listed(
        "3.3.2",
        in_context("zung_jung", "Big Three Winds"),
        "大三風",
        120,
        _("Triplets or kongs of three winds."),
        "[EEE][SSS]WWW11m78p+9p",
        "[EEE][SSS]WW111m78p+9p",
    ),
    Listed(
        "3.3.3",
        in_context("zung_jung", "Small Four Winds"),
        "小四喜",
        320,
        _("Triplets or kongs of three winds, and a pair of the fourth."),
        "[EEE][SSS]WWWNN78p+9p",
        "[EEE][SSS]WWWCC78p+9p",
    ),
    Listed(
        "3.3.4",
        in_context("zung_jung", "Big Four Winds"),
        "大四喜",
        400,
        _("Triplets or kongs of all four winds."),
        "[EEE][SSS]WWWNN55p+N",
        "[EEE][SSS]WWWNN55p+5p",
    ),
    Listed(
        "3.4",
        in_context("zung_jung", "All Honors"),
        "字一色",
        320,
        _("Only winds and dragons. Seven Pairs can also score this pattern."),
        "[EEE][CCC]SSSFFFP+P",
        "[EEE][CCC]SSSFFF1m+1m",
    ),
)
