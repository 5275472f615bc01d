"""The results of an event for a federation: checked, looked at, and taken away."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.exports.federation import Layout, Report, layouts, report_of, written
from scoring.exports.federation.page import federation_page
from scoring.views.event_downloads import XLSX, file_answer
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import AccountRequest

TEMPLATE = "director/federation.html"


class QualificationForm(forms.Form):
    """What the program cannot know of an event."""

    qualification = forms.BooleanField(
        label=gettext_lazy("Qualification was required"), required=False
    )
    guests = forms.BooleanField(
        label=gettext_lazy("Report players without an EMA number as non-members"),
        required=False,
    )


@for_helpers(Ability.ROUNDS)
@require_safe
def page(
    request: AccountRequest, tournament: Tournament, federation: str
) -> HttpResponse:
    """What is wrong with the results, and what they will count."""
    layout, form = _layout(federation), _form(request)
    context = _page(_report(tournament, form), layout, form)
    return render(request, TEMPLATE, context | {"form": form})


@for_helpers(Ability.ROUNDS)
@require_safe
def workbook(
    request: AccountRequest, tournament: Tournament, federation: str
) -> HttpResponse:
    """The workbook; while something is wrong with it, the page that says what."""
    layout, form = _layout(federation), _form(request)
    report = _report(tournament, form)
    context = _page(report, layout, form)
    if not context["may_leave"]:
        context |= {"form": form, "refused": True}
        return render(request, TEMPLATE, context, status=422)
    name = f"{tournament.slug}-{federation}.xlsx"
    return file_answer(written(report, layout), XLSX, name)


def _layout(key: str) -> Layout:
    if key not in layouts():
        raise Http404
    return layouts()[key]


def _form(request: AccountRequest) -> QualificationForm:
    form = QualificationForm(request.GET)
    form.is_valid()
    return form


def _page(report: Report, layout: Layout, form: QualificationForm) -> Context:
    return federation_page(report, layout, guests=form.cleaned_data["guests"])


def _report(tournament: Tournament, form: QualificationForm) -> Report:
    return report_of(
        tournament, needed_qualification=form.cleaned_data["qualification"]
    )
