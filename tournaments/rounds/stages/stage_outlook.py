"""Forecast a tournament's stages before they are played: players, tables, games,
length, and how many qualified players will have met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import CutRule, Stage, StagePlace, Tournament
from tournaments.rounds.stages.group_forming import sizes
from tournaments.rounds.stages.stage_settings import before
from tournaments.rounds.tournament_table_sizes import short_in_words, sizes_of
from tournaments.seating.judging.meetings_after_cut import (
    Met,
    met_before,
    planned,
    played,
)
from tournaments.seating.least_possible_repeats import least_repeats
from tournaments.seating.seating_plan import (
    Plan,
    meetings,
    players_in_plan,
)
from tournaments.seating.seating_request import RANKED
from tournaments.web.number_wording import decimal


@dataclass(frozen=True)
class Finding:
    """A sentence about the planned stages. `fine`: the sentence needs no attention."""

    sentence: str
    fine: bool


@dataclass(frozen=True)
class StageOutlook:
    """The forecast of a stage.

    `pools`: number of players per group, or in total. `games`: number of games that
    each of its players has played when it ends. `minutes`: total length of its rounds.
    `met`: number of pairs of qualified players who met in the previous stage; None
    without a cut. `fewest` and `most`: allowed numbers of players at a table.
    """

    stage: Stage
    pools: tuple[int, ...]
    games: int
    minutes: int
    met: Met | None
    fewest: int
    most: int

    @property
    def players(self) -> int:
        return sum(self.pools)

    @property
    def tables(self) -> int:
        """Return the number of tables. Players who do not fill a table are not
        counted."""
        return sum(len(sizes_of(size, self.fewest, self.most)) for size in self.pools)


@dataclass(frozen=True)
class Outlook:
    stages: tuple[StageOutlook, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class _Known:
    """Known facts about a tournament.

    `people`: each player's last round (None: plays all). `members`: player numbers by
    group of decided stages, by stage number. `seated`: the seated rounds. `most`:
    players at a full table.
    """

    people: Mapping[int, int | None]
    members: Mapping[int, list[list[int]]]
    seated: Plan
    most: int

    def come_to(self, stage: Stage, numbers: Iterable[int]) -> list[int]:
        """Return the player numbers out of `numbers` that can still take part in a
        stage."""
        return [
            number
            for number in numbers
            if number in self.people
            and (self.people[number] or stage.first_round) >= stage.first_round
        ]


def outlook(
    tournament: Tournament, stages: Sequence[Stage], seated: Plan = ()
) -> Outlook | None:
    """Return the forecast for the currently registered players, or None if there are no
    stages or no players.

    The stages need not be saved. `seated`: the seated rounds, round 1 first.
    """
    facts = _known(tournament, stages, seated)
    if not stages or not facts.people:
        return None
    outlooks: list[StageOutlook] = []
    for stage in stages:
        earlier = _before(outlooks, stage)
        outlooks.append(
            StageOutlook(
                stage,
                _pools(stage, outlooks, earlier, facts),
                (earlier.games if earlier else 0) + stage.rounds,
                (stage.minutes or tournament.minutes) * stage.rounds,
                _met(stage, earlier, facts),
                tournament.rules.fewest_players,
                tournament.rules.players,
            )
        )
    findings = [
        finding
        for forecast in outlooks
        for finding in _findings(forecast, outlooks, facts)
    ]
    findings.append(_in_all(outlooks))
    if tournament.is_league:
        # It is not known yet how many will take part.
        findings = [forecast for forecast in findings if forecast.fine]
    return Outlook(tuple(outlooks), tuple(sorted(findings, key=lambda one: one.fine)))


def met_so_far(
    tournament: Tournament, stages: Sequence[Stage], stage: Stage, seated: Plan
) -> Finding | None:
    """Return a finding about the qualified players who have met in earlier rounds.

    None if one of these rounds has no seating yet, or if there is no cut.
    """
    earlier = before(stages, stage)
    if earlier is None or stage.cut not in SIZED or len(seated) < earlier.last_round:
        return None
    facts = _known(tournament, (earlier, stage), seated)
    return _met_in_words(stage, _met_in_seats(stage, earlier, facts), facts, sat=True)


#: Cuts with a fixed number of qualified players.
SIZED = (CutRule.TOP, CutRule.PER_GROUP)


def _known(tournament: Tournament, stages: Sequence[Stage], seated: Plan) -> _Known:
    """Return the known facts, with two queries; with one query if no stage is
    decided."""
    players = tournament.players.filter(is_filler=False, is_substitute=False)
    people = dict(players.order_by("number").values_list("number", "last_round"))
    decided = {stage.pk: stage for stage in stages if stage.is_decided and stage.pk}
    members_of: dict[int, dict[int, list[int]]] = {}
    if decided:
        places = StagePlace.objects.filter(stage__in=decided).order_by("group", "rank")
        for pk, group, player in places.values_list("stage", "group", "player__number"):
            groups = members_of.setdefault(decided[pk].number, {})
            groups.setdefault(group, []).append(player)
    members = {number: list(groups.values()) for number, groups in members_of.items()}
    return _Known(people, members, seated, tournament.rules.players)


def _before(outlooks: Sequence[StageOutlook], stage: Stage) -> StageOutlook | None:
    """Return the forecast of the stage whose players continue in this stage; None if
    there is none. Consolations are left out."""
    earlier = [
        forecast
        for forecast in outlooks
        if not forecast.stage.is_beside
        and forecast.stage.first_round < stage.first_round
    ]
    return earlier[-1] if earlier else None


def _taken(stage: Stage) -> tuple[int, int]:
    """Return the numbers of players who qualify from each group, and from all
    others."""
    if stage.cut == CutRule.PER_GROUP:
        return stage.cut_size, stage.cut_rest
    return 0, stage.cut_size


def _pools(
    stage: Stage,
    outlooks: Sequence[StageOutlook],
    earlier: StageOutlook | None,
    facts: _Known,
) -> tuple[int, ...]:
    if stage.number in facts.members:
        return tuple(map(len, facts.members[stage.number]))
    count = len(facts.people)
    if earlier is not None:
        count = earlier.players
        if stage.is_beside:
            count -= outlooks[-1].players
        elif stage.cut in SIZED:
            per_group, rest = _taken(stage)
            taken = sum(min(per_group, size) for size in earlier.pools)
            count = min(taken + rest, count)
    return tuple(sizes(count, stage.groups, facts.most)) if stage.groups else (count,)


def _met(stage: Stage, earlier: StageOutlook | None, facts: _Known) -> Met | None:
    if earlier is None or stage.cut not in SIZED:
        return None
    rounds = earlier.stage.rounds
    if len(facts.seated) >= earlier.stage.last_round:
        return _met_in_seats(stage, earlier.stage, facts)
    fields = [planned(size, rounds) for size in earlier.pools]
    return met_before(fields, *_taken(stage))


def _met_in_seats(stage: Stage, earlier: Stage, facts: _Known) -> Met:
    plan = facts.seated[: earlier.last_round]
    groups = facts.members.get(earlier.number)
    if groups is None:
        groups = [players_in_plan(plan[earlier.first_round - 1 :])]
    fields, across = played(plan, [facts.come_to(stage, numbers) for numbers in groups])
    return met_before(fields, *_taken(stage), across)


def _met_in_words(stage: Stage, met: Met, facts: _Known, *, sat: bool) -> Finding:
    """Return a finding about the qualified players who have met.

    `sat`: the earlier rounds have seating. Otherwise the figures are an estimate for
    seating that avoids repeat opponents.
    """
    values = {
        "stage": str(stage),
        "pairs": met.pairs,
        "expected": decimal(met.expected, 1),
        "least": met.least,
        "most": met.most,
    }
    if stage.number in facts.members and sat:
        numbers = [number for group in facts.members[stage.number] for number in group]
        met_twos = meetings(facts.seated[: stage.first_round - 1])
        values["met"] = sum(
            pair in met_twos for pair in combinations(sorted(numbers), 2)
        )
        message = _(
            "“%(stage)s”: %(met)s of %(pairs)s pairs have met before. With a random "
            "cut, about %(expected)s would have met."
        )
    elif sat:
        message = _(
            "“%(stage)s”: with a random cut, %(expected)s of %(pairs)s pairs would "
            "have met before (%(least)s to %(most)s are possible)."
        )
    else:
        message = _(
            "“%(stage)s”: with a random cut, about %(expected)s of %(pairs)s pairs "
            "would have met in the previous stage (%(least)s to %(most)s are "
            "possible)."
        )
    return Finding(message % values, fine=True)


def _findings(
    forecast: StageOutlook, outlooks: Sequence[StageOutlook], facts: _Known
) -> Iterator[Finding]:
    earlier = _before(outlooks, forecast.stage)
    yield from _of_the_cut(forecast, earlier)
    yield from _of_the_tables(forecast)
    if forecast.met and earlier:
        sat = len(facts.seated) >= earlier.stage.last_round
        yield _met_in_words(forecast.stage, forecast.met, facts, sat=sat)


def _of_the_cut(
    forecast: StageOutlook, earlier: StageOutlook | None
) -> Iterator[Finding]:
    """Yield findings about cuts that exclude no player, or that groups cannot fill."""
    stage = forecast.stage
    if earlier is None or stage.cut not in SIZED or stage.is_decided:
        return
    size, rest = _taken(stage)
    wanted = size * max(len(earlier.pools), 1) + rest if size else rest
    values = {"stage": str(stage), "wanted": wanted, "available": earlier.players}
    if earlier.players <= forecast.players:
        message = _(
            "“%(stage)s” takes %(wanted)s of %(available)s players, so there is no cut."
        )
        yield Finding(message % values, fine=False)
    elif forecast.players < wanted:
        message = _(
            "“%(stage)s” needs %(wanted)s players, but the previous groups can provide "
            "only %(players)s."
        )
        yield Finding(message % (values | {"players": forecast.players}), fine=False)


def _of_the_tables(forecast: StageOutlook) -> Iterator[Finding]:
    """Yield findings about players who do not fill a table, and about unavoidable
    repeat opponents."""
    stage = forecast.stage
    for size in sorted(set(forecast.pools)):
        tables = sizes_of(size, forecast.fewest, forecast.most)
        over = size - sum(tables)
        values = {
            "stage": str(stage),
            "players": size,
            "over": over,
            "rounds": stage.rounds,
            "most": forecast.most,
        }
        if size < forecast.fewest:
            message = ngettext(
                "“%(stage)s” has only %(players)s player for a table of %(most)s.",
                "“%(stage)s” has only %(players)s players for a table of %(most)s.",
                size,
            )
            yield Finding(message % values, fine=False)
        elif over:
            message = (
                _(
                    "“%(stage)s”: a group of %(players)s has %(over)s too many for "
                    "full tables. House players must join, or players must sit out in "
                    "turn."
                )
                if stage.groups
                else _(
                    "“%(stage)s”: %(players)s players are %(over)s too many for full "
                    "tables. House players must join, or players must sit out in turn."
                )
            )
            yield Finding(message % values, fine=False)
        elif short := short_in_words(tables, forecast.most):
            yield Finding(f"“{stage}”: {short}", fine=True)
        elif again := _again(forecast, size):
            yield again


def _again(forecast: StageOutlook, size: int) -> Finding | None:
    """Return the finding that a group of `size` players cannot avoid repeat opponents
    in the stage; None if it can."""
    stage = forecast.stage
    least = least_repeats(size, stage.rounds, forecast.most)
    if not least:
        return None
    values = {"stage": str(stage), "players": size, "rounds": stage.rounds}
    if size == forecast.most:
        message = _(
            "“%(stage)s”: the same %(players)s players sit together in all "
            "%(rounds)s rounds."
        )
        return Finding(message % values, fine=True)
    message = _(
        "“%(stage)s”: with %(players)s players and %(rounds)s rounds, at least "
        "%(least)s repeat meetings are unavoidable."
    )
    after_a_cut = stage.method in RANKED or stage.cut != CutRule.EVERYBODY
    return Finding(message % (values | {"least": least}), fine=after_a_cut)


def _in_all(outlooks: Sequence[StageOutlook]) -> Finding:
    """Return a finding about the number of games per player and the length of all
    rounds."""
    ends = {forecast.games for forecast in outlooks if _ends_there(forecast, outlooks)}
    minutes = sum(
        forecast.minutes for forecast in outlooks if not forecast.stage.is_beside
    )
    values = {
        "fewest": min(ends),
        "most": max(ends),
        "hours": minutes // 60,
        "minutes": minutes % 60,
    }
    message = (
        _("Games per player: %(most)s.")
        if len(ends) == 1
        else _(
            "Players play %(fewest)s to %(most)s games, depending on the stages they "
            "reach."
        )
    )
    message += " " + _("The rounds last %(hours)s h %(minutes)s min in total.")
    return Finding(message % values, fine=True)


def _ends_there(forecast: StageOutlook, outlooks: Sequence[StageOutlook]) -> bool:
    """Return whether the tournament ends after this stage for any player."""
    following = [
        other
        for other in outlooks
        if other.stage.first_round > forecast.stage.last_round
    ]
    if not following:
        return True
    first = following[0].stage.first_round
    after = [other for other in following if other.stage.first_round == first]
    return forecast.stage.is_beside or sum(o.players for o in after) < forecast.players
