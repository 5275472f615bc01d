"""Uploaded player lists: store them, set the meaning of columns, edit rows, and decide
what to do with rows.

Nothing here changes the tournament, so nothing is logged. A Celery task deletes lists
that are not imported.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from celery import shared_task
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.files.list_file_reader import Sheet
from tournaments.files.read_in_child_process import sheet_of
from tournaments.list_import.comma_in_names import commas_in
from tournaments.list_import.import_preview_new_or_known import LEAVE_OUT, Preview
from tournaments.list_import.list_columns import (
    FIELDS,
    REPEATED,
    by_heading,
    columns_of,
)
from tournaments.list_import.list_rows import MENDABLE
from tournaments.list_import.name_cells import end_in_countries, taken_apart
from tournaments.list_import.name_splitting import (
    NameOrder,
    usual_order,
    without_titles,
)
from tournaments.list_import.rows_with_state import LEFT_OUT, PLAYER, WAITING
from tournaments.models import PlayerList, Tournament
from tournaments.refusals import refusal
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down

#: Time for which an uploaded list is kept.
KEPT = timedelta(days=1)
#: Most lists of a director kept for a tournament.
MOST_KEPT = 5
#: Most characters of a name. Longer cells are prose.
LONGEST_NAME = 100
#: Fields of a list that have edits and decisions by row or by value.
BY_ROW = ("mended", "choices", "countries", "states", "answers")

LIST_IS_GONE = _(
    "This list was imported or discarded, or is older than 1 day. Upload it again."
)


def keep(
    tournament: Tournament, content: bytes | str, source: str, *, by: User
) -> PlayerList:
    """Store an uploaded list with its columns recognised, and return it. Delete the
    director's oldest lists if there are more than `MOST_KEPT`.

    Raises Refused for content that is not a list.
    """
    # Done before the transaction: reading a file may wait for others.
    sheet = sheet_of(content)
    kept = base64.b64encode(content).decode() if isinstance(content, bytes) else ""
    return _store(tournament, sheet, kept, source, by=by)


@transaction.atomic
def _store(
    tournament: Tournament, sheet: Sheet, content: str, source: str, *, by: User
) -> PlayerList:
    player_list = PlayerList.objects.create(
        tournament=tournament,
        by=by,
        source=source[:200],
        content=content,
        **_read_values(sheet),
    )
    lists = PlayerList.objects.filter(tournament=tournament, by=by)
    latest = list(lists.values_list("pk", flat=True)[:MOST_KEPT])
    lists.exclude(pk__in=latest).delete()
    return player_list


def read_again(player_list: PlayerList, chosen: str) -> None:
    """Read another sheet of the file, or read the file in another encoding. Edits and
    decisions are discarded.

    Raises Refused as `keep` does, and for pasted text.
    """
    if not player_list.content:
        raise refusal(
            "no_file", _("Pasted text has no other sheet or encoding to choose.")
        )
    sheet = sheet_of(base64.b64decode(player_list.content), chosen)
    values = _read_values(sheet)
    reset: dict[str, object] = {name: {} for name in BY_ROW}
    _change(player_list, lambda current: {**values, **reset})


def _read_values(sheet: Sheet) -> dict[str, object]:
    """Return the fields of a list that depend on how its file is read."""
    columns = columns_of(sheet.rows)
    return {
        "read_as": sheet.read_as[:100],
        "sheets": [name[:100] for name in sheet.sheets],
        "is_text": sheet.is_text,
        "rows": sheet.rows,
        "fields": columns.fields,
        "heading": columns.heading,
        "name_order": _usual_order(sheet.rows, columns.fields, columns.heading),
    }


def _usual_order(
    rows: Sequence[tuple[int, Sequence[str]]], fields: Sequence[str], heading: int
) -> NameOrder:
    if "name" not in fields:
        return NameOrder.LAST_WORD
    place = list(fields).index("name")
    words = next((cells[place] for line, cells in rows if line == heading), "")
    texts = [
        cells[place]
        for line, cells in rows
        if line > heading and len(cells[place]) <= LONGEST_NAME
    ]
    countries = "country" not in fields and end_in_countries(texts)
    cells = [taken_apart(text, with_countries=countries) for text in texts]
    commas = commas_in(cell.name for cell in cells)
    names = (commas.without_text(cell, "").name for cell in cells)
    return usual_order((without_titles(name)[0] for name in names), words)


def name_columns(
    player_list: PlayerList, fields: Sequence[str], heading: int, order: NameOrder
) -> None:
    """Set the meaning of the columns, the line with headings, and the order of full
    names. Edits of rows are kept.

    Raises Refused if two columns have the same meaning, if no column has the names, or
    if columns with full names and with parts of names are both chosen.
    """
    twice = [
        field
        for field in FIELDS
        if list(fields).count(field) > 1 and field not in REPEATED
    ]
    if twice:
        raise refusal(
            "column_twice",
            _("Two columns have the meaning “%(column)s”. Choose one."),
            column=str(FIELDS[twice[0]]),
        )
    if "name" not in fields and "last_name" not in fields:
        raise refusal("no_names", _("Choose the column with the names."))
    if "name" in fields and {"first_name", "last_name"} & set(fields):
        raise refusal(
            "name_and_parts",
            _("Use 1 column for full names, or 2 for first and last names."),
        )
    _change(
        player_list,
        lambda kept: {
            "fields": list(fields),
            "heading": heading,
            "name_order": order,
        },
    )


def guess_again(player_list: PlayerList, heading: int) -> None:
    """Recognise the columns again with another line of headings. `heading` 0 means that
    there are no headings."""
    columns = by_heading(player_list.rows, heading)
    _change(
        player_list,
        lambda kept: {"fields": columns.fields, "heading": columns.heading},
    )


def mend(player_list: PlayerList, line: int, values: Mapping[str, str]) -> None:
    """Change fields of a row, and reset the decision about the row."""
    fields = {name: values[name] for name in MENDABLE if name in values}

    def changed(current: PlayerList) -> Mapping[str, object]:
        mended = {**current.mended.get(str(line), {}), **fields}
        choices = dict(current.choices)
        choices.pop(str(line), None)
        return {"mended": {**current.mended, str(line): mended}, "choices": choices}

    _change(player_list, changed)


def choose(player_list: PlayerList, choices: Mapping[int, str]) -> None:
    """Set the decisions about rows, by line; "" resets a decision."""
    by_line = {str(line): choice for line, choice in choices.items()}
    _change(player_list, lambda current: {"choices": {**current.choices, **by_line}})


def set_state(player_list: PlayerList, line: int, state: str) -> None:
    """Set the type of a row: `PLAYER`, `WAITING` or `LEFT_OUT`; with "", the type is
    recognised from the list.

    Other decisions about the row are reset. Raises Refused for any other type.
    """
    if state not in ("", PLAYER, WAITING, LEFT_OUT):
        raise refusal("unknown_state", _("Choose what to do with the row."))

    def changed(current: PlayerList) -> Mapping[str, object]:
        states, choices = dict(current.states), dict(current.choices)
        states[str(line)] = state
        choices.pop(str(line), None)
        return {
            "states": {at: kept for at, kept in states.items() if kept},
            "choices": choices,
        }

    _change(player_list, changed)


def answer(player_list: PlayerList, key: str, meaning: str) -> None:
    """Set the meaning of a value for all rows with this value. `key` is the key of the
    question about the value."""
    _change(
        player_list,
        lambda current: {"answers": {**current.answers, key: meaning}},
    )


def ask_again(player_list: PlayerList) -> None:
    """Discard the answers about values, so that all questions are open again."""
    _change(player_list, lambda current: {"answers": {}})


def swap_names(player_list: PlayerList) -> None:
    """Exchange first names and family names in all rows: exchange two columns, or
    change the order of full names."""

    def changed(current: PlayerList) -> Mapping[str, object]:
        swapped = {"first_name": "last_name", "last_name": "first_name"}
        if "name" not in current.fields:
            return {"fields": [swapped.get(field, field) for field in current.fields]}
        is_last = current.name_order != NameOrder.FIRST_WORD
        return {"name_order": NameOrder.FIRST_WORD if is_last else NameOrder.LAST_WORD}

    _change(player_list, changed)


def choose_countries(player_list: PlayerList, countries: Mapping[str, str]) -> None:
    """Set the country that each unknown spelling means; "" leaves the spelling
    unchanged."""
    _change(
        player_list, lambda current: {"countries": {**current.countries, **countries}}
    )


def choose_namesakes(player_list: PlayerList, shown: Preview) -> None:
    """Decide that all doubtful rows with exactly one namesake are the same person."""
    choose(player_list, {row.line: row.only_same for row in shown.namesakes})


def leave_out_unsettled(player_list: PlayerList, shown: Preview) -> None:
    """Leave out all rows that are invalid or doubtful."""
    choose(player_list, {row.line: LEAVE_OUT for row in shown.unsettled})


def stale_lists_deleted() -> int:
    """Delete lists that were not imported within a day, and return the number of
    deleted rows."""
    stale = PlayerList.objects.filter(at__lt=timezone.now() - KEPT)
    return stale.delete()[0]


@transaction.atomic
def _change(
    player_list: PlayerList, changed: Callable[[PlayerList], Mapping[str, object]]
) -> None:
    """Save changes to the latest version of the list, because another page may have
    changed it. Raises Refused if the list no longer exists."""
    lists = PlayerList.objects.select_for_update(of=("self",))
    if (current := lists.filter(pk=player_list.pk).first()) is None:
        raise refusal("list_is_gone", LIST_IS_GONE)
    for name, value in changed(current).items():
        setattr(current, name, value)
        setattr(player_list, name, value)
    current.save()


@shared_task(name="tournaments.tasks.delete_stale_lists")
def delete_stale_lists() -> None:
    """Delete lists that were not imported within a day (Celery task)."""
    retry_while_db_is_down(stale_lists_deleted)
