"""Patterns that score points: sets, pairs and bonus tiles for every player, others for
the winner only."""

from __future__ import annotations

from rules.hand_score_and_patterns import PatternsOf
from rules.translation_marks import _, cited, in_context

_EVERY = cited("Classical Chinese, points of every player")
_WINNER = cited("Classical Chinese, points of the winner")

_points = PatternsOf(_EVERY, "points")

POINTS = (
    _points(
        (
            "exposed_pung",
            in_context("classical", "Exposed pung of 2 to 8"),
            "明刻（中張）",
        ),
        2,
        _("A pung of 2 to 8 that was claimed or completed by the winning discard."),
        "[NNN][999m][555s]78pEE+9p S/W",
        "[NNN][999m]555s78pEE+9p S/W",
    ),
    _points(
        (
            "concealed_pung",
            in_context("classical", "Concealed pung of 2 to 8"),
            "暗刻（中張）",
        ),
        4,
        _("A pung of 2 to 8 with all three tiles drawn."),
        "[NNN][999m]555s78pEE+9p S/W",
        "[NNN][999m][555s]78pEE+9p S/W",
    ),
    _points(
        (
            "exposed_major_pung",
            in_context("classical", "Exposed pung of 1, 9 or honors"),
            "明刻（幺九字）",
        ),
        4,
        _("A claimed pung of 1, 9, a wind or a dragon."),
        "[333s][666m][111s]78pEE+9p S/W",
        "[333s][666m][222s]78pEE+9p S/W",
    ),
    _points(
        (
            "concealed_major_pung",
            in_context("classical", "Concealed pung of 1, 9 or honors"),
            "暗刻（幺九字）",
        ),
        8,
        _("A pung of 1, 9 or honors with all three tiles drawn."),
        "[333s][666m]111s78pEE+9p S/W",
        "[333s][666m]11s789pEE+1s S/W",
    ),
    _points(
        (
            "exposed_kong",
            in_context("classical", "Exposed kong of 2 to 8"),
            "明槓（中張）",
        ),
        8,
        _(
            "A kong of 2 to 8 made with a claimed tile, or by adding a tile to a "
            "claimed pung."
        ),
        "[NNN][999m][5555s]78pEE+9p S/W",
        "[NNN][999m](5555s)78pEE+9p S/W",
    ),
    _points(
        (
            "concealed_kong",
            in_context("classical", "Concealed kong of 2 to 8"),
            "暗槓（中張）",
        ),
        16,
        _("A kong of 2 to 8 with all four tiles drawn."),
        "[NNN][999m](5555s)78pEE+9p S/W",
        "[NNN][999m][5555s]78pEE+9p S/W",
    ),
    _points(
        (
            "exposed_major_kong",
            in_context("classical", "Exposed kong of 1, 9 or honors"),
            "明槓（幺九字）",
        ),
        16,
        _("A kong of 1, 9 or honors that contains a claimed tile."),
        "[333s][666m][CCCC+]78pEE+9p S/W",
        "[333s][666m][CCC]78pEE+9p S/W",
    ),
    _points(
        (
            "concealed_major_kong",
            in_context("classical", "Concealed kong of 1, 9 or honors"),
            "暗槓（幺九字）",
        ),
        32,
        _("A kong of 1, 9 or honors with all four tiles drawn."),
        "[333s][666m](CCCC)78pEE+9p S/W",
        "[333s][666m][CCCC]78pEE+9p S/W",
    ),
    _points(
        ("pair_dragons", in_context("classical", "Pair of dragons"), "箭牌對"),
        2,
        _("A pair of any dragon, exposed or concealed."),
        "[NNN][999m][555s]78pPP+9p S/W",
        "[NNN][999m][555s]78pEE+9p S/W",
    ),
    _points(
        ("pair_own_wind", in_context("classical", "Pair of seat wind"), "門風對"),
        2,
        _("A pair of the player's seat wind."),
        "[NNN][999m][555s]78pEE+9p E/S",
        "[NNN][999m][555s]78pEE+9p S/E",
    ),
    _points(
        (
            "pair_round_wind",
            in_context("classical", "Pair of prevailing wind"),
            "圈風對",
        ),
        2,
        _("A pair of the prevailing wind. If it is also the seat wind, both count."),
        "[NNN][999m][555s]78pEE+9p S/E",
        "[NNN][999m][555s]78pEE+9p E/S",
    ),
    _points(
        ("flower", in_context("classical", "Flower"), "花"),
        4,
        _("Each flower."),
        "[NNN][999m][555s]78pEE+9p S/W f1",
        "[NNN][999m][555s]78pEE+9p S/W y1",
    ),
    _points(
        ("season", in_context("classical", "Season"), "季"),
        4,
        _("Each season."),
        "[NNN][999m][555s]78pEE+9p S/W y1",
        "[NNN][999m][555s]78pEE+9p S/W f1",
    ),
    _points(
        ("mahjong", in_context("classical", "Mahjong"), "和牌"),
        20,
        _("A win with four sets and a pair."),
        "[NNN][999m][555s]78pEE+9p S/W",
        "[NNN][999m][555s]78pEE S/W loser",
        _WINNER,
    ),
    _points(
        (
            "last_tile_from_wall",
            in_context("classical", "Last tile from the wall"),
            "自摸",
        ),
        2,
        _("The winning tile was drawn from the live or dead wall."),
        "[NNN][999m][555s]78pEE*9p S/W",
        "[NNN][999m][555s]78pEE+9p S/W",
        _WINNER,
    ),
    _points(
        (
            "minor_pair_completed",
            in_context("classical", "Last tile completes a pair of 2 to 8"),
            "單吊中張",
        ),
        2,
        _("The winning tile completed a pair of 2 to 8."),
        "[NNN][999m][555s]789p2s+2s S/W",
        "[NNN][999m][555s]789pE+E S/W",
        _WINNER,
    ),
    _points(
        (
            "major_pair_completed",
            in_context("classical", "Last tile completes a pair of 1, 9 or honors"),
            "單吊幺九字",
        ),
        4,
        _("The winning tile completed a pair of 1, 9 or honors."),
        "[NNN][999m][555s]789pE+E S/W",
        "[NNN][999m][555s]789p2s+2s S/W",
        _WINNER,
    ),
    _points(
        ("only_possible_tile", in_context("classical", "Only possible tile"), "獨聽"),
        2,
        _(
            "Only one kind of tile could complete the hand. A kind does not count if "
            "the player holds all four."
        ),
        "[NNN][999m][555s]79pEE*8p S/W",
        "[NNN][999m][555s]78pEE*9p S/W",
        _WINNER,
    ),
    _points(
        ("concealed_hand", in_context("classical", "Concealed hand"), "門前清"),
        10,
        _("No tile was claimed before the winning tile."),
        "999m555s111s78pEE+9p S/W",
        "[555s]999m111s78pEE+9p S/W",
        cited("mahjong.wikidot.com, Chinese Classical scoring"),
    ),
)
