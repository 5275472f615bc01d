"""The forms of the plan of the day: one line of it, and what a new one looks like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Unpack

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.event_time.years import refuse_other_years
from tournaments.event_time.zone import zone_names
from tournaments.events.schedule.day_plan import MOST_ITEMS, Item
from tournaments.events.schedule.templates import Pattern
from tournaments.models import PlanKind, Tournament
from tournaments.web.form_arguments import FormArguments, Sent
from tournaments.web.form_fields import offer, whole_number
from tournaments.web.local_time_field import LocalTimeField, which_of_two

#: So many lines are offered to be filled in.
EMPTY_LINES = 3
MOST_MINUTES = 1440


class ItemForm(forms.Form):
    """A line of the plan. `what` is the number of a round, or a kind."""

    what = forms.ChoiceField(label=_("Change"))
    title = forms.CharField(label=_("Called"), max_length=80, required=False)
    start = LocalTimeField(label=_("Begins"))
    minutes = whole_number(1, MOST_MINUTES, label=_("Minutes"))
    least_minutes = whole_number(
        0, MOST_MINUTES, label=_("Minimum minutes"), required=False
    )

    def __init__(
        self, data: Sent | None = None, *, rounds: int, **given: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **given)
        numbers = (
            (str(number), gettext("Round %(number)s") % {"number": number})
            for number in range(1, rounds + 1)
        )
        kinds = ((str(each), each.label) for each in (PlanKind.BREAK, PlanKind.OTHER))
        offer(self, "what", [("", "–"), *numbers, *kinds])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        what = data.get("what")
        if what in (PlanKind.BREAK, PlanKind.OTHER) and not data.get("title"):
            self.add_error("title", _("Enter a name."))
        least, minutes = data.get("least_minutes"), data.get("minutes")
        if what == PlanKind.BREAK and least and minutes and least >= minutes:
            self.add_error("least_minutes", _("Enter less than the full length."))
        return data

    def item(self) -> Item:
        """What was typed. A round has no title, only a break a least length."""
        data = self.cleaned_data
        what, is_round = data["what"], data["what"].isdecimal()
        return Item(
            kind=PlanKind.ROUND if is_round else what,
            start=data["start"],
            minutes=data["minutes"],
            number=int(what) if is_round else None,
            title="" if is_round else data["title"],
            least_minutes=data["least_minutes"] if what == PlanKind.BREAK else None,
        )


ItemFormSet = forms.formset_factory(
    ItemForm,
    extra=EMPTY_LINES,
    can_delete=True,
    max_num=MOST_ITEMS,
    absolute_max=MOST_ITEMS,
)


def lines_of(
    items: Iterable[Item], rounds: int, data: object = None
) -> forms.BaseFormSet[ItemForm]:
    """The plan as lines to change, or as they were typed."""
    initial = [asdict(item) | {"what": str(item.number or item.kind)} for item in items]
    known = {"form_kwargs": {"rounds": rounds}, "prefix": "line"}
    if data is None:
        return ItemFormSet(initial=initial, **known)  # type: ignore[arg-type]
    return ItemFormSet(data, **known)  # type: ignore[arg-type]


class PatternForm(forms.Form):
    """A new plan from a few numbers."""

    first_day = forms.DateField(
        label=_("First day"),
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
        validators=[refuse_other_years],
    )
    first_start = forms.TimeField(
        label=_("Start of the first round each day"),
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
    )
    which = which_of_two()
    rounds_a_day = whole_number(1, 99, label=_("Rounds per day"))
    minutes = whole_number(
        1,
        MOST_MINUTES,
        label=_("Minutes per round"),
        help_text=_("Add time after the clock for last hands and results."),
    )
    gap = whole_number(0, MOST_MINUTES, label=_("Minutes between rounds"))
    break_after = whole_number(
        0, 99, label=_("Rounds before lunch"), help_text=_("Enter 0 for no lunch.")
    )
    break_minutes = whole_number(1, MOST_MINUTES, label=_("Minutes for lunch"))

    @classmethod
    def for_tournament(
        cls, tournament: Tournament, data: Sent | None = None
    ) -> PatternForm:
        initial = {
            "first_start": "10:00",
            "rounds_a_day": min(tournament.planned_rounds, 4),
            "minutes": tournament.minutes,
            "gap": 15,
            "break_after": 2,
            "break_minutes": 60,
        }
        return cls(data, initial=initial, prefix="new")

    def pattern(self, rounds: int) -> Pattern:
        return Pattern(rounds=rounds, break_title=gettext("Lunch"), **self.cleaned_data)


class ZoneForm(forms.Form):
    time_zone = forms.ChoiceField(label=_("Time zone"))
    which = which_of_two()

    def __init__(
        self, data: Sent | None = None, **given: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **given)
        named = ((name, name.replace("_", " ")) for name in zone_names())
        offer(self, "time_zone", named)
