"""Store the figures of finished tournaments in the background.

Figures are calculated from the ledgers. They are stored again whenever the tournament
has changed, and pages show when they were stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from rules.winds import Wind
from scoring.ledger.table_ledger import TableLedger
from scoring.models import PARTS, PlayerFigures, TournamentFigures
from scoring.statistics.count_games import figures_by_player, pairs_of
from scoring.statistics.figures import VERSION
from scoring.statistics.game_facts import SeatedGame
from scoring.statistics.hands_of_ledger import game_facts
from tournaments.models import Tournament, not_in_bin

#: Tournaments renewed in one run, so that other background work is not delayed.
MOST_AT_ONCE = 5


def outdated() -> QuerySet[Tournament]:
    """Return the finished tournaments whose figures are missing or outdated, the
    earliest finished first. Practice tournaments are left out.
    """
    current = TournamentFigures.objects.filter(
        tournament=OuterRef("pk"),
        revision=F("tournament__revision"),
        version=VERSION,
    )
    finished = Tournament.objects.filter(not_in_bin(), finished_at__isnull=False)
    finished = finished.filter(is_practice=False)
    return finished.exclude(Exists(current)).order_by("finished_at")


def renew_outdated() -> int:
    """Store the figures of at most `MOST_AT_ONCE` outdated tournaments, and return the
    number of tournaments.
    """
    tournaments = list(outdated()[:MOST_AT_ONCE])
    for tournament in tournaments:
        store(tournament)
    return len(tournaments)


def store(tournament: Tournament) -> TournamentFigures:
    """Count all games of a tournament, store the figures and return their row.

    If the tournament changes during that time, the figures are outdated and stored
    again later.
    """
    revision = Tournament.objects.values_list("revision", flat=True).get(
        pk=tournament.pk
    )
    games = games_of(tournament)
    figures, pairs = figures_by_player(games), pairs_of(games)
    rows = [
        PlayerFigures(
            player=player,
            data=figures[player.number].as_data(),
            pairs={
                opponent: pair.as_data()
                for opponent, pair in pairs.get(player.number, {}).items()
            },
        )
        for player in tournament.players.filter(is_filler=False)
        if player.number in figures
    ]
    with transaction.atomic():
        PlayerFigures.objects.filter(player__tournament=tournament).delete()
        PlayerFigures.objects.bulk_create(rows)
        values = {"revision": revision, "version": VERSION, **_counted(games)}
        row, _created = TournamentFigures.objects.update_or_create(
            tournament=tournament, defaults=values
        )
    return row


def games_of(tournament: Tournament) -> list[SeatedGame]:
    """Return all games of a tournament that have a result, with their players.

    House players, and seats that a substitute took over during the game, are left out.
    """
    return [
        SeatedGame(
            game_facts(
                ledger.rules,
                ledger.state,
                (ledger.game.round.number, ledger.game.table),
                hands=ledger.by_hands() if ledger.totals else ledger.state,
                parts=PARTS,
            ),
            {
                Wind(seat.wind): seat.player.number
                for seat in ledger.game.seats.all()
                if not seat.player.is_filler
                and seat.wind not in ledger.state.substituted
            },
        )
        for ledger in TableLedger.all_of(tournament)
        if ledger.lines and ledger.state.over != "cancelled"
    ]


def _counted(games: Iterable[SeatedGame]) -> dict[str, object]:
    facts = [game.facts for game in games]
    logged = [game for game in facts if game.hands is not None]
    wins = [won for game in logged for hand in game.hands or () for won in hand.wins]
    return {
        "at": timezone.now(),
        "games": len(facts),
        "logged": len(logged),
        "hands": sum(len(game.hands or ()) for game in logged),
        "values": dict(Counter(won.value for won in wins)),
        "winds": dict(Counter(won.wind for won in wins)),
    }
