"""The next cut: its line in the standings, and each player's distance from the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings.gaps_to_next_place import Gap, between
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Ranking, Standing, Value
from tournaments.models import CutRule, Stage
from tournaments.rounds.stages.stage_settings import before


@dataclass(frozen=True)
class FromLine:
    """A player's distance from the cut line.

    `is_in`: the player would qualify; `gap`: None if tied with a player on the other
    side of the line.
    """

    is_in: bool
    gap: Gap | None


@dataclass(frozen=True)
class CutLine:
    """The line of the cut before a stage.

    `places`: distance by player number, only of players who can still qualify.
    `last_in`: number of the last player who would qualify, None if the cut has several
    lines.
    """

    stage: Stage
    places: Mapping[int, FromLine]
    last_in: int | None

    @property
    def in_words(self) -> str:
        return cut_in_words(self.stage)


def cut_in_words(stage: Stage) -> str:
    """Return a sentence on which players qualify for a stage."""
    size, rest = stage.cut_size, stage.cut_rest
    values = {"stage": stage, "size": size, "rest": rest}
    if stage.cut == CutRule.TOP:
        pattern = ngettext(
            "%(stage)s: first place qualifies.",
            "%(stage)s: the first %(size)s qualify.",
            size,
        )
    elif rest:
        pattern = _(
            "%(stage)s: the first %(size)s of each group and the best %(rest)s of the "
            "others qualify."
        )
    else:
        pattern = _("%(stage)s: the first %(size)s of each group qualify.")
    return pattern % values


def cut_line(
    records: Records, ranking: Ranking, measures: Sequence[str]
) -> CutLine | None:
    """Return the line of the next cut in this ranking; None if no cut follows.

    `measures`: criteria of the ranking's marks.
    """
    stage = records.cut_ahead
    if stage is None:
        return None
    earlier = before(records.all_stages, stage)
    able = [
        row.line
        for row in ranking.placed
        if earlier
        and row.line.stage == earlier.number
        and row.line.player.plays(stage.first_round)
    ]
    if stage.cut == CutRule.TOP:
        places = _from_line(able, stage.cut_size, ranking, measures)
        last = able[stage.cut_size - 1].player.number if places else None
        return CutLine(stage, places, last)
    places = {}
    if not stage.cut_rest:
        by_group = sorted(able, key=lambda line: line.group)
        for _group, own in groupby(by_group, key=lambda line: line.group):
            places |= _from_line(list(own), stage.cut_size, ranking, measures)
    return CutLine(stage, places, None)


def _from_line(
    lines: Sequence[Standing], size: int, ranking: Ranking, measures: Sequence[str]
) -> dict[int, FromLine]:
    """Return each player's distance from the line after the first `size` players, by
    player number. Empty if there are no more players, or if cuts or games won separate
    the players.
    """
    if len(lines) <= size:
        return {}
    marks = [ranking.marks[line.player.number] for line in lines]
    last_in, first_out = marks[size - 1], marks[size]
    parted = {(line.level, line.games_won) for line in lines}
    if len(parted) > 1:
        return {}
    return {
        line.player.number: FromLine(
            at < size,
            _gap(mark, first_out, measures)
            if at < size
            else _gap(last_in, mark, measures),
        )
        for at, (line, mark) in enumerate(zip(lines, marks, strict=True))
    }


def _gap(
    better: Sequence[Value], mark: Sequence[Value], measures: Sequence[str]
) -> Gap | None:
    return None if better == mark else between(better, mark, measures)
