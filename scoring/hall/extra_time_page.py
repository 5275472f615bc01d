"""Extra time for one table, given from its card in the control room."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.confirming_and_finishing.tables_still_playing import progress_at
from scoring.hall.control_room_page import address
from scoring.rounds import extra_time
from scoring.rounds.round_forms import TableMinutesForm
from scoring.table import table_change_signal
from tournaments.access.live_access import reader_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Game, Tournament
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    focus_first_fault,
)


@for_helpers(Ability.RULE)
@require_http_methods(["GET", "HEAD", "POST"])
def extend(
    request: AccountRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Add or remove extra minutes for the table. GET shows the form."""
    game = _game(tournament, number, table)
    if request.method != "POST":
        return _page(request, game, TableMinutesForm(), status=200)
    form = TableMinutesForm(request.POST)
    if form.is_valid():
        by, now = request.user.get_username(), timezone.now()
        with faults_in(form):
            changed = extra_time.extend_table(
                game.pk, by=by, now=now, **form.cleaned_data
            )
            minutes = form.cleaned_data["minutes"]
            messages.success(request, _changed_in_words(changed, minutes))
            return redirect(address(tournament, number))
    focus_first_fault(form)
    return _page(request, _game(tournament, number, table), form, status=422)


def _changed_in_words(game: Game, minutes: int) -> str:
    """Return a sentence on the minutes added or removed, and the table's new end."""
    sentence = (
        ngettext(
            "Table %(table)s plays %(minutes)s minute longer.",
            "Table %(table)s plays %(minutes)s minutes longer.",
            minutes,
        )
        if minutes > 0
        else ngettext(
            "Table %(table)s plays %(minutes)s minute less.",
            "Table %(table)s plays %(minutes)s minutes less.",
            -minutes,
        )
    )
    changed = sentence % {"table": game.table, "minutes": abs(minutes)}
    end = extra_time.end_of_table(game)
    if end is None:
        return changed
    at = date_in_words(localtime(end), "TIME_FORMAT")
    return f"{changed} {_('The gong for this table sounds at %(at)s.') % {'at': at}}"


def _page(
    request: AccountRequest, game: Game, form: TableMinutesForm, *, status: int
) -> HttpResponse:
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "progress": progress_at([game])[game.pk],
        "form": form,
        "live_url": table_change_signal.url(game, reader_of(request)),
    }
    return render(request, "director/table_time.html", context, status=status)


def _game(tournament: Tournament, number: int, table: int) -> Game:
    game = (
        Game.objects.filter(round__tournament=tournament, round__number=number)
        .filter(table=table)
        .select_related("round__tournament", "sheet", "extension")
        .first()
    )
    if game is None:
        raise Http404
    return game
