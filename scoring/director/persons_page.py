"""The owner's pages of persons: suggested merges, two records side by side, merging,
and undo.
"""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.over_tournaments.tournament_history import history_of
from tournaments.director.backups_page import for_the_owner
from tournaments.models import Person, PersonMerge, ShownAs, Tournament
from tournaments.models.names_without_accents import plain
from tournaments.people.countries_and_ema_numbers import ema_number
from tournaments.people.person_search_conditions import with_words
from tournaments.people.records_of_person import (
    kept_key,
    keys_of,
    other_names,
    tournament_counts,
)
from tournaments.persons import (
    merge_and_undo,
    pages_over_tournaments,
    players_who_agreed,
)
from tournaments.persons.matching import Evidence
from tournaments.persons.suggested_merges import Suggestion, compared, suggestions
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import AccountRequest, faults_shown

#: Most suggestions and merges on the page.
MOST_SHOWN = 50
#: Tournaments of a record that are shown at first, side by side with another record.
NEWEST = 3

#: Each piece of evidence: in short, in a sentence, and whether it speaks for a merge.
EVIDENCE = {
    Evidence.TOGETHER: (
        gettext_lazy("Same tournament"),
        gettext_lazy("Both played in the same tournament."),
        False,
    ),
    Evidence.NUMBERS_DIFFER: (
        gettext_lazy("EMA number"),
        gettext_lazy("The records have 2 different numbers."),
        False,
    ),
    Evidence.NATIONAL_NUMBERS_DIFFER: (
        gettext_lazy("National number"),
        gettext_lazy("The records have 2 different numbers."),
        False,
    ),
    Evidence.TRANSFER: (
        gettext_lazy("EMA number"),
        gettext_lazy(
            "The records have numbers from 2 countries: the player may have moved."
        ),
        False,
    ),
    Evidence.NUMBER: (
        gettext_lazy("EMA number"),
        gettext_lazy("Same number."),
        True,
    ),
    Evidence.NATIONAL_NUMBER: (
        gettext_lazy("National number"),
        gettext_lazy("Same number."),
        True,
    ),
    Evidence.NUMBER_ON_ONE_SIDE: (
        gettext_lazy("EMA number"),
        gettext_lazy("Only one record has a number."),
        False,
    ),
    Evidence.NAME: (
        gettext_lazy("Name"),
        gettext_lazy("Same name, ignoring accents, capitals and word order."),
        True,
    ),
    Evidence.OTHER_NAME: (
        gettext_lazy("Name"),
        gettext_lazy("The names differ."),
        False,
    ),
    Evidence.COUNTRY: (gettext_lazy("Country"), gettext_lazy("Same country."), True),
    Evidence.OTHER_COUNTRY: (
        gettext_lazy("Country"),
        gettext_lazy("The countries differ."),
        False,
    ),
    Evidence.CLUB: (gettext_lazy("Club"), gettext_lazy("Same club."), True),
}


class MergeForm(forms.Form):
    """Form for merging persons: the record to keep, and a note."""

    kept = forms.IntegerField()
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False
    )
    transferred_on = forms.DateField(
        label=gettext_lazy("Date of the change of country"), required=False
    )


class UndoForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason (required)"), max_length=200)


@for_the_owner
@require_http_methods(["GET", "HEAD"])
def persons(request: AccountRequest) -> HttpResponse:
    """Render suggested and impossible merges, and the log of merges, at most
    `MOST_SHOWN` of each. ?find= finds persons by name or number. ?next= is the page to
    return to after pages across tournaments are switched on or off.
    """
    found = suggestions()
    text = request.GET.get("find", "")[:100]
    context = {
        "open": found.open[:MOST_SHOWN],
        "more": max(0, len(found.open) - MOST_SHOWN),
        "refused": [(one, _against(one)) for one in found.refused[:MOST_SHOWN]],
        "merges": PersonMerge.objects.select_related("kept", "merged")[:MOST_SHOWN],
        "pages": pages_over_tournaments.setting(),
        "agreement": players_who_agreed.agreement_in(Tournament.objects.public()),
        "next": request.GET.get("next", "")[:300],
        "text": text,
        "found": _found(text) if plain(text) else [],
    }
    return render(request, "persons/persons.html", context)


@dataclass(frozen=True)
class FoundPerson:
    """A found record. `tournaments`: number of tournaments, also of merged records;
    `page`: key of the public page, None without one."""

    person: Person
    tournaments: int
    page: int | None


def _found(text: str) -> list[FoundPerson]:
    """Return the kept records whose names contain these words, or that have this
    number, at most as many as the page shows."""
    persons = _with_name_or_number(text)
    keys = [person.pk for person in persons]
    pages = pages_over_tournaments.pages_of(keys)
    counts = tournament_counts(keys)
    return [
        FoundPerson(person, counts[person.pk], pages.get(person.pk))
        for person in persons
    ]


