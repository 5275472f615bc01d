"""The reference pages of the rules, for everybody."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

import rules
from scoring.pages import pattern_pages
from scoring.pages.event_rules import event_rules
from scoring.views import conditional, known_query
from scoring.views.event_pages import around, of_tournament
from tournaments.models import Tournament
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_cache=True)
def index(request: HttpRequest) -> HttpResponseBase:
    """The rulesets the program knows."""
    known_query.keep(request)

    def page(request: HttpRequest) -> HttpResponse:
        return render(request, "public/rules.html", {"rulesets": pattern_pages.names()})

    return conditional.respond(request, [], page)


@only_read
@cache_control(private=True, no_cache=True)
def ruleset(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """Every pattern of one ruleset."""
    if ruleset not in rules.RULESETS:
        raise Http404
    known_query.keep(request)
    return conditional.respond(request, [], partial(_patterns, ruleset=ruleset))


@of_tournament()
def of_event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What an event plays, to read and to print."""
    context = around(request, tournament, page="rules", title=_("Rules"))
    context["rules"] = event_rules(tournament)
    return render(request, "public/event_rules.html", context)


def _patterns(request: HttpRequest, *, ruleset: str) -> HttpResponse:
    context = {
        "rulesets": pattern_pages.names(),
        "current": ruleset,
        "name": dict(pattern_pages.names())[ruleset],
        "tiers": pattern_pages.tiers(ruleset, get_language() or ""),
    }
    return render(request, "public/patterns.html", context)
