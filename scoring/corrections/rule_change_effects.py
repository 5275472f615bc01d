"""Effect of a rule change on tables, players and places. Reads only; the number of
queries does not depend on the number of hands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Prefetch

from rules.ledger_entries import Totals
from rules.rule_option_types import Options
from rules.winds import WINDS
from scoring.corrections.replay_by_changed_rules import (
    Obstacle,
    Recounted,
    kept_results,
    other_size,
    recount,
    waiting_unreadable,
)
from scoring.ledger.table_ledger import TableLedger, seats_at_tables
from scoring.models import Confirmation, Conflict, LateHand, LedgerEntry, Result
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.standings.rank_players import ranking_of
from scoring.standings.standings_rows import Placed, Ranking, Standing
from tournaments.models import Game, Player, RoundState, Seat, Tournament


@dataclass(frozen=True)
class OptionChange:
    """A changed option: its values as JSON, and the change as text."""

    name: str
    text: str
    before: object
    after: object


@dataclass(frozen=True)
class Part:
    """A player's results at a table before and after the change; None without a
    result.
    """

    seat: Seat
    before: Result | None
    after: Result | None

    @property
    def changes(self) -> bool:
        return _figures(self.before) != _figures(self.after)


@dataclass(frozen=True)
class TableChange:
    """A table whose result changes.

    `over`: why play is over (before, after), "" while playing; `confirmed`: the old
    result was confirmed; `closed`: its round is closed.
    """

    game: Game
    parts: tuple[Part, ...]
    over: tuple[str, str]
    confirmed: bool
    closed: bool


@dataclass(frozen=True)
class PlayerChange:
    """A player whose place, table points or score changes.

    A player who is not ranked has place 0.
    """

    player: Player
    before: Placed[Standing]
    after: Placed[Standing]

    @property
    def moves(self) -> bool:
        return self.before.place != self.after.place


@dataclass(frozen=True)
class Entered:
    """Numbers of hands entered by tiles (recomputed) and by value (unchanged), and
    number of tables with paper totals (unchanged).
    """

    by_tiles: int = 0
    by_value: int = 0
    totals: int = 0

    @property
    def any(self) -> bool:
        return bool(self.by_tiles or self.by_value or self.totals)


@dataclass(frozen=True)
class Effect:
    """Effect of changing the options to `wanted`.

    `is_needed`: there are entries, so the user must see the effect first. `recounted`:
    tables under the new rules, to be stored.
    """

    wanted: Options
    options: tuple[OptionChange, ...]
    tables: tuple[TableChange, ...]
    players: tuple[PlayerChange, ...]
    obstacles: tuple[Obstacle, ...]
    entered: Entered
    is_needed: bool
    recounted: tuple[Recounted, ...] = ()

    @property
    def places(self) -> int:
        """Return the number of players whose place changes."""
        return sum(player.moves for player in self.players)

    @property
    def confirmed(self) -> list[TableChange]:
        """Return the tables with a confirmed result that changes."""
        return [table for table in self.tables if table.confirmed]

    @property
    def closed_rounds(self) -> list[int]:
        """Return the numbers of closed rounds whose results change."""
        closed = (table for table in self.tables if table.closed)
        return sorted({table.game.round.number for table in closed})

    @property
    def fingerprint(self) -> str:
        """Return a hash of the effect as shown, to check that the user has seen the
        current effect.
        """
        shown = [
            self.wanted.as_data(),
            [[change.name, change.before] for change in self.options],
            [_shown_table(table) for table in self.tables],
            [_shown_player(player) for player in self.players],
            [
                [obstacle.game.pk, obstacle.line, obstacle.hand]
                for obstacle in self.obstacles
            ],
            [self.entered.by_tiles, self.entered.by_value, self.entered.totals],
        ]
        written = json.dumps(shown, sort_keys=True, default=str)
        return hashlib.sha256(written.encode()).hexdigest()[:32]


def effect_of(tournament: Tournament, options: Mapping[str, object]) -> Effect:
    """Return the effect of these options. Raises RuleError for unknown or contradictory
    options."""
    then = copy(tournament)
    then.options = dict(options)
    wanted = then.rules.options
    ledgers = _ledgers(tournament)
    recounts = [
        recount(ledger, then) if ledger.lines else other_size(ledger, then)
        for ledger in ledgers
    ]
    obstacles = [
        obstacle
        for result in recounts
        if isinstance(result, list)
        for obstacle in result
    ]
    obstacles += waiting_unreadable(then, _waiting(tournament))
    recounted = [table for table in recounts if isinstance(table, Recounted)]
    return Effect(
        wanted,
        tuple(_option_changes(tournament.rules.options, wanted)),
        tuple(_table_changes(recounted)),
        tuple(_player_changes(tournament, then, ledgers, recounted)),
        tuple(obstacles),
        _entered(ledgers),
        any(ledger.lines for ledger in ledgers) or bool(obstacles),
        tuple(recounted),
    )


def has_entries(tournament: Tournament) -> bool:
    """Return whether any table of the tournament has entries."""
    lines = LedgerEntry.objects.filter(game__round__tournament=tournament)
    return lines.exists()


def _ledgers(tournament: Tournament) -> list[TableLedger]:
    """Return the ledgers of all tables by round and table, with sheets and extra time
    loaded.
    """
    games = (
        Game.objects.filter(round__tournament=tournament)
        .select_related("round__tournament", "sheet", "extension")
        .prefetch_related("ledger", Prefetch("seats", seats_at_tables()))
        .order_by("round__number", "table")
    )
    return [TableLedger(game) for game in games]


def _waiting(
    tournament: Tournament,
) -> Iterator[tuple[Game, int, Mapping[str, object]]]:
    """Yield late hands and conflicts that wait for a decision.

    Each item: game, hand number and entry.
    """
    conflicts = Conflict.objects.filter(
        line__game__round__tournament=tournament,
        line__superseded_by=None,
        choice="",
    ).select_related("line__game__round")
    for conflict in conflicts:
        yield conflict.line.game, conflict.line.hand, conflict.offered
    late = LateHand.objects.filter(
        game__round__tournament=tournament, decision="", line=None
    ).select_related("game__round")
    for hand in late:
        yield hand.game, hand.hand, hand.offered


def _option_changes(before: Options, after: Options) -> Iterator[OptionChange]:
    if before.preset != after.preset:
        yield OptionChange("preset", "", before.preset, after.preset)
    for name, kind in before.declared():
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield OptionChange(name, kind.text, kind.write(old), kind.write(new))


def _table_changes(recounted: Iterable[Recounted]) -> Iterator[TableChange]:
    changed = [table for table in recounted if table.changed]
    confirmations = Confirmation.objects.filter(
        game__in=[table.ledger.game for table in changed],
        kind=Confirmation.Kind.CONFIRM,
    )
    confirmed = set(confirmations.values_list("game", "sequence"))
    for table in changed:
        game = table.ledger.game
        seats = game.seats_by_wind()
        parts = (
            Part(seats[wind], table.before.get(wind), table.results.get(wind))
            for wind in WINDS
            if wind in seats
        )
        yield TableChange(
            game,
            tuple(parts),
            (table.was_over, str(table.state.over or "")),
            (game.pk, len(table.ledger.lines)) in confirmed,
            game.round.state == RoundState.CLOSED,
        )


def _player_changes(
    tournament: Tournament,
    then: Tournament,
    ledgers: Iterable[TableLedger],
    recounted: Iterable[Recounted],
) -> Iterator[PlayerChange]:
    """Yield the players whose standing changes, ordered by new place."""
    recounted_results = {table.ledger.game.pk: table.results for table in recounted}
    stored = (
        kept_results(ledger.game)
        for ledger in ledgers
        if ledger.game.pk not in recounted_results
    )
    rows = (
        row
        for results in (*stored, *recounted_results.values())
        for row in results.values()
    )
    before = {
        placed.line.player.pk: placed for placed in _everybody(ranking_of(tournament))
    }
    for after in _everybody(ranking_of(then, rows)):
        was = before[after.line.player.pk]
        if _shown_standing(was) != _shown_standing(after):
            yield PlayerChange(after.line.player, was, after)


def _everybody(ranking: Ranking) -> Iterator[Placed[Standing]]:
    yield from ranking.placed
    yield from (Placed(0, False, line) for line in ranking.unranked)


def _entered(ledgers: Iterable[TableLedger]) -> Entered:
    by_tiles = by_value = totals = 0
    for ledger in ledgers:
        wins = [line for line in ledger.live if line.kind == "win"]
        with_tiles = sum(bool(hands_in(line.raw)) for line in wins)
        by_tiles += with_tiles
        by_value += len(wins) - with_tiles
        totals += any(line.kind == Totals.kind for line in ledger.live)
    return Entered(by_tiles, by_value, totals)


def _figures(result: Result | None) -> tuple[int, ...] | None:
    if result is None:
        return None
    return result.score, result.place, result.parts, result.overall


def _shown_standing(
    placed: Placed[Standing],
) -> tuple[int, Fraction, int | Fraction]:
    return placed.place, placed.line.table_points, placed.line.score


def _shown_table(table: TableChange) -> list[object]:
    parts = [[_figures(part.before), _figures(part.after)] for part in table.parts]
    return [table.game.pk, parts, table.over, table.confirmed, table.closed]


def _shown_player(player: PlayerChange) -> list[object]:
    standings_shown = _shown_standing(player.before), _shown_standing(player.after)
    return [player.player.pk, *standings_shown]
