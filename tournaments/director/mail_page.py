"""The superuser's page of outgoing mail: latest deliveries, and a test."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.deliveries import mail_server
from tournaments.deliveries.queue_and_retry import queue_mail
from tournaments.director.backups_page import for_the_owner
from tournaments.models import Delivery, DeliveryKind
from tournaments.web.request_types_and_form_faults import AccountRequest, refused

#: Number of latest deliveries shown.
DELIVERIES_SHOWN = 100


class TestMailForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Email address"), max_length=200, required=True
    )


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: AccountRequest) -> HttpResponse:
    """Render the latest deliveries with the mail server's replies. POST sends a test
    email."""
    form = TestMailForm(request.POST or None, initial={"email": request.user.email})
    context = {
        "form": form,
        "is_configured": mail_server.is_configured(),
        "deliveries": Delivery.objects.filter(kind=DeliveryKind.MAIL)[
            :DELIVERIES_SHOWN
        ],
    }
    if request.method != "POST":
        return render(request, "director/mail.html", context)
    if not (mail_server.is_configured() and form.is_valid()):
        return refused(request, "director/mail.html", context)
    with transaction.atomic():
        queue_mail(
            form.cleaned_data["email"],
            subject=_("Test email from Prevailing Wind"),
            body=_("Your installation can send email."),
        )
    message = _("Test email queued. Reload this page to see the result.")
    messages.success(request, message)
    return redirect("director:mail")
