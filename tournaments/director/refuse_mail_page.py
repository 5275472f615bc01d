"""The page for stopping emails about a tournament, which is linked in each email."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.people import mail_addresses
from tournaments.tournament_time import time_zone_and_years

#: Content of the requests of mail programs, which do not follow redirects (RFC 8058,
#: 3.1).
ONE_CLICK = ("List-Unsubscribe", "One-Click")


# No CSRF token is needed: the link is signed, and mail programs post here without
# loading the page (RFC 8058).
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def refuse_mail(request: HttpRequest, key: str) -> HttpResponse:
    """Render the form. POST stops emails to the address; with `again`, POST allows them
    again.

    Raises Http404 for an invalid link.
    """
    holder = mail_addresses.holder_of(key)
    if holder is None:
        raise Http404
    tournament, digest = holder
    time_zone_and_years.follow(tournament)
    if request.method == "POST":
        if "again" in request.POST:
            mail_addresses.accept(tournament, digest)
        else:
            mail_addresses.refuse(tournament, digest)
        if ONE_CLICK in request.POST.items():
            return HttpResponse(content_type="text/plain")
        return redirect("me:refuse_mail", key)
    refused = mail_addresses.is_refused(tournament, digest)
    context = {"tournament": tournament, "refused": refused}
    return render(request, "public/refuse_mail.html", context)
