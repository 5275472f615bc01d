"""A player's tables, and the hands they won there. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.winds import Wind
from scoring.models import Result, Win
from scoring.pages.players.hand_tracks import Track, track_of
from scoring.pages.ticker import WonHand, shown_win
from scoring.rulesets.shared.typed_hands import hands_in
from scoring.signoff.table_states import Progress
from scoring.wording.seat_order import seats_in_order
from tournaments.models import RoundState, Seat, Tournament


@dataclass(frozen=True)
class FollowedTable:
    """A table of the player's. `result` None: nothing to count yet, or not told yet;
    `track`: their hands there, as far as they are told."""

    seat: Seat
    result: Result | None
    progress: Progress
    others: tuple[Seat, ...]
    track: Track | None
    tells: bool

    @property
    def is_ahead(self) -> bool:
        """Whether the player is to go there, or sits there now."""
        return not self.progress.is_over and self.seat.round.state != RoundState.CLOSED

    @property
    def plays_now(self) -> bool:
        return self.is_ahead and self.seat.round.is_open


def wins_at(seats: Iterable[Seat]) -> Mapping[int, list[Win]]:
    """The hands that were won at these tables, by session."""
    found: dict[int, list[Win]] = defaultdict(list)
    rows = Win.objects.filter(session__in=[seat.session_id for seat in seats])
    for win in rows.order_by("hand", "seat"):
        found[win.session_id].append(win)
    return found


def followed_table(
    seat: Seat, progress: Progress, wins: Sequence[Win], *, tells: bool
) -> FollowedTable:
    """The table of a seat; `tells`: what is scored there may be told."""
    others = seats_in_order(seat.session)
    sheet = getattr(seat.session, "sheet", None)
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
    """The hands that the player won there and that were told by their tiles."""
    names = {Wind(one.wind): one.entry for one in seat.session.seats.all()}
    for win in wins:
        if win.seat == seat.wind and hands_in(win.said):
            win.session = seat.session
            yield shown_win(win, tournament, names)
