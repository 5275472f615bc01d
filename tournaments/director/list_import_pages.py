"""The pages of player list imports: upload a list, check its columns and rows, import
it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.list_import_forms import (
    ColumnsForm,
    RowForm,
    SendForm,
    SourceForm,
)
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.list_import import edit_uploaded_list, import_and_undo_import
from tournaments.list_import.comma_in_names import AS_NAME
from tournaments.list_import.import_preview_new_or_known import (
    UNSETTLED,
    Preview,
    RowState,
    preview,
)
from tournaments.list_import.list_columns import FIELDS, SEATING_FIELDS
from tournaments.list_import.name_splitting import NameOrder
from tournaments.list_import.rows_with_state import (
    AS_CLUB,
    AS_REMARK,
    LEFT_OUT,
    NOT_USED,
    PLAYER,
    WAITING,
    Question,
)
from tournaments.models import PlayerList, Tournament
from tournaments.people.countries_and_ema_numbers import COUNTRY_NAMES
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refusals_to,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])

#: Rows per page of the table.
ROWS_OF_A_PAGE = 200
#: Most rows with an open question shown together.
ASKED_AT_ONCE = 12

#: Row states shown, by name in the address.
SHOWN: Mapping[str, tuple[RowState, ...]] = {
    "all": tuple(RowState),
    "unsettled": UNSETTLED,
    "new": (RowState.NEW,),
    "known": (RowState.KNOWN,),
    "here": (RowState.HERE,),
    "waiting": (RowState.WAITING,),
    "set_aside": (RowState.SET_ASIDE,),
    "left_out": (RowState.LEFT_OUT,),
}

ListView = Callable[..., HttpResponse]


@for_helpers(Ability.PLAYERS)
@PAGE
def send(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the upload form and earlier uploads; POST stores a list."""
    form = SendForm(request.POST or None, files=request.FILES or None)
    if request.method == "POST":
        form = SendForm(request.POST, files=request.FILES)
        if form.is_valid():
            with refusals_to(form.add_file_faults):
                player_list = edit_uploaded_list.keep(
                    tournament, form.content, form.source, by=request.user
                )
                return redirect("director:player_list", tournament.slug, player_list.pk)
        page = _send_page(request, tournament, form)
        return refused(request, "director/players_import.html", page)
    page = _send_page(request, tournament, SendForm())
    return render(request, "director/players_import.html", page)


def of_own_list(
    methods: Callable[[ListView], ListView],
) -> Callable[[ListView], Callable[..., HttpResponseBase]]:
    """Return a decorator for pages about a list that the director has uploaded.

    The view receives the list. If the list no longer exists, the page redirects to the
    upload page.
    """

    def decorated(view: ListView) -> Callable[..., HttpResponseBase]:
        @for_helpers(Ability.PLAYERS)
        @methods
        @wraps(view)
        def wrapped(
            request: AccountRequest, tournament: Tournament, pk: int, **named: int
        ) -> HttpResponse:
            lists = PlayerList.objects.filter(
                tournament=tournament, by=request.user, pk=pk
            )
            if (
                player_list := lists.select_related("tournament", "by").first()
            ) is None:
                messages.warning(request, _(edit_uploaded_list.LIST_IS_GONE))
                address = reverse("director:players_import", args=[tournament.slug])
                if request.htmx:
                    return HttpResponseClientRedirect(address)
                return redirect(address)
            return view(request, player_list, **named)

        return wrapped

    return decorated


