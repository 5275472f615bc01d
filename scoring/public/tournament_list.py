"""The home page of the site: current, upcoming and past tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta
from typing import cast

from django.contrib.auth.models import AnonymousUser, User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from scoring.all_pages.public_rounds_and_tables import current_round
from tournaments.access.roles_and_permissions import Ability, has_ability
from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    OPEN_STATES,
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
    """Current tournaments, upcoming ones (next first), and a page of past ones (latest
    first)."""

    running: Sequence[EventCard]
    coming: Sequence[EventCard]
    past: Sequence[EventCard]
    page: Page[Tournament]

    @property
    def cards(self) -> list[EventCard]:
        return [*self.running, *self.coming, *self.past]

    @property
    def composition(self) -> tuple[object, ...]:
        """Return which tournaments are in which list, and the number of pages."""
        lists = (self.running, self.coming, self.past)
        keys = tuple(tuple(card.tournament.pk for card in cards) for cards in lists)
        return *keys, self.page.paginator.num_pages


def events(user: User | AnonymousUser, page: str = "1") -> Events:
    """Return the tournaments visible to this account.

    A few queries read the shown tournaments and all tournaments that may not be over.
    """
    shown = visible_tournaments(user).select_related("description")
    maybe_open = _cards(_maybe_open(shown))
    running, coming = _sorted(card for card in maybe_open if not card.is_over)
    others = shown.exclude(pk__in=[card.tournament.pk for card in (*running, *coming)])
    past_page = Paginator(_latest_first(others), ON_A_PAGE).get_page(page)
    past = _cards(cast("QuerySet[Tournament]", past_page.object_list))
    players = players_in(card.tournament.pk for card in (*running, *coming, *past))

    def counted(cards: Iterable[EventCard]) -> list[EventCard]:
        return [
            replace(one, players=players.get(one.tournament.pk, 0)) for one in cards
        ]

    return Events(counted(running), counted(coming), counted(past), past_page)


def _maybe_open(shown: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments that may not be over (see `EventCard.is_over`). Includes
    those whose last day was yesterday, because their time zone may be behind."""
    yesterday = timezone.now().date() - timedelta(days=1)
    last = Coalesce("description__ends_on", "description__starts_on")
    played = Round.objects.filter(tournament=OuterRef("pk"), state__in=OPEN_STATES)
    return (
        shown.filter(finished_at=None)
        .annotate(last_day=last)
        .filter(Q(last_day=None) | Q(last_day__gte=yesterday) | Exists(played))
    )


def _latest_first(past: QuerySet[Tournament]) -> QuerySet[Tournament]:
    created = TruncDate("created_at", tzinfo=UTC)
    first = Coalesce("description__starts_on", created)
    return past.order_by(first.desc(), "-created_at", "-pk")


def _cards(tournaments: QuerySet[Tournament]) -> list[EventCard]:
    """Return the tournaments with their public rounds. Two queries."""
    rounds = Prefetch("rounds", Round.objects.exclude(state__in=HIDDEN_STATES))
    found = tournaments.prefetch_related(rounds)
    return [EventCard(one, 0, list(one.rounds.all())) for one in found]


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
) -> tuple[list[EventCard], list[EventCard]]:
    """Return current and upcoming tournaments."""
    all_cards = list(cards)
    coming = [one for one in all_cards if not one.is_running]
    return (
        [one for one in all_cards if one.is_running],
        sorted(coming, key=lambda one: (one.first_day is None, one.first_day or _NONE)),
    )


# Sorts tournaments without a date last.
_NONE = date.max


def _today(tournament: Tournament) -> date:
    return timezone.now().astimezone(tournament.zone).date()
