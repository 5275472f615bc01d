"""Actions on a round as buttons: the next step, the actions beside it, and the menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.forms import Form
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Round
from tournaments.web.form_fields_and_types import Context

#: Button texts.
LABELS: Mapping[str, Promise] = {
    "show_in_hall": gettext_lazy("Show seating in the hall"),
    "publish": gettext_lazy("Publish seating"),
    "unpublish": gettext_lazy("Unpublish seating"),
    "start": gettext_lazy("Start round"),
    "start_at": gettext_lazy("Start at this time"),
    "call_off_start": gettext_lazy("Cancel the start"),
    "undo_start": gettext_lazy("Undo the start"),
    "set_back": gettext_lazy("Reset the clock and pause"),
    "pause": gettext_lazy("Pause"),
    "resume": gettext_lazy("Resume"),
    "extend": gettext_lazy("Change time"),
    "end_now": gettext_lazy("End the time now"),
    "undo_end": gettext_lazy("Undo the end"),
    "keep_time": gettext_lazy("Keep remaining time"),
    "accept_step": gettext_lazy("Leave unchanged"),
    "close": gettext_lazy("Close round"),
    "reopen": gettext_lazy("Reopen round"),
}

#: Texts in the menu that differ from the button.
FOLDED: Mapping[str, Promise] = {
    "start_at": gettext_lazy("Schedule the start"),
    "set_back": gettext_lazy("Reset the clock"),
}

#: Actions that many people notice immediately, or that end something.
DANGEROUS = ("unpublish", "set_back", "end_now", "close", "reopen")

#: Form fields that are hidden or only shown if needed.
UNASKED = ("seats", "version", "although", "start", "start_time", "keep")

#: Actions in the notice that the server's clock was changed.
AFTER_STEP = ("keep_time", "accept_step")

#: Actions beside the next step, at most one.
BESIDE = ("show_in_hall", "call_off_start")


@dataclass(frozen=True)
class RoundButton:
    """An action with its form and texts.

    `label`: text of the button; `folded`: text in the menu; `style`: "danger" or "".
    """

    name: str
    form: Form
    label: Promise | str
    folded: Promise | str
    style: str

    @property
    def asks(self) -> bool:
        """Return whether the form has visible fields."""
        return any(name not in UNASKED for name in self.form.fields)


def button_context(context: Context) -> Context:
    """Return the buttons for the template, made from the forms in `context`.

    Rejected forms are included with their errors.
    """
    forms, round_ = context["forms"], context["round"]
    shown = {
        name: RoundButton(
            name,
            form,
            _label(name, round_),
            _folded(name, round_),
            "danger" if name in DANGEROUS else "",
        )
        for name, form in forms.items()
    }
    first = shown.pop(context["first"], None)
    after_step = [shown.pop(name) for name in AFTER_STEP if name in shown]
    beside = [shown.pop(name) for name in BESIDE if name in shown][:1]
    return {
        "next": first,
        "beside": beside,
        "after_step": after_step,
        "menu": list(shown.values()),
        "unasked": UNASKED,
    }


def _label(name: str, round_: Round) -> Promise | str:
    if name == "start" and round_.starts_at:
        return _("Start now")
    if name == "start" and (minutes := round_.tournament.countdown):
        text = ngettext(
            "Start %(minutes)s-minute countdown",
            "Start %(minutes)s-minute countdown",
            minutes,
        )
        return text % {"minutes": minutes}
    return LABELS[name]


def _folded(name: str, round_: Round) -> Promise | str:
    if name == "start_at" and round_.starts_at:
        return _("Change the start")
    return FOLDED.get(name, LABELS[name])
