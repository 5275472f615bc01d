"""Keep a list that came in, say what its columns mean, mend its rows, and choose. None
of it changes the tournament, so none of it is logged.

Celery task of the lists of players: the worker deletes those that nobody imports.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from celery import shared_task
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.files.list_file_reader import Sheet
from tournaments.files.read_in_child_process import sheet_of
from tournaments.list_import.import_preview_new_or_known import LEAVE_OUT, Preview
from tournaments.list_import.list_columns import FIELDS, by_heading, columns_of
from tournaments.list_import.list_rows import MENDABLE
from tournaments.list_import.name_splitting import NameOrder, usual_order
from tournaments.models import PlayerList, Tournament
from tournaments.refusals import refusal
from tournaments.upkeep.retry_while_db_is_down import patiently

#: A list that nobody imports is kept this long.
KEPT = timedelta(days=1)
#: So many lists of one director wait for one tournament.
MOST_KEPT = 5

LIST_IS_GONE = _(
    "This list is no longer here: it was imported, discarded, or is older "
    "than 1 day. Upload it again."
)


def keep(
    tournament: Tournament, content: bytes | str, source: str, *, by: User
) -> PlayerList:
    """Keep what was sent, its columns matched, and of what the director sent before the
    latest few. Raises Refused for what is no list."""
    # Before the transaction: a file may wait for others.
    return _store(tournament, sheet_of(content), source, by=by)


@transaction.atomic
def _store(
    tournament: Tournament, sheet: Sheet, source: str, *, by: User
) -> PlayerList:
    columns = columns_of(sheet.rows)
    kept = PlayerList.objects.create(
        tournament=tournament,
        by=by,
        source=source[:200],
        read_as=sheet.read_as[:100],
        rows=sheet.rows,
        fields=columns.fields,
        heading=columns.heading,
        name_order=_usual_order(sheet.rows, columns.fields, columns.heading),
    )
    own = PlayerList.objects.filter(tournament=tournament, by=by)
    latest = list(own.values_list("pk", flat=True)[:MOST_KEPT])
    own.exclude(pk__in=latest).delete()
    return kept


def _usual_order(
    rows: Sequence[tuple[int, Sequence[str]]], fields: Sequence[str], heading: int
) -> NameOrder:
    if "name" not in fields:
        return NameOrder.LAST_WORD
    place = list(fields).index("name")
    return usual_order(cells[place] for line, cells in rows if line > heading)


def name_columns(
    player_list: PlayerList, fields: Sequence[str], heading: int, order: NameOrder
) -> None:
    """Say what the columns are, which line names them, and how names are taken apart.
    What was mended stays. Raises Refused if two columns are the same thing, or if
    none holds the names."""
    twice = [field for field in FIELDS if list(fields).count(field) > 1]
    if twice:
        raise refusal(
            "column_twice",
            _("Two columns are “%(column)s”. Choose one."),
            column=str(FIELDS[twice[0]]),
        )
    if "name" not in fields and "last_name" not in fields:
        raise refusal("no_names", _("Choose the column with the names or last names."))
    if "name" in fields and {"first_name", "last_name"} & set(fields):
        raise refusal(
            "name_and_parts",
            _("Use one column for full names, or two for first and last names."),
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
    """Match the columns anew, with another line as their heading (0: none is)."""
    columns = by_heading(player_list.rows, heading)
    _change(
        player_list,
        lambda kept: {"fields": columns.fields, "heading": columns.heading},
    )


def mend(player_list: PlayerList, line: int, values: Mapping[str, str]) -> None:
    """Change fields of a row; the choice made for it is open again."""
    fields = {name: values[name] for name in MENDABLE if name in values}

    def changed(kept: PlayerList) -> Mapping[str, object]:
        mended = {**kept.mended.get(str(line), {}), **fields}
        choices = dict(kept.choices)
        choices.pop(str(line), None)
        return {"mended": {**kept.mended, str(line): mended}, "choices": choices}

    _change(player_list, changed)


def choose(player_list: PlayerList, choices: Mapping[int, str]) -> None:
    """Say what becomes of rows, by line; "" asks again."""
    by_line = {str(line): choice for line, choice in choices.items()}
    _change(player_list, lambda kept: {"choices": {**kept.choices, **by_line}})


def choose_countries(player_list: PlayerList, countries: Mapping[str, str]) -> None:
    """Say which countries unknown spellings mean; "" for one that stays."""
    _change(player_list, lambda kept: {"countries": {**kept.countries, **countries}})


def choose_namesakes(player_list: PlayerList, shown: Preview) -> None:
    """Say of every doubtful row with one person of that name that it is that person."""
    choose(player_list, {row.line: row.only_same for row in shown.namesakes})


def leave_out_unsettled(player_list: PlayerList, shown: Preview) -> None:
    """Leave out every row that is wrong or doubtful."""
    choose(player_list, {row.line: LEAVE_OUT for row in shown.unsettled})


def stale_lists_deleted() -> int:
    """Delete the lists that nobody has imported for a day; how many there were."""
    stale = PlayerList.objects.filter(at__lt=timezone.now() - KEPT)
    return stale.delete()[0]


@transaction.atomic
def _change(
    player_list: PlayerList, changed: Callable[[PlayerList], Mapping[str, object]]
) -> None:
    """Write what changed, on top of what another page has written meanwhile. A list
    that is gone stays gone."""
    lists = PlayerList.objects.select_for_update(of=("self",))
    if (kept := lists.filter(pk=player_list.pk).first()) is None:
        raise refusal("list_is_gone", LIST_IS_GONE)
    for name, value in changed(kept).items():
        setattr(kept, name, value)
        setattr(player_list, name, value)
    kept.save()


@shared_task(name="tournaments.tasks.delete_stale_lists")
def delete_stale_lists() -> None:
    """Delete the lists that nobody has imported for a day."""
    patiently(stale_lists_deleted)
