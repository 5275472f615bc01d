"""The page of the tournament's rules, with a preview of the effects of changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from rules.rule_option_types import Options
from rules.rule_sheet import only_changed
from rules.strict_reader import Json
from scoring.corrections.change_rules import PreviewOutdated, change_rules
from scoring.corrections.rule_change_effects import (
    Effect,
    OptionChange,
    effect_of,
    has_entries,
)
from scoring.standings.criteria_and_tie_breaks import measures_of
from scoring.wording.ledger_entry_wording import of_ending
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.rule_texts import translated
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rules_form import RulesForm
from tournaments.web.form_fields_and_types import ReasonForm
from tournaments.web.list_wording import joined_sentences
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    focus_first_fault,
)

#: Maximum number of hands listed that prevent a change; the others are counted.
MOST_OBSTACLES = 30


class OptionsField(forms.JSONField):
    """Form field for options as JSON. Unlike Django's field, it also handles parser
    errors for huge numbers and deep nesting."""

    def to_python(self, value: object) -> Json:
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            raise forms.ValidationError(self.error_messages["invalid"]) from None


class ApplyForm(ReasonForm):
    """Form to apply options after a preview. `seen`: fingerprint of the preview."""

    options = OptionsField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    field_order = ("options", "seen", "reason")


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render and change the rules.

    Without entries, changes are saved immediately; otherwise after a preview (`seen`).
    `fill` fills the form from the preset, `reset` sets one option back to the preset,
    and `edit` returns from the preview to the form.
    """
    if request.method != "POST":
        form = RulesForm.of(tournament.rules, tournament.rules.options)
        return form_page(request, tournament, form)
    if "seen" in request.POST:
        return _apply(request, tournament)
    if "edit" in request.POST:
        return form_page(request, tournament, _filled(tournament, _sent(request)))
    if "fill" in request.POST:
        wanted = {"preset": request.POST.get("preset", "")}
        return form_page(request, tournament, _filled(tournament, wanted))
    if "reset" in request.POST:
        return _reset(request, tournament)
    return _save_or_preview(request, tournament)


def _reset(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the submitted form with one option set back to the preset."""
    rules = tournament.rules
    sent = RulesForm(request.POST, rules=rules, current=rules.options)
    form = sent.with_preset_value(request.POST["reset"])
    return form_page(request, tournament, form)


def _save_or_preview(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Save the rules if there are no entries yet, otherwise show the preview."""
    now = tournament.rules
    form = RulesForm(request.POST, rules=now, current=now.options)
    if not form.is_valid():
        focus_first_fault(form)
        return form_page(request, tournament, form, status=422)
    try:
        if has_entries(tournament):
            effect = effect_of(tournament, form.options())
            return _preview(request, tournament, effect)
        by = request.user.get_username()
        change_rules(tournament, form.options(), by=by)
    except PreviewOutdated as error:  # a hand was entered in the meantime
        return _preview(request, tournament, error.effect)
    except RuleError as error:
        form.add_faults(error)
        focus_first_fault(form)
        return form_page(request, tournament, form, status=422)
    messages.success(request, _("Rules saved."))
    return redirect("director:rules", tournament.slug)


def _apply(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Save the rules that were previewed and redirect to the rules page.

    If they cannot be saved, render the preview again, or the rules form if the rules
    are invalid.
    """
    form = ApplyForm(request.POST)
    options = _sent(request)
    if form.is_valid():
        with faults_in(form):
            effect = change_rules(
                tournament,
                options,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
                seen=form.cleaned_data["seen"],
            )
            messages.success(request, _done(effect))
            return redirect("director:rules", tournament.slug)
    tournament.refresh_from_db()
    try:
        effect = effect_of(tournament, options)
    except RuleError as error:
        again = RulesForm.of(tournament.rules, tournament.rules.options)
        messages.error(request, joined_sentences(map(sentence, error.faults)))
        return form_page(request, tournament, again, status=422)
    return _preview(request, tournament, effect, form)


def _done(effect: Effect) -> str:
    if not effect.tables and not effect.players:
        return gettext("Rules changed. No results changed.")
    text = gettext(
        "Rules changed. Tables with changed results: %(tables)s. Players with a "
        "changed place: %(places)s."
    )
    return text % {"tables": len(effect.tables), "places": effect.places}


def _sent(request: AccountRequest) -> dict[str, object]:
    """Return the options that the preview page submits.

    Raises BadRequest if they are not a JSON object.
    """
    try:
        options = json.loads(request.POST.get("options", ""))
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(options, dict):
        raise BadRequest
    return options


def _filled(tournament: Tournament, options: Mapping[str, object]) -> RulesForm:
    """Return the form with these options; with the current options if these are
    invalid.
    """
    try:
        wanted: Options = type(tournament.rules.options).read(options)
    except RuleError:
        wanted = tournament.rules.options
    return RulesForm.of(tournament.rules, wanted)


def form_page(
    request: AccountRequest,
    tournament: Tournament,
    form: RulesForm,
    *,
    status: int = 200,
    file_faults: Sequence[str] = (),
) -> HttpResponse:
    """Render the rules form; `file_faults`: errors of an uploaded rules file."""
    options = tournament.rules.options
    context = {
        "tournament": tournament,
        "form": form,
        "groups": form.groups,
        "entered": has_entries(tournament),
        "preset": translated(options.PRESETS[options.preset].name),
        "differences": len(options.differences()),
        "file_faults": file_faults,
    }
    return render(request, "director/rules.html", context, status=status)


def _preview(
    request: AccountRequest,
    tournament: Tournament,
    effect: Effect,
    refused: ApplyForm | None = None,
) -> HttpResponse:
    """Render the preview of the effects. `refused`: the rejected form."""
    form = refused or ApplyForm()
    hidden = {"options": effect.wanted.changes(), "seen": effect.fingerprint}
    measures = measures_of(tournament.ruleset)
    context = {
        "tournament": tournament,
        "form": form,
        "effect": effect,
        "hidden": {"options": json.dumps(hidden["options"]), "seen": hidden["seen"]},
        "changes": [
            _changed_option(change, effect.wanted, tournament.ruleset)
            for change in effect.options
        ],
        "tables": [
            (table, [_end_of_play(over) for over in table.over])
            for table in effect.tables
        ],
        "obstacles": [
            (obstacle, dict.fromkeys(sentence(fault) for fault in obstacle.faults))
            for obstacle in effect.obstacles[:MOST_OBSTACLES]
        ],
        "more_obstacles": len(effect.obstacles[MOST_OBSTACLES:]),
        "measure": measures["table_points"].name,
    }
    status = 422 if refused else 200
    return render(request, "director/rules_effect.html", context, status=status)


def _end_of_play(why: str) -> str:
    return of_ending(why) if why else gettext("Play continues.")


def _changed_option(
    change: OptionChange, wanted: Options, ruleset: str
) -> dict[str, str]:
    """Return the text of an option with its values before and after."""
    before, after = only_changed(change.before, change.after)
    text = translated(change.text) if change.text else gettext("Preset")
    if change.name == "preset":
        names = {key: translated(preset.name) for key, preset in wanted.PRESETS.items()}
        before, after = names[str(before)], names[str(after)]
    return {
        "text": text,
        "before": figures(before, ruleset),
        "after": figures(after, ruleset),
    }
