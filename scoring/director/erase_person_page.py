"""The owner's page to erase a person's data in all tournaments."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.director.anonymise_page import NameOutForm
from tournaments.director.backups_page import for_the_owner
from tournaments.models import Person, Player
from tournaments.people.records_of_person import keys_of, other_names
from tournaments.privacy.erase_person import anonymous_name, erase_person
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    form_page,
)


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: AccountRequest, pk: int) -> HttpResponse:
    """Render the person's tournaments; POST erases the person's data in all of them."""
    person = get_object_or_404(Person, pk=pk, merged_as=None)
    form = NameOutForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with faults_in(form):
            count = erase_person(
                person,
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
                also_called=form.cleaned_data["also_called"].splitlines(),
            )
            message = ngettext(
                "Data erased in %(count)s tournament.",
                "Data erased in %(count)s tournaments.",
                count,
            )
            messages.success(request, message % {"count": count})
            return redirect("director:persons")
    keys = keys_of(person.pk)
    players = Player.objects.filter(person__in=keys).select_related("tournament")
    context = {
        "person": person,
        "aliases": other_names(Person.objects.filter(pk__in=keys), person),
        "players": players.order_by("-tournament__created_at", "-pk"),
        "anonymous": anonymous_name(person.pk),
        "form": form,
    }
    return form_page(request, "persons/erase.html", context)
