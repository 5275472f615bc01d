"""Everything of an event to take home: its folder in a zip, and one workbook."""

from __future__ import annotations

import io
import zipfile

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring import event_folder
from scoring.exports.catalogue import EXPORTS
from scoring.exports.export import Asked, Audience
from scoring.exports.files import FORMATS
from scoring.exports.workbook import WHOLE_EVENT, write_workbook
from tournaments.access.abilities import Ability
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest

XLSX = FORMATS["xlsx"].content_type

#: Every file of a zip has this time, so that the same event gives the same bytes.
THEN = (1980, 1, 1, 0, 0, 0)


@for_helpers(Ability.ROUNDS)
@require_safe
def folder(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The event folder in a zip, which can be imported as it is."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in event_folder.files_of(tournament).items():
            info = zipfile.ZipInfo(f"{tournament.slug}/{name}", THEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return file_answer(written.getvalue(), "application/zip", f"{tournament.slug}.zip")


@for_helpers(Ability.ROUNDS)
@require_safe
def workbook(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Players, seating, standings, teams, results and hands in one workbook."""
    written = io.BytesIO()
    exports = [EXPORTS[key] for key in WHOLE_EVENT]
    write_workbook(exports, Asked(tournament, Audience.DIRECTORS), written)
    return file_answer(written.getvalue(), XLSX, f"{tournament.slug}.xlsx")


def file_answer(content: bytes, kind: str, name: str) -> HttpResponse:
    """A file to keep, under that name."""
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition}
    )
