"""What boards are made from: who plays, what each seat brought, and how much of it may
be told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scoring.standings import frozen
from scoring.standings.counted import Counted
from scoring.standings.played import Records
from scoring.standings.records import records_of
from scoring.standings.secrecy import Told
from tournaments.models import ShownAs, Tournament
from tournaments.people.identities import under_public_name


@dataclass(frozen=True)
class Source:
    """What boards of a tournament are made from, read once. `counted`: what they had
    counted of it before, of whatever is the same now."""

    records: Records
    told: Told
    final: frozen.Final | None
    counted: Counted = field(default_factory=Counted, compare=False, repr=False)

    @property
    def closed(self) -> frozenset[int]:
        """The closed rounds whose results can be seen."""
        return self.told.among(self.records.closed)

    @property
    def going_on(self) -> frozenset[int]:
        """The rounds being played whose tables can be seen."""
        return self.told.among(self.records.open)

    @property
    def plays(self) -> bool:
        """Whether there is anything live to show."""
        return bool(self.going_on)


def source_read(
    tournament: Tournament, told: Told, *, is_public: bool = False
) -> Source:
    """Everything for the boards of a tournament, of which the reader is `told` so much;
    a handful of queries. `is_public`: with the entries under the names that they chose
    for the public, else under their full names; also in final standings."""
    source = Source(
        _visible_records(tournament, told), told, frozen.final_of(tournament)
    )
    lines = source.final.ranking.lines if source.final else []
    shown_as = {e.number: e.publicly_shown_as for e in source.records.entries}
    for line in lines:
        line.entry.shown_as = shown_as.get(line.entry.number, ShownAs.FULL)
    if is_public:
        for entry in (*source.records.entries, *(line.entry for line in lines)):
            under_public_name(entry)
    return source


def _visible_records(tournament: Tournament, told: Told) -> Records:
    """The records without the stages whose cut tells of results that are held back."""
    records = records_of(tournament)
    return records if told.last is None else records.as_after(told.last + 1)


def source_of_stage(source: Source, number: int, group: int = 0) -> Source | None:
    """What boards of a stage are made from, or of one of its groups: who plays there,
    and what they had by its end. None where there is no such stage yet."""
    records = source.records
    played = next((e for e in records.stages if e.stage.number == number), None)
    if played is None:
        return None
    stage = played.stage
    kept = replace(
        records,
        entries=tuple(
            entry
            for entry in records.entries
            if played.has(entry) and group in (0, played.group_of(entry))
        ),
        rounds={n: r for n, r in records.rounds.items() if n <= stage.last_round},
        stages=tuple(
            each
            for each in records.stages
            if each is played or each.stage.first_round < stage.first_round
        ),
    )
    return Source(kept, source.told, None)
