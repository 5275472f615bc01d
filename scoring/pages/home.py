"""The home of the site: the events that are played, that come, and that were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from scoring.pages.public_pages import current_round
from tournaments.access.abilities import Ability, roles_that
from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    EventDescription,
    Round,
    RoundState,
    Tournament,
)


@dataclass(frozen=True)
class EventCard:
    """An event in the list; `round`: the one being played, or the next or last."""

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
        """Whether it is finished, all rounds are played, or its days are gone by with
        nothing going on."""
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
        said = self.description
        return (said.ends_on or said.starts_on) if said else None


@dataclass(frozen=True)
class Events:
    """Those being played, those to come, the next one first, and those that were, the
    last one first."""

    running: Sequence[EventCard]
    coming: Sequence[EventCard]
    past: Sequence[EventCard]

    @property
    def cards(self) -> list[EventCard]:
        return [*self.running, *self.coming, *self.past]


def events(user: User | AnonymousUser) -> Events:
    """The events this account may see; two queries, and one for an account's own."""
    players = Count("entries", filter=Q(entries__is_filler=False))
    shown = visible_tournaments(user).annotate(players=players)
    rounds = Prefetch(
        "rounds",
        Round.objects.exclude(state__in=HIDDEN_STATES),
        to_attr="shown_rounds",
    )
    found = shown.select_related("description").prefetch_related(rounds)
    return _sorted(EventCard(one, one.players, one.shown_rounds) for one in found)


def visible_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament, Any]:
    there = Tournament.objects.filter(binned_at=None, is_practice=False)
    if not isinstance(user, User):
        return there.filter(is_public=True)
    if user.is_superuser:
        return there
    looking = user.memberships.filter(role__in=roles_that(Ability.LOOK))
    mine = looking.values("tournament")
    return there.filter(Q(is_public=True) | Q(pk__in=mine))


def _sorted(cards: Iterable[EventCard]) -> Events:
    all_cards = list(cards)
    coming = [one for one in all_cards if not (one.is_over or one.is_running)]
    past = [one for one in all_cards if one.is_over]
    return Events(
        [one for one in all_cards if one.is_running],
        sorted(coming, key=lambda one: (one.first_day is None, one.first_day or _NONE)),
        sorted(past, key=lambda one: one.first_day or _created(one), reverse=True),
    )


#: For an event that does not say its day, which comes after those that do.
_NONE = date.max


def _created(card: EventCard) -> date:
    return card.tournament.created_at.date()


def _today(tournament: Tournament) -> date:
    return timezone.now().astimezone(tournament.zone).date()
