"""What the public's boards are made from, kept from one hand to the next: a hand
changes the four seats of its table, and only these are read again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scoring.standings import secrecy
from scoring.standings.kept_over_hands import KeptOverHands
from scoring.standings.played import Table
from scoring.standings.records import read_again
from scoring.standings.secrecy import Told
from scoring.standings.sources import Source, source_read
from tournaments.models import Tournament

_sources = KeptOverHands[Source]()


def source_of(
    tournament: Tournament, *, told: Told | None = None, lasting: float = 0.0
) -> Source:
    """Everything for the boards of a tournament. `told`: what the reader may see, if
    that is not what the public may: then the entries have their full names, and how
    everybody may know them, also in final standings. `lasting`: see `KeptOverHands`."""
    if told is not None:
        return source_read(tournament, told)
    public = secrecy.visible_to_public(tournament)

    def read() -> Source:
        return source_read(tournament, public, is_public=True)

    def again(before: Source, tables: Collection[Table]) -> Source | None:
        return _after_hands(before, tournament, tables)

    if tournament.is_finished:
        return read()
    return _sources.get(tournament, public, read, again, lasting)


def _after_hands(
    before: Source, tournament: Tournament, tables: Collection[Table]
) -> Source | None:
    """None if others sit at one of the tables, or its round is no longer played:
    places of before are others then."""
    records = replace(before.records, tournament=tournament)
    if not records.open.issuperset(number for number, _table in tables):
        return None
    now = read_again(records, tables)
    return None if now is None else replace(before, records=now)
