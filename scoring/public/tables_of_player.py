"""A player's tables, the hands won there, and a track of small bricks for each table:
hands won, hands dealt into, and other hands, in groups of 4. Reads stored wins only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.winds import Wind
from scoring.confirming_and_finishing.tables_still_playing import Progress
from scoring.models import Result, Win
from scoring.public.latest_hands import WonHand, shown_win
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import RoundState, Seat, Tournament

WIDTH, HEIGHT = 5, 10
STEP, GROUP_GAP = 6.4, 2.2
#: Number of hands in an ordinary game; longer ones extend the track.
HANDS = 16


@dataclass(frozen=True)
class Track:
    """The track of a game: an SVG path for each kind of hand, and the same as
    `text`.
    """

    won: str
    paid: str
    idle: str
    now: str
    todo: str
    width: float
    text: str


def track_of(
    won: Collection[int],
    paid: Collection[int],
    *,
    played: int,
    playing: bool,
) -> Track | None:
    """Return the track of `played` hands; None without hands.

    `won`, `paid`: numbers of the hands that the player won and dealt into; `playing`:
    another hand is in progress.
    """
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
        _("Hands: %(played)s. Won: %(won)s. Dealt in: %(paid)s.")
        % {"played": played, "won": len(won), "paid": len(paid)},
    )


def _bricks(hands: Iterable[int]) -> str:
    return "".join(
        f"M{_x(hand):g} 0h{WIDTH}v{HEIGHT}h-{WIDTH}z" for hand in sorted(hands)
    )


def _x(hand: int) -> float:
    return round((hand - 1) * STEP + (hand - 1) // 4 * GROUP_GAP, 1)


@dataclass(frozen=True)
class FollowedTable:
    """A player's table.

    `result`: None if there is no result yet or it is hidden; `track`: the visible
    hands, None if there are none.
    """

    seat: Seat
    result: Result | None
    progress: Progress
    others: tuple[Seat, ...]
    track: Track | None
    tells: bool

    @property
    def is_ahead(self) -> bool:
        """Return whether the game has not started or is in progress."""
        return not self.progress.is_over and self.seat.round.state != RoundState.CLOSED

    @property
    def plays_now(self) -> bool:
        return self.is_ahead and self.seat.round.is_open


def wins_at(seats: Iterable[Seat]) -> Mapping[int, list[Win]]:
    """Return the hands won at these tables, by game id."""
    wins: dict[int, list[Win]] = defaultdict(list)
    rows = Win.objects.filter(game__in=[seat.game_id for seat in seats])
    for win in rows.order_by("hand", "seat"):
        wins[win.game_id].append(win)
    return wins


def followed_table(
    seat: Seat, progress: Progress, wins: Sequence[Win], *, tells: bool
) -> FollowedTable:
    """Return the table of a seat. `tells`: whether the table's results are visible."""
    others = seats_in_order(seat.game)
    sheet = getattr(seat.game, "sheet", None)
    track = None
    if tells and sheet:
        won = {win.hand for win in wins if win.seat == seat.wind}
        paid = {win.hand for win in wins if win.discarder == seat.wind} - won
        playing = not progress.is_over and seat.round.is_open
        track = track_of(won, paid, played=sheet.hands_played, playing=playing)
    return FollowedTable(
        seat,
        getattr(seat, "result", None) if tells else None,
        progress,
        tuple(other for other in others if other.pk != seat.pk),
        track,
        tells,
    )


def hands_won_at(
    seat: Seat, wins: Sequence[Win], tournament: Tournament
) -> Iterator[WonHand]:
    """Yield the hands that the player won at this table and that were entered
    by tiles.
    """
    names = {Wind(one.wind): one.player for one in seat.game.seats.all()}
    for win in wins:
        if win.seat == seat.wind and hands_in(win.said):
            win.game = seat.game
            yield shown_win(win, tournament, names)
