"""The form for choosing a language. It is in the footer of every page, and on a
separate page for pages without a footer.

The form uses POST, because browsers and search engines follow links in advance. It has
no CSRF token, because public pages are the same for every viewer. Instead, the `Origin`
or `Referer` header must show that the form was sent from this site.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from mahjong_site.malformed_addresses import is_address
from tournaments.access import account_language
from tournaments.languages import page_language
from tournaments.web.request_types_and_form_faults import AccountRequest


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def page(request: AccountRequest) -> HttpResponse:
    """Render the form, or store the chosen `language` on POST.

    POST stores the language in the browser and in the account, and redirects to `next`
    or to the previous page. An unknown language changes nothing. A form from another
    site gets status 403.
    """
    if request.method != "POST":
        address = request.GET.get("next") or request.headers.get("Referer", "")
        context = {"next": _path(request, address)}
        response = render(request, "choose_language.html", context)
        # The address of the page to return to may be a secret link.
        response["Referrer-Policy"] = "strict-origin"
        return response
    if not _is_own(request):
        return render(request, "403_csrf.html", status=403)
    sent_from = request.POST.get("next") or request.headers.get("Referer", "")
    response = HttpResponseRedirect(_path(request, sent_from))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        account_language.keep_in_browser(response, language)
        if request.user.is_authenticated:
            account_language.keep_for_account(request.user, language)
    return response


def _is_own(request: HttpRequest) -> bool:
    """Return whether the form was sent from a page of this site."""
    origin = request.headers.get("Origin") or request.headers.get("Referer", "")
    if not is_address(origin):
        return False
    trusted = map(urlsplit, settings.CSRF_TRUSTED_ORIGINS)
    hosts = {request.get_host(), *(address.netloc for address in trusted)}
    return urlsplit(origin).netloc in hosts


def _path(request: HttpRequest, address: str) -> str:
    """Return the path and query of an address on this site, without its language; for
    any other address, the path of the home page."""
    home = reverse("public:home")
    if not url_has_allowed_host_and_scheme(
        address, request.get_host(), require_https=request.is_secure()
    ):
        return home
    parts = urlsplit(address)
    query = parse_qsl(parts.query, keep_blank_values=True)
    others = [(name, value) for name, value in query if name != page_language.PARAMETER]
    # Browsers read two slashes at the start as the address of another host.
    path = "/" + parts.path.lstrip("/\\")
    if path == reverse("choose_language") or not path.startswith(home):
        return home
    return f"{path}?{urlencode(others)}" if others else path
