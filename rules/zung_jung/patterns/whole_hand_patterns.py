"""Patterns of the whole hand: trivial and one-suit patterns (official numbers 1 and
2)."""

from __future__ import annotations

from rules.translation_marks import _, in_context
from rules.zung_jung.patterns.pattern_number_and_type import Listed

WHOLE_HAND = (
    Listed(
        "1.1",
        in_context("zung_jung", "All Sequences"),
        "平和",
        5,
        _("Four sequences and any pair, with any wait."),
        "[123m][456p]345s78pEE+9p",
        "[123m][456p]555s78pEE+9p",
    ),
    Listed(
        "1.2",
        in_context("zung_jung", "Concealed Hand"),
        "門前清",
        5,
        _(
            "No claimed set. Concealed kongs and a win on a discard are allowed. "
            "Seven Pairs and Thirteen Terminals do not score this pattern."
        ),
        "123m456p345s78pEE+9p",
        "[123m]456p345s78pEE+9p",
    ),
    Listed(
        "1.3",
        in_context("zung_jung", "No Terminals"),
        "斷么九",
        5,
        _("Only number tiles from 2 to 8."),
        "[234m][456p]345s67p88s+8p",
        "[234m][456p]345s67pEE+8p",
    ),
    Listed(
        "2.1.1",
        in_context("zung_jung", "Mixed One-Suit"),
        "混一色",
        40,
        _("Tiles of one suit, and honors."),
        "[123m][456m]78mCCCEE+9m",
        "[123m][456m]78pCCCEE+9p",
    ),
    Listed(
        "2.1.2",
        in_context("zung_jung", "Pure One-Suit"),
        "清一色",
        80,
        in_context("zung_jung", "Tiles of one suit only."),
        "[123m][456m]78m22255m+9m",
        "[123m][456m]78m222mEE+9m",
    ),
    Listed(
        "2.2",
        in_context("zung_jung", "Nine Gates"),
        "九蓮寶燈",
        480,
        _(
            "Before the win, the concealed hand is 1112345678999 of one suit. The "
            "winning tile is of the same suit."
        ),
        "1112345678999m+5m",
        "1112345567899m+9m",
    ),
)
