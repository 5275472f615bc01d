"""Marks of seating whose standing has changed since, and keeping it all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.strict_reader import JsonObject
from tournaments.models import Draw, DrawState, Round, RoundState, Stage, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.rounds.stages.stage_settings import stages_of
from tournaments.rounds.standings_changes import changed, changes
from tournaments.rounds.standings_used import (
    Basis,
    Standings,
    read_basis,
    standings_now,
)
from tournaments.seating.seating_request import RANKED

#: States of a draw whose seats somebody uses, or may.
MARKED = (DrawState.PROMISED, DrawState.DRAFT, DrawState.CONFIRMED)
#: Fields of a draw that a mark does not read.
PLANS = ("request", "drawn", "plan", "report", "progress", "edits")
#: A page names so many players who would qualify, or would not.
MOST_NAMED = 12


@dataclass(frozen=True)
class Kept:
    """Who kept the seating although the standing had changed, when and why. `seen`: the
    fingerprint of that standing."""

    seen: str
    reason: str
    by: str
    at: datetime | None

    def as_data(self) -> JsonObject:
        at = self.at.isoformat() if self.at else ""
        return {"seen": self.seen, "reason": self.reason, "by": self.by, "at": at}


@dataclass(frozen=True)
class Mark:
    """The standing that a draw (or the cut before a stage) used. `changes`: what is
    different now, in sentences; none where it is the same. `seen`: the fingerprint of
    the standing now; `kept`: the decision to keep the seating, of this standing."""

    of: Draw | Stage
    basis: Basis
    changes: tuple[str, ...]
    seen: str
    kept: Kept | None

    @property
    def is_changed(self) -> bool:
        return bool(self.changes)

    @property
    def is_open(self) -> bool:
        """Whether it has changed and nobody has decided to keep the seating."""
        return self.is_changed and self.kept is None

    @property
    def draw(self) -> Draw | None:
        return self.of if isinstance(self.of, Draw) else None

    @property
    def stage(self) -> Stage | None:
        return self.of if isinstance(self.of, Stage) else None

    @property
    def may_generate(self) -> bool:
        """Whether the same can be generated again by the standing now."""
        return bool(self.draw and self.draw.method in RANKED)

    @property
    def in_words(self) -> str:
        """Which standing was used."""
        return self.basis.in_words()

    @property
    def decision(self) -> str:
        """What the director decided while earlier rounds were open; "" if nothing."""
        return self.basis.choice_in_words() if self.basis.counts else ""

    @property
    def decided_at(self) -> datetime | None:
        return parse_datetime(self.basis.at) if self.basis.at else None


class Marker:
    """The marks of a tournament, whose results are read once and only if need be."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    @cached_property
    def _standings(self) -> Standings:
        return standings_now(self._tournament)

    @cached_property
    def _names(self) -> dict[int, str]:
        entries = self._tournament.entries.select_related("player")
        return {entry.number: str(entry) for entry in entries}

    def of_draw(self, draw: Draw) -> Mark | None:
        """The mark of a draw; None where it used no standing, or none was kept."""
        basis = read_basis(draw.basis)
        if basis is None or draw.state not in MARKED:
            return None
        now = self._standings.basis(basis.before, basis.counts, basis.rounds)
        return self._mark(draw, basis, now)

    def of_stage(self, stage: Stage) -> Mark | None:
        """The mark of the cut before a stage; None as of a draw."""
        basis = read_basis(stage.basis)
        if basis is None or not stage.is_decided:
            return None
        cut = self._standings.cut(stage)
        said = [
            *self._named(
                _(
                    "By the current standings, these players would qualify: "
                    "%(players)s."
                ),
                cut.would_come,
            ),
            *self._named(
                _(
                    "By the current standings, these players would not qualify: "
                    "%(players)s."
                ),
                cut.would_go,
            ),
        ]
        return self._mark(stage, basis, cut.basis, said)

    def of_draws(self, draws: Iterable[Draw]) -> dict[int, Mark]:
        """The marks of these draws by their keys, without those of closed rounds."""
        return {
            draw.pk: mark
            for draw in draws
            if draw.basis
            and draw.first_round not in self._closed
            and (mark := self.of_draw(draw))
        }

    def of_rounds(self, rounds: Iterable[Round]) -> dict[int, list[Mark]]:
        """The marks of the seats of rounds by their numbers: of their draws, and of the
        cuts before their stages; none of closed rounds."""
        open_ = [each for each in rounds if each.state != RoundState.CLOSED]
        draws = Draw.objects.filter(pk__in={each.draw_id for each in open_})
        used = draws.exclude(basis={}).defer(*PLANS).in_bulk() if open_ else {}
        cuts = {stage.pk: stage for stage in stages_of(self._tournament)}
        found: dict[int, list[Mark]] = {}
        for round_ in open_:
            own = [self.of_draw(used[pk])] if (pk := round_.draw_id) in used else []
            if stage := cuts.get(round_.stage_id or 0):
                own.append(self.of_stage(stage))
            if marks := [mark for mark in own if mark]:
                found[round_.number] = marks
        return found

    def of_round(self, round_: Round) -> list[Mark]:
        """The marks of the seats of a round, as `of_rounds`."""
        return self.of_rounds([round_]).get(round_.number, [])

    def of_cuts(self, stages: Iterable[Stage]) -> dict[int, Mark]:
        """The marks of the cuts before these stages by their numbers, without stages
        that are over."""
        return {
            stage.number: mark
            for stage in stages
            if stage.basis
            and not self._closed.issuperset(stage.round_numbers)
            and (mark := self.of_stage(stage))
        }

    @cached_property
    def _closed(self) -> set[int]:
        closed = self._tournament.rounds.filter(state=RoundState.CLOSED)
        return set(closed.values_list("number", flat=True))

    def _mark(
        self, of: Draw | Stage, then: Basis, now: Basis, said: Iterable[str] = ()
    ) -> Mark:
        seen = then.fingerprint(now)
        if not changed(then, now):
            return Mark(of, then, (), seen, None)
        points = self._standings.points_in_words
        found = (*said, *changes(then, now, self._names, points))
        kept = kept_of(of)
        return Mark(of, then, found, seen, kept if kept and kept.seen == seen else None)

    def _named(self, words: str, numbers: tuple[int, ...]) -> Iterator[str]:
        if numbers:
            names = [f"{n} {self._names.get(n, '')}" for n in numbers[:MOST_NAMED]]
            more = len(numbers) - MOST_NAMED
            more_words = f" … +{more}" if more > 0 else ""
            yield words % {"players": ", ".join(names) + more_words}


