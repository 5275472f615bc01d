"""Downloads of all data: tournament folder, workbook, and the data about one player."""

from __future__ import annotations

import io
import zipfile

from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from scoring import tournament_folder
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection
from scoring.exports.export_files_csv_json_xlsx import FORMATS, WHOLE_EVENT, workbook_of
from scoring.exports.personal_data import kept_of_player
from scoring.public.large_file_responses import or_busy, sent
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.players_page import player_numbered
from tournaments.files.generated_file_cache import MadeFile
from tournaments.models import Tournament
from tournaments.web.request_types_and_form_faults import AccountRequest

XLSX = FORMATS["xlsx"].content_type

#: Time of all files in a zip, so that the same tournament gives the same bytes.
THEN = (1980, 1, 1, 0, 0, 0)


@for_helpers(Ability.ROUNDS)
@require_safe
def folder(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Return the tournament folder as a zip that can be imported."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in tournament_folder.files_of(tournament).items():
            info = zipfile.ZipInfo(f"{tournament.slug}/{name}", THEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return file_answer(written.getvalue(), "application/zip", f"{tournament.slug}.zip")


@for_helpers(Ability.ROUNDS)
@require_safe
@or_busy
def workbook(request: AccountRequest, tournament: Tournament) -> HttpResponseBase:
    """Return players, seating, standings, teams, results and hands as one workbook."""
    exports = [EXPORTS[key] for key in WHOLE_EVENT]
    file = workbook_of(exports, Selection(tournament, Audience.DIRECTORS))
    name = f"{tournament.slug}.xlsx"
    return sent(request, MadeFile(file, ""), content_type=XLSX, filename=name)


def file_answer(content: bytes, kind: str, name: str) -> HttpResponse:
    """Return a response that downloads `content`.

    `kind`: content type; `name`: file name.
    """
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition}
    )


@for_helpers(Ability.OWN)
@require_safe
def kept(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Return all data about the player with this player number, as a JSON download."""
    player = player_numbered(tournament, number)
    name = f"{tournament.slug}-player-{number}.json"
    return JsonResponse(
        kept_of_player(player),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
