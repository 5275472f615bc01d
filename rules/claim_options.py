"""Rule options about claiming discards, shared by several rulesets."""

from __future__ import annotations

from rules.claim_types import Barred, SeveralWinners
from rules.rule_option_types import choice, flag
from rules.translation_marks import _, cited

LEFT, ANYBODY = "left", "anybody"


def chow_from() -> str:
    """Declare the option that decides whose discards players may claim for a chow."""
    return choice(
        LEFT,
        (LEFT, ANYBODY),
        _("Chow claims. A winning chow can always be claimed from any player."),
        cited("player on the left; Four Winds: optionally any player"),
    )


def pair_claim_to_win() -> bool:
    """Declare the option that lets a discard complete the pair of four sets and a
    pair."""
    return flag(
        True,
        _(
            "Win on a discard that completes the pair. If off, a hand of 4 sets and a "
            "pair can complete its pair only by self-draw."
        ),
        cited("yes; Four Winds: some rules may forbid it"),
    )


def missed_discard() -> str:
    """Declare the option that bars wins after a player passed a winning discard: off,
    on the same tile, or on any tile."""
    return choice(
        Barred.OFF,
        tuple(Barred),
        _(
            "Missed discard: a player who passes a winning discard cannot win on that "
            "tile, or on any discard, before drawing a tile. Players and referees "
            "enforce this."
        ),
        cited("off; Four Winds: optional"),
    )


def sacred_discard() -> str:
    """Declare the option that bars wins on tiles that the player discarded earlier:
    off, on the same tile, or on any tile."""
    return choice(
        Barred.OFF,
        tuple(Barred),
        _(
            "Sacred discard: a player cannot win on a tile they have discarded, or on "
            "any discard while such a tile would complete the hand. Players and "
            "referees enforce this."
        ),
        cited("off; Four Winds: optional"),
    )


def multiple_winners(*others: SeveralWinners) -> str:
    """Declare the option that decides who wins if several players claim to win on one
    discard. `others` are further choices of the ruleset."""
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
        cited("only the next in turn; Four Winds: also other choices"),
    )


def winners_settle() -> bool:
    """Declare the option that makes several winners of a hand also pay each other."""
    return flag(
        False,
        _(
            "Several winners pay each other the difference between the amounts the "
            "other players pay them"
        ),
        cited("Four Winds"),
    )


def triple_win_is_draw() -> bool:
    """Declare the option that makes a hand a draw if three players claim to win."""
    return flag(False, _("Three wins on one discard are a draw"), cited("Four Winds"))