def _with_name_or_number(text: str) -> list[Person]:
    persons = Person.objects.filter(merged_as=None, players__is_filler=False).distinct()
    number = ema_number(text).number
    if number:
        return list(persons.filter(ema_number=number)[:MOST_SHOWN])
    words = plain(text).split()
    return list(persons.filter(with_words(words, whole=True))[:MOST_SHOWN])


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: AccountRequest, one: int, other: int) -> HttpResponse:
    """Render two records side by side.

    POST merges the records, or with `different` keeps them apart.
    """
    records = [
        get_object_or_404(Person.objects.select_related("national_number"), pk=pk)
        for pk in (one, other)
    ]
    if request.method == "POST":
        return _decide(request, records)
    return render(request, "persons/pair.html", _pair_context(records))


def _decide(request: AccountRequest, records: list[Person]) -> HttpResponse:
    by = request.user.get_username()
    here = redirect("director:persons_pair", *(record.pk for record in records))
    if "different" in request.POST:
        with faults_shown(request):
            merge_and_undo.keep_two(*records, by=by)
            messages.success(request, _("Recorded as 2 different people."))
            return redirect("director:persons")
        return here
    form = MergeForm(request.POST)
    keys = [record.pk for record in records]
    if not form.is_valid() or form.cleaned_data["kept"] not in keys:
        messages.error(
            request, _("Choose the record to keep, and enter the date as YYYY-MM-DD.")
        )
        return here
    kept, merged = sorted(
        records, key=lambda record: record.pk != form.cleaned_data["kept"]
    )
    with faults_shown(request):
        merge_and_undo.merge(
            kept,
            merged,
            by=by,
            reason=form.cleaned_data["reason"],
            transferred_on=form.cleaned_data["transferred_on"],
        )
        names = {"kept": str(kept), "merged": str(merged)}
        messages.success(request, _("Merged %(merged)s into %(kept)s.") % names)
        return redirect("director:persons")
    return here


@for_the_owner
@require_POST
def undo(request: AccountRequest, pk: int) -> HttpResponse:
    """Undo a merge, with a reason. Redirect to the page of persons."""
    entry = get_object_or_404(PersonMerge.objects.select_related("kept"), pk=pk)
    form = UndoForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a reason of at most 200 characters."))
        return redirect("director:persons")
    with faults_shown(request):
        by = request.user.get_username()
        merge_and_undo.undo(entry, by=by, reason=form.cleaned_data["reason"])
        messages.success(request, _("Merge undone."))
    return redirect("director:persons")


@for_the_owner
@require_POST
def pages(request: AccountRequest) -> HttpResponse:
    """Switch pages across tournaments on or off.

    Redirect to the page in `next`, or to the page of persons.
    """
    pages_over_tournaments.switch(
        is_on="is_on" in request.POST,
        needs_consent="needs_consent" in request.POST,
        by=request.user.get_username(),
    )
    effect = players_who_agreed.effect_in_words(Tournament.objects.public())
    messages.success(request, f"{_('Saved.')} {effect}".strip())
    address = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(address, None):
        return HttpResponseRedirect(address)
    return redirect("director:persons")


def _pair_context(records: list[Person]) -> Context:
    suggestion = compared(*records)
    evidence = suggestion.match.evidence
    strictest = ShownAs.strictest(*(record.shown_as for record in records))
    shown = [_record(record) for record in records]
    return {
        "records": shown,
        "has": {
            name: any(record[name] for record in shown)
            for name in ("aliases", "national_number")
        }
        | {
            name: any(getattr(record, name) for record in records)
            for name in ("ema_number", "country", "club")
        },
        "evidence": [EVIDENCE[one] for one in evidence],
        "is_possible": suggestion.is_possible,
        "against": _against(suggestion),
        "moved": Evidence.TRANSFER in evidence,
        "is_merged": any(kept_key(record.pk) != record.pk for record in records),
        "strictest": "" if strictest == ShownAs.FULL else strictest.label,
    }


def _record(person: Person) -> Context:
    others = Person.objects.filter(pk__in=keys_of(person.pk))
    number = getattr(person, "national_number", None)
    history = history_of(person.pk)
    return {
        "person": person,
        "aliases": other_names(others, person),
        "national_number": number.number if number else "",
        "newest": history[:NEWEST],
        "older": history[NEWEST:],
    }


def _against(suggestion: Suggestion) -> str:
    """Return the reason why two records must not be merged; "" if they may be
    merged.
    """
    never = (
        Evidence.TOGETHER,
        Evidence.NUMBERS_DIFFER,
        Evidence.NATIONAL_NUMBERS_DIFFER,
    )
    found = (one for one in never if one in suggestion.match.evidence)
    reason = next(found, None)
    return str(EVIDENCE[reason][1]) if reason else ""
