"""Open matters at tables that require a reason to close the round. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from rules.faults import Fault
from rules.translation_marks import one_or_several
from scoring.confirming_and_finishing import confirmation_status
from scoring.confirming_and_finishing.tables_still_playing import (
    is_empty,
    still_playing,
)
from scoring.corrections import conflicting_hands
from tournaments.models import Game, Round
from tournaments.web.list_wording import joined_with_commas


@dataclass(frozen=True)
class Matter:
    """An open matter, and the tables where it is open.

    `messages`: sentences for one table and for several. `event`: kind of the log entry
    if the round is closed anyway, "" if closing settles the matter. `elsewhere`: tables
    logged with this matter, although the sentence of another matter names them.
    """

    code: str
    messages: tuple[str, str]
    games: Sequence[Game]
    event: str = ""
    elsewhere: Sequence[Game] = ()

    @property
    def fault(self) -> Fault:
        tables = joined_with_commas(str(game.table) for game in self.games)
        message = ngettext(*self.messages, len(self.games))
        return Fault(self.code, message, "reason", {"tables": tables})

    @property
    def logged(self) -> list[int]:
        """Return the sorted numbers of the tables to log; empty if closing settles the
        matter.
        """
        if not self.event:
            return []
        return sorted(game.table for game in (*self.games, *self.elsewhere))


def open_matters(round_: Round, tables: Sequence[Game]) -> Iterator[Matter]:
    """Yield all matters, including matters without a table.

    The tournament of the round and the sheets of `tables` must be loaded.
    """
    playing = still_playing(tables)
    yield _conflicts(round_)
    yield _late_hands(round_)
    yield _tables_still_playing(playing)
    yield _tables_without_hands(tables)
    yield _unconfirmed_tables(round_, tables, playing)


def _conflicts(round_: Round) -> Matter:
    messages = one_or_several(
        "Conflict at table %(tables)s. Resolve it, or enter a reason to close "
        "the round.",
        "Conflicts at tables %(tables)s. Resolve them, or enter a reason to "
        "close the round.",
    )
    games = conflicting_hands.games_waiting(round_.pk)
    return Matter("two_versions", messages, games, "closed_with_two_versions")


def _late_hands(round_: Round) -> Matter:
    messages = one_or_several(
        "Late hand at table %(tables)s. Decide on it, or enter a reason to "
        "close the round.",
        "Late hands at tables %(tables)s. Decide on them, or enter a reason to "
        "close the round.",
    )
    games = round_.games.filter(late_hands__decision="").distinct().order_by("table")
    return Matter("late_hands", messages, list(games), "closed_with_late_hands")


def _tables_still_playing(playing: Sequence[Game]) -> Matter:
    messages = one_or_several(
        "Still playing: table %(tables)s. Enter a reason to end this game.",
        "Still playing: tables %(tables)s. Enter a reason to end these games.",
    )
    return Matter("still_playing", messages, playing)


def _tables_without_hands(tables: Sequence[Game]) -> Matter:
    messages = one_or_several(
        "No hands entered at table %(tables)s. Enter a reason to close the round.",
        "No hands entered at tables %(tables)s. Enter a reason to close the round.",
    )
    games = [table for table in tables if _has_no_hand(table)]
    return Matter("no_hands", messages, games, "closed_without_hands")


def _unconfirmed_tables(
    round_: Round, tables: Sequence[Game], playing: Sequence[Game]
) -> Matter:
    messages = one_or_several(
        "Not confirmed, or disputed: table %(tables)s. Enter a reason to close "
        "the round.",
        "Not confirmed, or disputed: tables %(tables)s. Enter a reason to "
        "close the round.",
    )
    unconfirmed = confirmation_status.unconfirmed_among(round_.tournament, tables)
    games = [table for table in tables if table.pk in unconfirmed]
    plays = {game.pk for game in playing}
    return Matter(
        "not_confirmed",
        messages,
        [game for game in games if game.pk not in plays],
        "closed_unconfirmed",
        [game for game in games if game.pk in plays],
    )


def _has_no_hand(table: Game) -> bool:
    """Return whether the table will have no hand when closing ends its game."""
    sheet = getattr(table, "sheet", None)
    if sheet is None or not sheet.over:
        return sheet is None or sheet.hands_played == 0
    return is_empty(sheet)
