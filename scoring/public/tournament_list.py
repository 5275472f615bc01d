"""The home page of the site: current, upcoming and past tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.contrib.auth.models import AnonymousUser, User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from scoring.all_pages.public_rounds_and_tables import current_round
from tournaments.access.roles_and_permissions import Ability, has_ability
from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    EventDescription,
    Player,
    Round,
    RoundState,
    Tournament,
)
from tournaments.people.presence_in_rounds import WHO_PLAY

#: Past tournaments per page.
ON_A_PAGE = 24


@dataclass(frozen=True)
class EventCard:
    """A tournament in the list.

    `players`: number of players; `rounds`: its public rounds.
    """

    tournament: Tournament
    players: int
    rounds: Sequence[Round]

    @property
    def description(self) -> EventDescription | None:
        return getattr(self.tournament, "description", None)

    @property
    def round(self) -> Round | None:
        return current_round(self.rounds)

    @property
    def closed_rounds(self) -> int:
        return sum(round_.state == RoundState.CLOSED for round_ in self.rounds)

    @property
    def is_over(self) -> bool:
        """Return whether the tournament is finished, all its rounds are closed, or its
        last day has passed without an open round."""
        if self.tournament.is_finished:
            return True
        if self.closed_rounds >= self.tournament.planned_rounds:
            return True
        last = self._last_day
        is_played = any(round_.is_open for round_ in self.rounds)
        return last is not None and last < _today(self.tournament) and not is_played

    @property
    def is_running(self) -> bool:
        return not self.is_over and any(
            round_.state not in NOT_BEGUN for round_ in self.rounds
        )

    @property
    def first_day(self) -> date | None:
        return self.description.starts_on if self.description else None

    @property
    def _last_day(self) -> date | None:
        details = self.description
        return (details.ends_on or details.starts_on) if details else None


@dataclass(frozen=True)
class Events:
    """Current tournaments, upcoming tournaments (next first), and a page of past
    tournaments (latest first). `tournaments`: all of these, also on other pages.
    """

    running: Sequence[EventCard]
    coming: Sequence[EventCard]
    past: Sequence[EventCard]
    page: Page[EventCard]
    tournaments: Sequence[Tournament]

    @property
    def cards(self) -> list[EventCard]:
        return [*self.running, *self.coming, *self.past]


def events(user: User | AnonymousUser, page: str = "1") -> Events:
    """Return the tournaments that the user may see, in pages of past tournaments.

    Uses three queries, and one more for the tournaments of an account. Players are
    counted only for tournaments on the page.
    """
    shown = visible_tournaments(user)
    rounds = Prefetch(
        "rounds",
        Round.objects.exclude(state__in=HIDDEN_STATES),
        to_attr="shown_rounds",
    )
    tournaments = list(shown.select_related("description").prefetch_related(rounds))
    cards = [EventCard(one, 0, one.shown_rounds) for one in tournaments]
    running, coming, past = _sorted(cards)
    past_page = Paginator(past, ON_A_PAGE).get_page(page)
    older = list(past_page.object_list)
    players = players_in(card.tournament.pk for card in (*running, *coming, *older))

    def counted(cards: Iterable[EventCard]) -> list[EventCard]:
        return [
            replace(one, players=players.get(one.tournament.pk, 0)) for one in cards
        ]

    return Events(
        counted(running), counted(coming), counted(older), past_page, tournaments
    )


def players_in(tournaments: Iterable[int]) -> dict[int, int]:
    """Return the number of players by tournament key.

    A tournament without players is left out.
    """
    people = Player.objects.filter(WHO_PLAY, tournament__in=list(tournaments))
    counted = people.order_by().values_list("tournament").annotate(Count("pk"))
    return dict(counted.values_list("tournament", "pk__count"))


def visible_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament]:
    tournaments = Tournament.objects.not_in_bin().filter(is_practice=False)
    if not isinstance(user, User):
        return tournaments.filter(is_public=True)
    if user.is_superuser:
        return tournaments
    return tournaments.filter(Q(is_public=True) | has_ability(user, Ability.LOOK))


def _sorted(
    cards: Iterable[EventCard],
) -> tuple[list[EventCard], list[EventCard], list[EventCard]]:
    """Return the current, the upcoming and the past tournaments."""
    all_cards = list(cards)
    coming = [one for one in all_cards if not (one.is_over or one.is_running)]
    past = [one for one in all_cards if one.is_over]
    return (
        [one for one in all_cards if one.is_running],
        sorted(coming, key=lambda one: (one.first_day is None, one.first_day or _NONE)),
        sorted(past, key=lambda one: one.first_day or _created(one), reverse=True),
    )


# Sorts tournaments without a date last.
_NONE = date.max


def _created(card: EventCard) -> date:
    return card.tournament.created_at.date()


def _today(tournament: Tournament) -> date:
    return timezone.now().astimezone(tournament.zone).date()
