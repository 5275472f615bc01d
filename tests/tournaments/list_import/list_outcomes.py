"""Functions that return values of a list's preview, for comparison in tests
of lists.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.list_import import edit_uploaded_list
from tournaments.list_import.import_preview_new_or_known import (
    UNSETTLED,
    JudgedRow,
    Preview,
    RowState,
    preview,
)
from tournaments.models import PlayerList
from tournaments.people.countries_and_ema_numbers import code_of
from tournaments.tournament_setup import create_and_change_tournament

PUBLIC = ("given", "family", "country", "club", "team", "ema_number", "number")


def uploaded(director, content: bytes | str, source: str = "") -> PlayerList:
    """Upload a list to a new tournament without players. Return it."""
    plan = create_and_change_tournament.Plan(
        "Lantern Open", "mcr", 3, 60, "finish_hand"
    )
    event = create_and_change_tournament.create_tournament(plan, director=director)
    return edit_uploaded_list.keep(event, content, source, by=director)


def outcome(row: JudgedRow) -> dict[str, object]:
    """Return the values of a row that are not empty, public and private."""
    player, contact = row.checked.player, row.checked.contact
    values = {
        "given": player.first_name,
        "family": player.last_name,
        "country": code_of(player.country) or player.country,
        "club": player.club,
        "team": player.team,
        "ema_number": player.ema_number,
        "number": player.number,
        "email": contact.email,
        "phone": contact.phone,
        "remarks": contact.remarks,
    }
    return {name: value for name, value in values.items() if value}


def full_names(rows: Iterable[JudgedRow]) -> list[str]:
    """Return “Family, Given” of each row."""
    return [
        f"{row.checked.player.last_name}, {row.checked.player.first_name}"
        for row in rows
    ]


def in_state(shown: Preview, *states: RowState) -> list[JudgedRow]:
    return [row for row in shown.rows if row.state in states]


def answered(kept: PlayerList) -> Preview:
    """Return the preview of a list after the usual answers.

    People of unclear status play, brackets are clubs. A doubtful row is the same person
    as before if that is offered, otherwise it is added.
    """
    for question in preview(kept).questions:
        meaning = "club" if question.kind == "brackets" else "player"
        edit_uploaded_list.answer(kept, question.key, meaning)
    for row in in_state(preview(kept), *UNSETTLED):
        offered = [choice for choice, _words in row.choices]
        wanted = [choice for choice in ("merge", "add") if choice in offered]
        edit_uploaded_list.choose(kept, {row.line: wanted[0] if wanted else "leave"})
    return preview(kept)
