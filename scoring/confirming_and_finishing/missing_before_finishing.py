"""Checks before finishing a tournament: missing rounds, results and confirmations.

Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from rules.ruleset_and_table_state import Ending
from scoring.confirming_and_finishing.confirmation_status import (
    disputes_of,
    table_sign_offs,
    with_seats,
)
from scoring.ledger import late_hands
from scoring.models import Confirmation, Conflict
from scoring.standings.live_and_official_standings import official_of
from scoring.standings.series_of_games import series_on
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tournaments.models import (
    ConfirmationNeeded,
    Game,
    Player,
    RoundState,
    Tournament,
)
from tournaments.rounds.seat_rounds_and_exchange_seats import next_round_number

#: Round number and table number.
Table = tuple[int, int]


@dataclass(frozen=True)
class Missing:
    """A check, and the `rounds`, `tables`, `disputes` or `players` that it found.

    `blocks`: the tournament cannot be finished. Otherwise finishing requires a reason,
    unless the check only informs (`is_note`).
    """

    code: str
    message: str
    rounds: Sequence[int] = ()
    tables: Sequence[Table] = ()
    disputes: Sequence[Confirmation] = field(default_factory=list)
    players: Sequence[Player] = ()
    blocks: bool = False
    is_note: bool = False

    @property
    def needs_reason(self) -> bool:
        return not self.blocks and not self.is_note

    @property
    def applies(self) -> bool:
        """Return whether the check found anything."""
        return bool(self.rounds or self.tables or self.disputes or self.players)


def missing(tournament: Tournament) -> list[Missing]:
    """Return all checks that found anything, in the order of the page."""
    checks = (
        *_of_rounds(tournament),
        *_of_tables(tournament),
        _substitutes(tournament),
    )
    return [check for check in checks if check.applies]


def _of_rounds(tournament: Tournament) -> Iterator[Missing]:
    """Yield the checks for rounds that are not closed or were not played."""
    open_rounds = tournament.rounds.exclude(state=RoundState.CLOSED).order_by("number")
    yield Missing(
        "rounds_open",
        _("These rounds are not closed. Close them, or delete their seating."),
        rounds=list(open_rounds.values_list("number", flat=True)),
        blocks=True,
    )
    following = next_round_number(tournament)
    remaining = range(following, tournament.planned_rounds + 1)
    if remaining and _is_decided_early(tournament):
        yield Missing(
            "series_decided",
            _("The series was decided earlier, so these games were not played."),
            rounds=remaining,
            is_note=True,
        )
    else:
        yield Missing(
            "rounds_to_come",
            _("These scheduled rounds were not played."),
            rounds=remaining,
        )


def _of_tables(tournament: Tournament) -> Iterator[Missing]:
    """Yield the checks for tables with an open dispute, late hand or conflict, or
    without a result or confirmation.
    """
    disputes = disputes_of(tournament).filter(settled_at=None)
    yield Missing("disputes", _("These results are disputed."), disputes=list(disputes))
    waiting = late_hands.waiting_in(tournament)
    yield Missing(
        "late_hands",
        _("A late hand at these tables awaits a referee's ruling."),
        tables=_tables(late.game for late in waiting),
    )
    versions = Conflict.objects.filter(
        line__game__round__tournament=tournament,
        line__superseded_by=None,
        choice="",
    ).select_related("line__game__round")
    yield Missing(
        "two_versions",
        _("These tables have conflicts."),
        tables=_tables(conflict.line.game for conflict in versions),
    )
    yield Missing(
        "no_result",
        _("These tables of closed rounds have no result."),
        tables=_tables(_without_result(tournament)),
    )
    yield Missing(
        "without_word",
        _("Required confirmations are missing at these tables."),
        tables=_tables(_without_word(tournament)),
    )


def _substitutes(tournament: Tournament) -> Missing:
    substitutes = tournament.players.filter(is_substitute=True)
    return Missing(
        "substitutes",
        _("These players are substitutes and are not ranked."),
        players=list(substitutes.select_related("person").order_by("number")),
        is_note=True,
    )


def _is_decided_early(tournament: Tournament) -> bool:
    """Return whether the remaining rounds are games of a decided series."""
    if not tournament.stages.filter(series__gt=0).exists():
        return False
    series = series_on(official_of(tournament, visible=EVERYTHING))
    last = tournament.planned_rounds
    return bool(series and series.is_decided_early and series.stage.last_round == last)


def _of_closed(tournament: Tournament) -> Q:
    return Q(round__tournament=tournament, round__state=RoundState.CLOSED)


def _without_result(tournament: Tournament) -> Iterator[Game]:
    games = Game.objects.filter(_of_closed(tournament))
    played = Q(seats__result__isnull=False) | Q(sheet__over=Ending.CANCELLED)
    without_result = games.exclude(pk__in=games.filter(played).values("pk"))
    yield from without_result.select_related("round").order_by("round__number", "table")


def _without_word(tournament: Tournament) -> Iterator[Game]:
    if tournament.confirmation == ConfirmationNeeded.NONE:
        return
    chosen = Game.objects.filter(_of_closed(tournament))
    games = list(with_seats(chosen).order_by("round__number", "table"))
    sign_offs = table_sign_offs(tournament, games)
    for game in games:
        if not sign_offs[game.pk].has_every_word:
            yield game


def _tables(games: Iterator[Game] | Sequence[Game]) -> list[Table]:
    return sorted({(game.round.number, game.table) for game in games})
