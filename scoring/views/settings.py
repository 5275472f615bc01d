"""A tournament's settings, among them what decides places."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from scoring.standings import MEASURES, in_words, measures_of
from tournaments import setup
from tournaments.forms import whole_number
from tournaments.models import ConfirmationNeeded, EndPolicy, Tournament
from tournaments.views.roles import for_directors
from tournaments.web import AccountRequest, add_faults, refused


class SettingsForm(forms.Form):
    """What may be changed. `measure_0` decides places, `measure_1` those that are
    equal in it, and so on."""

    title = forms.CharField(label=_("Title"), max_length=200)
    planned_rounds = whole_number(1, 99, label=_("Rounds"))
    minutes = whole_number(
        1,
        600,
        label=_("Minutes per round"),
        help_text=_("A round whose clock runs keeps its end."),
    )
    end_policy = forms.ChoiceField(
        label=_("When time is up"),
        choices=EndPolicy,
        widget=forms.RadioSelect,
    )

    confirmation = forms.ChoiceField(
        label=_("Whose word a table needs before its round is closed"),
        choices=ConfirmationNeeded,
        widget=forms.RadioSelect,
        help_text=_(
            "A round can be closed without it too, with a reason. Players confirm by "
            "the links you give them."
        ),
    )

    table_settles_conflicts = forms.BooleanField(
        label=_("The table may choose which of two versions of a hand is right"),
        required=False,
        help_text=_("Otherwise only a referee does. Both give a reason for the log."),
    )

    def __init__(self, *args: Any, ruleset: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        measures = measures_of(ruleset)
        choices = [(key, measure.name) for key, measure in measures.items()]
        for place in range(len(MEASURES)):
            label = _("Places are decided by") if place == 0 else _("if equal, then by")
            self.fields[f"measure_{place}"] = forms.ChoiceField(
                label=label,
                choices=choices if place == 0 else [("", "–"), *choices],
                required=place == 0,
            )

    @classmethod
    def of(cls, tournament: Tournament) -> SettingsForm:
        """The settings as they are."""
        names = [
            field.name for field in fields(setup.Settings) if field.name != "tie_breaks"
        ]
        chain = enumerate(tournament.tie_breaks)
        return cls(
            ruleset=tournament.ruleset,
            initial={name: getattr(tournament, name) for name in names}
            | {f"measure_{place}": key for place, key in chain},
        )

    @property
    def measures(self) -> list[forms.BoundField]:
        return [self[f"measure_{place}"] for place in range(len(MEASURES))]

    @property
    def chain(self) -> list[str]:
        keys = (
            self.cleaned_data.get(f"measure_{place}") for place in range(len(MEASURES))
        )
        return [key for key in keys if key]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen: set[str] = set()
        for place in range(len(MEASURES)):
            key = data.get(f"measure_{place}")
            if key and key in seen:
                self.add_error(f"measure_{place}", _("This is in the order already."))
            seen.add(key or "")
        return data

    def settings(self) -> setup.Settings:
        data = self.cleaned_data
        return setup.Settings(
            title=data["title"],
            planned_rounds=data["planned_rounds"],
            minutes=data["minutes"],
            end_policy=data["end_policy"],
            tie_breaks=self.chain,
            confirmation=data["confirmation"],
            table_settles_conflicts=data["table_settles_conflicts"],
        )


@for_directors
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Look at the settings and change them."""
    context = {"tournament": tournament, "in_words": in_words(tournament)}
    if request.method != "POST":
        context["form"] = SettingsForm.of(tournament)
        return render(request, "director/settings.html", context)
    form = SettingsForm(request.POST, ruleset=tournament.ruleset)
    if form.is_valid():
        try:
            setup.change_settings(
                tournament, form.settings(), by=request.user.get_username()
            )
        except RuleError as error:
            add_faults(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("director:settings", tournament.slug)
    return refused(request, "director/settings.html", {**context, "form": form})


@for_directors
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament to everybody (`shown` = yes) or hide it (no). Opened as a
    page, it shows the settings."""
    if request.method != "POST":
        return redirect("director:settings", tournament.slug)
    if request.POST.get("shown") not in ("yes", "no"):
        raise BadRequest
    shown = request.POST["shown"] == "yes"
    setup.show_to_public(tournament, shown, by=request.user.get_username())
    words = (
        _("Everybody can see this tournament now.")
        if shown
        else _("Only its helpers can see this tournament now.")
    )
    messages.success(request, words)
    return redirect("director:settings", tournament.slug)
