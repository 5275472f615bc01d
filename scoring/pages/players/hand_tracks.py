"""A player's hands at a table as a line of small bricks, four and four: which they won,
which they paid for alone, which went by. Made from the stored wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

WIDTH, HEIGHT = 5, 10
STEP, GROUP_GAP = 6.4, 2.2
#: As many as an ordinary game has; a longer one goes on.
HANDS = 16


@dataclass(frozen=True)
class Track:
    """`won` and the others are paths; `words` say the same."""

    won: str
    paid: str
    idle: str
    now: str
    todo: str
    width: float
    words: str


def track_of(
    won: Collection[int],
    paid: Collection[int],
    *,
    played: int,
    playing: bool,
) -> Track | None:
    """The track of so many hands that were `played`, of which a player won some and
    paid for some; `playing`: another is being played. None of no hand."""
    if not played and not playing:
        return None
    idle = [n for n in range(1, played + 1) if n not in won and n not in paid]
    now = [played + 1] if playing else []
    length = max(HANDS, played + len(now))
    todo = range(played + len(now) + 1, length + 1) if playing else range(0)
    return Track(
        _bricks(won),
        _bricks(paid),
        _bricks(idle),
        _bricks(now),
        _bricks(todo),
        round(_x(length) + WIDTH, 1),
        _("%(played)s hands: %(won)s won, %(paid)s dealt in")
        % {"played": played, "won": len(won), "paid": len(paid)},
    )


def _bricks(hands: Iterable[int]) -> str:
    return "".join(
        f"M{_x(hand):g} 0h{WIDTH}v{HEIGHT}h-{WIDTH}z" for hand in sorted(hands)
    )


def _x(hand: int) -> float:
    return round((hand - 1) * STEP + (hand - 1) // 4 * GROUP_GAP, 1)
