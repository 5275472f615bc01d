"""Random records of invented tournaments in every ruleset. No database."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS
from scoring.models import PARTS
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_sources import Source
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tournaments.models import Person, Player, Round, RoundState, Tournament

RULESETS = ("mcr", "hong_kong", "classical", "riichi")
CHAINS = (
    ["table_points", "score"],
    ["score"],
    ["table_points", "hands_won", "best", "firsts"],
    ["table_points", "head_to_head", "opponents_points", "last_score"],
    ["head_to_head", "fourths", "lot"],
    ["faults", "opponents_score", "head_to_head"],
)
TABLES = 3


@st.composite
def sources(draw: st.DrawFn) -> Source:
    """Return data of 12 players in one or two closed rounds and a running round.

    A table of the running round has scores, or None before its first hand.
    """
    tournament = Tournament(
        pk=1,
        ruleset=draw(st.sampled_from(RULESETS)),
        planned_rounds=5,
        tie_breaks=draw(st.sampled_from(CHAINS)),
    )
    players = tuple(
        Player(pk=n, number=n, person=Person(last_name=str(n)), tournament=tournament)
        for n in range(1, 4 * TABLES + 1)
    )
    closed = draw(st.integers(1, 2))
    rounds = {
        number: Round(
            tournament=tournament,
            number=number,
            state=RoundState.CLOSED if number <= closed else RoundState.RUNNING,
        )
        for number in range(1, closed + 2)
    }
    played: dict[int, list[Played]] = {player.pk: [] for player in players}
    for number in rounds:
        order = draw(st.permutations(range(1, 4 * TABLES + 1)))
        for table in range(TABLES):
            begun = number <= closed or draw(st.booleans())
            scores = draw(changes) if begun else None
            at = order[4 * table : 4 * table + 4]
            for row in seats(tournament, number, table + 1, at, scores):
                played[row.player].append(row)
    records = Records(
        tournament, players, rounds, {pk: tuple(rows) for pk, rows in played.items()}
    )
    return Source(records, EVERYTHING, None)


@st.composite
def after_a_hand(draw: st.DrawFn, source: Source) -> Source:
    """Return the data after an entry or an undo at a table of the running round.

    Results calculated before stay in the cache.
    """
    records = source.records
    number, table = max(records.rounds), draw(st.integers(1, TABLES))
    at = [
        player
        for player, rows in records.played.items()
        if any((row.round, row.table) == (number, table) for row in rows)
    ]
    scores = draw(st.none() | changes)
    now = {
        row.player: row for row in seats(records.tournament, number, table, at, scores)
    }
    played = {
        player: (*rows[:-1], now[player]) if player in now else rows
        for player, rows in records.played.items()
    }
    return replace(source, records=replace(records, played=played))


#: Points won by three seats; the fourth has lost them.
changes = st.tuples(*(st.integers(-40, 40) for _ in range(3))).map(
    lambda won: (*won, -sum(won))
)


def seats(tournament, number, table, at, won):
    """Return the four seats of a table under the tournament's rules.

    `won`: points won by each seat, in hundreds, or None before the first hand.
    """
    rules = tournament.rules
    opening = rules.opening_scores()
    state = TableState(rules.opening(), opening)
    if won is not None:
        points = {
            seat: opening[seat] + 100 * w for seat, w in zip(WINDS, won, strict=True)
        }
        state = replace(state, scores=points)
    for seat, player in zip(WINDS, at, strict=True):
        placed = rules.rank(state)[seat]
        yield Played(
            seat=0,
            player=player,
            round=number,
            table=table,
            parts=None if won is None else int(placed.table_points * PARTS),
            score=0 if won is None else placed.score,
            place=0 if won is None else placed.place,
            hands_won=0,
            overall=0,
            hands=0 if won is None else 3,
            over="",
        )
