"""Publish seating after the scheduled start of its round. The clock does not start
automatically; the director chooses when to start it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from tournaments.models import Round
from tournaments.refusals import sentence
from tournaments.rounds import round_clock
from tournaments.tournament_time.dates_in_words import date_in_words, day_of_month
from tournaments.web.form_fields_and_types import Cleaned
from tournaments.web.local_time_field import LocalTimeField


class Late(TextChoices):
    """Ways to start the clock of a round whose scheduled start has passed."""

    NOW = "now", gettext_lazy("Start now")
    AT = "at", gettext_lazy("Start at a new time")
    BY_HAND = "by_hand", gettext_lazy("Start manually later")


@dataclass(frozen=True)
class LateStart:
    """A director's choice for starting a late round. `at`: the new start time, or
    None."""

    choice: str
    at: datetime | None = None

    def carry_out(self, round_: Round, *, by: str, now: datetime) -> Round:
        """Set the clock of the published round as chosen, and return the round.

        Raises Refused as the functions of `round_clock` do. If the new time has passed,
        the fault is about the field `start_time`.
        """
        if self.choice == Late.NOW:
            return round_clock.start(round_.pk, by=by, now=now, although=True)
        if self.choice == Late.AT and self.at:
            round_clock.refuse_past(self.at, now, "start_time")
            return round_clock.start_at(
                round_.pk, at=self.at, by=by, now=now, although=True
            )
        return round_


def late_fault(round_: Round, now: datetime) -> Fault | None:
    """Return a fault if the scheduled start of the round has passed.

    None if it has not passed, or if the schedule does not start this round now.
    """
    planned = round_clock.missed_start(round_, now)
    if planned is None:
        return None
    local = timezone.localtime(planned, round_.tournament.zone)
    return Fault(
        "planned_time_past",
        _(
            "The start time of round %(number)s (%(time)s on %(day)s) has passed. "
            "Choose when to start it."
        ),
        "start",
        {
            "number": round_.number,
            "time": date_in_words(local, "TIME_FORMAT"),
            "day": day_of_month(local),
        },
    )


class LateStartForm(forms.Form):
    """Form for publishing seating. It shows the choice of the start only if `initial`
    contains the sentence `late`, or after a refusal."""

    start = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=Late.choices,
        widget=forms.RadioSelect,
        required=False,
    )
    start_time = LocalTimeField(label=gettext_lazy("New time"), required=False)

    @property
    def asks_start(self) -> bool:
        if not self.is_bound:
            return "late" in self.initial
        return bool({"start", "start_time"} & {*self.errors} or self["start"].data)

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        chosen, at = values.get("start"), values.get("start_time")
        if chosen == Late.AT and not at and "start_time" not in self.errors:
            self.add_error("start_time", gettext_lazy("Enter the new time."))
        return values


def chosen_start(values: Cleaned) -> LateStart | None:
    """Return the choice in the values of a valid form, or None if there is no
    choice."""
    if not values["start"]:
        return None
    return LateStart(values["start"], values["start_time"])


def ask_start(round_: Round | None, now: datetime) -> Cleaned:
    """Return the initial values of the form for publishing the seating of the round;
    empty unless its scheduled start has passed."""
    fault = late_fault(round_, now) if round_ else None
    return {"late": sentence(fault)} if fault else {}
