"""Convert between local times and moments. A local time has no moment if the clocks
skip it, and two moments if it occurs twice. This module uses no database and does not
read the current time."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from tournaments.refusals import refusal
from tournaments.tournament_time.dates_in_words import date_in_words

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


class Which(TextChoices):
    """The choice between the two moments of a local time that occurs twice."""

    FIRST = "first", gettext_lazy("First, before the clocks change")
    SECOND = "second", gettext_lazy("Second, after the clocks change")


def local_time(moment: datetime, zone: tzinfo) -> datetime:
    """Return the time that clocks in `zone` show at `moment`. The result has no zone.

    Its `fold` is 1 if the moment is the second moment with this local time.
    """
    return moment.astimezone(zone).replace(tzinfo=None)


def moments_of(local: datetime, zone: tzinfo) -> list[datetime]:
    """Return the moments (none, one or two) at which clocks in `zone` show `local`. The
    moments are in UTC and in order."""
    candidates = {_moment(local, zone, fold) for fold in (0, 1)}
    return sorted(moment for moment in candidates if local_time(moment, zone) == local)


def moment_of(
    local: datetime,
    zone: tzinfo,
    choice: str = "",
    *,
    field: str = "",
    choice_field: str = "",
) -> datetime:
    """Return the moment, in UTC, of the time `local` in `zone`.

    `choice` (a value of `Which`) decides if the local time occurs twice. Raises Refused
    for the field `field`, with the nearest times, if the local time does not exist.
    Raises Refused for the field `choice_field` if it occurs twice and there is no
    choice.
    """
    moments = moments_of(local, zone)
    if len(moments) == 2 and choice in Which.values:
        return moments[Which.values.index(choice)]
    if len(moments) == 1:
        return moments[0]
    before, after = _change_at(local, zone)
    values = {
        "time": date_in_words(local, "TIME_FORMAT"),
        "day": date_in_words(local, "DATE_FORMAT"),
        "zone": str(zone),
        "before": _time_in_words(before, local),
        "after": _time_in_words(after, local),
    }
    if moments:
        raise refusal(
            "happens_twice",
            _(
                "%(time)s on %(day)s happens twice in %(zone)s: the clocks change from "
                "%(before)s to %(after)s. Choose the first or the second."
            ),
            choice_field,
            **values,
        )
    raise refusal(
        "no_such_time",
        _(
            "%(time)s on %(day)s does not exist in %(zone)s: the clocks change from "
            "%(before)s to %(after)s. The nearest times are %(earlier)s and %(after)s."
        ),
        field,
        **values,
        earlier=_time_in_words(before - MINUTE, local),
    )


@dataclass(frozen=True)
class Move:
    """A change of zone or day that keeps local times.

    `before` and `after` are the zones. `later` is added to the local time. `choice` (a
    value of `Which`, or "") decides between two moments. Refusals are for the field
    `field`, or for the field "which".
    """

    before: tzinfo
    after: tzinfo
    field: str
    later: timedelta = timedelta()
    choice: str = ""

    def moved(self, moment: datetime) -> datetime:
        """Return the moment after the move. If the local time occurs twice before and
        after the move, the first moment becomes the first, and the second the second.
        Raises Refused as `moment_of` does."""
        local = local_time(moment, self.before)
        choice = self.choice
        if not choice and len(moments_of(local, self.before)) == 2:
            choice = Which.values[local.fold]
        return moment_of(
            local + self.later,
            self.after,
            choice,
            field=self.field,
            choice_field="which",
        )


def _moment(local: datetime, zone: tzinfo, fold: int) -> datetime:
    return local.replace(tzinfo=zone, fold=fold).astimezone(UTC)


def _change_at(local: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the local times in `zone` just before and just after the change of the
    clocks. This change makes `local` missing or repeated."""
    early, late = sorted(_moment(local, zone, fold) for fold in (0, 1))
    offset_after = late.astimezone(zone).utcoffset()
    seconds = bisect_left(
        range((late - early) // SECOND + 1),
        True,
        key=lambda n: (early + n * SECOND).astimezone(zone).utcoffset() == offset_after,
    )
    change = early + seconds * SECOND
    return local_time(change - SECOND, zone) + SECOND, local_time(change, zone)


def _time_in_words(time: datetime, day: date) -> str:
    """Return the time as text. The day is added if it differs from `day`."""
    same_day = (time.month, time.day) == (day.month, day.day)
    return date_in_words(time, "TIME_FORMAT" if same_day else "SHORT_DATETIME_FORMAT")
