"""The live state of a tournament in the API: clock, tables, standings and latest hands
of the round in progress. It contains only public results and public names.

The live state is also a topic of the live stream, rendered once for all viewers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from scoring.all_pages.public_rounds_and_tables import (
    TableCard,
    current_round,
    public_rounds,
    tables_of,
)
from scoring.exports.export_columns_and_values import plain
from scoring.public import latest_hands
from scoring.standings.criteria_columns import FINED, deciding
from scoring.standings.live_and_official_standings import Board, live_of
from tournaments.languages import page_language
from tournaments.live.live_topics import Args, Kind, kinds
from tournaments.models import Round, Seat, Tournament

#: Live stream topic that sends the live state in JSON.
LIVE = "api_live"
#: Number of latest hands.
HANDS = 10
#: Characters that would be markup in the live stream.
_MARKUP = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def register() -> None:
    """Register the topic with the live stream."""
    kinds[LIVE] = Kind(_as_text, is_shared=True, is_for_other_sites=True)


def _as_text(tournament: Tournament, _args: Args) -> str:
    with page_language.for_programs():
        state = live_state(tournament)
    return json.dumps(state, ensure_ascii=False).translate(_MARKUP)


def live_state(tournament: Tournament) -> dict[str, object]:
    """Return the live state as JSON values."""
    board = live_of(tournament)
    round_ = current_round(public_rounds(tournament))
    is_open = round_ is not None and round_.is_open
    return {
        "event": tournament.slug,
        "revision": tournament.revision,
        "clock": _clock(round_) if round_ else None,
        "tables": list(_tables(round_, board)) if round_ and is_open else [],
        "standings": _standings(board),
        "hands": list(_hands(round_, board)) if round_ and is_open else [],
    }


def _clock(round_: Round) -> dict[str, object]:
    """Return the clock: `ends_at` while it runs, `remaining` in seconds while it is
    paused."""
    left = round_.remaining
    return {
        "round": round_.number,
        "state": round_.state,
        "starts_at": round_.starts_at.isoformat() if round_.starts_at else None,
        "ends_at": round_.ends_at.isoformat() if round_.ends_at else None,
        "remaining": int(left.total_seconds()) if left is not None else None,
    }


def _tables(round_: Round, board: Board) -> Iterator[dict[str, object]]:
    tells = board.visible.tells(round_.number)
    for card in tables_of(round_, with_seats=True):
        sheet = getattr(card.game, "sheet", None)
        yield {
            "table": card.game.table,
            "state": card.progress.key.value,
            "hand": sheet.hand if sheet and tells else None,
            "seats": [_seat(seat, card, tells=tells) for seat in card.seats],
        }


def _seat(seat: Seat, card: TableCard, *, tells: bool) -> dict[str, object]:
    result = getattr(seat, "result", None)
    return {
        "wind": seat.wind,
        "number": seat.player.number,
        "name": seat.player.public_name,
        "score": result.score if result and tells else None,
    }


def _standings(board: Board) -> list[dict[str, object]]:
    column, *others = deciding(board)
    fined = FINED.key in [other.key for other in others]
    return [
        {
            "place": row.place,
            "number": row.number,
            "name": row.player.public_name,
            column.key: plain(row.line.value(column.key)),
            "table_score": row.now.score if row.now and row.now.begun else None,
            **({FINED.key: plain(row.current.fined)} if fined else {}),
        }
        for row in board.ranked
    ]


def _hands(round_: Round, board: Board) -> Iterator[dict[str, object]]:
    """Yield the latest hands won in the round, newest first; none if the round's
    results are hidden.
    """
    if not board.visible.tells(round_.number):
        return
    for hand in latest_hands.hands(board.tournament, round_, [], HANDS).latest:
        yield {
            "table": hand.game.table,
            "hand": hand.win.hand,
            "at": hand.win.at.isoformat(),
            "winner": hand.winner.number,
            "winner_name": hand.winner.public_name,
            "discarder": hand.discarder.number if hand.discarder else None,
            "discarder_name": hand.discarder.public_name if hand.discarder else "",
            "value": hand.value,
        }
