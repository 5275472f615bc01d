"""Mark seating whose standings have changed since it was generated, and store decisions
to keep it."""

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
from tournaments.web.list_wording import joined_with_commas

#: States of a draft whose seating is in use or may be.
MARKED = (DrawState.PROMISED, DrawState.DRAFT, DrawState.CONFIRMED)
#: Large fields of a draft that a mark does not need.
PLANS = ("request", "drawn", "plan", "report", "progress", "edits")
#: Most players named on a page as qualifying or not qualifying.
MOST_NAMED = 12


@dataclass(frozen=True)
class Kept:
    """A decision to keep seating although the standings have changed: who, when and
    why.

    `seen`: fingerprint of the changed standings.
    """

    seen: str
    reason: str
    by: str
    at: datetime | None

    def as_data(self) -> JsonObject:
        at = self.at.isoformat() if self.at else ""
        return {"seen": self.seen, "reason": self.reason, "by": self.by, "at": at}


@dataclass(frozen=True)
class Mark:
    """The standings used by a seating draft, or by the cut before a stage.

    `changes`: differences from the current standings, in sentences; empty if there are
    none. `seen`: fingerprint of the current standings. `kept`: the decision to keep the
    seating anyway. `seeds`: players and their values in the list used for seeding.
    """

    of: Draw | Stage
    basis: Basis
    changes: tuple[str, ...]
    seen: str
    kept: Kept | None
    seeds: tuple[tuple[str, str], ...] = ()

    @property
    def is_changed(self) -> bool:
        return bool(self.changes)

    @property
    def is_open(self) -> bool:
        """Return whether the standings have changed and there is no decision to keep
        the seating."""
        return self.is_changed and self.kept is None

    @property
    def draw(self) -> Draw | None:
        return self.of if isinstance(self.of, Draw) else None

    @property
    def stage(self) -> Stage | None:
        return self.of if isinstance(self.of, Stage) else None

    @property
    def may_generate(self) -> bool:
        """Return whether the seating can be generated again from the current
        standings."""
        return bool(self.draw and self.draw.method in RANKED)

    @property
    def in_words(self) -> str:
        """Return a sentence about the standings that were used."""
        return self.basis.in_words()

    @property
    def decision(self) -> str:
        """Return the director's choice of standings while earlier rounds were open, in
        words; "" if no choice was needed."""
        return self.basis.choice_in_words() if self.basis.counts else ""

    @property
    def decided_at(self) -> datetime | None:
        return parse_datetime(self.basis.at) if self.basis.at else None