def kept_of(of: Draw | Stage) -> Kept | None:
    """The last decision to keep it; None if there was none."""
    if not of.kept:
        return None
    values: JsonObject = of.kept
    at = parse_datetime(values["at"])
    return Kept(values["seen"], values["reason"], values["by"], at)


@transaction.atomic
def keep_draw(draw: Draw, *, seen: str, reason: str, by: str) -> Draw:
    """Keep a draft or seated draw although its standing has changed, until it changes
    again. Raises Refused if it has not, or changed again since it was `seen`."""
    draws = Draw.objects.select_for_update(of=("self",)).select_related("tournament")
    current = draws.get(pk=draw.pk)
    refuse_if_finished(current.tournament)
    _keep(Marker(current.tournament).of_draw(current), seen=seen, reason=reason, by=by)
    return current


@transaction.atomic
def keep_cut(stage: Stage, *, seen: str, reason: str, by: str) -> None:
    """Keep the players of a stage although the standing of its cut has changed, until
    it changes again. Raises Refused as `keep_draw`."""
    tournament = lock_with_rounds(stage.tournament)
    refuse_if_finished(tournament)
    current = next(each for each in stages_of(tournament) if each.pk == stage.pk)
    current.tournament = tournament
    _keep(Marker(tournament).of_stage(current), seen=seen, reason=reason, by=by)


def _keep(mark: Mark | None, *, seen: str, reason: str, by: str) -> None:
    if mark is None or not mark.is_changed:
        raise refusal("standing_same", gettext_noop("The standings have not changed."))
    if mark.seen != seen:
        raise refusal(
            "changed",
            gettext_noop("The standings have changed since you opened this page."),
        )
    _write(mark, reason, by)


def _write(mark: Mark, reason: str, by: str) -> None:
    kept = Kept(mark.seen, reason, by, timezone.now())
    mark.of.kept = kept.as_data()
    mark.of.save(update_fields=["kept"])
    if isinstance(mark.of, Draw):
        mark.of.tournament.record(
            "draw_kept", by=by, reason=reason, draw=mark.of.number
        )
    else:
        stage = mark.of
        stage.tournament.record(
            "cut_kept", by=by, reason=reason, stage=stage.number, name=str(stage)
        )


def lock_draws_of(round_id: int) -> None:
    """Lock the draw of a round: draws are locked before rounds."""
    draws = Draw.objects.select_for_update(of=("self",)).order_by("pk")
    list(draws.filter(seated_rounds=round_id).values_list("pk"))


def keep_or_refuse(marks: Iterable[Mark], keep: str, *, by: str) -> None:
    """Keep seating that is about to be used although its standing has changed, with
    `keep`, the reason. Raises Refused, about `keep`, if there is none."""
    for mark in marks:
        if not mark.is_open:
            continue
        if not keep:
            raise refusal(
                "standing_changed",
                gettext_noop(
                    "The standings have changed since this seating was generated. "
                    "Generate it again, or enter a reason to keep it."
                ),
                "keep",
            )
        _write(mark, keep, by)
