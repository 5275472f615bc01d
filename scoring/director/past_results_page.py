"""The owner's pages of past results: upload a list, check it, import it, and undo the
import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Unpack

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from scoring.director.persons_page import EVIDENCE
from scoring.models import ResultsImport
from scoring.past_results import import_and_undo_results
from scoring.past_results.import_and_undo_results import Imported
from scoring.past_results.persons_of_results import PlannedPerson
from scoring.past_results.results_columns import COLUMNS, SIMPLEST
from scoring.past_results.results_preview import ResultsPreview, results_preview
from scoring.past_results.results_rows import ResultRow
from tournaments.clubs.change_clubs import add_tournament
from tournaments.clubs.tournaments_of_clubs import tournaments_of
from tournaments.director.backups_page import for_the_owner
from tournaments.director.list_import_forms import SendForm
from tournaments.models import Club, Tournament
from tournaments.rule_texts import ruleset_names
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
    """Form for uploading a list of past results. `ruleset`: the ruleset of rows that do
    not name one."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Rules"))
    is_public = forms.BooleanField(
        label=gettext_lazy("Show these tournaments to the public"),
        required=False,
        initial=True,
    )

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = ruleset_names(SERVED)


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def past_results(request: AccountRequest) -> HttpResponse:
    """Render the upload form and earlier imports; POST stores a list. ?club= names the
    club that gets the tournaments.
    """
    club = _club(request)
    if request.method != "POST":
        form = ResultsForm(initial={"ruleset": _usual_ruleset(club)})
        return render(request, "persons/past_results.html", _page(form, club))
    form = ResultsForm(request.POST, files=request.FILES)
    if form.is_valid():
        with refusals_to(form.add_file_faults):
            results = import_and_undo_results.keep_list(
                form.content,
                form.source,
                ruleset=form.cleaned_data["ruleset"],
                is_public=form.cleaned_data["is_public"],
                by=request.user.get_username(),
            )
            return _to_list(request, results)
    return refused(request, "persons/past_results.html", _page(form, club))


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def past_results_list(request: AccountRequest, pk: int) -> HttpResponse:
    """Render the preview of a list, or the imported tournaments. ?club= names the club
    that gets the tournaments.

    POST runs the `action`. It chooses records for persons, one by one or all with the
    same name, and joins or separates equal names. It imports or discards the list, adds
    the imported tournaments to a club, or undoes the import.
    """
    results = ResultsImport.objects.filter(pk=pk).first()
    if results is None:
        messages.warning(request, _(import_and_undo_results.LIST_IS_GONE))
        return redirect("director:past_results")
    if request.method == "POST":
        return _act(request, results)
    if results.undone_at:
        return redirect("director:past_results")
    if results.imported_at:
        return render(request, "persons/past_results_done.html", _done(results))
    shown = results_preview(results)
    page = request.GET.get("page", "1")
    context = _preview(results, shown, page) | {"club": _club(request)}
    return render(request, "persons/past_results_list.html", context)