class Marker:
    """Reader of a tournament's marks. Results are read at most once, and only if
    needed."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    @cached_property
    def _standings(self) -> Standings:
        return standings_now(self._tournament)

    @cached_property
    def _names(self) -> dict[int, str]:
        players = self._tournament.players.select_related("person")
        return {player.number: str(player) for player in players}

    def of_draw(self, draw: Draw) -> Mark | None:
        """Return the mark of a draft; None if no standings are stored, or if the
        draft's state needs no mark."""
        basis = read_basis(draw.basis)
        if basis is None or draw.state not in MARKED:
            return None
        now = self._standings.basis(basis.before, basis.counts, basis.rounds)
        return self._mark(draw, basis, now.seeded(basis.seeding))

    def of_stage(self, stage: Stage) -> Mark | None:
        """Return the mark of the cut before a stage; None if no standings are stored,
        or if the stage is not decided."""
        basis = read_basis(stage.basis)
        if basis is None or not stage.is_decided:
            return None
        cut = self._standings.cut(stage)
        sentences = [
            *self._named(
                _(
                    "With the current standings, these players would qualify: "
                    "%(players)s."
                ),
                cut.would_come,
            ),
            *self._named(
                _(
                    "With the current standings, these players would not qualify: "
                    "%(players)s."
                ),
                cut.would_go,
            ),
        ]
        now = cut.basis.seeded(basis.seeding)
        return self._mark(stage, basis, now, sentences)

    def of_draws(self, draws: Iterable[Draw]) -> dict[int, Mark]:
        """Return the marks of these drafts by primary key. Drafts that start with a
        closed round are left out."""
        return {
            draw.pk: mark
            for draw in draws
            if draw.basis
            and draw.first_round not in self._closed
            and (mark := self.of_draw(draw))
        }

    def of_rounds(self, rounds: Iterable[Round]) -> dict[int, list[Mark]]:
        """Return the marks of each round by number: of its draft, and of the cut before
        its stage. Closed rounds are left out."""
        open_ = [one for one in rounds if one.state != RoundState.CLOSED]
        draws = Draw.objects.filter(pk__in={one.draw_id for one in open_})
        used = draws.exclude(basis={}).defer(*PLANS).in_bulk() if open_ else {}
        cuts = {stage.pk: stage for stage in stages_of(self._tournament)}
        by_number: dict[int, list[Mark]] = {}
        for round_ in open_:
            candidates = (
                [self.of_draw(used[pk])] if (pk := round_.draw_id) in used else []
            )
            if stage := cuts.get(round_.stage_id or 0):
                candidates.append(self.of_stage(stage))
            if marks := [mark for mark in candidates if mark]:
                by_number[round_.number] = marks
        return by_number

    def of_round(self, round_: Round) -> list[Mark]:
        """Return the marks of one round. The list is empty if the round is closed or
        has no marks."""
        return self.of_rounds([round_]).get(round_.number, [])

    def of_cuts(self, stages: Iterable[Stage]) -> dict[int, Mark]:
        """Return the marks of the cuts before these stages, by stage number. Stages
        whose rounds are all closed are left out.
        """
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
        self, of: Draw | Stage, then: Basis, now: Basis, sentences: Iterable[str] = ()
    ) -> Mark:
        seen = then.fingerprint(now)
        if not changed(then, now):
            return Mark(of, then, (), seen, None, tuple(self._seeds(then)))
        points = self._standings.points_in_words
        all_changes = (*sentences, *changes(then, now, self._names, points))
        decision = kept_of(of)
        return Mark(
            of,
            then,
            all_changes,
            seen,
            decision if decision and decision.seen == seen else None,
        )

    def _seeds(self, basis: Basis) -> Iterator[tuple[str, str]]:
        """Yield each seeded player, with the player's value in the seeding list."""
        if basis.seeding:
            for number in basis.order:
                value = basis.seeding.values.get(number, "")
                yield f"{number} {self._names.get(number, '')}", value

    def _named(self, message: str, numbers: tuple[int, ...]) -> Iterator[str]:
        if numbers:
            names = [f"{n} {self._names.get(n, '')}" for n in numbers[:MOST_NAMED]]
            more = len(numbers) - MOST_NAMED
            more_words = f" … +{more}" if more > 0 else ""
            yield message % {"players": joined_with_commas(names) + more_words}


def kept_of(of: Draw | Stage) -> Kept | None:
    """Return the latest decision to keep the seating or cut; None if there is none."""
    if not of.kept:
        return None
    values: JsonObject = of.kept
    at = parse_datetime(values["at"])
    return Kept(values["seen"], values["reason"], values["by"], at)


@transaction.atomic
def keep_draw(draw: Draw, *, seen: str, reason: str, by: str) -> Draw:
    """Keep the seating of a draft although the standings have changed, and return the
    draft.

    The decision is valid until the standings change again. Raises Refused if the
    standings have not changed, if they differ from the standings `seen`, and in a
    finished tournament.
    """
    draws = Draw.objects.select_for_update(of=("self",)).select_related("tournament")
    current = draws.get(pk=draw.pk)
    refuse_if_finished(current.tournament)
    _keep(Marker(current.tournament).of_draw(current), seen=seen, reason=reason, by=by)
    return current


@transaction.atomic
def keep_cut(stage: Stage, *, seen: str, reason: str, by: str) -> None:
    """Keep the players of a stage although the standings of its cut have changed.

    The decision is valid until the standings change again. Raises Refused as
    `keep_draw` does.
    """
    tournament = lock_with_rounds(stage.tournament)
    refuse_if_finished(tournament)
    current = next(other for other in stages_of(tournament) if other.pk == stage.pk)
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
    decision = Kept(mark.seen, reason, by, timezone.now())
    mark.of.kept = decision.as_data()
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
    """Lock the draft of a round. Drafts must be locked before rounds."""
    draws = Draw.objects.select_for_update(of=("self",)).order_by("pk")
    list(draws.filter(seated_rounds=round_id).values_list("pk"))


def keep_or_refuse(marks: Iterable[Mark], keep: str, *, by: str) -> None:
    """Record that seating is kept although its standings have changed, before it is
    used.

    `keep` is the reason. Raises Refused, about `keep`, if a reason is needed but empty.
    """
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
