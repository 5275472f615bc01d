"""Registration by players: the public page, and the page of one registration."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tournaments.access.page_access import visible_tournament
from tournaments.access.wrong_password_limit import Limit, address_of, count
from tournaments.deliveries import mail_server
from tournaments.director.page_roles_and_health_notice import wrong_key
from tournaments.models import SignUp, Tournament
from tournaments.people import registration_links_and_mail, self_registration
from tournaments.people.countries_and_ema_numbers import COUNTRY_NAMES
from tournaments.people.presence_in_rounds import reached, words_for_gone
from tournaments.people.registration_forms import SignUpForm
from tournaments.people.registration_open_and_spots import (
    RegistrationState,
    is_drawn,
    page_of,
    places_left,
    privacy_of,
    registration_state,
)
from tournaments.tournament_setup.description_and_logo import description_of
from tournaments.tournament_time import time_zone_and_years
from tournaments.web.request_types_and_form_faults import (
    faults_in,
    faults_shown,
    focus_first_fault,
    new_device_key,
)

#: Limit for one network address: members of a club may register together.
REGISTRATIONS = Limit("registrations", 40, 3600)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@PAGE
@cache_control(private=True, no_cache=True)
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the public registration page. POST registers, and redirects to the
    registration's page."""
    tournament = visible_tournament(request, slug)
    if request.method != "POST":
        form = SignUpForm(initial={"device_key": new_device_key()})
        return _page(request, tournament, form)
    form = SignUpForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    if count(REGISTRATIONS, address_of(request)) > REGISTRATIONS.most:
        message = _("Too many registrations from your network. Try again in an hour.")
        form.add_error(None, message)
        return _page(request, tournament, form, status=429)
    with faults_in(form):
        key = form.cleaned_data["device_key"]
        now = timezone.now()
        new = self_registration.sign_up(
            tournament,
            form.person(),
            now=now,
            device_key=key,
            site=request.build_absolute_uri(reverse("public:home")),
        )
        return redirect("me:sign_up", registration_links_and_mail.key_of(new))
    return _page(request, tournament, form, status=422)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: SignUpForm,
    status: int = 200,
) -> HttpResponse:
    focus_first_fault(form)
    page = page_of(tournament)
    state = registration_state(page, timezone.now())
    left = places_left(page)
    context = {
        "tournament": tournament,
        "description": description_of(tournament),
        "sign_up_page": page,
        "door": state.value,
        "is_open": state is RegistrationState.OPEN,
        "left": left,
        "waits": is_drawn(tournament)
        or left == 0
        or tournament.sign_ups.filter(waits=True).exists(),
        "privacy": privacy_of(page),
        "sends_mail": mail_server.is_configured(),
        "countries": sorted(COUNTRY_NAMES.values()),
        "form": form,
    }
    return render(request, "public/sign_up.html", context, status=status)


@PAGE
@cache_control(private=True, no_cache=True)
def own(request: HttpRequest, key: str) -> HttpResponse:
    """Render a registration by its link. POST changes it, or cancels it (`do`: "end").

    A replaced link gives status 410, an unknown link 404, and too many unknown links
    429.
    """
    holder = registration_links_and_mail.holder_of(key)
    if holder is None:
        return wrong_key(request)
    registration, counts = holder
    time_zone_and_years.follow(registration.tournament)
    if not counts:
        context = {"tournament": registration.tournament}
        return render(request, "public/sign_up_gone.html", context, status=410)
    if request.method != "POST":
        return _own(request, registration, SignUpForm.of(registration))
    if request.POST.get("do") == "end":
        with faults_shown(request):
            self_registration.end(registration)
            messages.success(request, _("Registration cancelled."))
        return redirect("me:sign_up", key)
    form = SignUpForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            self_registration.change(registration, form.person())
            messages.success(request, _("Registration updated."))
            return redirect("me:sign_up", key)
    focus_first_fault(form)
    return _own(request, registration, form, status=422)


def _own(
    request: HttpRequest, registration: SignUp, form: SignUpForm, status: int = 200
) -> HttpResponse:
    ahead = registration.tournament.sign_ups.filter(
        waits=True, pk__lt=registration.pk
    ).count()
    context = {
        "tournament": registration.tournament,
        "description": description_of(registration.tournament),
        "sign_up": registration,
        "sign_up_page": page_of(registration.tournament),
        "ahead": ahead,
        "gone": words_for_gone(registration.player, reached(registration.tournament))
        if registration.player
        else "",
        "address": _address(request, registration),
        "sends_mail": mail_server.is_configured() and bool(registration.email),
        "countries": sorted(COUNTRY_NAMES.values()),
        "form": form,
    }
    return render(request, "public/own_sign_up.html", context, status=status)


def _address(request: HttpRequest, registration: SignUp) -> str:
    path = reverse(
        "me:sign_up", args=[registration_links_and_mail.key_of(registration)]
    )
    return request.build_absolute_uri(path)
