"""The state of a tournament in the list of tournaments, calculated by the database.
There are seven states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypedDict

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    TextChoices,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import NOT_BEGUN, Round, RoundState, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class EventState(TextChoices):
    """The state of a tournament in a list. If several states apply, the last of these
    is used."""

    PLANNED = "planned", pgettext_lazy("tournament", "Planned")
    RUNNING = "running", _("Running")
    CLOSED = "closed", pgettext_lazy("tournament", "Closed")
    FINISHED = "finished", pgettext_lazy("tournament", "Finished")
    ARCHIVED = "archived", _("Archived")
    PRACTICE = "practice", _("Practice")
    BINNED = "binned", _("In the bin")

    @property
    def tab(self) -> Promise:
        """Return the name of the tab that lists the tournaments in this state."""
        return TABS[self]


#: Tabs have the number of tournaments after their name.
TABS: Mapping[EventState, Promise] = {
    EventState.PLANNED: pgettext_lazy("tab with a number of tournaments", "Planned"),
    EventState.RUNNING: pgettext_lazy("tab with a number of tournaments", "Running"),
    EventState.CLOSED: pgettext_lazy("tab with a number of tournaments", "Closed"),
    EventState.FINISHED: pgettext_lazy("tab with a number of tournaments", "Finished"),
    EventState.ARCHIVED: pgettext_lazy("tab with a number of tournaments", "Archived"),
    EventState.PRACTICE: pgettext_lazy("tab with a number of tournaments", "Practice"),
    EventState.BINNED: pgettext_lazy("tab with a number of tournaments", "In the bin"),
}


#: States of current tournaments, which are listed by default.
CURRENT = (EventState.PLANNED, EventState.RUNNING, EventState.CLOSED)


class WithState(TypedDict):
    """The annotations that `with_state` adds."""

    state: str
    closed_rounds: int


def with_state(
    events: QuerySet[Tournament],
) -> QuerySet[WithAnnotations[Tournament, WithState]]:
    """Return the tournaments annotated with their `state`, a value of `EventState`."""
    rounds = Round.objects.filter(tournament=OuterRef("pk")).order_by()
    closed = rounds.filter(state=RoundState.CLOSED).values("tournament")
    counted = closed.annotate(count=Count("pk")).values("count")
    state = Case(
        When(binned_at__isnull=False, then=Value(EventState.BINNED.value)),
        When(is_practice=True, then=Value(EventState.PRACTICE.value)),
        When(archived_at__isnull=False, then=Value(EventState.ARCHIVED.value)),
        When(finished_at__isnull=False, then=Value(EventState.FINISHED.value)),
        When(
            planned_rounds__lte=F("closed_rounds"), then=Value(EventState.CLOSED.value)
        ),
        When(begun=True, then=Value(EventState.RUNNING.value)),
        default=Value(EventState.PLANNED.value),
        output_field=CharField(),
    )
    return events.annotate(
        closed_rounds=Coalesce(
            Subquery(counted, output_field=IntegerField()), Value(0)
        ),
        begun=Exists(rounds.exclude(state__in=NOT_BEGUN)),
    ).annotate(state=state)
