"""Form fields for a day, and for a time in the tournament's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from datetime import timezone as fixed_zone
from typing import NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms.renderers import BaseRenderer
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.refusals import Refused, sentence
from tournaments.tournament_time.local_times import (
    Which,
    local_time,
    moment_of,
    moments_of,
)
from tournaments.tournament_time.time_zone_and_years import refuse_other_years
from tournaments.web.form_fields_and_types import Words

#: Marks a time that was typed without a zone.
_TYPED = fixed_zone(timedelta(), "typed")


def date_field(
    label: Words, *, required: bool = True, help_text: Words = ""
) -> forms.DateField:
    """Return a field for a day, with the calendar of the browser."""
    return forms.DateField(
        label=label,
        required=required,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        validators=[refuse_other_years],
        help_text=help_text,
    )


class LocalTime(NamedTuple):
    """A local time in a form. `choice` (a value of `Which`, or "") decides between the
    two moments if the time occurs twice."""

    text: str
    choice: str = ""

    @property
    def moments(self) -> list[datetime]:
        """Return the possible moments of a time in ISO format, in the current zone.
        Return an empty list for other text."""
        try:
            local = datetime.fromisoformat(self.text)
            return moments_of(local, timezone.get_current_timezone())
        except (ValueError, OverflowError):
            return []


class LocalTimeInput(forms.DateTimeInput):
    """An input for a date and time. If the time occurs twice, there is also a choice
    between the two moments."""

    input_type = "datetime-local"

    def value_from_datadict(
        self,
        data: Mapping[str, object],
        files: MultiValueDict[str, UploadedFile[bytes]],
        name: str,
    ) -> LocalTime:
        text, choice = data.get(name), data.get(f"{name}_which")
        return LocalTime(str(text or ""), str(choice or ""))

    def render(
        self,
        name: str,
        value: LocalTime | None,
        attrs: dict[str, object] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        typed = value or LocalTime("")
        shown = super().render(name, typed.text, attrs, renderer)
        if len(moments := typed.moments) < 2:
            return shown
        sentences = _("First %(time)s (%(zone)s)"), _("Second %(time)s (%(zone)s)")
        named = [
            (choice, sentence % _time_and_zone(moment))
            for choice, sentence, moment in zip(
                Which.values, sentences, moments, strict=True
            )
        ]
        choices = [("", _("First or second?")), *named]
        label = {"aria-label": _("First or second time"), "class": "which-time"}
        select = forms.Select(label, choices)
        return shown + select.render(f"{name}_which", typed.choice)


class LocalTimeField(forms.DateTimeField):
    """A field for a local time in the current zone. The value is the moment in UTC.

    A time that does not exist is refused, with the nearest times. A time that occurs
    twice is refused without a choice between the first and the second.
    """

    widget = LocalTimeInput
    default_error_messages = {
        "invalid": gettext_lazy("Enter a valid date/time."),
    }

    def prepare_value(self, value: object) -> LocalTime | None:
        """Return the value of the widget for a moment or for typed text. Return None
        for other values.

        Times are in the format of browsers. Text that is not a time does not change.
        """
        if isinstance(value, datetime):
            local = local_time(value, timezone.get_current_timezone())
            return LocalTime(_iso(local), Which.values[local.fold])
        if not isinstance(value, LocalTime):
            return None
        try:
            typed = self._typed(value.text)
        except ValidationError:
            return value
        return value._replace(text=_iso(typed) if typed else "")

    def to_python(self, value: object) -> datetime | None:
        text, choice = value if isinstance(value, LocalTime) else (str(value), "")
        typed = self._typed(text)
        if typed is None:
            return None
        refuse_other_years(typed)
        if typed.tzinfo is not _TYPED:
            return typed.astimezone(UTC)
        zone = timezone.get_current_timezone()
        try:
            return moment_of(typed.replace(tzinfo=None), zone, choice)
        except Refused as refused:
            [fault] = refused.faults
            raise ValidationError(sentence(fault), fault.code) from refused

    def _typed(self, text: str) -> datetime | None:
        """Return the time in the text, or None if the text is empty. If the text has no
        zone, the time is in the zone `_TYPED`."""
        with timezone.override(_TYPED):
            moment: datetime | None = super().to_python(text.strip())
        return moment


def which_of_two() -> forms.ChoiceField:
    """Return a field for the choice between the two moments of a local time.

    Pages show this field only after a refusal.
    """
    return forms.ChoiceField(
        label=gettext_lazy("If a time occurs twice"),
        choices=[("", gettext_lazy("First or second?")), *Which.choices],
        required=False,
    )


def _iso(local: datetime) -> str:
    """Return a date and time in the format of the browser's input. Seconds are included
    if they are not 0."""
    precision = "seconds" if local.second else "minutes"
    return local.replace(tzinfo=None).isoformat(timespec=precision)


def _time_and_zone(moment: datetime) -> dict[str, str]:
    local = moment.astimezone(timezone.get_current_timezone())
    return {"time": f"{local:%H:%M}", "zone": f"{local:%Z}"}
