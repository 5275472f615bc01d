"""Remarks on an import that are not faults: totals that replace hands, and hands that
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_noop as _

from scoring.tournament_folder.column_types_and_table_points import Key
from scoring.tournament_folder.compare_import import Finding, name_of
from scoring.tournament_folder.ledger_from_csv import RecordedLedger, runs_of
from scoring.tournament_folder.rows_as_written import Event
from tournaments.web.list_wording import joined_with_commas


def remarks_on(event: Event, ledgers: Mapping[Key, RecordedLedger]) -> list[Finding]:
    """Return the remarks on these tables, in order."""
    return [*_totals_that_stand(event, ledgers), *_left_out(ledgers)]


def _totals_that_stand(
    event: Event, ledgers: Mapping[Key, RecordedLedger]
) -> Iterator[Finding]:
    """Yield a remark on the tables whose recorded totals count although they differ
    from the hands."""
    recorded = [key for key, table in event.tables.items() if table.totals]
    standing = [
        key for key in recorded if key in ledgers and ledgers[key].gives_other_totals
    ]
    if standing:
        message = _(
            "At %(count)s of %(all)s tables, the hands give other totals. The recorded "
            "totals count (round.table: %(tables)s)."
        )
        params = {
            "count": len(standing),
            "all": len(recorded),
            "tables": joined_with_commas(map(name_of, standing)),
        }
        yield Finding(message, params)


def _left_out(ledgers: Mapping[Key, RecordedLedger]) -> Iterator[Finding]:
    for key, ledger in ledgers.items():
        if ledger.left_out:
            message = _("Table %(table)s: hands %(hands)s were left out.")
            params = {"table": name_of(key), "hands": runs_of(ledger.left_out)}
            yield Finding(message, params)
