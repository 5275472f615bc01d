"""The page of a new tournament: its preset with a summary, and all rule options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from rules.rule_option_types import Options
from rules.rule_sheet import only_changed
from rules.ruleset_registry import shared_ruleset
from tournaments.access.roles_and_permissions import Ability
from tournaments.clubs.change_clubs import add_tournament
from tournaments.clubs.who_sees_clubs import clubs_with
from tournaments.director.page_roles_and_health_notice import for_beginners_of_events
from tournaments.models import Tournament
from tournaments.rule_texts import translated
from tournaments.tournament_setup.create_and_change_tournament import Plan, begin_event
from tournaments.tournament_setup.description_and_logo_forms import WhenAndWhereForm
from tournaments.tournament_setup.new_tournament_form import TournamentForm
from tournaments.tournament_setup.offered_rulesets_and_presets import Preset, presets
from tournaments.tournament_setup.own_presets import own_presets
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rules_form import RulesForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    refusals_to,
    refused,
)


def preset_lines(form: TournamentForm, options: Options) -> Iterator[tuple[str, str]]:
    """Yield (label, value) of the form's fields that a preset fills in, then of the
    rule options that differ from the ruleset's preset."""
    yield str(form.fields["ruleset"].label), form.ruleset_name
    yield gettext("Preset"), translated(options.PRESETS[options.preset].name)
    for bound in form:
        if bound.name in ("title", "ruleset", "planned_rounds"):
            continue
        if text := _shown_value(bound.field, bound.value()):
            yield str(bound.label), text
    for difference in options.differences():
        _before, value = only_changed(difference.preset, difference.value)
        yield translated(difference.text), figures(value, form.ruleset_id)


def _shown_value(field: forms.Field, value: object) -> str:
    """Return a field's value as text; "" if it is empty, off or 0."""
    if value in (None, "", False, [], "0", 0):
        return ""
    if value is True:
        return gettext("yes")
    if isinstance(field, forms.ChoiceField):
        names = {str(key): str(name) for key, name in _choices(field)}
        return names.get(str(value), str(value))
    return str(field.prepare_value(value))


def _choices(field: forms.ChoiceField) -> list[tuple[object, object]]:
    return list(field.choices)  # type: ignore[arg-type]


#: Prefix of rule fields, because the page has its own field "preset".
RULES = "rules"


@dataclass
class NewEventForms:
    """The forms of the page: the tournament, its date and place, and its rules."""

    form: TournamentForm
    about: WhenAndWhereForm
    rules: RulesForm

    def are_valid(self) -> bool:
        """Return whether all bound forms are valid. Errors are added to each form."""
        results = [self.form.is_valid(), self.about.is_valid()]
        return all(results) and (not self.rules.is_bound or self.rules.is_valid())

    def options(self) -> Options | None:
        """Return the rule options in valid forms; the preset's options if no rules were
        sent.

        Returns None if the options contradict each other; the faults are then added to
        the form's fields.
        """
        if not self.rules.is_bound:
            return self.rules.current
        try:
            return type(self.rules.current).read(self.rules.options())
        except RuleError as error:
            self.rules.add_faults(error)
            return None


