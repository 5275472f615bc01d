"""Patterns that score doubles: sets and bonus tiles for every player, the whole hand
for the winner only."""

from __future__ import annotations

from rules.hand_score_and_patterns import PatternsOf
from rules.translation_marks import _, cited, in_context

_EVERY = cited("Classical Chinese, doubles of every player")
_WINNER = cited("Classical Chinese, doubles of the winner")
_BMJA = cited("British Mah-Jong Association")

_doubles = PatternsOf(_EVERY, "doubles")

_OF_EVERY_PLAYER = (
    _doubles(
        ("dragon_set", in_context("classical", "Pung or kong of dragons"), "箭刻"),
        1,
        _("Each pung or kong of dragons."),
        "[CCC][999m][555s]78pEE+9p S/W",
        "[NNN][999m][555s]78pEE+9p S/W",
    ),
    _doubles(
        (
            "own_wind_set",
            in_context("classical", "Pung or kong of seat wind"),
            "門風刻",
        ),
        1,
        in_context("classical", "Pung or kong of the seat wind."),
        "[SSS][999m][555s]78pEE+9p S/W",
        "[NNN][999m][555s]78pEE+9p S/W",
    ),
    _doubles(
        (
            "round_wind_set",
            in_context("classical", "Pung or kong of prevailing wind"),
            "圈風刻",
        ),
        1,
        in_context(
            "classical",
            "Pung or kong of the prevailing wind. If it is also the seat "
            "wind, both count.",
        ),
        "[WWW][999m][555s]78pEE+9p S/W",
        "[NNN][999m][555s]78pEE+9p S/W",
    ),
    _doubles(
        (
            "own_flower_and_season",
            in_context("classical", "Own flower and own season"),
            "正花正季",
        ),
        1,
        _("The flower and the season of the player's seat wind."),
        "[NNN][999m][555s]78pEE+9p S/W f2y2",
        "[NNN][999m][555s]78pEE+9p S/W f2y3",
    ),
    _doubles(
        ("own_flower", in_context("classical", "Own flower"), "正花"),
        1,
        _("The flower of the player's seat wind."),
        "[NNN][999m][555s]78pEE+9p S/W f2",
        "[NNN][999m][555s]78pEE+9p S/W f3",
        _BMJA,
    ),
    _doubles(
        ("own_season", in_context("classical", "Own season"), "正季"),
        1,
        _("The season of the player's seat wind."),
        "[NNN][999m][555s]78pEE+9p S/W y2",
        "[NNN][999m][555s]78pEE+9p S/W y3",
        _BMJA,
    ),
    _doubles(
        ("all_flowers", in_context("classical", "All flowers"), "四花"),
        1,
        in_context("classical", "All four flowers."),
        "[NNN][999m][555s]78pEE+9p S/W f1f2f3f4",
        "[NNN][999m][555s]78pEE+9p S/W f1f2f3y4",
    ),
    _doubles(
        ("all_seasons", in_context("classical", "All seasons"), "四季"),
        1,
        in_context("classical", "All four seasons."),
        "[NNN][999m][555s]78pEE+9p S/W y1y2y3y4",
        "[NNN][999m][555s]78pEE+9p S/W y1y2y3f4",
    ),
    _doubles(
        (
            "three_concealed_pungs",
            in_context("classical", "Three concealed pungs"),
            "三暗刻",
        ),
        1,
        _(
            "Three pungs or kongs drawn by the player. Kongs made from a "
            "concealed pung and a discard also count."
        ),
        "222m555s777s78pEE+9p S/W",
        "22m555s777s789pEE+2m S/W",
    ),
    _doubles(
        (
            "little_three_dragons",
            in_context("classical", "Little three dragons"),
            "小三元",
        ),
        1,
        _("Two pungs or kongs of dragons and a pair of the third."),
        "[CCC][FFF]PP555s78p+9p S/W",
        "[CCC][FFF]EE555s78p+9p S/W",
    ),
    _doubles(
        ("big_three_dragons", in_context("classical", "Big three dragons"), "大三元"),
        2,
        _("Pungs or kongs of all three dragons, in a losing hand."),
        "[CCC][FFF]PPP55s78p S/W loser",
        "[CCC][FFF]PP555s78p S/W loser",
    ),
    _doubles(
        ("little_four_joys", in_context("classical", "Little four joys"), "小四喜"),
        1,
        _("Three pungs or kongs of winds and a pair of the fourth."),
        "[EEE][SSS]NNWWW12m+3m",
        "[EEE][SSS]CCWWW12m+3m",
    ),
    _doubles(
        ("big_four_joys", in_context("classical", "Big four joys"), "大四喜"),
        2,
        _("Pungs or kongs of all four winds, in a losing hand."),
        "[EEE][SSS]WWWNNN1m loser",
        "[EEE][SSS]WWWNN12m loser",
    ),
    _doubles(
        (
            "calling_purity",
            in_context("classical", "Calling for purity"),
            "聽清一色碰碰和",
        ),
        3,
        _("A losing hand that needs one tile for purity."),
        "[222m][444m][555m]77m99m loser",
        "[222m][444m][567m]77m99m loser",
        _BMJA,
    ),
)