def _act(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    with faults_shown(request):
        return ACTIONS.get(request.POST.get("action", ""), _unknown)(request, results)
    still_there = ResultsImport.objects.filter(pk=results.pk, imported_at=None).exists()
    return _to_list(request, results) if still_there else _to_form(request)


def _unknown(request: AccountRequest, _results: ResultsImport) -> HttpResponse:
    return _to_form(request)


def _choose(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    _keep_choices(request, results)
    messages.success(request, _("Saved."))
    return _to_list(request, results)


def _choose_namesakes(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    """Choose the only suggested record with the same name for each player, and redirect
    to the list. Other choices in the form are kept.
    """
    _keep_choices(request, results)
    count = import_and_undo_results.choose_namesakes(results)
    sentence = ngettext(
        "%(number)s record chosen. Check it in the list.",
        "%(number)s records chosen. Check them in the list.",
        count,
    )
    messages.success(request, sentence % {"number": count})
    return _to_list(request, results)


def _turn_page(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    _keep_choices(request, results)
    return _to_list(request, results)


def _join(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    _keep_choices(request, results)
    import_and_undo_results.join_names(results, joins=True)
    return _to_list(request, results)


def _part(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    _keep_choices(request, results)
    import_and_undo_results.join_names(results, joins=False)
    return _to_list(request, results)


def _import(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    """Import the list with the choices in the form, and redirect to the list.

    If the address names a club, add the tournaments to the club and redirect to its
    settings. The choices are saved first, so that they remain if the import is refused.
    """
    _keep_choices(request, results)
    expected = request.POST.get("expected", "")
    club = _club(request)
    with transaction.atomic():
        imported = import_and_undo_results.import_results(
            results,
            expected=int(expected) if expected.isdecimal() else 0,
            by=request.user.get_username(),
        )
        if club:
            _add_to(club, results, request.user)
    messages.success(request, _in_words(imported))
    return redirect("director:club", club.slug) if club else _to_list(request, results)


def _in_words(imported: Imported) -> str:
    """Return the result of an import as sentences."""
    count, known, new = imported
    sentences = [
        ngettext(
            "Imported %(count)s tournament.", "Imported %(count)s tournaments.", count
        )
        % {"count": count},
        ngettext(
            "%(number)s player matches a known record.",
            "%(number)s players match known records.",
            known,
        )
        % {"number": known},
        ngettext("%(number)s new player.", "%(number)s new players.", new)
        % {"number": new},
    ]
    return " ".join(sentences)


def _discard(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    import_and_undo_results.discard_list(results)
    messages.success(request, _("List discarded."))
    return _to_form(request)


def _give_to_club(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    """Add the imported tournaments that belong to no club to the club in the form."""
    club = get_object_or_404(Club, slug=request.POST.get("club", ""))
    count = _add_to(club, results, request.user)
    message = ngettext(
        "%(count)s tournament added.", "%(count)s tournaments added.", count
    )
    messages.success(request, message % {"count": count})
    return redirect("director:club", club.slug)


def _undo(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    count = import_and_undo_results.undo_results(
        results,
        by=request.user.get_username(),
        reason=request.POST.get("reason", "")[:200],
    )
    sentence = ngettext(
        "Import undone: %(count)s tournament deleted.",
        "Import undone: %(count)s tournaments deleted.",
        count,
    )
    messages.success(request, sentence % {"count": count})
    return _to_form(request)


ACTIONS: Mapping[str, Callable[[AccountRequest, ResultsImport], HttpResponse]] = {
    "choose": _choose,
    "choose_namesakes": _choose_namesakes,
    "page": _turn_page,
    "join": _join,
    "part": _part,
    "import": _import,
    "discard": _discard,
    "add": _give_to_club,
    "undo": _undo,
}


def _to_form(request: AccountRequest) -> HttpResponse:
    """Redirect to the upload form of the same club."""
    return redirect(reverse("director:past_results", query=_kept(request, "club")))


def _to_list(request: AccountRequest, results: ResultsImport) -> HttpResponse:
    """Redirect to the list, with the same club and page."""
    query = _kept(request, "club", "page")
    return redirect(
        reverse("director:past_results_list", args=[results.pk], query=query)
    )


def _kept(request: AccountRequest, *names: str) -> dict[str, str]:
    return {name: request.GET[name] for name in names if request.GET.get(name)}


def _club(request: AccountRequest) -> Club | None:
    """Return the club that the address names; None without a club."""
    return Club.objects.filter(slug=request.GET.get("club", "")).first()


@transaction.atomic
def _add_to(club: Club, results: ResultsImport, owner: User) -> int:
    """Add the tournaments of an import that belong to no club to this club, and return
    their number.
    """
    tournaments = list(_imported(results).filter(in_club=None))
    for tournament in tournaments:
        add_tournament(club, tournament, by=owner)
    return len(tournaments)


def _imported(results: ResultsImport) -> QuerySet[Tournament]:
    """Return the tournaments of an import in the order of the list."""
    tournaments = Tournament.objects.not_in_bin()
    return tournaments.filter(past_results__results_import=results).order_by("pk")


def _usual_ruleset(club: Club | None) -> str:
    """Return the ruleset of the newest tournament (of the club, if given); "" if there
    is none or the form does not offer its ruleset.
    """
    tournaments = tournaments_of(club) if club else Tournament.objects.not_in_bin()
    newest = tournaments.filter(is_practice=False).first()
    return newest.ruleset if newest and newest.ruleset in SERVED else ""


def _keep_choices(request: AccountRequest, results: ResultsImport) -> None:
    """Save the records chosen in the form."""
    if choices := _choices(request):
        import_and_undo_results.choose_persons(results, choices)


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


def _page(form: ResultsForm, club: Club | None) -> Context:
    # Grouped queries ignore the model's order.
    imports = ResultsImport.objects.annotate(count=Count("tournaments"))
    imports = imports.order_by("-at", "-pk")
    return {
        "form": form,
        "club": club,
        "waiting": imports.filter(imported_at=None),
        "imports": imports.exclude(imported_at=None)[:MOST_IMPORTS],
        "columns": [str(words) for words in COLUMNS.values()],
        "needed": [str(COLUMNS[field]) for field in SIMPLEST],
    }


def _preview(results: ResultsImport, shown: ResultsPreview, page: str) -> Context:
    rows = [
        (tournament, row, _state(row, shown.persons[row.line]))
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
        "more_suggested": sum(
            person.record is None for person in suggested[MOST_SUGGESTED:]
        ),
        "namesakes": len(shown.namesakes),
        "joined": shown.joined[:MOST_SUGGESTED],
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


def _done(results: ResultsImport) -> Context:
    """Return the content of the page after an import."""
    tournaments = list(
        _imported(results).select_related("description", "in_club__club")
    )
    return {
        "results": results,
        "tournaments": tournaments,
        "without_club": sum(not hasattr(one, "in_club") for one in tournaments),
        "clubs": Club.objects.all(),
    }


def _state(row: ResultRow, person: PlannedPerson) -> str:
    """Return what the import does with a row's person, as text."""
    record = person.record
    if record is None:
        if row.line == person.line:
            return _("New player")
        return _("Same as row %(line)s") % {"line": person.line}
    shown = {"name": str(record), "number": record.pk}
    if person.is_certain:
        return _("%(name)s, record %(number)s: same number and name") % shown
    if not person.is_decided:
        return _("%(name)s, record %(number)s: same number") % shown
    return _("%(name)s, record %(number)s: chosen by you") % shown
