"""Rule options about claiming discards, shared by several rulesets."""

from __future__ import annotations

from rules.claim_types import Barred, SeveralWinners
from rules.rule_option_types import choice, flag
from rules.translation_marks import _

LEFT, ANYBODY = "left", "anybody"


def chow_from() -> str:
    """Declare whose discard may be claimed for a chow."""
    return choice(
        LEFT,
        (LEFT, ANYBODY),
        _("Chow claims. A winning chow can always be claimed from any player."),
        "left; Four Winds: anybody, as an option",
    )


def pair_claim_to_win() -> bool:
    """Declare whether a discard may complete the pair of four sets and a pair."""
    return flag(
        True,
        _(
            "Win on a discard that completes the pair. If off, a hand of 4 sets and a "
            "pair can complete its pair only by self-draw."
        ),
        "yes; Four Winds: “some rules might forbid claiming a tile for a pair”",
    )


def missed_discard() -> str:
    """Declare on which tiles a player may not win after passing a winning discard."""
    return choice(
        Barred.OFF,
        tuple(Barred),
        _(
            "Missed discard: no win on the tile passed, or on any discard, before "
            "drawing a tile. Players and referees enforce this."
        ),
        "off; Four Winds: missed discard",
    )


def sacred_discard() -> str:
    """Declare whether players may win on tiles they discarded themselves."""
    return choice(
        Barred.OFF,
        tuple(Barred),
        _(
            "Sacred discard: no win on a tile the player has discarded, or on any "
            "discard while such a tile would win. Players and referees enforce this."
        ),
        "off; Four Winds: sacred discard",
    )


def multiple_winners(*others: SeveralWinners) -> str:
    """Declare which claim counts if several players win on one discard."""
    return choice(
        SeveralWinners.NEAREST,
        (
            SeveralWinners.NEAREST,
            SeveralWinners.HIGHEST,
            *others,
            SeveralWinners.NEAREST_TO_EAST,
            SeveralWinners.ALL,
        ),
        _("Several wins on one discard"),
        "the next in turn; Four Winds: others",
    )


def winners_settle() -> bool:
    """Declare whether several winners of a hand also pay each other."""
    return flag(
        False,
        _(
            "Several winners pay each other the difference between what the other "
            "players pay them"
        ),
        "Four Winds",
    )


def triple_win_is_draw() -> bool:
    """Declare whether a hand is a draw if three players claim to win."""
    return flag(False, _("Three wins on one discard are a draw"), "Four Winds")
