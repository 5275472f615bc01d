"""A new tournament: what it starts from, and every option of its rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from rules.rule_option_types import Options
from rules.ruleset_registry import shared_ruleset
from tournaments.events.beginning import begin_event
from tournaments.events.description_forms import WhenAndWhereForm
from tournaments.events.rulesets import Preset
from tournaments.events.setup.own_presets import own_presets
from tournaments.events.setup.preset_lines import preset_lines
from tournaments.events.setup.presets import presets
from tournaments.events.setup.rules_form import RulesForm
from tournaments.events.setup.ruleset_forms import TournamentForm
from tournaments.views.roles import for_beginners_of_events
from tournaments.web.requests import AccountRequest, refusals_to, refused

#: Before the names of the fields that are about rules: "preset" is the page's own.
RULES = "rules"


@dataclass
class NewEventForms:
    """The forms of the page: the event, when and where it is, its rules."""

    form: TournamentForm
    about: WhenAndWhereForm
    rules: RulesForm

    def are_valid(self) -> bool:
        """Whether all that was sent is; each says what is wrong with it."""
        asked = [self.form.is_valid(), self.about.is_valid()]
        return all(asked) and (not self.rules.is_bound or self.rules.is_valid())

    def options(self) -> Options | None:
        """The options of valid forms, the preset's where nothing is said of the rules;
        None if the rules refuse them, which is said beside their fields."""
        if not self.rules.is_bound:
            return self.rules.given
        try:
            return type(self.rules.given).read(self.rules.options())
        except RuleError as error:
            self.rules.add_faults(error)
            return None


@for_beginners_of_events
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AccountRequest) -> HttpResponse:
    """Make a tournament, beginning with the values of a preset (?preset=). What the
    preset fills in is folded away; as a fragment, only that is answered. `show` shows
    what another preset fills in, `fill` fills the rules in as one of their presets has
    them, `reset` one option."""
    own = own_presets(request.user)
    offered = {**presets(), **own}
    chosen = request.POST.get("preset") or request.GET.get("preset")
    chosen = chosen or next(iter(offered))
    if chosen not in offered:
        raise Http404
    preset = offered[chosen]
    context: dict[str, object] = {"presets": presets(), "own": own, "chosen": chosen}
    if request.method != "POST" or "show" in request.POST:
        said = request.POST or request.GET
        asked = _from_preset(preset, WhenAndWhereForm(initial=said.dict()))
        asked.form.initial["title"] = said.get("title", "")
        template = "_new_rest.html" if request.htmx else "new.html"
        context |= _shown(asked, preset)
        return render(request, f"director/{template}", context)
    asked = _sent(request, preset)
    if "fill" in request.POST or "reset" in request.POST:
        asked.rules = _filled(request, asked.rules)
        context |= _shown(asked, preset) | {"is_about_rules": True}
        return render(request, "director/new.html", context)
    if asked.are_valid() and (options := asked.options()):
        plan = asked.form.plan(options.changes())
        with refusals_to(asked.form.add_faults):
            event = begin_event(plan, asked.about.said(), director=request.user)
            messages.success(request, _("Tournament created. Add the players."))
            return redirect("director:players", event.slug)
    context |= _shown(asked, preset)
    return refused(request, "director/new.html", context)


def _from_preset(preset: Preset, about: WhenAndWhereForm) -> NewEventForms:
    rules = shared_ruleset(preset.ruleset, preset.options)
    form = TournamentForm.from_preset(preset)
    return NewEventForms(form, about, RulesForm.of(rules, rules.options, prefix=RULES))


def _sent(request: AccountRequest, preset: Preset) -> NewEventForms:
    """The forms as they were sent. Whoever chose another preset after the fields were
    filled from one, without a script, means that preset's values."""
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
    sent = RulesForm(data, rules=rules, given=rules.options, prefix=RULES)
    return NewEventForms(form, about, sent)


def _filled(request: AccountRequest, sent: RulesForm) -> RulesForm:
    """The rules with what a button asked for: a preset as it is, or one option as the
    preset has it."""
    rules = sent.rules
    if "reset" in request.POST:
        return sent.with_preset_value(request.POST["reset"])
    try:
        wanted = type(rules.options).of(str(sent["preset"].value()))
    except RuleError:
        wanted = rules.options
    return RulesForm.of(rules, wanted, prefix=RULES)


def _shown(asked: NewEventForms, preset: Preset) -> dict[str, object]:
    """What the page needs besides the presets: the lines tell of the chosen one."""
    filled = _from_preset(preset, asked.about)
    lines = preset_lines(filled.form, filled.rules.given)
    return {
        "form": asked.form,
        "about": asked.about,
        "rules": asked.rules,
        "lines": list(lines),
        "is_wrong_inside": bool(asked.form.errors.keys() - {"title"}),
        "is_about_rules": bool(asked.rules.errors),
    }
