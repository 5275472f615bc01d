"""Checks of a report: errors known from earlier files, and missing data. Reads only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from rules.table_points import places
from scoring.exports.federation_report import NO_NUMBER, Line, Report
from scoring.models import Result
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.rank_players import penalised_measure, stored_mark
from scoring.standings.standings_rows import Value
from tournaments.models import Game, Player, RoundState, Tournament
from tournaments.people.countries_and_ema_numbers import ema_number


@dataclass(frozen=True)
class Finding:
    """An error in a report, and where to fix it.

    `page`: "event" or "finish" if the error concerns the tournament, otherwise "".
    `players`, `games`: players or games with the error. `blocks`: the workbook cannot
    be downloaded before the error is fixed.
    """

    code: str
    message: str
    page: str = ""
    players: Sequence[Player] = ()
    games: Sequence[Game] = field(default_factory=list)
    blocks: bool = True


def check(report: Report, *, guests: bool = False) -> list[Finding]:
    """Return all findings, blocking ones first. `guests`: a director has confirmed that
    players without an EMA number are non-members."""
    findings = [
        *_of_event(report),
        *_of_people(report, guests=guests),
        *_of_figures(report),
    ]
    return sorted(findings, key=lambda finding: not finding.blocks)


def _of_event(report: Report) -> Iterator[Finding]:
    if not report.rules:
        yield Finding("rules", _("The federation has no ranking for these rules."))
    if not report.is_final:
        yield Finding(
            "not_final",
            _("The tournament is not finished, so its standings are not final."),
            "finish",
        )
    if report.starts_on is None:
        yield Finding("dates", _("The tournament has no dates."), "event")
    if not report.country:
        yield Finding("country", _("The tournament has no country."), "event")
    if not report.city:
        yield Finding("city", _("The tournament has no city."), "event")


def _of_people(report: Report, *, guests: bool) -> Iterator[Finding]:
    by_number = defaultdict(list)
    for line in report.lines:
        if line.ema_number != NO_NUMBER:
            by_number[line.ema_number].append(line.player)
    yield from _named(
        "twice",
        _("These players have the same EMA number."),
        [player for same in by_number.values() if len(same) > 1 for player in same],
    )
    yield from _named(
        "number",
        _("These players have an invalid EMA number."),
        [
            line.player
            for line in report.lines
            if ema_number(line.player.person.ema_number).fault
        ],
    )
    yield from _named(
        "player_country",
        _("These players have no country, or an unknown country."),
        [line.player for line in report.lines if not line.country],
    )
    yield from _named(
        "absent",
        _("These players are ranked but did not play at any table. Remove them."),
        [line.player for line in report.lines if not line.standing.tables],
    )
    yield from _named(
        "no_number",
        _("These players have no EMA number and are reported as non-members.")
        if guests
        else _(
            "These players have no EMA number. Enter it, or choose below to "
            "report them as non-members."
        ),
        [
            line.player
            for line in report.lines
            if line.ema_number == NO_NUMBER
            and not ema_number(line.player.person.ema_number).fault
        ],
        blocks=not guests,
    )


def _named(
    code: str, message: str, players: Sequence[Player], *, blocks: bool = True
) -> Iterator[Finding]:
    if players:
        yield Finding(code, message, players=players, blocks=blocks)


def _of_figures(report: Report) -> Iterator[Finding]:
    yield from _named(
        "places",
        _("The places of these players do not match their points."),
        _misplaced(report),
    )
    results = list(
        Result.objects.filter(
            seat__round__tournament=report.tournament,
            seat__round__state=RoundState.CLOSED,
        ).select_related("seat__game__round", "seat__player")
    )
    tables = defaultdict(list)
    for result in results:
        tables[result.seat.game].append(result)
    wrong = [
        game for game, own in tables.items() if not _adds_up(report.tournament, own)
    ]
    if wrong:
        yield Finding(
            "table_sums",
            _("The scores of these tables do not add up, including penalties."),
            games=sorted(wrong, key=lambda one: (one.round.number, one.table)),
        )
    yield from _named(
        "sums",
        _("The scores of these players do not match their tables."),
        _summed_otherwise(report, results),
    )


def _misplaced(report: Report) -> list[Player]:
    """Return the players whose place does not match the criteria.

    Players are compared only with players who passed the same cuts.
    """

    def mark(line: Line) -> tuple[Value, ...]:
        own = stored_mark(line.standing, report.tie_breaks)
        return line.standing.level, line.standing.games_won, *own

    right = places((line, mark(line)) for line in report.lines)
    return [line.player for place, line in right if place != line.place]


def _adds_up(tournament: Tournament, results: Sequence[Result]) -> bool:
    """Return whether a table's scores equal the starting scores plus penalties.

    In rules with riichi sticks, the scores may be lower by sticks left on the table.
    """
    start = sum(tournament.rules.opening_scores().values())
    left = sum(result.score - result.penalties for result in results) - start
    deposit = presenter_of(tournament.ruleset).deposit
    return left == 0 or (deposit > 0 and left < 0 and left % deposit == 0)


def _summed_otherwise(report: Report, results: Sequence[Result]) -> list[Player]:
    """Return the players whose score is not the sum of their games.

    Empty in tournaments with stages, where points may be carried over.
    """
    if report.tournament.is_staged:
        return []
    sums: Counter[int] = Counter()
    for result in results:
        sums[result.seat.player.number] += result.score
    by_score = penalised_measure(report.tie_breaks) == "score"
    return [
        line.player
        for line in report.lines
        if not any(line.standing.absences.values())
        and line.standing.score - (line.standing.penalties if by_score else 0)
        != sums[line.player.number]
    ]
