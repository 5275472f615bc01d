"""The pages for destinations of notifications: a tournament's, for its directors, and
the installation's, for its owner."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.roles_and_permissions import Ability
from tournaments.deliveries import change_destinations, mail_server
from tournaments.deliveries.change_destinations import Wanted
from tournaments.director.backups_page import for_the_owner
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import (
    Delivery,
    DeliveryState,
    Happening,
    NotificationDestination,
    Service,
    Tournament,
)
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

BOTH = ["GET", "HEAD", "POST"]
#: Number of latest deliveries shown.
DELIVERIES_SHOWN = 50


class DestinationForm(forms.Form):
    """Form for a destination of notifications. Secrets of an existing destination are
    not shown; empty fields leave them unchanged."""

    service = forms.ChoiceField(
        label=gettext_lazy("Service"), widget=forms.RadioSelect, initial=Service.DISCORD
    )
    name = forms.CharField(
        label=pgettext_lazy("name of a thing", "Name"),
        max_length=60,
        help_text=gettext_lazy("Shown on this page only."),
    )
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=1000,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "The webhook URL that the service shows. Matrix: the homeserver. "
            "ntfy: the topic. Email: email addresses with spaces between them. "
            "Telegram: leave empty."
        ),
    )
    room = forms.CharField(
        label=gettext_lazy("Chat or room"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Only for Telegram and Matrix."),
    )
    secret = forms.CharField(
        label=gettext_lazy("Token or signing key"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "The token of Telegram, Matrix or ntfy. Webhook: leave empty for a new key."
        ),
    )
    happenings = forms.MultipleChoiceField(
        label=gettext_lazy("Messages"),
        choices=Happening,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=[Happening.SEATING, Happening.START, Happening.STANDINGS],
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        changed: NotificationDestination | None = None,
    ) -> None:
        super().__init__(data, initial=_initial(changed) if changed else None)
        services = [
            choice
            for choice in Service.choices
            if choice[0] != Service.EMAIL or mail_server.is_configured()
        ]
        self.fields["service"].choices = services  # type: ignore[attr-defined]
        if changed is not None:
            del self.fields["service"]
            kept = _("Leave empty to keep the current one.")
            self.fields["secret"].help_text = kept
            if changed.service != Service.EMAIL:
                self.fields["address"].help_text = kept

    def wanted(self) -> Wanted:
        """Return the settings of a destination from the valid form."""
        entered = self.cleaned_data
        return Wanted(
            service=entered.get("service", ""),
            name=entered["name"],
            address=entered["address"],
            secret=entered["secret"],
            room=entered["room"],
            happenings=entered["happenings"],
        )


def _initial(destination: NotificationDestination) -> dict[str, object]:
    shown = destination.service == Service.EMAIL
    return {
        "name": destination.name,
        "address": destination.address if shown else "",
        "room": destination.room,
        "happenings": destination.happenings,
    }


@for_helpers(Ability.SETUP)
@require_http_methods(BOTH)
def notifications(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the tournament's destinations and deliveries. POST adds a destination."""
    return _list_and_add(request, tournament)


@for_helpers(Ability.SETUP)
@require_http_methods(BOTH)
def notification(
    request: AccountRequest, tournament: Tournament, pk: int
) -> HttpResponse:
    """Render a form to change a destination; POST changes it."""
    return _change(request, tournament, pk)


@for_helpers(Ability.SETUP)
@require_POST
def notification_action(
    request: AccountRequest, tournament: Tournament, pk: int, action: str
) -> HttpResponse:
    """Carry out `action` on a destination: test it, turn it on or off, remove it, or
    send or stop its waiting notifications."""
    return _act(request, tournament, pk, action)


@for_the_owner
@require_http_methods(BOTH)
def all_notifications(request: AccountRequest) -> HttpResponse:
    """Render the destinations and deliveries of the installation, for all public
    tournaments. POST adds a destination."""
    return _list_and_add(request, None)


@for_the_owner
@require_http_methods(BOTH)
def all_notification(request: AccountRequest, pk: int) -> HttpResponse:
    """Render a form to change a destination of the installation. POST changes it."""
    return _change(request, None, pk)


@for_the_owner
@require_POST
def all_notification_action(
    request: AccountRequest, pk: int, action: str
) -> HttpResponse:
    """Carry out `action` on a destination of the installation; see
    `notification_action`."""
    return _act(request, None, pk, action)


def _list_and_add(
    request: AccountRequest, tournament: Tournament | None
) -> HttpResponse:
    form = DestinationForm(request.POST or None)
    template = "director/notifications.html"
    if request.method != "POST":
        return render(request, template, _context(request, tournament, form))
    if form.is_valid():
        with faults_in(form):
            wanted = form.wanted()
            destination = change_destinations.add(
                tournament,
                wanted,
                site=request.build_absolute_uri(reverse("public:home")),
                by=request.user.get_username(),
            )
            if destination.service == Service.WEBHOOK and not wanted.secret.strip():
                return _show_key(request, tournament, destination)
            messages.success(request, _("Destination added. Send a test now."))
            return redirect(_address(tournament))
    return refused(request, template, _context(request, tournament, form))


