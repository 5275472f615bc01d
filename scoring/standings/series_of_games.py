"""A series of games at one table: the games won by each player, and the winner."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from tournaments.models import Player, Stage
from tournaments.reader_locale import full_stop
from tournaments.web.list_wording import joined_sentences, joined_with_commas, labelled


@dataclass(frozen=True)
class Series:
    """A series after its closed games.

    `games`: each player with the number of games won. `winner`: None if the series is
    open or tied in every criterion. `to_come`: maximum number of remaining games.
    """

    stage: Stage
    games: tuple[tuple[Player, int], ...]
    winner: Player | None
    to_come: int

    @property
    def is_decided_early(self) -> bool:
        """Return whether the series has a winner although not all games were played."""
        return self.winner is not None and self.to_come > 0

    @property
    def in_words(self) -> str:
        """Return sentences on the state of the series."""
        sentences = [
            ngettext(
                "Series: %(count)s win needed.",
                "Series: %(count)s wins needed.",
                self.stage.series,
            )
            % {"count": self.stage.series},
            joined_with_commas(labelled(player, won) for player, won in self.games)
            + full_stop(),
        ]
        if self.winner:
            sentences.append(_("%(name)s has won the series.") % {"name": self.winner})
        if self.is_decided_early:
            sentences.append(
                ngettext(
                    "The remaining game need not be played.",
                    "The remaining %(count)s games need not be played.",
                    self.to_come,
                )
                % {"count": self.to_come}
            )
        return joined_sentences(sentences)


def series_on(board: Board) -> Series | None:
    """Return the last series whose players are known, by the rounds of `board`; None
    without a series.

    The first player with the required number of wins wins the series. If all games were
    played before that, the player with the most wins wins it. Criteria break ties.
    """
    stages = [record.stage for record in board.records.stages if record.stage.series]
    if not stages:
        return None
    stage = stages[-1]
    rows = [row for row in board.ranked if row.line.stage == stage.number]
    if not rows:
        return None
    played = len(set(board.rounds).intersection(stage.round_numbers))
    to_come = stage.rounds - played
    return Series(
        stage,
        tuple((row.player, row.line.games_won) for row in rows),
        _winner(rows, stage, to_come),
        to_come,
    )


def _winner(rows: list[Row], stage: Stage, to_come: int) -> Player | None:
    if rows[0].shared:
        return None
    enough = rows[0].line.games_won >= stage.series
    return rows[0].player if enough or not to_come else None
