"""Read an account's list of tournaments, with search, states and pages. Nothing is
saved, and the number of queries is constant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar, cast

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from tournaments.access.page_access import role_by
from tournaments.access.roles_and_permissions import Ability, Can, roles_that
from tournaments.models import EventDescription, Player, Role, Tournament, not_in_bin
from tournaments.tournament_setup.archive_and_bin import gone_at
from tournaments.tournament_setup.tournament_states import (
    CURRENT,
    EventState,
    WithState,
    with_state,
)

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

T = TypeVar("T", bound=Tournament)

ON_A_PAGE = 24
#: Most words of a search.
MOST_WORDS = 8

_SEARCHED = (
    "title",
    "description__city",
    "description__venue",
    "description__country",
    "description__organiser",
)


@dataclass(frozen=True)
class OwnEvent:
    """A tournament in the list of its staff.

    `role` is the role of the account. `gone_at` is the time when the tournament will be
    deleted, or None.
    """

    tournament: Tournament
    role: Role
    state: EventState
    players: int
    description: EventDescription | None
    gone_at: datetime | None

    @property
    def can(self) -> Can:
        return Can(self.role)


@dataclass(frozen=True)
class OwnEvents:
    """A page of the list.

    `counts` contains the number of tournaments in each state, without the search.
    `state` is the listed state; None means the current tournaments, or with a search
    the current and finished ones. `search` contains the searched words.
    """

    events: list[OwnEvent]
    page: Page[WithAnnotations[Tournament, WithState]]
    counts: Mapping[EventState, int]
    state: EventState | None
    search: str

    @property
    def current(self) -> int:
        return sum(self.counts[state] for state in CURRENT)

    @property
    def finished(self) -> int:
        return self.counts[EventState.FINISHED]

    @property
    def is_none_at_all(self) -> bool:
        """Return whether the account has no tournaments in any state."""
        return not any(self.counts.values())


def own_events(
    user: User, *, search: str = "", state: EventState | None = None, page: str = "1"
) -> OwnEvents:
    """Return a page of the tournaments in which the account has a role, newest first.

    Superusers get all tournaments. Tournaments in the bin are listed only for roles
    that may move tournaments to the bin. Without a state, finished tournaments are
    listed if there are no current ones.
    """
    events = with_state(_mine(user))
    by_state = events.order_by().values_list("state").annotate(Count("pk"))
    counted = dict(by_state.values_list("state", "pk__count"))
    if (
        state is None
        and counted.get(EventState.FINISHED)
        and not any(counted.get(one) for one in CURRENT)
    ):
        state = EventState.FINISHED
    states: tuple[EventState, ...] = (state,) if state else CURRENT
    if search and not state:
        states = (*CURRENT, EventState.FINISHED)
    shown = _matching(events.filter(state__in=states), search)
    shown_page = Paginator(shown.select_related("description"), ON_A_PAGE).get_page(
        page
    )
    listed = cast(
        "list[WithAnnotations[Tournament, _Row]]", list(shown_page.object_list)
    )
    return OwnEvents(
        events=_listed(listed),
        page=shown_page,
        counts={
            event_state: counted.get(event_state.value, 0) for event_state in EventState
        },
        state=state,
        search=search,
    )


def _mine(user: User) -> QuerySet[Tournament]:
    events = Tournament.objects.annotate(role=role_by(user, "pk")).exclude(role=None)
    return events.filter(not_in_bin() | Q(role__in=roles_that(Ability.OWN)))


def _matching(events: QuerySet[T], search: str) -> QuerySet[T]:
    for word in search.split()[:MOST_WORDS]:
        named = Q()
        for field in _SEARCHED:
            named |= Q(**{f"{field}__icontains": word})
        events = events.filter(named)
    return events


class _Row(WithState):
    """The annotations of a tournament in the list."""

    role: str


def _listed(events: list[WithAnnotations[Tournament, _Row]]) -> list[OwnEvent]:
    people = Player.objects.filter(tournament__in=events, is_filler=False).order_by()
    players = dict(
        people.values_list("tournament")
        .annotate(Count("pk"))
        .values_list("tournament", "pk__count")
    )
    return [
        OwnEvent(
            tournament=event,
            role=Role(event.role),
            state=EventState(event.state),
            players=players.get(event.pk, 0),
            description=getattr(event, "description", None),
            gone_at=gone_at(event),
        )
        for event in events
    ]
