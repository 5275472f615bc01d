"""The owner's pages of past results: upload a list, check it, import it, and undo the
import."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from scoring.director.persons_page import EVIDENCE
from scoring.models import ResultsImport
from scoring.past_results import import_and_undo_results
from scoring.past_results.persons_of_results import PlannedPerson
from scoring.past_results.results_columns import COLUMNS, SIMPLEST
from scoring.past_results.results_preview import ResultsPreview, results_preview
from tournaments.director.backups_page import for_the_owner
from tournaments.director.list_import_forms import SendForm
from tournaments.rule_texts import ruleset_name
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED
from tournaments.web.form_fields_and_types import Context, FormArguments, Sent
from tournaments.web.list_wording import labelled
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_shown,
    refusals_to,
    refused,
)

#: Most faults, suggestions and imports on the page, and rows on a page of the list.
MOST_FAULTS = 100
MOST_SUGGESTED = 100
MOST_IMPORTS = 50
ROWS_OF_A_PAGE = 200


class ResultsForm(SendForm):
    """Form for uploading a list of past results, with the ruleset of rows without
    one."""

    ruleset = forms.ChoiceField(
        label=gettext_lazy("Ruleset of rows that do not name a ruleset")
    )
    is_public = forms.BooleanField(
        label=gettext_lazy("Show these tournaments to the public"),
        required=False,
        initial=True,
    )
    joins_names = forms.BooleanField(
        label=gettext_lazy("Rows with the same name are the same player"),
        required=False,
    )

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, ruleset_name(key)) for key in SERVED]


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def past_results(request: AccountRequest) -> HttpResponse:
    """Render the upload form and earlier imports; POST stores a list."""
    if request.method != "POST":
        return render(request, "persons/past_results.html", _page(ResultsForm()))
    form = ResultsForm(request.POST, files=request.FILES)
    if form.is_valid():
        with refusals_to(form.add_file_faults):
            results = import_and_undo_results.keep_list(
                form.content,
                form.source,
                ruleset=form.cleaned_data["ruleset"],
                is_public=form.cleaned_data["is_public"],
                joins_names=form.cleaned_data["joins_names"],
                by=request.user.get_username(),
            )
            return redirect("director:past_results_list", results.pk)
    return refused(request, "persons/past_results.html", _page(form))


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def past_results_list(request: AccountRequest, pk: int) -> HttpResponse:
    """Render the preview of a list.

    POST does what `action` names: choose persons, join equal names, import or discard
    the list, or undo its import.
    """
    results = ResultsImport.objects.filter(pk=pk).first()
    if results is None:
        messages.warning(request, _(import_and_undo_results.LIST_IS_GONE))
        return redirect("director:past_results")
    if request.method == "POST":
        return _act(request, results)
    if results.imported_at:
        return redirect("director:past_results")
    shown = results_preview(results)
    page = request.GET.get("page", "1")
    context = _preview(results, shown, page)
    return render(request, "persons/past_results_list.html", context)


def _act(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    by = request.user.get_username()
    action = request.POST.get("action", "")
    with faults_shown(request):
        if action == "choose":
            import_and_undo_results.choose_persons(results, _choices(request))
            messages.success(request, _("Saved."))
            return redirect("director:past_results_list", results.pk)
        if action == "join":
            import_and_undo_results.join_names(results)
            messages.success(
                request, _("Rows with the same name now count as the same player.")
            )
            return redirect("director:past_results_list", results.pk)
        if action == "import":
            expected = request.POST.get("expected", "")
            count = import_and_undo_results.import_results(
                results, expected=int(expected) if expected.isdecimal() else 0, by=by
            )
            sentence = ngettext(
                "Imported %(count)s tournament.",
                "Imported %(count)s tournaments.",
                count,
            )
            messages.success(request, sentence % {"count": count})
        elif action == "discard":
            import_and_undo_results.discard_list(results)
            messages.success(request, _("List discarded."))
        elif action == "undo":
            reason = request.POST.get("reason", "")[:200]
            count = import_and_undo_results.undo_results(results, by=by, reason=reason)
            sentence = ngettext(
                "Import undone: %(count)s tournament deleted.",
                "Import undone: %(count)s tournaments deleted.",
                count,
            )
            messages.success(request, sentence % {"count": count})
        return redirect("director:past_results")
    still_there = ResultsImport.objects.filter(pk=results.pk, imported_at=None).exists()
    if still_there:
        return redirect("director:past_results_list", results.pk)
    return redirect("director:past_results")


def _choices(request: AccountRequest) -> dict[int, str]:
    """Return the submitted choices: key of the record by line."""
    return {
        int(line): str(value)
        for name, value in request.POST.items()
        if name.startswith("person-")
        and (line := name.removeprefix("person-")).isascii()
        and line.isdigit()
        and len(line) < 8
    }


def _page(form: ResultsForm) -> Context:
    imports = ResultsImport.objects.annotate(count=Count("tournaments"))
    return {
        "form": form,
        "waiting": imports.filter(imported_at=None),
        "imports": imports.exclude(imported_at=None)[:MOST_IMPORTS],
        "columns": [str(words) for words in COLUMNS.values()],
        "needed": [str(COLUMNS[field]) for field in SIMPLEST],
    }


def _preview(results: ResultsImport, shown: ResultsPreview, page: str) -> Context:
    rows = [
        (tournament, row, shown.persons[row.line], _state(shown.persons[row.line]))
        for tournament in shown.tournaments
        for row in tournament.rows
    ]
    suggested = shown.suggested
    return {
        "results": results,
        "shown": shown,
        "faults": shown.faults[:MOST_FAULTS],
        "more_faults": max(0, len(shown.faults) - MOST_FAULTS),
        "suggested": [
            (person, [(one, _reasons(one.match.evidence)) for one in person.candidates])
            for person in suggested[:MOST_SUGGESTED]
        ],
        "more_suggested": max(0, len(suggested) - MOST_SUGGESTED),
        "columns": [
            (heading, COLUMNS[field])
            for field, heading in shown.columns.headings.items()
        ],
        "rows": Paginator(rows, ROWS_OF_A_PAGE).get_page(page),
    }


def _reasons(evidence: tuple[object, ...]) -> list[str]:
    """Return the evidence for and against a record as short texts."""
    return [
        labelled(words, sentence)
        for one, (words, sentence, _is_for) in EVIDENCE.items()
        if one in evidence
    ]


def _state(person: PlannedPerson) -> str:
    """Return what the import does with a row's person, as text."""
    record = person.record
    if record is None:
        return _("New player")
    shown = {"name": str(record), "number": record.pk}
    if person.is_certain:
        return _("%(name)s, record %(number)s: same number and name") % shown
    return _("%(name)s, record %(number)s: chosen by you") % shown
