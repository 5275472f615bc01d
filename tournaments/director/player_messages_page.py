"""The director's page for messages to players: send a message, list sent messages, and
choose automatic emails."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.roles_and_permissions import Ability
from tournaments.deliveries import mail_server
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import LONGEST_MESSAGE, MessageTo, PlayerMessage, Tournament
from tournaments.player_messages import choose_player_mails, send_message
from tournaments.player_messages.send_message import Wanted
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

#: Maximum number of sent messages that the page shows.
SHOWN = 50


class MessageForm(forms.Form):
    to = forms.ChoiceField(
        label=gettext_lazy("To"), choices=MessageTo, widget=forms.RadioSelect
    )
    number = forms.IntegerField(
        label=gettext_lazy("Round or player number"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=gettext_lazy("Needed for “Players of one round” and “One player”."),
    )
    text = forms.CharField(
        label=gettext_lazy("Message"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        entered = cast(dict[str, object], super().clean())
        needs = entered.get("to") in (MessageTo.ROUND, MessageTo.ONE)
        if needs and "number" not in self.errors and entered.get("number") is None:
            self.add_error("number", _("Enter the round or player number."))
        return entered


class MailsForm(forms.Form):
    registration = forms.BooleanField(
        label=gettext_lazy("Confirmation of a registration"), required=False
    )
    moved_up = forms.BooleanField(
        label=gettext_lazy("Spot for a player on the waiting list"), required=False
    )
    seating = forms.BooleanField(
        label=gettext_lazy("Seat in each published round"),
        required=False,
    )
    result = forms.BooleanField(
        label=gettext_lazy("Place in the published final standings"),
        required=False,
    )


@for_helpers(Ability.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def player_messages(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the form and the sent messages. POST sends a message to players."""
    template = "director/player_messages.html"
    if request.method != "POST":
        form = MessageForm(initial={"to": MessageTo.ALL, "key": get_random_string(32)})
        return render(request, template, _context(tournament, form))
    form = MessageForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            entered = form.cleaned_data
            to = MessageTo(entered["to"])
            wanted = Wanted(to, entered["number"], entered["text"], entered["key"])
            sent = send_message.send(
                tournament, wanted, site=_site(request), by=request.user.get_username()
            )
            messages.success(request, _in_words(sent))
            return redirect("director:player_messages", tournament.slug)
    return refused(request, template, _context(tournament, form))


@for_helpers(Ability.SETUP)
@require_POST
def choose_mails(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Save the choice of automatic emails that players get."""
    form = MailsForm(request.POST)
    with faults_shown(request):
        form.full_clean()
        choose_player_mails.choose(
            tournament,
            form.cleaned_data,
            site=_site(request),
            by=request.user.get_username(),
        )
        messages.success(request, _("Choice saved."))
    return redirect("director:player_messages", tournament.slug)


def _site(request: AccountRequest) -> str:
    return request.build_absolute_uri(reverse("public:home"))


def _in_words(sent: PlayerMessage) -> str:
    players = sent.players.count()
    pattern = ngettext(
        "Message sent to %(players)s player: %(devices)s devices, %(mails)s emails.",
        "Message sent to %(players)s players: %(devices)s devices, %(mails)s emails.",
        players,
    )
    figures = {"devices": sent.devices, "mails": sent.mails}
    return pattern % {"players": players, **figures}


def _context(tournament: Tournament, form: MessageForm) -> Context:
    chosen = choose_player_mails.mails_of(tournament)
    kinds = choose_player_mails.KINDS
    sent = tournament.player_messages.annotate(recipient_count=Count("recipients"))
    return {
        "tournament": tournament,
        "form": form,
        "mails": MailsForm(initial={name: getattr(chosen, name) for name in kinds}),
        "sends_mail": mail_server.is_configured(),
        "sent": sent[:SHOWN],
    }
