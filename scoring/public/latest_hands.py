"""The latest and the best hands of a tournament: winner, value, discarder, patterns,
and tiles if they were entered. Rows are read by an index, so the time does not grow
with the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import get_language

from rules import shared_ruleset
from rules.ruleset_and_table_state import Position
from rules.winds import WINDS, Wind
from scoring.entry_forms.tile_hand_values import HandInWords, shown_hands_of
from scoring.models import Win
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Game, Player, Round, Seat, Tournament

#: Maximum number of patterns shown per hand.
MOST_PATTERNS = 3


@dataclass(frozen=True)
class WonHand:
    """A hand won.

    `discarder`: None for a self-draw; `shown`: the hand with its tiles, None if no
    tiles were entered.
    """

    win: Win
    game: Game
    winner: Player
    discarder: Player | None
    value: str
    shown: HandInWords | None

    @property
    def patterns(self) -> Sequence[object]:
        """Return the most valuable patterns of the hand; empty without tiles."""
        return self.shown.patterns[:MOST_PATTERNS] if self.shown else ()

    @property
    def more_patterns(self) -> int:
        return max(0, len(self.shown.patterns) - MOST_PATTERNS) if self.shown else 0


@dataclass(frozen=True)
class Hands:
    """Hands won: the `latest` of one round, newest first, and the `best` of several."""

    latest: Sequence[WonHand]
    best: WonHand | None


def hands(
    tournament: Tournament, round_: Round | None, among: Iterable[Round], most: int
) -> Hands:
    """Return the `most` latest hands won in the round, and the best hand of the rounds
    `among`. All these rounds must be visible to the public. Uses three queries.
    """
    latest = list(_rows(round_)[:most]) if round_ else []
    best_rows = _best_of(among)
    rows = [*latest, *best_rows]
    seats = _seats_of(rows)
    shown = {win.pk: shown_win(win, tournament, seats[win.game_id]) for win in rows}
    best = max(best_rows, key=lambda win: (win.worth, -win.pk), default=None)
    return Hands([shown[win.pk] for win in latest], shown[best.pk] if best else None)


def _rows(round_: Round) -> QuerySet[Win]:
    rows = Win.objects.filter(round=round_).select_related("game__round")
    return rows.order_by("-at", "-pk")


def _best_of(rounds: Iterable[Round]) -> list[Win]:
    """Return the best hand of each round."""
    best = Win.objects.filter(round=OuterRef("pk")).order_by("-worth", "at")
    chosen = Round.objects.filter(pk__in=[round_.pk for round_ in rounds])
    keys = chosen.annotate(best=Subquery(best.values("pk")[:1])).values("best")
    return list(Win.objects.filter(pk__in=keys).select_related("game__round"))


def _seats_of(rows: Iterable[Win]) -> dict[int, dict[Wind, Player]]:
    """Return the players by seat at the tables of these hands."""
    players: dict[int, dict[Wind, Player]] = {}
    seats = Seat.objects.filter(game__in={win.game_id for win in rows})
    for seat in seats.select_related("player__person"):
        players.setdefault(seat.game_id, {})[Wind(seat.wind)] = seat.player
    return players


def shown_win(win: Win, tournament: Tournament, names: dict[Wind, Player]) -> WonHand:
    """Return a won hand for display. `names`: players by seat at the table."""
    rules = shared_ruleset(tournament.ruleset, tournament.options, len(names))
    seat = Wind(win.seat)
    presenter = presenter_of(rules.id)
    entry = rules.read_entry(win.said)
    [won] = [one for one in presenter.won(entry) if one.seat is seat]
    hand = _hand_of_winner(
        _HandKey(
            tournament.ruleset,
            json.dumps(tournament.options),
            json.dumps(win.said),
            seat,
            Wind(win.prevailing),
            win.winds,
            len(names),
            get_language() or "",
        )
    )
    return WonHand(
        win,
        win.game,
        names[seat],
        names[won.discarder] if won.discarder else None,
        won.value or (hand.in_short if hand else ""),
        hand,
    )


class _HandKey(NamedTuple):
    """Cache key of a winner's hand as text.

    `winds`: current winds in the order of the seats.
    """

    ruleset: str
    options: str
    entry: str
    seat: Wind
    prevailing: Wind
    winds: str
    players: int
    language: str


@lru_cache(maxsize=512)
def _hand_of_winner(key: _HandKey) -> HandInWords | None:
    """Return the winner's hand in the active language; None without tiles.

    Cached, because finding patterns takes longest and each revision shows the hand
    again.
    """
    rules = shared_ruleset(key.ruleset, json.loads(key.options), key.players)
    at = dict(zip(WINDS, map(Wind, key.winds), strict=True))
    position = Position(hand=1, prevailing=key.prevailing, deal=1, winds=at)
    hands = shown_hands_of(
        json.loads(key.entry), position, rules, {one: one for one in WINDS}
    )
    return next((hand for hand in hands if hand.name is key.seat), None)
