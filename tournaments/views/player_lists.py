"""A list of players comes in: sent, looked at row by row, imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.abilities import Ability
from tournaments.models import PlayerList, Tournament
from tournaments.people.countries import NAMES
from tournaments.people.player_lists import imports, list_changes
from tournaments.people.player_lists.list_forms import ColumnsForm, RowForm, SendForm
from tournaments.people.player_lists.name_splitting import NameOrder
from tournaments.people.player_lists.preview import Preview, preview
from tournaments.people.player_lists.row_states import UNSETTLED, RowState
from tournaments.views.roles import for_helpers
from tournaments.web.requests import (
    AccountRequest,
    faults_in,
    faults_shown,
    refusals_to,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])

#: So many rows are on one page of the table.
ROWS_OF_A_PAGE = 200
#: So many rows are asked about at once.
ASKED_AT_ONCE = 12

#: Which rows a page shows, by the word in its address.
SHOWN: Mapping[str, tuple[RowState, ...]] = {
    "all": tuple(RowState),
    "unsettled": UNSETTLED,
    "new": (RowState.NEW,),
    "known": (RowState.KNOWN,),
    "here": (RowState.HERE,),
    "left_out": (RowState.LEFT_OUT,),
}

ListView = Callable[..., HttpResponse]


@for_helpers(Ability.PLAYERS)
@PAGE
def send(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Send a list, or go on with one that was sent."""
    form = SendForm(request.POST or None, files=request.FILES or None)
    if request.method == "POST":
        form = SendForm(request.POST, files=request.FILES)
        if form.is_valid():
            with refusals_to(form.add_file_faults):
                kept = list_changes.keep(
                    tournament, form.content, form.source, by=request.user
                )
                return redirect("director:player_list", tournament.slug, kept.pk)
        page = _send_page(request, tournament, form)
        return refused(request, "director/players_import.html", page)
    page = _send_page(request, tournament, SendForm())
    return render(request, "director/players_import.html", page)


def of_own_list(
    methods: Callable[[ListView], ListView],
) -> Callable[[ListView], Callable[..., HttpResponseBase]]:
    """A page about a list that this director sent. One that is gone leads back."""

    def decorated(view: ListView) -> Callable[..., HttpResponseBase]:
        @for_helpers(Ability.PLAYERS)
        @methods
        @wraps(view)
        def wrapped(
            request: AccountRequest, tournament: Tournament, pk: int, **named: int
        ) -> HttpResponse:
            own = PlayerList.objects.filter(
                tournament=tournament, by=request.user, pk=pk
            )
            if (kept := own.select_related("tournament", "by").first()) is None:
                messages.warning(request, _(list_changes.LIST_IS_GONE))
                address = reverse("director:players_import", args=[tournament.slug])
                if request.htmx:
                    return HttpResponseClientRedirect(address)
                return redirect(address)
            return view(request, kept, **named)

        return wrapped

    return decorated