@of_own_list(require_safe)
def shown(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Render the rows of a list with their states, such as new, known or left out.
    ?show= selects rows by state."""
    return render(request, "director/player_list.html", _page(request, player_list))


@of_own_list(require_POST)
def columns(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Save the meaning of the columns, or guess it again if another line has the
    headings. If the form is invalid, render it with errors."""
    form = ColumnsForm(player_list, request.POST)
    if form.is_valid():
        with faults_in(form):
            heading = form.cleaned_data["heading"]
            if heading != player_list.heading:
                edit_uploaded_list.guess_again(player_list, heading)
            else:
                edit_uploaded_list.name_columns(
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
    """Save the edited fields, the chosen person or the state of the row at `line`. If
    the form is invalid, render it with errors."""
    at_line = preview(player_list).row_at(line)
    if at_line is None:
        return _back(player_list)
    with faults_shown(request):
        if "state" in request.POST:
            edit_uploaded_list.set_state(player_list, line, request.POST["state"])
            return _back(player_list)
        if "choice" in request.POST:
            edit_uploaded_list.choose(player_list, {line: request.POST["choice"][:40]})
            return _back(player_list)
        form = RowForm(player_list, at_line, request.POST)
        if form.is_valid():
            edit_uploaded_list.mend(player_list, line, form.cleaned_data)
            return _back(player_list)
        page = _page(request, player_list, form, line)
        return refused(request, "director/player_list.html", page)
    return _back(player_list)


@of_own_list(require_POST)
def together(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Carry out a decision about many rows: namesakes, undecided rows, countries and
    other values, the order of names, the sheet or the encoding."""
    with faults_shown(request):
        if "namesakes" in request.POST:
            edit_uploaded_list.choose_namesakes(player_list, preview(player_list))
        elif "leave_out" in request.POST:
            edit_uploaded_list.leave_out_unsettled(player_list, preview(player_list))
        elif "swap" in request.POST:
            edit_uploaded_list.swap_names(player_list)
        elif "ask_again" in request.POST:
            edit_uploaded_list.ask_again(player_list)
        elif "chosen" in request.POST:
            source = SourceForm(player_list, request.POST)
            if source.is_valid():
                edit_uploaded_list.read_again(
                    player_list, source.cleaned_data["chosen"]
                )
        elif key := request.POST.get("question", "")[:1100]:
            meaning = request.POST.get("meaning", "")
            if meaning in dict(_MEANINGS.get(key.partition(":")[0], ())):
                edit_uploaded_list.answer(player_list, key, meaning)
        elif spelling := request.POST.get("spelling", "")[:1000]:
            country = request.POST.get("country", "")
            meant = country if country in COUNTRY_NAMES.values() else ""
            edit_uploaded_list.choose_countries(player_list, {spelling: meant})
    return _back(player_list)


@of_own_list(require_POST)
def register(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Import an uploaded list, and redirect to the players' page. If the import is
    refused, redirect to the list with the reason."""
    with faults_shown(request):
        expected = _number(request.POST.get("expected", ""))
        players = import_and_undo_import.import_list(
            player_list, expected=expected, by=request.user
        )
        message = ngettext(
            "%(count)s player imported.",
            "%(count)s players imported.",
            len(players),
        )
        messages.success(request, message % {"count": len(players)})
        if waiting := expected - len(players):
            message = ngettext(
                "%(count)s player added to the waiting list.",
                "%(count)s players added to the waiting list.",
                waiting,
            )
            messages.success(request, message % {"count": waiting})
        return redirect("director:players", player_list.tournament.slug)
    return _back(player_list)


@of_own_list(require_POST)
def discard(request: AccountRequest, player_list: PlayerList) -> HttpResponse:
    """Delete an uploaded list."""
    player_list.delete()
    messages.success(request, _("List discarded."))
    return redirect("director:players_import", player_list.tournament.slug)


#: Views that change a list, by the last part of their address.
CHANGES = {
    "columns": columns,
    "together": together,
    "register": register,
    "discard": discard,
}


def _number(text: str) -> int:
    """Return a number from an address or form; 0 for other text."""
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
    lists = PlayerList.objects.filter(tournament=tournament, by=request.user)
    return {
        "tournament": tournament,
        "form": form,
        "lists": lists.defer("rows", "content", "mended", "choices"),
        "imports": [*import_and_undo_import.imports_of(tournament)],
        "for_seating": [str(FIELDS[field]) for field in SEATING_FIELDS],
    }


def _page(
    request: HttpRequest,
    player_list: PlayerList,
    mended: RowForm | None = None,
    line: int = 0,
) -> dict[str, object]:
    """Return the context of a list's page. `mended`: the refused form of the row at
    `line`."""
    looked_at = preview(player_list)
    line = line or _number(request.GET.get("mend", ""))
    show = request.GET.get("show", "")
    show = show if show in SHOWN else "all"
    rows = [row for row in looked_at.rows if row.state in SHOWN[show]]
    people = [row for row in looked_at.rows if row.state != RowState.SET_ASIDE]
    return {
        "tournament": player_list.tournament,
        "list": player_list,
        "columns": ColumnsForm(player_list),
        "source": SourceForm(player_list),
        "questions": [_worded(question) for question in looked_at.questions],
        "preview": looked_at,
        "asked": _open_rows(player_list, looked_at, mended, line),
        "more_asked": len(looked_at.unsettled) > ASKED_AT_ONCE,
        "filters": _filters(looked_at),
        "show": show,
        "page": Paginator(rows, ROWS_OF_A_PAGE).get_page(request.GET.get("page")),
        "countries": sorted(COUNTRY_NAMES.values()),
        "expected": len(looked_at.to_import) + len(looked_at.to_wait),
        "has_numbers": any(row.checked.player.number for row in people),
        "has_clubs": any(row.checked.player.club for row in people),
        "has_teams": any(row.checked.player.team for row in people),
        "has_contacts": any(row.checked.contact for row in people),
    }


#: Answers to questions about values, by kind of question.
_STATES = (
    (PLAYER, gettext_lazy("Register")),
    (WAITING, gettext_lazy("Waiting list")),
    (LEFT_OUT, gettext_lazy("Leave out")),
)
_MEANINGS = {
    "state": _STATES,
    "ticket": _STATES,
    "brackets": (
        (AS_CLUB, gettext_lazy("Club (public)")),
        (AS_REMARK, gettext_lazy("Remarks (private)")),
        (NOT_USED, gettext_lazy("Do not use")),
    ),
    "comma": (
        (AS_CLUB, gettext_lazy("Name “%(before)s”, club “%(after)s” (public)")),
        (AS_REMARK, gettext_lazy("Name “%(before)s”, remark “%(after)s” (private)")),
        (NOT_USED, gettext_lazy("Name “%(before)s” only")),
        (AS_NAME, gettext_lazy("Last name “%(before)s”, first name “%(after)s”")),
    ),
}


def _worded(question: Question) -> dict[str, object]:
    """Return a question about a value, with its text and its answers."""
    messages = {
        "state": _("Do players with the status “%(value)s” take part?"),
        "ticket": _("Do players with “%(value)s” take part?"),
        "brackets": _(
            "What do the brackets after the names contain, such as “%(value)s”?"
        ),
        "comma": _("What does the comma separate in “%(value)s”?"),
    }
    before, _comma, after = question.value.partition(",")
    example = {"before": before.strip(), "after": after.strip()}
    return {
        "key": question.key,
        "words": messages[question.kind] % {"value": question.value},
        "rows": question.rows,
        "answers": [
            (meaning, words % example) for meaning, words in _MEANINGS[question.kind]
        ],
    }


def _open_rows(
    player_list: PlayerList, looked_at: Preview, mended: RowForm | None, line: int
) -> list[dict[str, object]]:
    """Return rows with their forms: first the row that is being edited, then undecided
    rows.

    Rows that only need a country are left out, because countries have a separate form.
    """
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
    """Return (name in the address, label, number of rows) of each filter that has
    rows."""
    labels = {
        "all": _("All rows"),
        "unsettled": _("To check"),
        "new": pgettext("player", "New"),
        "known": _("Known"),
        "here": _("Already registered"),
        "waiting": _("Waiting list"),
        "left_out": _("Left out"),
        "set_aside": _("Set aside"),
    }
    counted = ((name, labels[name], looked_at.count(*SHOWN[name])) for name in labels)
    return [option for option in counted if option[2] or option[0] == "all"]
