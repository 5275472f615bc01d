"""Download of the private contact data of a tournament, for directors."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.models import PlayerContact, Tournament
from tournaments.web.request_types_and_form_faults import AccountRequest

COLUMNS = (
    "number",
    "last_name",
    "first_name",
    "status",
    "fee_paid",
    "email",
    "phone",
    "remarks",
)


@for_helpers(Ability.PLAYERS)
@require_safe
def contacts(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Return a CSV file with the contact data of players and of the waiting list."""
    contacts = PlayerContact.objects.filter(tournament=tournament)
    contacts = contacts.select_related("player__person", "sign_up")
    text = written_csv([COLUMNS, *sorted(map(_row, contacts), key=_by_number)])
    return HttpResponse(
        text.encode("utf-8-sig"),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="contacts.csv"'},
    )


def _row(contact: PlayerContact) -> tuple[object, ...]:
    player = contact.player
    person = player.person if player else contact.sign_up
    assert person is not None
    return (
        player.number if player else "",
        person.last_name,
        person.first_name,
        "registered" if player else "waiting",
        int(player.fee_paid) if player else "",
        contact.email,
        contact.phone,
        contact.remarks,
    )


def _by_number(row: tuple[object, ...]) -> tuple[bool, str]:
    number = row[0]
    return number == "", f"{number:>8}"
