"""What an event may choose about claiming discards, in the same words in every
ruleset that leaves it open."""

from __future__ import annotations

from rules.claim_rules import Barred, SeveralWinners
from rules.options import choice, flag
from rules.text import _

LEFT, ANYBODY = "left", "anybody"


def chow_from() -> str:
    """Whose discard may be claimed for a chow."""
    return choice(
        LEFT,
        (LEFT, ANYBODY),
        _(
            "Whose discard may be claimed for a chow: the left neighbor's; anybody's. "
            "A chow that wins is claimed from anybody."
        ),
        "left; Four Winds: anybody, as an option",
    )


def pair_claim_to_win() -> bool:
    """Whether a discard may complete the pair of four sets and a pair."""
    return flag(
        True,
        _(
            "A discard may be claimed to win for the pair. If not, the pair of four "
            "sets and a pair is drawn."
        ),
        "yes; Four Winds: “some rules might forbid claiming a tile for a pair”",
    )


def missed_discard() -> str:
    """What a player who let a winning discard go may still win on."""
    return choice(
        Barred.OFF,
        tuple(Barred),
        _(
            "Missed discard: who lets a discard go that would win may not win on the "
            "same tile, or on any discard, until their next draw. Players and "
            "referees see to it."
        ),
        "off; Four Winds: missed discard",
    )


def sacred_discard() -> str:
    """What a player may win on of what they discarded themselves."""
    return choice(
        Barred.OFF,
        tuple(Barred),
        _(
            "Sacred discard: nobody wins on a tile they have discarded themselves, or "
            "on any discard while such a tile would complete their hand. Players and "
            "referees see to it."
        ),
        "off; Four Winds: sacred discard",
    )


def multiple_winners(*others: SeveralWinners) -> str:
    """Who of several winners wins."""
    return choice(
        SeveralWinners.NEAREST,
        (
            SeveralWinners.NEAREST,
            SeveralWinners.HIGHEST,
            *others,
            SeveralWinners.NEAREST_TO_EAST,
            SeveralWinners.ALL,
        ),
        _(
            "When several claim one discard to win: the next in turn after the "
            "discarder wins; the highest hand; a limit hand first, where there are "
            "limit hands; the next in turn from East; or all win."
        ),
        "the next in turn; Four Winds: others",
    )


def winners_settle() -> bool:
    """Whether several winners pay each other."""
    return flag(
        False,
        _("When all win, they pay each other the difference of what others pay them."),
        "Four Winds",
    )


def triple_win_is_draw() -> bool:
    """Whether a hand is drawn that three claim to win."""
    return flag(False, _("Three winners on one discard: nobody wins."), "Four Winds")