@for_beginners_of_events
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AccountRequest) -> HttpResponse:
    """Render the form of a new tournament with the values of ?preset=. POST creates the
    tournament.

    POST can also change the form only: `show` uses the values of another preset, `fill`
    fills in a preset of the rules, `reset` resets one option. The preset's fields are
    folded; htmx gets only these fields. Raises Http404 for an unknown preset.
    """
    saved = own_presets(request.user)
    offered = {**presets(), **saved}
    chosen = request.POST.get("preset") or request.GET.get("preset")
    chosen = chosen or next(iter(offered))
    if chosen not in offered:
        raise Http404
    preset = offered[chosen]
    context: dict[str, object] = {"presets": presets(), "own": saved, "chosen": chosen}
    context["clubs"] = clubs_with(request.user, Ability.SETUP)
    context["club"] = (request.POST or request.GET).get("club", "")
    if request.method != "POST" or "show" in request.POST:
        data = request.POST or request.GET
        event_forms = _from_preset(preset, WhenAndWhereForm(initial=data.dict()))
        event_forms.form.initial["title"] = data.get("title", "")
        template = "_new_rest.html" if request.htmx else "new.html"
        context |= _shown(event_forms, preset)
        return render(request, f"director/{template}", context)
    event_forms = _sent(request, preset)
    if "fill" in request.POST or "reset" in request.POST:
        event_forms.rules = _filled(request, event_forms.rules)
        context |= _shown(event_forms, preset) | {"is_about_rules": True}
        return render(request, "director/new.html", context)
    if event_forms.are_valid() and (options := event_forms.options()):
        plan = event_forms.form.plan(options.changes())
        with refusals_to(event_forms.form.add_faults):
            event = _begin(request, plan, event_forms)
            messages.success(request, _("Tournament created. Add the players."))
            return redirect("director:players", event.slug)
    context |= _shown(event_forms, preset)
    return refused(request, "director/new.html", context)


@transaction.atomic
def _begin(
    request: AccountRequest, plan: Plan, event_forms: NewEventForms
) -> Tournament:
    """Create the tournament, and return it. If a club was chosen in which the account
    is owner or director, the club becomes the owner of the tournament."""
    event = begin_event(plan, event_forms.about.values(), director=request.user)
    slug = request.POST.get("club", "")
    club = clubs_with(request.user, Ability.SETUP).filter(slug=slug).first()
    if club is not None:
        add_tournament(club, event, by=request.user)
    return event


def _from_preset(preset: Preset, about: WhenAndWhereForm) -> NewEventForms:
    rules = shared_ruleset(preset.ruleset, preset.options)
    form = TournamentForm.from_preset(preset)
    return NewEventForms(form, about, RulesForm.of(rules, rules.options, prefix=RULES))


def _sent(request: AccountRequest, preset: Preset) -> NewEventForms:
    """Return the forms as sent. If another preset was chosen without JavaScript, return
    forms with the values of that preset and the title as sent."""
    about = WhenAndWhereForm(request.POST)
    if request.POST.get("preset") != request.POST.get("filled"):
        filled = _from_preset(preset, about)
        values = {field.name: field.value() for field in filled.form}
        values = {name: value for name, value in values.items() if value is not None}
        title = {"title": request.POST.get("title", "")}
        return NewEventForms(TournamentForm(values | title), about, filled.rules)
    form = TournamentForm(request.POST)
    options = preset.options if form.ruleset_id == preset.ruleset else {}
    rules = shared_ruleset(form.ruleset_id, options)
    data = request.POST if f"{RULES}-preset" in request.POST else None
    sent = RulesForm(data, rules=rules, current=rules.options, prefix=RULES)
    return NewEventForms(form, about, sent)


def _filled(request: AccountRequest, sent: RulesForm) -> RulesForm:
    """Return the rules form after `fill` (all options from a preset) or `reset` (one
    option from the preset)."""
    rules = sent.rules
    if "reset" in request.POST:
        return sent.with_preset_value(request.POST["reset"])
    try:
        wanted = type(rules.options).of(str(sent["preset"].value()))
    except RuleError:
        wanted = rules.options
    return RulesForm.of(rules, wanted, prefix=RULES)


def _shown(event_forms: NewEventForms, preset: Preset) -> dict[str, object]:
    """Return the context of the page, with a summary of the chosen preset."""
    filled = _from_preset(preset, event_forms.about)
    lines = preset_lines(filled.form, filled.rules.current)
    return {
        "form": event_forms.form,
        "about": event_forms.about,
        "rules": event_forms.rules,
        "lines": list(lines),
        "is_wrong_inside": bool(event_forms.form.errors.keys() - {"title"}),
        "is_about_rules": bool(event_forms.rules.errors),
    }
