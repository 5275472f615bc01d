"""The sources of standings: players, the result of each seat, and the visible rounds.

Lines are cached until the results of their seats change, because a hand changes only 4
lines of 1,000.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from scoring.standings import final_standings
from scoring.standings.rank_players import ranking_of_lines, standing_by
from scoring.standings.read_standings_records import records_of
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_rows import Ranking, Standing
from scoring.standings.who_sees_hidden_results import VisibleResults
from tournaments.models import Player, Tournament
from tournaments.people.identities import show_as_registered, under_public_name

Rows = tuple[Played, ...]


class Counted:
    """The cached lines of a tournament.

    They are valid while players, rounds, stages and criteria stay the same.
    """

    def __init__(self) -> None:
        self._lines: dict[Hashable, dict[int, tuple[Rows, Standing]]] = {}
        self._ranked: tuple[Hashable, Ranking] | None = None

    def standing_by(
        self, records: Records, rounds: frozenset[int]
    ) -> Callable[[Player], Standing]:
        """Return a function that returns a player's standing, as
        `rank_players.standing_by` does. Standings are cached.
        """
        count = standing_by(records, rounds)
        if any(record.stage.bonuses for record in records.stages):
            # With bonuses a line also depends on other players' places.
            return count
        lines = self._lines.setdefault((rounds, records.closed), {})

        def standing(player: Player) -> Standing:
            rows = records.played.get(player.pk, ())
            cached = lines.get(player.pk)
            if cached is None or cached[0] != rows:
                cached = lines[player.pk] = rows, count(player)
            return cached[1]

        return standing

    def ranking(
        self, records: Records, rounds: frozenset[int], lines: list[Standing]
    ) -> Ranking:
        """Return the ranking, as `rank_players.ranking_of_lines` does.

        The last ranking is cached.
        """
        about = rounds, records.closed, lines
        if self._ranked is None or self._ranked[0] != about:
            self._ranked = about, ranking_of_lines(records, rounds, lines)
        return self._ranked[1]


@dataclass(frozen=True)
class Source:
    """The source of a tournament's standings, read once.

    `visible`: results that the viewer may see; `counted`: cached lines.
    """

    records: Records
    visible: VisibleResults
    final: final_standings.Final | None
    counted: Counted = field(default_factory=Counted, compare=False, repr=False)

    @property
    def closed(self) -> frozenset[int]:
        """Return the closed rounds with visible results."""
        return self.visible.among(self.records.closed)

    @property
    def going_on(self) -> frozenset[int]:
        """Return the rounds in progress with visible results."""
        return self.visible.among(self.records.open)

    @property
    def plays(self) -> bool:
        """Return whether there are live standings to show: a visible round is in
        progress.
        """
        return bool(self.going_on)


def source_read(
    tournament: Tournament, visible: VisibleResults, *, is_public: bool = False
) -> Source:
    """Return the source of a tournament's standings for a viewer who may see the
    results in `visible`. `is_public`: players have their public names, otherwise full
    names, also in final standings. Uses a fixed number of queries.
    """
    source = Source(
        _visible_records(tournament, visible),
        visible,
        final_standings.final_of(tournament),
    )
    lines = source.final.ranking.lines if source.final else []
    registered = {player.number: player for player in source.records.players}
    for line in lines:
        show_as_registered(line.player, registered.get(line.player.number))
    if is_public:
        for player in (*source.records.players, *(line.player for line in lines)):
            under_public_name(player)
    return source


def _visible_records(tournament: Tournament, visible: VisibleResults) -> Records:
    """Return the records, without stages whose cut would reveal hidden results."""
    records = records_of(tournament)
    return records if visible.last is None else records.as_after(visible.last + 1)


def source_of_stage(source: Source, number: int, group: int = 0) -> Source | None:
    """Return the source for a stage or one of its groups: its players, and their
    results to the end of the stage. Return None if the players are not known yet.
    """
    records = source.records
    played = next((e for e in records.stages if e.stage.number == number), None)
    if played is None:
        return None
    stage = played.stage
    of_stage = replace(
        records,
        players=tuple(
            player
            for player in records.players
            if played.has(player) and group in (0, played.group_of(player))
        ),
        rounds={n: r for n, r in records.rounds.items() if n <= stage.last_round},
        stages=tuple(
            record
            for record in records.stages
            if record is played or record.stage.first_round < stage.first_round
        ),
    )
    return Source(of_stage, source.visible, None)
