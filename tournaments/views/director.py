"""A director's way in: the first account, my tournaments, a new tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.faults import RuleError
from tournaments.access import first_visit, owner, throttle
from tournaments.access.account_forms import CodeForm, FirstAccountForm
from tournaments.events.beginning import begin_event
from tournaments.events.description_forms import WhenAndWhereForm
from tournaments.events.own_events import own_events
from tournaments.events.rulesets import Preset
from tournaments.events.setup.preset_lines import preset_lines
from tournaments.events.setup.presets import presets
from tournaments.events.setup.ruleset_forms import TournamentForm, form_of
from tournaments.events.states import EventState
from tournaments.web.requests import AccountRequest, refusals_to, refused

#: Where the session keeps the code until there is an account.
CODE = "first_visit_code"


def while_unclaimed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a new installation: 404 as soon as anybody has an account."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, **named: str) -> HttpResponse:
        if not owner.is_unclaimed():
            raise Http404
        return view(request, **named)

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
@while_unclaimed
def welcome(request: HttpRequest) -> HttpResponse:
    """Greets whoever opens a new installation and makes their account; asks for the
    code first, unless they sit at the machine itself."""
    if not _may_claim(request):
        return _take_code(request, request.POST or None)
    form = FirstAccountForm(request.POST or None)
    if request.method != "POST":
        return render(request, "director/welcome.html", {"form": form})
    if not form.is_valid():
        return refused(request, "director/welcome.html", {"form": form})
    data = form.cleaned_data
    try:
        user = owner.make_first_account(
            username=data["username"], password=data["password1"]
        )
    except RuleError as error:
        raise Http404 from error
    request.session.pop(CODE, None)
    login(request, user)
    messages.success(request, _("Welcome! This account directs every tournament here."))
    return redirect("director:home")


@require_safe
@while_unclaimed
def welcome_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """The link that the program shows when it starts: as if its code were typed."""
    return _take_code(request, {"code": code})


def _take_code(
    request: HttpRequest, typed: Mapping[str, object] | None
) -> HttpResponse:
    form = CodeForm(typed, address=throttle.address_of(request))
    if typed is not None and form.is_valid():
        request.session[CODE] = form.cleaned_data["code"]
        return redirect("director:welcome")
    context = {"form": form, "has_code": bool(first_visit.code())}
    status = 200 if typed is None else 422
    return render(request, "director/welcome_code.html", context, status=status)


def _may_claim(request: HttpRequest) -> bool:
    return first_visit.is_at_the_machine(request) or first_visit.is_code(
        request.session.get(CODE, "")
    )


@login_required
@require_safe
def home(request: AccountRequest) -> HttpResponse:
    """The account's events, found by words (?q=) and state (?state=), and the ways to
    begin another."""
    asked = request.GET.get("state", "")
    listed = own_events(
        request.user,
        words=request.GET.get("q", ""),
        state=EventState(asked) if asked in EventState.values else None,
        page=request.GET.get("page", "1"),
    )
    return render(request, "director/home.html", {"listed": listed})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AccountRequest) -> HttpResponse:
    """Make a tournament, beginning with the values of a preset (?preset=). What the
    preset fills in is folded away; as a fragment, only that is answered."""
    offered = presets()
    chosen = request.POST.get("preset") or request.GET.get("preset")
    chosen = chosen or next(iter(offered))
    if chosen not in offered:
        raise Http404
    context: dict[str, object] = {"presets": offered, "chosen": chosen}
    if request.method != "POST":
        form = TournamentForm.from_preset(offered[chosen])
        form.initial["title"] = request.GET.get("title", "")
        context |= {"form": form, "lines": list(preset_lines(form))}
        context["about"] = WhenAndWhereForm(initial=request.GET.dict())
        template = "_new_rest.html" if request.htmx else "new.html"
        return render(request, f"director/{template}", context)
    form, about = _sent(request, offered[chosen]), WhenAndWhereForm(request.POST)
    if form.is_valid() & about.is_valid():
        with refusals_to(form.add_faults):
            tournament = begin_event(form.plan(), about.said(), director=request.user)
            messages.success(request, _("The tournament is there. Now the players."))
            return redirect("director:players", tournament.slug)
    lines = list(preset_lines(TournamentForm.from_preset(offered[chosen])))
    context |= {"form": form, "about": about, "lines": lines}
    context["is_wrong_inside"] = bool(form.errors.keys() - {"title"})
    return refused(request, "director/new.html", context)


def _sent(request: AccountRequest, preset: Preset) -> TournamentForm:
    """The form as it was sent. Whoever chose another preset after the fields were
    filled from one, without a script, means that preset's values."""
    if request.POST.get("preset") == request.POST.get("filled"):
        return form_of(request.POST.get("ruleset", ""))(request.POST)
    filled = TournamentForm.from_preset(preset)
    values = {field.name: field.value() for field in filled}
    values = {name: value for name, value in values.items() if value is not None}
    return form_of(preset.ruleset)(values | {"title": request.POST.get("title", "")})
