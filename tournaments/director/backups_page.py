"""The superuser's page of backups: list, create and download them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Tournament
from tournaments.refusals import Refused, sentence
from tournaments.upkeep import (
    make_backup,
    nightly_and_kept_backups,
    postgresql_copies,
)
from tournaments.web.request_types_and_form_faults import AccountRequest, faults_shown

View = Callable[..., HttpResponseBase]


def for_the_owner(view: View) -> View:
    """Wrap a view that only superusers may open. Visitors are redirected to the sign-in
    page, other accounts get a 403 response. Browsers do not cache the page."""

    @login_required
    @never_cache
    @wraps(view)
    def wrapped(request: AccountRequest, **named: str) -> HttpResponseBase:
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, **named)

    return wrapped


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: AccountRequest) -> HttpResponse:
    """Render the list of backups; POST creates one."""
    if request.method != "POST":
        return render(request, "director/backups.html", _context())
    with faults_shown(request):
        nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_OWNER)
        messages.success(request, _("Backup created."))
    return redirect("director:backups")


@for_the_owner
@require_safe
def download(request: AccountRequest, name: str) -> FileResponse:
    """Return a backup as a file to download. Raises Http404 if it does not exist."""
    for backup in nightly_and_kept_backups.kept_backups():
        if backup.name == name:
            with contextlib.suppress(FileNotFoundError):
                return FileResponse(backup.path.open("rb"), as_attachment=True)
    raise Http404


def _context() -> dict[str, object]:
    slugs = dict(Tournament.objects.values_list("slug", "title"))
    rows = [
        (backup, slugs.get(backup.round[1], backup.round[1]) if backup.round else "")
        for backup in nightly_and_kept_backups.kept_backups()
    ]
    return {
        "rows": rows,
        "failure": nightly_and_kept_backups.last_failure(),
        "automatic": settings.BACKUPS_KEEP > 0,
        "unfit_tools": _unfit_tools(),
        "folder": make_backup.folder(),
        "restore_command": f"{settings.COMMAND} restore FILE",
    }


def _unfit_tools() -> str:
    """Return why this machine cannot back up PostgreSQL; "" if it can, or if the
    database is not PostgreSQL."""
    if connection.vendor == "postgresql":
        try:
            postgresql_copies.refuse_unfit_tools()
        except Refused as refused:
            return sentence(refused.faults[0])
    return ""
