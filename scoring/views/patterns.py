"""The reference pages of the rules, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import rules
from scoring import pattern_pages


@require_safe
@cache_control(public=True, max_age=300)
def index(request: HttpRequest) -> HttpResponse:
    """The rulesets the program knows."""
    return render(request, "public/rules.html", {"rulesets": pattern_pages.names()})


@require_safe
@cache_control(public=True, max_age=300)
def ruleset(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Every pattern of one ruleset."""
    if ruleset not in rules.RULESETS:
        raise Http404
    context = {
        "rulesets": pattern_pages.names(),
        "current": ruleset,
        "name": dict(pattern_pages.names())[ruleset],
        "tiers": pattern_pages.tiers(ruleset, get_language() or ""),
    }
    return render(request, "public/patterns.html", context)
