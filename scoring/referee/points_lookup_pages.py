"""Public lookup pages for referees' phones.

The address of a page contains the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    QueryDict,
)
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

import rules
from rules.faults import RuleError
from rules.ruleset_and_table_state import Ruleset
from scoring.all_pages import page_cache_keys, page_etags
from scoring.entry_forms import tile_picker
from scoring.referee import hand_value_page, who_gets_the_discard
from scoring.referee.rules_by_address import Chosen, chosen, chosen_by, rulesets
from tournaments.refusals import sentence
from tournaments.web.read_only_and_service_workers import only_read, service_worker
from tournaments.web.wind_names import NAMES

#: Renders a page by these rules, with the submitted form values if any.
Page = Callable[[HttpRequest, Chosen, QueryDict | None], HttpResponse]
#: Returns the form's field names; any of them means the form was submitted, as shared
#: links may have other parameters.
Fields = Callable[[Ruleset], Collection[str]]


@only_read
@cache_control(private=True, no_cache=True)
def index(request: HttpRequest) -> HttpResponseBase:
    """Render the links to both lookup pages for each ruleset."""
    page_cache_keys.keep(request)

    def page(request: HttpRequest) -> HttpResponse:
        known = [(name, chosen(key, {})) for key, name in rulesets()]
        return render(request, "public/referee/index.html", {"rulesets": known})

    return page_etags.respond(request, [], page)


@only_read
@cache_control(private=True, no_cache=True)
def who_gets_the_tile(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """Render who gets a discard claimed by several players."""
    return _by_rules(request, ruleset, lambda _rules: {"discarder"}, _claims)


@only_read
@cache_control(private=True, no_cache=True)
def what_is_it_worth(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """Render the value of a hand, and why it is not higher."""
    return _by_rules(request, ruleset, hand_value_page.fields, _worth)


@only_read
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker of these pages. Its address is a parent of their
    addresses."""
    return service_worker("referee-pages-service-worker.js")


def _by_rules(
    request: HttpRequest, ruleset: str, fields: Fields, page: Page
) -> HttpResponseBase:
    """Render a page by the rules in its address.

    Pages without submitted values are cached for everyone. Raises Http404 for an
    unknown ruleset; unreadable rules give a page with the errors (422).
    """
    if ruleset not in rules.RULESETS:
        raise Http404
    try:
        choice = chosen(ruleset, request.GET.dict())
    except RuleError as error:
        faults = [sentence(fault) for fault in error.faults]
        context = {"faults": faults, "known": chosen(ruleset, {})}
        return render(request, "public/referee/unknown.html", context, status=422)
    if not request.GET.keys().isdisjoint(fields(choice.rules)):
        return page(request, choice, request.GET)
    # Normalised rules, so whitespace and redundant options share a cache key.
    choice = chosen_by(choice.rules)
    page_cache_keys.replace(request, choice.query)
    return page_etags.respond(request, [], lambda request: page(request, choice, None))


def _claims(
    request: HttpRequest, choice: Chosen, sent: QueryDict | None
) -> HttpResponse:
    by = choice.rules.claim_rules
    form = who_gets_the_discard.ClaimsForm(sent, rules=by, ruleset=choice.rules.id)
    is_answered = sent is not None and form.is_valid()
    context = {
        **_about(choice, "claims"),
        "title": _("Who gets the tile?"),
        "form": form,
        "answer": form.answer() if is_answered else None,
        "answers": who_gets_the_discard.every_answer(
            by, get_language() or "", choice.rules.id
        ),
        "options": choice.options_in("minimum", "claims"),
    }
    status = 422 if form.errors else 200
    return render(request, "public/referee/claims.html", context, status=status)


def _worth(
    request: HttpRequest, choice: Chosen, sent: QueryDict | None
) -> HttpResponse:
    form = hand_value_page.hand_form(choice.rules, sent)
    context = {
        **_about(choice, "worth"),
        "title": _("Hand value"),
        "form": form,
        "round": hand_value_page.round_wind(choice.rules, sent),
        "worth": hand_value_page.worth(form) if sent is not None else None,
        "rows": list(tile_picker.rows(choice.rules)),
        "winds": [({"wind": wind}, wind) for wind in NAMES],
        "options": choice.options_in("minimum", "payments"),
    }
    template = "_worth.html" if request.headers.get("HX-Request") else "worth.html"
    return render(request, f"public/referee/{template}", context)


def _about(choice: Chosen, page: str) -> dict[str, object]:
    others = [(name, chosen(key, {}).address(page)) for key, name in rulesets()]
    return {
        "chosen": choice,
        "name": dict(rulesets())[choice.rules.id],
        "rulesets": others,
        "claims_address": choice.address("claims"),
        "worth_address": choice.address("worth"),
        "here": choice.address(page),
    }
