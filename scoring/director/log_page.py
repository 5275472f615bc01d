"""The log of a tournament: who changed what, when, from where and why."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.tournament_log.log_in_words_and_groups import (
    GROUPS,
    EventLog,
    Looked,
    csv_rows,
)
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.languages import page_language
from tournaments.models import Tournament
from tournaments.web.request_types_and_form_faults import AccountRequest

EVENTS_PER_PAGE = 50


@for_helpers(Ability.LOG)
@require_safe
def log(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the log, newest entries first, in pages (?page=).

    Filters: ?by= author, ?table=, ?player=, ?kind=, ?q= text. ?hands=no leaves out
    entered hands, but not their corrections.
    """
    looked, event_log = Looked.of(request.GET), EventLog(tournament)
    events = event_log.matching(looked)
    page = Paginator(events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "lines": list(event_log.lines(page)),
        "page": page,
        "looked": looked,
        "people": event_log.people,
        "groups": [(key, label) for key, (label, _kinds) in GROUPS.items()],
    }
    return render(request, "director/log.html", context)


@for_helpers(Ability.LOG)
@require_safe
def log_csv(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Return the log as a CSV download in English.

    It has the filters of the log page and contains all pages.
    """
    page_language.use_for_programs()
    event_log = EventLog(tournament)
    events = event_log.matching(Looked.of(request.GET))
    text = written_csv(csv_rows(event_log.lines(events)))
    # The byte order mark tells spreadsheets that the file is UTF-8.
    response = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    name = f"{tournament.slug}-log.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
