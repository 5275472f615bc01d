"""Rounds, tables and navigation of the public pages.

Rounds without published seating are left out. The number of queries does not depend on
the number of players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from scoring.confirming_and_finishing.confirmation_status import unconfirmed_among
from scoring.confirming_and_finishing.tables_still_playing import Progress, progress_at
from scoring.models import PastResults
from scoring.standings.who_sees_hidden_results import visible_to_public
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import (
    HIDDEN_STATES,
    Game,
    PlanItem,
    Player,
    Round,
    RoundState,
    Seat,
    SignUpPage,
    Team,
    Tournament,
)
from tournaments.rounds.tournament_table_sizes import with_sizes

#: Number of top places that the public page shows larger.
PODIUM = 3


class PublicPageNotFound(Http404):
    """The content at an address does not exist, or does not exist yet.

    `str()` returns the sentence to show.
    """


@dataclass(frozen=True)
class TableCard:
    """A table of a round; `seats` are in the order E S W N."""

    game: Game
    progress: Progress
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Nav:
    """The navigation within a tournament.

    `has_statistics`: the tournament is finished and no result is hidden.
    `only_results`: the games are not recorded.
    """

    rounds: list[Round]
    has_teams: bool
    has_plan: bool
    has_sign_up: bool
    has_statistics: bool
    only_results: bool

    @property
    def current(self) -> Round | None:
        """Return the round whose tables are shown by default, or None."""
        return current_round(self.rounds)


def nav(tournament: Tournament) -> Nav:
    facts = Tournament.objects.filter(pk=tournament.pk).values_list(
        Exists(Team.objects.filter(tournament=OuterRef("pk"))),
        Exists(PlanItem.objects.filter(tournament=OuterRef("pk"))),
        Exists(SignUpPage.objects.filter(tournament=OuterRef("pk"), is_on=True)),
        Exists(PastResults.objects.filter(tournament=OuterRef("pk"))),
    )
    has_teams, has_plan, takes_players, only_results = facts.get()
    in_play = tournament.archived_at is None
    return Nav(
        list(public_rounds(tournament)),
        has_teams,
        has_plan,
        has_sign_up=takes_players and in_play,
        has_statistics=(
            tournament.is_finished
            and not only_results
            and visible_to_public(tournament).everything
        ),
        only_results=only_results,
    )


def public_rounds(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.exclude(state__in=HIDDEN_STATES).order_by("number")


def current_round(rounds: Iterable[Round]) -> Round | None:
    """Return the round being played, otherwise the next round, otherwise the last round
    played. Return None without rounds.
    """
    by_urgency = {RoundState.PUBLISHED: 1, RoundState.CLOSED: 2}
    ordered = sorted(
        rounds,
        key=lambda round_: (
            by_urgency.get(RoundState(round_.state), 0),
            -round_.number if round_.state == RoundState.CLOSED else round_.number,
        ),
    )
    return ordered[0] if ordered else None


def public_round(tournament: Tournament, number: int) -> Round:
    round_ = public_rounds(tournament).filter(number=number).first()
    if round_ is None:
        raise PublicPageNotFound(
            _("Round %(number)s does not exist or is not published yet.")
            % {"number": number}
        )
    return round_


def tables_of(
    round_: Round,
    *,
    with_seats: bool = False,
    numbers: Collection[int] | None = None,
) -> list[TableCard]:
    """Return the tables of a round with their progress, by table number.

    `with_seats`: load the seats; `numbers`: only these tables, None for all.
    """
    chosen = round_.games.select_related("sheet", "extension").order_by("table")
    if numbers is not None:
        chosen = chosen.filter(table__in=numbers)
    if with_seats:
        seats = Seat.objects.select_related("player__person", "result")
        chosen = chosen.prefetch_related(Prefetch("seats", seats))
    else:
        chosen = with_sizes(chosen, round_.tournament)
    games = list(chosen)
    progress = progress_at(games, unconfirmed_among(round_.tournament, games))
    return [
        TableCard(
            game,
            progress[game.pk],
            seats_in_order(game) if with_seats else (),
        )
        for game in games
    ]


def seats_shown(player: Player) -> list[Seat]:
    """Return the player's seats in public rounds, in the order of the rounds."""
    neighbours = Seat.objects.select_related("player__person")
    return list(
        player.seats.exclude(round__state__in=HIDDEN_STATES)
        .select_related(
            "round",
            "game__round__tournament",
            "game__sheet",
            "game__extension",
            "result",
        )
        .prefetch_related(Prefetch("game__seats", neighbours))
        .order_by("round__number")
    )
