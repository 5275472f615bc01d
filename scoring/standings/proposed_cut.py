"""The players who would qualify for a stage according to the current standings.

Reads only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from scoring.standings.rank_players import ranking_in
from scoring.standings.read_standings_records import records_of
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Standing
from tournaments.models import CutRule, Player, RoundState, Stage, Tournament
from tournaments.rounds.stages import stage_settings
from tournaments.rounds.stages.qualifying import (
    Cut,
    CutKind,
    Qualified,
    Ranked,
    Tie,
    qualified,
)


@dataclass(frozen=True)
class Candidate:
    """A player who might qualify.

    `line`: standing in the previous stage, None without a previous stage; `is_there`:
    the player still takes part.
    """

    player: Player
    line: Standing | None
    place: int
    group: int
    is_there: bool


@dataclass(frozen=True)
class ProposedCut:
    """A cut by the current standings.

    `qualified`: its result; `rest`: players of the consolation; `missing`: rounds that
    must be closed first.
    """

    stage: Stage
    consolation: Stage | None
    candidates: tuple[Candidate, ...]
    qualified: Qualified
    rest: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def ties(self) -> tuple[Tie, ...]:
        return self.qualified.ties

    @property
    def places(self) -> int:
        """Return the number of players who qualify once ties at the cut are decided."""
        return len(self.qualified.through) + sum(tie.seats for tie in self.ties)

    @property
    def fingerprint(self) -> str:
        """Return a value that changes if other players would qualify or another tie
        needs a decision.
        """
        seen = repr((self.qualified, self.rest, self.stage.groups, self.stage.grouping))
        return f"{crc32(seen.encode()):08x}"


def proposed_cut(
    tournament: Tournament, stage: Stage, decided: Collection[int] = ()
) -> ProposedCut:
    """Return the cut by current results.

    `decided`: tied players who qualify by the director's choice.
    """
    return proposed_cut_in(records_of(tournament), stage, decided)


def proposed_cut_in(
    records: Records, stage: Stage, decided: Collection[int] = ()
) -> ProposedCut:
    """Return the cut by these records. `decided`: as in `proposed_cut`."""
    stages = records.all_stages
    earlier = stage_settings.before(stages, stage)
    candidates = _candidates(records, stage, earlier)
    present = [candidate for candidate in candidates if candidate.is_there]
    cut = Cut(CutKind(stage.cut), stage.cut_size, stage.cut_rest)
    eligible = [
        Ranked(candidate.player.number, candidate.place, candidate.group)
        for candidate in present
        if stage.cut == CutRule.EVERYBODY or not candidate.player.is_substitute
    ]
    result = qualified(eligible, cut, decided)
    if stage.movers:
        result = replace(result, ties=_ties_of_divisions(eligible, stage, decided))
    consolation = stage_settings.beside(stages, stage)
    through = set(result.through)
    rest = [
        candidate.player.number
        for candidate in present
        if candidate.player.number not in through
    ]
    return ProposedCut(
        stage,
        consolation,
        candidates,
        result,
        tuple(rest) if consolation else (),
        tuple(_not_closed(records, earlier)),
    )


def would_differ(tournament: Tournament, stage: Stage) -> tuple[list[int], list[int]]:
    """Return two lists of player numbers: players who would qualify now but are not in
    the stage, and players in the stage who would no longer qualify. Both are empty if
    corrections did not change the cut. Decided ties are kept.
    """
    return differing(proposed_cut(tournament, stage), stage)


def differing(cut: ProposedCut, stage: Stage) -> tuple[list[int], list[int]]:
    """Return two lists of player numbers: players who would qualify by the proposed cut
    but are not in the stage, and players in the stage who would no longer qualify.

    The second list contains no substitutes and no players tied at the cut.
    """
    playing = {
        place.player.number
        for place in stage_settings.members_of(stage)
        if not place.player.is_substitute
    }
    tied = {number for tie in cut.ties for number in tie.numbers}
    through = set(cut.qualified.through)
    if stage.cut == CutRule.EVERYBODY:
        return [], []
    return sorted(through - playing), sorted(playing - through - tied)


def _candidates(
    records: Records, stage: Stage, earlier: Stage | None
) -> tuple[Candidate, ...]:
    """Return the players of the previous stage in the order of its standings.

    Without a previous stage, return all registered players by number.
    """
    first = stage.first_round
    if earlier is None:
        return tuple(
            Candidate(player, None, place, 0, is_there(player, first))
            for place, player in enumerate(records.players, 1)
        )
    then = records.as_after(earlier.last_round)
    ranking = ranking_in(then, range(1, earlier.last_round + 1))
    played = next((e for e in then.stages if e.stage.pk == earlier.pk), None)
    placed = [(row.place, row.line) for row in ranking.placed]
    last = len(placed) + 1
    placed += [(last + at, line) for at, line in enumerate(ranking.unranked)]
    return tuple(
        Candidate(
            line.player,
            line,
            place,
            played.group_of(line.player) if played else 0,
            is_there(line.player, first),
        )
        for place, line in placed
        if played is None or played.has(line.player)
    )


def is_there(player: Player, first_round: int) -> bool:
    """Return whether a player takes part from `first_round` on.

    The cut is not considered.
    """
    last = player.last_round
    return player.first_round <= first_round and (last is None or last >= first_round)


def _not_closed(records: Records, earlier: Stage | None) -> list[int]:
    """Return the numbers of the rounds in the previous stage that are not closed; empty
    without a previous stage.
    """
    if earlier is None:
        return []
    return [
        number
        for number in earlier.round_numbers
        if number not in records.rounds
        or records.rounds[number].state != RoundState.CLOSED
    ]


def _ties_of_divisions(
    rows: Sequence[Ranked], stage: Stage, decided: Collection[int]
) -> tuple[Tie, ...]:
    """Return the undecided ties at the cuts of divisions.

    Such a tie is between a player who would stay in the division and a player who would
    move to another one. Players in `decided` rank first.
    """
    ties = []
    for group in range(1, stage.groups + 1):
        own = [row for row in rows if row.group == group]
        lines = [stage.movers] if group > 1 else []
        lines += [len(own) - stage.movers] if group < stage.groups else []
        for line in lines:
            if not 0 < line < len(own):
                continue
            result = qualified(own, Cut(CutKind.TOP, line), decided)
            ties += [replace(tie, group=group) for tie in result.ties]
    return tuple(dict.fromkeys(ties))
