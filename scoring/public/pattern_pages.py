"""The public reference pages of the rules."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

import rules
from scoring.all_pages import page_cache_keys, page_etags
from scoring.all_pages.public_page_access_and_frame import around, of_tournament
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.public import pattern_lists
from scoring.public.tournament_rules_page import event_rules
from tournaments.models import Tournament
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_cache=True)
def index(request: HttpRequest) -> HttpResponseBase:
    """Render the list of rulesets."""
    page_cache_keys.keep(request)

    def page(request: HttpRequest) -> HttpResponse:
        return render(request, "public/rules.html", {"rulesets": pattern_lists.names()})

    return page_etags.respond(request, [], page)


@only_read
@cache_control(private=True, no_cache=True)
def ruleset(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """Render all patterns of a ruleset. Raises Http404 for an unknown ruleset."""
    if ruleset not in rules.RULESETS:
        raise Http404
    page_cache_keys.keep(request)
    return page_etags.respond(request, [], partial(_patterns, ruleset=ruleset))


@of_tournament()
def of_event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the rules of a tournament. Raises PublicPageNotFound if only its results
    are recorded.
    """
    context = around(request, tournament, page="rules", title=_("Rules"))
    if context["nav"].only_results:
        raise PublicPageNotFound(_("This page does not exist."))
    context["rules"] = event_rules(tournament)
    return render(request, "public/event_rules.html", context)


def _patterns(request: HttpRequest, *, ruleset: str) -> HttpResponse:
    context = {
        "rulesets": pattern_lists.names(),
        "current": ruleset,
        "name": dict(pattern_lists.names())[ruleset],
        "tiers": pattern_lists.tiers(ruleset, get_language() or ""),
    }
    return render(request, "public/patterns.html", context)
