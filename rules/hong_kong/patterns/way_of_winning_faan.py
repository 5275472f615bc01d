"""Patterns for the way of winning."""

from __future__ import annotations

from rules.hand_score_and_patterns import PatternsOf
from rules.translation_marks import _, cited, in_context

SOURCE = cited("Hong Kong Old Style, ways to win")

_way = PatternsOf(SOURCE, "faan")

WINNING = (
    _way(
        ("self_draw", in_context("hong_kong", "Self-drawn"), "自摸"),
        1,
        _("The winning tile was drawn."),
        "[123m][456p]789s23m55p*1m S/E f3",
        "[123m][456p]789s23m55p+1m S/E f3",
    ),
    _way(
        ("concealed_hand", in_context("hong_kong", "Concealed hand"), "門前清"),
        1,
        _(
            "No exposed set. A set completed by the winning discard does not count as "
            "exposed."
        ),
        "123m456p789s23s55p+1s S/E f3",
        "[123m]456p789s23s55p+1s S/E f3",
    ),
    _way(
        ("robbing_kong", in_context("hong_kong", "Robbing a kong"), "搶槓"),
        1,
        in_context(
            "hong_kong", "Another player added the winning tile to an exposed pung."
        ),
        "[456p][CCC]789s23m55p+1m S/E f3 robbing_kong",
        "[456p][CCC]789s23m55p+1m S/E f3",
    ),
    _way(
        ("last_tile", in_context("hong_kong", "Last tile"), "海底撈月"),
        1,
        _("A win on the last tile of the wall, or on the discard after it."),
        "[123m][456p]789s23m55p*1m S/E f3 last_tile",
        "[123m][456p]789s23m55p*1m S/E f3",
    ),
    _way(
        ("kong_replacement", in_context("hong_kong", "Win on a kong"), "槓上自摸"),
        1,
        _(
            "A win on the replacement tile for a kong. The faan for “Self-drawn” is "
            "added."
        ),
        "(2222m)[456p]789s23s55p*1s S/E f3 replacement",
        "(2222m)[456p]789s23s55p*1s S/E f3",
    ),
    _way(
        (
            "double_kong",
            in_context("hong_kong", "Win on a kong on a kong"),
            "槓上槓自摸",
        ),
        8,
        _(
            "The replacement tile for a kong makes another kong, and the replacement "
            "tile for that kong wins. The faan for “Self-drawn” is added."
        ),
        "(2222m)[4444p]789s23s55p*1s S/E f3 double_kong",
        "(2222m)[4444p]789s23s55p*1s S/E f3 replacement",
    ),
    _way(
        (
            "flower_replacement",
            in_context("hong_kong", "Win on a bonus tile"),
            "花上自摸",
        ),
        1,
        _("The winning tile is the replacement tile for a flower or season."),
        "[123m][456p]789s23m55p*1m S/E f3 flower_replacement",
        "[123m][456p]789s23m55p*1m S/E f3",
    ),
    _way(
        ("heavenly", in_context("hong_kong", "Heavenly hand"), "天糊"),
        13,
        _("The dealer wins with the tiles dealt, after replacing bonus tiles."),
        "123m456p55p789s123s E/E f3 heavenly",
        "123m456p55p789s12s*3s E/E f3",
    ),
    _way(
        ("earthly", in_context("hong_kong", "Earthly hand"), "地糊"),
        13,
        _(
            "A player other than the dealer wins on the dealer's first discard (by "
            "option: on their first draw), before any call."
        ),
        "123m456p55p789s12s+3s S/E f3 earthly",
        "123m456p55p789s12s+3s S/E f3",
    ),
    _way(
        ("humanly", in_context("hong_kong", "Humanly hand"), "人糊"),
        13,
        in_context(
            "hong_kong",
            "A player other than the dealer wins on their first draw, before any call.",
        ),
        "123m456p55p789s12s*3s S/E f3 earthly",
        "123m456p55p789s12s*3s S/E f3",
    ),
)
