"""Turn push notifications for a device on and off, on the personal page."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from rules.faults import RuleError
from scoring.public.personal_page import for_its_player
from tournaments.live import push_messages
from tournaments.live.push_encryption_and_service import LONGEST_ENDPOINT, Keys
from tournaments.models import Player
from tournaments.refusals import sentence
from tournaments.web.list_wording import joined_sentences
from tournaments.web.read_only_and_service_workers import service_worker


class DeviceForm(forms.Form):
    """The browser's push subscription."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    public_key = forms.CharField(max_length=100)
    secret = forms.CharField(max_length=40)

    def device(self) -> tuple[str, Keys]:
        data = self.cleaned_data
        return data["endpoint"], Keys(data["public_key"], data["secret"])


@for_its_player
@require_POST
def switch_on(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    form = DeviceForm(request.POST)
    if not form.is_valid():
        messages.error(
            request, _("Notifications could not reach this browser. Try again.")
        )
        return redirect("me:page", key)
    endpoint, keys = form.device()
    try:
        push_messages.subscribe(player, endpoint, keys, site=_site(request))
    except RuleError as error:
        messages.error(request, joined_sentences(map(sentence, error.faults)))
    else:
        messages.success(request, _("Notifications turned on."))
    return redirect("me:page", key)


@csrf_exempt  # Sent without a CSRF token; the key authorises it.
@for_its_player
@require_POST
def tell_anew(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Register a device's new push address, sent by its service worker.

    `old`: the previous address, if the browser sends it. An invalid address gets a 422
    response.
    """
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    endpoint, keys = form.device()
    old = request.POST.get("old", "")
    try:
        push_messages.renew(player, old, endpoint, keys, site=_site(request))
    except RuleError as error:
        message = joined_sentences(map(sentence, error.faults))
        return HttpResponse(
            message, status=422, content_type="text/plain; charset=utf-8"
        )
    return HttpResponse(status=204)


@for_its_player
@require_POST
def switch_off(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Turn off notifications on the device with this `endpoint`; without an endpoint,
    on all devices. Redirect to the personal page.
    """
    endpoint = request.POST.get("endpoint", "")
    push_messages.unsubscribe(player, endpoint)
    message = (
        _("Notifications turned off on this device.")
        if endpoint
        else _("Notifications turned off on all devices.")
    )
    messages.success(request, message)
    return redirect("me:page", key)


def _site(request: HttpRequest) -> str:
    host, _port = split_domain_port(request.get_host())
    return f"https://{host}"


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its address is a parent of the addresses of all
    personal pages, which are its scope."""
    return service_worker("push-message-service-worker.js")
