"""What an event may choose about jokers, in the same words in every ruleset that has
them."""

from __future__ import annotations

from rules.options import flag, number, several
from rules.text import _

MOST_JOKERS = 8
#: As many of a kind as there are, and one more.
COPIES, MOST_COPIES = 4, 5


def jokers() -> int:
    """How many jokers are in the set of tiles."""
    return number(
        0,
        0,
        MOST_JOKERS,
        _(
            "Jokers in play. A joker stands for any tile in a set or the pair. The "
            "highest possible value counts."
        ),
        "none; Four Winds: up to eight",
    )


def copies_with_jokers() -> int:
    """How many of a kind a hand may have, jokers among them."""
    return number(
        COPIES,
        COPIES,
        MOST_COPIES,
        _("Maximum identical tiles in a hand, jokers included"),
        "four, as many as there are",
    )


def limit_hands_with_jokers() -> bool:
    """Whether a hand with a joker may be a limit hand."""
    return flag(
        True,
        _(
            "Limit hands may contain jokers. If off, a hand with a joker scores its "
            "other patterns."
        ),
        "Four Winds: jokers in limit hands",
    )


def patterns_without_jokers(names: tuple[str, ...]) -> tuple[str, ...]:
    """What a hand with a joker does not score, of all patterns."""
    return several(
        (),
        names,
        _("Patterns not scored by hands with jokers"),
        "none; Four Winds: jokers forbidden by hand",
    )
