"""Downloads for the public, and for directors with further data."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from scoring.all_pages import page_etags, public_rounds_and_tables
from scoring.all_pages.page_cache_keys import number
from scoring.all_pages.public_page_access_and_frame import (
    around,
    for_search_engines,
    missing_page,
    of_tournament,
)
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.exports.export_catalogue_and_log import EXPORTS, offered_to
from scoring.exports.export_columns_and_values import (
    Audience,
    Export,
    Selection,
    Withheld,
)
from scoring.exports.export_files_csv_json_xlsx import FORMATS, file_of, name_of
from scoring.models import past_results_of
from scoring.public import link_previews
from scoring.public.large_file_responses import or_busy, sent
from scoring.standings import provisional_results
from scoring.standings.who_sees_hidden_results import VisibleResults
from tournaments.access import api_tokens
from tournaments.access.page_access import visible_tournament
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Role, Round, RoundState, Tournament
from tournaments.web.read_only_and_service_workers import only_read
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)


class TokenForm(forms.Form):
    role = forms.ChoiceField(
        label=gettext_lazy("Permission"),
        choices=[
            ("", gettext_lazy("Read only")),
            (Role.SCORER, gettext_lazy("Write as scorekeeper: hands and check-in")),
            (Role.REFEREE, gettext_lazy("Write as referee: also late hands")),
            (
                Role.DIRECTOR,
                gettext_lazy("Write as director: also players, seating and rounds"),
            ),
        ],
        required=False,
        widget=forms.RadioSelect,
        initial="",
    )
    name = forms.CharField(
        label=gettext_lazy("User"),
        max_length=100,
        help_text=gettext_lazy("For example, the club's website."),
    )


@of_tournament(round=number())
def files(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the list of public files, of all rounds or one (?round=)."""
    context = {
        **_offered(request, tournament, Audience.EVERYBODY),
        **around(request, tournament, page="files", title=_("Files")),
        "embedded": link_previews.embedded(tournament, request.build_absolute_uri),
        "overlay": request.build_absolute_uri(
            reverse("public:table_overlay", args=[tournament.slug, 1])
        ),
    }
    return render(request, "public/files.html", context)


@only_read
@cache_control(private=True, no_cache=True)
@or_busy
def file(request: HttpRequest, slug: str, export: str, ending: str) -> HttpResponseBase:
    """Return a public file.

    Files are stored on disk for each revision, so the page cache is not used.
    """
    tournament = visible_tournament(request, slug)
    try:
        answer = _file(request, tournament, export, ending, Audience.EVERYBODY)
    except PublicPageNotFound as missing:
        answer = missing_page(request, tournament, missing)
    return for_search_engines(tournament, answer)


@for_helpers(Ability.ROUNDS)
@require_safe
def directors_files(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the list of all files, for directors."""
    context = _directors_context(request, tournament, TokenForm())
    return render(request, "director/files.html", context)


@for_helpers(Ability.ROUNDS)
@require_safe
@or_busy
def directors_file(
    request: AccountRequest, tournament: Tournament, export: str, ending: str
) -> HttpResponseBase:
    """Return a file for directors."""
    return _file(request, tournament, export, ending, Audience.DIRECTORS)


@for_helpers(Ability.SETUP)
@require_POST
def make_token(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Create an API token, and show it once."""
    form = TokenForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            name, by = form.cleaned_data["name"], request.user.get_username()
            made = api_tokens.make(
                tournament, name, by=by, role=form.cleaned_data["role"]
            )
            answer = render(
                request,
                "director/token_created.html",
                {"tournament": tournament, "made": made},
            )
            answer["Cache-Control"] = "no-store"
            return answer
    context = _directors_context(request, tournament, form)
    return refused(request, "director/files.html", context)


@for_helpers(Ability.SETUP)
@require_POST
def revoke_token(
    request: AccountRequest, tournament: Tournament, pk: int
) -> HttpResponse:
    """Revoke an API token and redirect to the page of files."""
    token = api_tokens.revoke(tournament, pk, by=request.user.get_username())
    if token:
        revoked = _("API token revoked: %(name)s.") % {"name": token.name}
        messages.success(request, revoked)
    return redirect("director:files", tournament.slug)


def _directors_context(
    request: AccountRequest, tournament: Tournament, form: TokenForm
) -> dict[str, object]:
    return _offered(request, tournament, Audience.DIRECTORS) | {
        "tokens": api_tokens.tokens_of(tournament),
        "form": None if tournament.archived_at else form,
    }


def _offered(
    request: HttpRequest, tournament: Tournament, audience: Audience
) -> dict[str, object]:
    rounds = public_rounds_and_tables.public_rounds(tournament)
    round_ = _round_in_address(request, tournament)
    is_official = round_ is None or round_.state == RoundState.CLOSED
    visible = audience.visible(tournament)
    has_games = past_results_of(tournament) is None
    return {
        "tournament": tournament,
        "exports": [
            export
            for export in offered_to(audience)
            if (is_official or not export.is_sum)
            and (has_games or export.is_sum or not export.by_round)
            and export.tells(visible, round_.number if round_ else None)
        ],
        "held_back": visible.notice,
        "provisional": _provisional(tournament, round_, visible),
        "formats": list(FORMATS),
        "rounds": rounds,
        "round": round_,
    }


def _provisional(
    tournament: Tournament, round_: Round | None, visible: VisibleResults
) -> str:
    """Return a sentence saying that results in these files may still change; "" if
    results are final or some are hidden.
    """
    if not visible.everything:
        return ""
    if round_ and round_.state != RoundState.CLOSED:
        return provisional_results.round_in_words(round_)
    return provisional_results.standings_in_words(
        tournament, round_.number if round_ else None
    )


def _file(
    request: HttpRequest,
    tournament: Tournament,
    key: str,
    ending: str,
    audience: Audience,
) -> HttpResponseBase:
    export = _export(key, audience)
    if ending not in FORMATS:
        raise PublicPageNotFound(
            _("There is no “%(ending)s” file. Use csv, xlsx or json.")
            % {"ending": ending[:20]}
        )
    round_ = _round_in_address(request, tournament)
    selection = Selection(tournament, audience, round_.number if round_ else 0)
    try:
        made = file_of(export, selection, ending, release=page_etags.release())
    except Withheld as withheld:
        raise PublicPageNotFound(str(withheld)) from None
    response = sent(
        request,
        made,
        content_type=FORMATS[ending].content_type,
        filename=name_of(export, selection, ending),
    )
    if FORMATS[ending].for_programs:
        response["Content-Language"] = settings.LANGUAGE_CODE
    return response


def _export(key: str, audience: Audience) -> Export[object]:
    export = EXPORTS.get(key)
    if export is None or export not in offered_to(audience):
        raise PublicPageNotFound(_("This file does not exist."))
    return export


def _round_in_address(request: HttpRequest, tournament: Tournament) -> Round | None:
    """Return the round of ?round=; None for all rounds.

    Raises PublicPageNotFound for a round that is not public.
    """
    text = request.GET.get("round", "")
    if not text:
        return None
    number = int(text) if text.isdecimal() and len(text) < 4 else 0
    return public_rounds_and_tables.public_round(tournament, number)
