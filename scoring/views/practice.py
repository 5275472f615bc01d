"""A practice event: make one, and the desk from which a director rehearses with it."""

from __future__ import annotations

import secrets

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.practice.forms import PracticeForm
from scoring.practice.making import make_practice
from tournaments.access.abilities import Ability
from tournaments.events.putting_away import gone_at
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest, refused

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@login_required
@PAGE
def new(request: AccountRequest) -> HttpResponse:
    """Make a practice event of one's own; what is not asked for is as usual."""
    template = "director/practice_new.html"
    if request.method != "POST":
        return render(request, template, {"form": PracticeForm()})
    form = PracticeForm(request.POST.dict())
    if not form.is_valid():
        return refused(request, template, {"form": form})
    plan = form.plan(seed=secrets.randbelow(2**31))
    made = make_practice(plan, director=request.user, now=timezone.now())
    return redirect("director:practice_desk", made.slug)


@for_helpers(Ability.ROUNDS)
@PAGE
def desk(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """What is practised, and what may be done with it."""
    if not tournament.is_practice:
        raise Http404
    context = {"tournament": tournament, "gone_at": gone_at(tournament)}
    return render(request, "director/practice.html", context)
