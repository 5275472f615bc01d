"""The director's registration page: settings, QR code, registered and waiting players,
and fees."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.page_access import hidden_still
from tournaments.access.roles_and_permissions import Ability
from tournaments.deliveries import mail_server
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import SignUp, Tournament
from tournaments.people import registration_links_and_mail, self_registration
from tournaments.people.player_list_and_kept_apart import lines_of
from tournaments.people.registration_forms import SignUpPageForm
from tournaments.people.registration_open_and_spots import (
    is_drawn,
    page_of,
    places_left,
    privacy_of,
    registration_state,
)
from tournaments.web.qr_codes import leads_nowhere, svg_of
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

#: Digits of the largest primary key accepted.
MOST_DIGITS = 15


@for_helpers(Ability.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the registration settings and all registrations. POST saves the
    settings."""
    if request.method != "POST":
        form = SignUpPageForm.of(page_of(tournament))
        page = _page(request, tournament, form)
        return render(request, "director/registration.html", page)
    form = SignUpPageForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            by = request.user.get_username()
            saved = self_registration.set_page(tournament, form.cleaned_data, by=by)
            messages.success(request, _("Registration settings saved."))
            if saved.is_on and (hidden := hidden_still(tournament)):
                messages.warning(request, hidden)
            return redirect("director:registration", tournament.slug)
    page = _page(request, tournament, form)
    return refused(request, "director/registration.html", page)


def _page(
    request: AccountRequest, tournament: Tournament, form: SignUpPageForm
) -> dict[str, object]:
    page = page_of(tournament)
    path = reverse("public:sign_up", args=[tournament.slug])
    address = request.build_absolute_uri(path)
    people = [line for line in lines_of(tournament) if not line.player.is_filler]
    people.sort(key=lambda line: bool(line.gone))
    left = places_left(page)
    paid = sum(line.player.fee_paid for line in people)
    return {
        "tournament": tournament,
        "sign_up_page": page,
        "door": registration_state(page, timezone.now()).value,
        "privacy": privacy_of(page),
        "address": address,
        "qr": svg_of(address),
        "leads_nowhere": leads_nowhere(request),
        "lines": people,
        "marked": _number(request.GET.get("marked", "")),
        "paid": paid,
        # Without registration, fees matter only if there are any.
        "shows_fees": bool(page.is_on or page.fee or paid),
        "left": left,
        "waiting": tournament.sign_ups.filter(waits=True).select_related("contact"),
        "asks": is_drawn(tournament) and left != 0,
        "sends_mail": mail_server.is_configured(),
        "form": form,
    }


@for_helpers(Ability.PLAYERS)
@require_POST
def people(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Carry out one action of the registration page.

    `paid` and `due` contain a player number; `up`, `off` and `link` contain the primary
    key of a registration. After `paid` and `due`, the page opens at the player's row.
    """
    here = reverse("director:registration", args=[tournament.slug])
    with faults_shown(request):
        if number := _do(request, tournament):
            here = f"{here}?marked={number}#player-{number}"
    return redirect(here)


def _do(request: AccountRequest, tournament: Tournament) -> int:
    """Carry out the action in the POST, and return the number of the player whose fee
    was marked, or 0. Raises Refused if the action is not possible."""
    by = request.user.get_username()
    number = 0
    for name, paid in (("paid", True), ("due", False)):
        if name in request.POST:
            number = _number(request.POST[name])
            self_registration.mark_fee(tournament, number, paid=paid, by=by)
    if "up" in request.POST:
        sign_up = _named(tournament, request.POST["up"])
        self_registration.move_up(sign_up, by=by)
        messages.success(request, _("%(name)s registered.") % {"name": sign_up})
    if "off" in request.POST:
        sign_up = _named(tournament, request.POST["off"])
        moved = len(self_registration.end(sign_up, by=by))
        message = _("%(name)s removed.") % {"name": sign_up}
        if moved:
            more = ngettext(
                "%(count)s player moved up from the waiting list.",
                "%(count)s players moved up from the waiting list.",
                moved,
            )
            message = f"{message} {more % {'count': moved}}"
        messages.success(request, message)
    if "link" in request.POST:
        sign_up = _named(tournament, request.POST["link"])
        registration_links_and_mail.renew(sign_up, by=by)
        path = reverse("me:sign_up", args=[registration_links_and_mail.key_of(sign_up)])
        message = _("New link for %(name)s: %(link)s")
        address = request.build_absolute_uri(path)
        messages.success(request, message % {"name": sign_up, "link": address})
    return number


def _named(tournament: Tournament, text: str) -> SignUp:
    return get_object_or_404(tournament.sign_ups, pk=_number(text))


def _number(text: str) -> int:
    """Return the number in a request's text; 0 for other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number else 0