def _show_key(
    request: AccountRequest,
    tournament: Tournament | None,
    destination: NotificationDestination,
) -> HttpResponse:
    """Render the new signing key of a webhook, which is shown only once."""
    context = {
        "tournament": tournament,
        "base": _base(tournament),
        "destination": destination,
        "back": _address(tournament),
    }
    answer = render(request, "director/notification_key.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def _change(
    request: AccountRequest, tournament: Tournament | None, pk: int
) -> HttpResponse:
    destination = _destination(tournament, pk)
    form = DestinationForm(request.POST or None, changed=destination)
    template = "director/notification.html"
    context = {
        "tournament": tournament,
        "base": _base(tournament),
        "destination": destination,
        "form": form,
        "back": _address(tournament),
    }
    if request.method != "POST":
        return render(request, template, context)
    if form.is_valid():
        with faults_in(form):
            change_destinations.change(
                destination, form.wanted(), by=request.user.get_username()
            )
            messages.success(request, _("Destination changed."))
            return redirect(_address(tournament))
    return refused(request, template, context)


def _act(
    request: AccountRequest, tournament: Tournament | None, pk: int, action: str
) -> HttpResponse:
    if action not in _ACTIONS:
        raise Http404
    destination = _destination(tournament, pk)
    with faults_shown(request):
        message = _ACTIONS[action](destination, request.user.get_username())
        messages.success(request, message)
    return redirect(_address(tournament))


def _test(destination: NotificationDestination, _by: str) -> str:
    change_destinations.send_test(destination)
    return _("Test queued. Reload this page to see the answer.")


def _turn_on(destination: NotificationDestination, by: str) -> str:
    change_destinations.turn(destination, on=True, by=by)
    return _("Destination turned on.")


def _turn_off(destination: NotificationDestination, by: str) -> str:
    change_destinations.turn(destination, on=False, by=by)
    return _("Destination turned off.")


def _remove(destination: NotificationDestination, by: str) -> str:
    change_destinations.remove(destination, by=by)
    return _("Destination removed.")


def _send_now(destination: NotificationDestination, _by: str) -> str:
    count = change_destinations.send_waiting_now(destination, timezone.now())
    pattern = ngettext(
        "Sending %(count)s message now.", "Sending %(count)s messages now.", count
    )
    return pattern % {"count": count}


def _stop_trying(destination: NotificationDestination, _by: str) -> str:
    count = change_destinations.stop_trying(destination, timezone.now())
    pattern = ngettext(
        "%(count)s message will not be tried again.",
        "%(count)s messages will not be tried again.",
        count,
    )
    return pattern % {"count": count}


_ACTIONS: Mapping[str, Callable[[NotificationDestination, str], str]] = {
    "test": _test,
    "on": _turn_on,
    "off": _turn_off,
    "remove": _remove,
    "send-now": _send_now,
    "stop-trying": _stop_trying,
}


def _destination(tournament: Tournament | None, pk: int) -> NotificationDestination:
    rows = NotificationDestination.objects.filter(tournament=tournament, pk=pk)
    destination = rows.first()
    if destination is None:
        raise Http404
    return destination


def _context(
    request: AccountRequest, tournament: Tournament | None, form: DestinationForm
) -> Context:
    destinations = NotificationDestination.objects.filter(tournament=tournament)
    deliveries = Delivery.objects.filter(destination__tournament=tournament)
    deliveries = deliveries.exclude(destination=None)
    is_failed = request.GET.get("only") == "failed"
    shown = deliveries.filter(state=DeliveryState.FAILED) if is_failed else deliveries
    waiting = deliveries.filter(state=DeliveryState.WAITING, tries__gt=0)
    return {
        "tournament": tournament,
        "base": _base(tournament),
        "form": form,
        "destinations": destinations,
        "stopped": [one for one in destinations if one.stopped_at],
        "retried": set(waiting.values_list("destination", flat=True)),
        "deliveries": shown.select_related("destination")[:DELIVERIES_SHOWN],
        "only_failed": is_failed,
        "failed": deliveries.filter(state=DeliveryState.FAILED).count(),
        "address": _address(tournament),
    }


def _base(tournament: Tournament | None) -> str:
    if tournament is None:
        return "director/below_my_tournaments.html"
    return "director/tournament.html"


def _address(tournament: Tournament | None) -> str:
    if tournament is None:
        return reverse("director:all_notifications")
    return reverse("director:notifications", args=[tournament.slug])