@of_own_list(require_safe)
def shown(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Every row and what becomes of it."""
    return render(request, "director/player_list.html", _page(request, player_list))


@of_own_list(require_POST)
def columns(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Say what the columns are."""
    form = ColumnsForm(player_list, request.POST)
    if form.is_valid():
        with faults_in(form):
            heading = form.cleaned_data["heading"]
            if heading != player_list.heading:
                list_changes.guess_again(player_list, heading)
            else:
                list_changes.name_columns(
                    player_list,
                    form.column_fields,
                    heading,
                    NameOrder(form.cleaned_data["name_order"]),
                )
            return _back(player_list)
    page = _page(request, player_list) | {"columns": form}
    return refused(request, "director/player_list.html", page)


@of_own_list(require_POST)
def row(request: AccountRequest, player_list: PlayerList, line: int) -> HttpResponse:
    """Mend a row, or say what becomes of it."""
    at_line = preview(player_list).row_at(line)
    if at_line is None:
        return _back(player_list)
    with faults_shown(request):
        if "choice" in request.POST:
            list_changes.choose(player_list, {line: request.POST["choice"][:40]})
            return _back(player_list)
        form = RowForm(player_list, at_line, request.POST)
        if form.is_valid():
            list_changes.mend(player_list, line, form.cleaned_data)
            return _back(player_list)
        page = _page(request, player_list, form, line)
        return refused(request, "director/player_list.html", page)
    return _back(player_list)


@of_own_list(require_POST)
def together(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Settle many rows at once: namesakes, the unsettled, unknown countries."""
    with faults_shown(request):
        if "namesakes" in request.POST:
            list_changes.choose_namesakes(player_list, preview(player_list))
        elif "leave_out" in request.POST:
            list_changes.leave_out_unsettled(player_list, preview(player_list))
        elif spelling := request.POST.get("spelling", "")[:1000]:
            country = request.POST.get("country", "")
            meant = country if country in NAMES.values() else ""
            list_changes.choose_countries(player_list, {spelling: meant})
    return _back(player_list)


@of_own_list(require_POST)
def register(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Import the list."""
    with faults_shown(request):
        expected = _number(request.POST.get("expected", ""))
        entries = imports.import_list(player_list, expected=expected, by=request.user)
        words = ngettext(
            "%(count)s player imported.",
            "%(count)s players imported.",
            len(entries),
        )
        messages.success(request, words % {"count": len(entries)})
        return redirect("director:players", player_list.tournament.slug)
    return _back(player_list)


@of_own_list(require_POST)
def discard(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Throw the list away."""
    player_list.delete()
    messages.success(request, _("List discarded."))
    return redirect("director:players_import", player_list.tournament.slug)


#: What is done to a list, by the last word of its address.
CHANGES = {
    "columns": columns,
    "together": together,
    "register": register,
    "discard": discard,
}


def _number(text: str) -> int:
    """The number that an address or a form says; 0 for none."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _back(player_list: PlayerList) -> HttpResponse:
    return redirect(
        reverse(
            "director:player_list", args=[player_list.tournament.slug, player_list.pk]
        )
    )


def _send_page(
    request: AccountRequest, tournament: Tournament, form: SendForm
) -> dict[str, object]:
    own = PlayerList.objects.filter(tournament=tournament, by=request.user)
    return {
        "tournament": tournament,
        "form": form,
        "lists": own.defer("rows", "mended", "choices"),
        "imports": imports.imports_of(tournament),
    }


def _page(
    request: HttpRequest,
    player_list: PlayerList,
    mended: RowForm | None = None,
    line: int = 0,
) -> dict[str, object]:
    """What the page of a list shows; `mended`: the form of the row at `line`, which
    was refused."""
    looked_at = preview(player_list)
    line = line or _number(request.GET.get("mend", ""))
    show = request.GET.get("show", "")
    show = show if show in SHOWN else "all"
    rows = [row for row in looked_at.rows if row.state in SHOWN[show]]
    return {
        "tournament": player_list.tournament,
        "list": player_list,
        "columns": ColumnsForm(player_list),
        "preview": looked_at,
        "asked": _open_rows(player_list, looked_at, mended, line),
        "more_asked": len(looked_at.unsettled) > ASKED_AT_ONCE,
        "filters": _filters(looked_at),
        "show": show,
        "page": Paginator(rows, ROWS_OF_A_PAGE).get_page(request.GET.get("page")),
        "countries": sorted(NAMES.values()),
        "has_teams": any(row.checked.player.team for row in looked_at.rows),
        "has_clubs": any(row.checked.player.club for row in looked_at.rows),
    }


def _open_rows(
    player_list: PlayerList, looked_at: Preview, mended: RowForm | None, line: int
) -> list[dict[str, object]]:
    """The rows that are asked about, each with its form: the one that somebody wants
    to mend, then those that are not settled. Countries are asked about together."""
    wanted = [row for row in looked_at.rows if row.line == line]
    others = [
        row
        for row in looked_at.unsettled
        if row.line != line and not row.asks_only_for_country
    ]
    return [
        {
            "row": row,
            "is_open": row.line == line or not row.choices,
            "form": mended
            if mended and row.line == line
            else RowForm(player_list, row),
        }
        for row in [*wanted, *others][:ASKED_AT_ONCE]
    ]


def _filters(looked_at: Preview) -> list[tuple[str, str, int]]:
    """(word in the address, words, how many rows) of what can be shown."""
    words = {
        "all": _("All rows"),
        "unsettled": _("To check"),
        "new": _("New"),
        "known": _("Known"),
        "here": _("Already registered"),
        "left_out": _("Left out"),
    }
    counted = ((name, words[name], looked_at.count(*SHOWN[name])) for name in words)
    return [found for found in counted if found[2] or found[0] == "all"]