_OF_THE_WINNER = (
    _doubles(
        ("zero_points", in_context("classical", "Zero point hand"), "平和"),
        1,
        _("No set and no pair scores points. Bonus tiles are ignored."),
        "[123m]456m789s45p88p+6p S/W",
        "[123m]456m789s45pSS+6p S/W",
        _WINNER,
    ),
    _doubles(
        ("no_chow", in_context("classical", "No chow"), "碰碰和"),
        1,
        in_context("classical", "Four pungs or kongs and a pair."),
        "[555p][777s][CCC]22m99s+9s S/W",
        "[555p][777s][123m]22m99s+9s S/W",
        _WINNER,
    ),
    _doubles(
        (
            "only_concealed",
            in_context("classical", "Only concealed sets"),
            "門前清自摸",
        ),
        1,
        _(
            "No set or pair exposed or completed by a discard. Kongs made "
            "from a concealed pung and a discard are allowed."
        ),
        "222m555s777s78pEE*9p S/W",
        "222m555s777s78pEE+9p S/W",
        _WINNER,
    ),
    _doubles(
        ("false_colour", in_context("classical", "False colour"), "混一色"),
        1,
        _("One suit and honors."),
        "[123m]456m789mEECC+C S/W",
        "[123m]456m789pEECC+C S/W",
        _WINNER,
    ),
    _doubles(
        ("true_colour", in_context("classical", "True colour"), "清一色"),
        3,
        _("One suit and no honors."),
        "[123m]456m789m55m88m+8m S/W",
        "[123m]456m789mEE88m+8m S/W",
        _WINNER,
    ),
    _doubles(
        ("purity", in_context("classical", "Purity"), "清一色碰碰和"),
        3,
        _("One suit, no honors and no chow."),
        "[222m][444m][555m]77m99m+9m",
        "[222m][444m][567m]77m99m+9m",
        _BMJA,
    ),
    _doubles(
        (
            "terminals_and_honors",
            in_context("classical", "Only terminals and honors"),
            "混幺九",
        ),
        1,
        _("Only ones, nines, winds and dragons."),
        "[111m][999p]99sEEECC+9s S/W",
        "[111m][999p]88sEEECC+8s S/W",
        _WINNER,
    ),
    _doubles(
        (
            "dead_wall_tile",
            in_context("classical", "Tile from the dead wall"),
            "槓上開花",
        ),
        1,
        _("The winning tile is the replacement tile for a kong or a bonus tile."),
        "[5555s][NNN][999m]78pEE*9p S/W replacement",
        "[5555s][NNN][999m]78pEE*9p S/W",
        _WINNER,
    ),
    _doubles(
        (
            "last_wall_tile",
            in_context("classical", "Last tile of the wall"),
            "海底撈月",
        ),
        1,
        _("The winning tile was the last of the live wall."),
        "[NNN][999m][555s]78pEE*9p S/W last_tile",
        "[NNN][999m][555s]78pEE+9p S/W last_tile",
        _WINNER,
    ),
    _doubles(
        ("last_discard", in_context("classical", "Last discard"), "河底撈魚"),
        1,
        in_context(
            "classical", "A win on the discard after the last tile of the wall."
        ),
        "[NNN][999m][555s]78pEE+9p S/W last_tile",
        "[NNN][999m][555s]78pEE*9p S/W last_tile",
        _WINNER,
    ),
    _doubles(
        ("robbing_the_kong", in_context("classical", "Robbing the kong"), "搶槓"),
        1,
        in_context(
            "classical", "Another player added the winning tile to an exposed pung."
        ),
        "[NNN][999m][555s]78pEE+9p S/W robbing_kong",
        "[NNN][999m][555s]78pEE+9p S/W",
        _WINNER,
    ),
    _doubles(
        ("original_call", in_context("classical", "Original call"), "報聽"),
        1,
        _(
            "The player declared ready before the first discard. The hand has not "
            "changed since then and has at most two exposed sets."
        ),
        "[NNN]999m555s78pEE+9p S/W original_call",
        "[NNN][999m]555s78pEE+9p S/W original_call",
        _WINNER,
    ),
)

DOUBLES = (*_OF_EVERY_PLAYER, *_OF_THE_WINNER)
