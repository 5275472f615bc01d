"""Standings of a tournament with stages.

Points are carried over, and players who made a cut rank above the others. In stages
without carried points all players start at 0, so moves from earlier places are not
shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.standings.best_match_days import PlayedIn
from scoring.standings.stage_records import StageRecord
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Ranking, Standing
from tournaments.models import Player, Stage
from tournaments.rounds.stages import carried_over_points
from tournaments.rounds.stages.carried_over_points import Carry, CarryKind, Figures
from tournaments.web.list_wording import joined_sentences

#: Returns standings in order.
Rank = Callable[[Sequence[Standing]], Ranking]


class Staged:
    """The standings of players over the stages that they played."""

    def __init__(
        self,
        records: Records,
        rounds: Collection[int],
        played_in: PlayedIn,
        rank: Rank,
        measure: str,
    ) -> None:
        self._records, self._rank, self._measure = records, rank, measure
        self._own = [
            played_in(
                _in_stage(records, record.stage),
                frozenset(rounds).intersection(record.stage.round_numbers),
            )
            for record in records.stages
        ]
        self._outside = played_in(records, rounds)
        self._lines: dict[tuple[int, int], Standing] = {}
        self._bonuses: dict[int, dict[int, Fraction]] = {}

    def standing(self, player: Player) -> Standing:
        """Return a player's standing in the player's last stage."""
        path = self._path(player)
        return self._line(player, path) if path else self._outside(player)

    def _path(self, player: Player) -> list[int]:
        stages = self._records.stages
        return [at for at, record in enumerate(stages) if record.has(player)]

    def _line(self, player: Player, path: Sequence[int]) -> Standing:
        """Return a player's standing in the last stage of `path`, with points carried
        over. `path`: indexes of the player's stages.
        """
        *earlier, at = path
        key = player.pk, at
        if key not in self._lines:
            stage = self._records.stages[at].stage
            own = self._own[at](player)
            games = own.firsts if stage.series else 0
            if earlier:
                before = self._line(player, earlier)
                bonus = self._bonus(player, earlier[-1], stage)
                own = joined(before, own, stage, bonus, self._measure)
            level = max(
                (
                    self._records.stages[position].stage.number
                    for position in path
                    if not self._records.stages[position].stage.is_beside
                ),
                default=0,
            )
            played = self._records.stages[at]
            self._lines[key] = own._replace(
                level=level,
                stage=stage.number,
                group=played.group_of(player),
                games_won=games,
            )
        return self._lines[key]

    def _bonus(self, player: Player, before: int, stage: Stage) -> Fraction:
        """Return the bonus for the player's place in the group of the previous stage; 0
        without bonuses.
        """
        if not stage.bonuses:
            return Fraction(0)
        if before not in self._bonuses:
            self._bonuses[before] = dict(self._shared_out(before, stage))
        return self._bonuses[before].get(player.pk, Fraction(0))

    def _shared_out(self, at: int, stage: Stage) -> list[tuple[int, Fraction]]:
        played = self._records.stages[at]
        bonuses = []
        for lines in _by_group(played, self._lines_of(at)):
            placed = self._rank(lines).placed
            holders = Counter(row.place for row in placed)
            bonuses += [
                (
                    row.line.player.pk,
                    carried_over_points.bonus(
                        stage.exact_bonuses, row.place, holders[row.place]
                    ),
                )
                for row in placed
            ]
        return bonuses

    def _lines_of(self, at: int) -> list[Standing]:
        """Return the standing in a stage of each of its players.

        `at`: index of the stage.
        """
        played = self._records.stages[at]
        return [
            self._line(
                player, [position for position in self._path(player) if position <= at]
            )
            for player in self._records.players
            if played.has(player)
        ]


def _in_stage(records: Records, stage: Stage) -> Records:
    """Return the records with only those match days that are in this stage, because
    each stage has its own best days.
    """
    if records.league is None:
        return records
    return replace(records, league=records.league.within(stage.round_numbers))


def _by_group(played: StageRecord, lines: Sequence[Standing]) -> list[list[Standing]]:
    groups: dict[int, list[Standing]] = {}
    for line in lines:
        groups.setdefault(played.group_of(line.player), []).append(line)
    return list(groups.values())


def carry_into(stage: Stage) -> Carry:
    """Return how points are carried into a stage."""
    return Carry(CarryKind(stage.carry), stage.fraction, stage.exact_bonuses)


def joined(
    before: Standing, own: Standing, stage: Stage, bonus: Fraction, measure: str
) -> Standing:
    """Return the standing in a stage, with the points carried over from the previous
    stage. If everything is carried over, this includes numbers of first places, hands
    and tables.
    """
    carry = carry_into(stage)
    carried = carried_over_points.carried(
        Figures(before.table_points, Fraction(before.score)), carry
    )
    points, score = carried.points, carried.score
    if measure == "score":
        score += bonus
    else:
        points += bonus
    line = own._replace(
        table_points=own.table_points + points,
        score=carried_over_points.whole(own.score + score),
    )
    if carry.kind != CarryKind.EVERYTHING:
        return line
    return line._replace(
        hands_won=before.hands_won + own.hands_won,
        firsts=before.firsts + own.firsts,
        best=max(before.best, own.best),
        tables=before.tables + own.tables,
        logged=before.logged + own.logged,
        penalties=before.penalties + own.penalties,
        fined=before.fined + own.fined,
        absences=Counter(before.absences) + Counter(own.absences),
        playing=before.playing or own.playing,
        seconds=_sum(before.seconds, own.seconds),
        thirds=_sum(before.thirds, own.thirds),
        fourths=_sum(before.fourths, own.fourths),
        faults=_sum(before.faults, own.faults),
        days=before.days + own.days,
        dropped=(*before.dropped, *own.dropped),
    )


def _sum(one: int | None, other: int | None) -> int:
    return (one or 0) + (other or 0)


def by_level(lines: Sequence[Standing]) -> list[list[Standing]]:
    """Return the standings in groups: by cuts made, last cut first; in a series, by
    games won, most first. Disqualified players are the last group.
    """
    levels: dict[tuple[bool, int, int], list[Standing]] = {}
    for line in lines:
        level = (not line.player.is_disqualified, line.level, line.games_won)
        levels.setdefault(level, []).append(line)
    return [levels[level] for level in sorted(levels, reverse=True)] or [[]]


def level_stages(records: Records) -> list[Stage]:
    """Return the later stages whose players are known and all start at 0."""
    return [
        record.stage
        for record in records.stages
        if record.stage.first_round > 1
        and record.stage.carry == CarryKind.NOTHING
        and not record.stage.bonuses
    ]


def not_begun_in(records: Records, rounds: Collection[int]) -> list[Stage]:
    """Return the stages of `level_stages` without any of these rounds."""
    return [
        stage
        for stage in level_stages(records)
        if not set(stage.round_numbers) & set(rounds)
    ]


def in_words(stages: Sequence[Stage]) -> str:
    """Return sentences saying that all players start these stages at 0; "" without
    stages.
    """
    pattern = _("%(stage)s: all players start at 0.")
    return joined_sentences(pattern % {"stage": stage} for stage in stages)
