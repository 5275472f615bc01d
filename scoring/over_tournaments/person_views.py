"""Public views of pages across tournaments.

A person without a page gets the same 404 response as an unknown person. Pages are not
cached, so changes of privacy choices take effect immediately.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from scoring.over_tournaments.head_to_head import head_to_head
from scoring.over_tournaments.person_page import person_page, public_names
from scoring.over_tournaments.persons_by_name import MOST_FOUND, found_persons, named
from tournaments.people.records_of_person import kept_key
from tournaments.persons import pages_over_tournaments
from tournaments.web.read_only_and_service_workers import only_read

View = Callable[..., HttpResponseBase]

#: Highest key of a database row.
MOST_KEY = 2**63 - 1


def over_tournaments(view: View) -> View:
    """Wrap the view of a page across tournaments.

    It answers 404 while these pages are switched off. Browsers do not store the page,
    and search engines do not list it.
    """

    @only_read
    @cache_control(private=True, no_store=True)
    @wraps(view)
    def wrapped(request: HttpRequest, **keys: int) -> HttpResponseBase:
        if not pages_over_tournaments.setting().is_on:
            raise Http404
        if any(key > MOST_KEY for key in keys.values()):
            raise Http404
        answer = view(request, **keys)
        answer["X-Robots-Tag"] = "noindex"
        return answer

    return wrapped


@over_tournaments
def persons(request: HttpRequest) -> HttpResponse:
    """Render the players with a page. ?q= finds a name."""
    query = request.GET.get("q", "")[:100]
    found = found_persons(query, request.GET.get("page", "1"))
    context = {
        "found": found.page,
        "is_cut": found.is_cut,
        "most": MOST_FOUND,
        "query": query,
    }
    return render(request, "persons/directory.html", context)


@over_tournaments
def person(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Render a person's page.

    A merged record redirects to the record that is kept. ?with= compares the person
    with another person. Raises Http404 if the person has no page.
    """
    kept = kept_key(pk)
    if kept != pk:
        if kept not in public_names([kept]):
            raise Http404
        return redirect("persons:person", pk=kept)
    if "with" in request.GET:
        return _compare(request, pk)
    context = person_page(
        pk,
        request.GET.get("rules", "")[:20],
        everything="all" in request.GET,
        page=request.GET.get("page", "1"),
    )
    return render(request, "persons/person.html", context)


@over_tournaments
def versus(request: HttpRequest, pk: int, other: int) -> HttpResponseBase:
    """Render two persons compared.

    Merged records redirect to the records that are kept. Raises Http404 unless both are
    different persons with a page.
    """
    one, two = kept_key(pk), kept_key(other)
    if (one, two) != (pk, other):
        if len(public_names([one, two])) < 2:
            raise Http404
        return redirect("persons:versus", pk=one, other=two)
    if one == two:
        raise Http404
    context = head_to_head(one, two, request.GET.get("rules", "")[:20])
    return render(request, "persons/versus.html", context)


def _compare(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Redirect to the comparison with the person named in ?with=.

    If no person or several persons match, render the page with a choice.
    """
    query = request.GET["with"][:100]
    found = [one for one in named(query) if one.pk != pk]
    if len(found) == 1:
        return redirect("persons:versus", pk=pk, other=found[0].pk)
    context = person_page(pk) | {
        "query": query,
        "found": found,
        "not_found": _("No player page matches this name. Enter another name.")
        if not found
        else _("Several players have this name. Choose one."),
    }
    return render(request, "persons/person.html", context)
