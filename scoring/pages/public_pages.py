"""What the public pages show, read with the same few queries for any number of
players. Each function named for a page returns that page's context. Drafts of
rounds are never in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from scoring.models import Result
from scoring.rulesets.shared.measures import MEASURES
from scoring.signoff.status import lacking_among
from scoring.signoff.table_states import Progress, progress_at
from scoring.standings import absences, frozen, ranking
from scoring.standings.ranking import Placed, Standing, measures_of
from scoring.wording.seat_order import seats_in_order
from tournaments.access.abilities import Ability, roles_that
from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    Entry,
    PlanItem,
    Round,
    RoundState,
    Seat,
    Session,
    SignUpPage,
    Team,
    Tournament,
)
from tournaments.people.presence import Reached, reached, words_for_gone

Context = dict[str, Any]


#: The places that the public page shows larger.
PODIUM = 3


def held_back_words() -> str:
    return _("The final standings are told at the prize giving.")


class NotThere(Http404):
    """What an address names is not there, or not yet; str() is the sentence."""


@dataclass(frozen=True)
class TableCard:
    """A table of a round. `seats` in the order E S W N."""

    session: Session
    progress: Progress
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Nav:
    """Where one can go within a tournament."""

    rounds: list[Round]
    has_teams: bool
    has_plan: bool
    has_sign_up: bool


@dataclass(frozen=True)
class TournamentCard:
    tournament: Tournament
    players: int
    round: Round | None
    closed_rounds: int

    @property
    def is_over(self) -> bool:
        if self.tournament.is_finished:
            return True
        return self.closed_rounds >= self.tournament.planned_rounds


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings; `cells` are (measure, value) as the columns.
    `gone`: that and when the player withdrew, or ""."""

    placed: Placed[Standing]
    cells: tuple[tuple[str, Fraction | int], ...]
    gone: str


@dataclass(frozen=True)
class PlayedTable:
    """A player's table. `result` None: nothing to count yet."""

    seat: Seat
    result: Result | None
    progress: Progress
    opponents: tuple[Seat, ...]


def home(user: User | AnonymousUser) -> list[TournamentCard]:
    """The tournaments this account may see, those being played first."""
    players = Count("entries", filter=Q(entries__is_filler=False))
    shown = visible_tournaments(user).annotate(players=players)
    rounds = Prefetch(
        "rounds",
        Round.objects.exclude(state__in=HIDDEN_STATES),
        to_attr="shown_rounds",
    )
    cards = [
        TournamentCard(
            tournament,
            tournament.players,
            current_round(tournament.shown_rounds),
            sum(r.state == RoundState.CLOSED for r in tournament.shown_rounds),
        )
        for tournament in shown.select_related("description").prefetch_related(rounds)
    ]
    return sorted(cards, key=lambda card: not (card.round and card.round.is_open))


def visible_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament, Any]:
    there = Tournament.objects.filter(binned_at=None)
    if not isinstance(user, User):
        return there.filter(is_public=True)
    if user.is_superuser:
        return there
    looking = user.memberships.filter(role__in=roles_that(Ability.LOOK))
    mine = looking.values("tournament")
    return there.filter(Q(is_public=True) | Q(pk__in=mine))


def nav(tournament: Tournament) -> Nav:
    there = Tournament.objects.filter(pk=tournament.pk).values_list(
        Exists(Team.objects.filter(tournament=OuterRef("pk"))),
        Exists(PlanItem.objects.filter(tournament=OuterRef("pk"))),
        Exists(SignUpPage.objects.filter(tournament=OuterRef("pk"), is_on=True)),
    )
    has_teams, has_plan, takes_players = there.get()
    in_play = tournament.archived_at is None
    return Nav(
        list(public_rounds(tournament)), has_teams, has_plan, takes_players and in_play
    )


def public_rounds(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.exclude(state__in=HIDDEN_STATES).order_by("number")


def current_round(rounds: Iterable[Round]) -> Round | None:
    """The round being played; else the next one; else the last one played."""
    by_urgency = {RoundState.PUBLISHED: 1, RoundState.CLOSED: 2}
    ordered = sorted(
        rounds,
        key=lambda round_: (
            by_urgency.get(RoundState(round_.state), 0),
            -round_.number if round_.state == RoundState.CLOSED else round_.number,
        ),
    )
    return ordered[0] if ordered else None


def standings_page(tournament: Tournament) -> Context:
    """The standings, every round with how many of its tables are done, and the
    tables of the current round."""
    final = frozen.final_of(tournament)
    found = final.ranking if final else ranking.ranking_of(tournament)
    held_back = final is not None and frozen.is_held_back(final.row)
    placed = [] if held_back else found.placed
    lines = found.lines
    tie_breaks = frozen.tie_breaks_of(tournament, final)
    columns, measures = _columns(tie_breaks), measures_of(tournament.ruleset)
    rounds = list(
        public_rounds(tournament).annotate(
            tables=Count("sessions"),
            done=Count("sessions", filter=Q(sessions__sheet__over__gt="")),
        )
    )
    current = current_round(rounds)
    begun = max((r.number for r in rounds if r.state not in NOT_BEGUN), default=0)
    now = Reached(begun, max(tournament.planned_rounds, begun))
    return {
        "columns": [(key, measures[key]) for key in columns],
        "rows": [
            StandingRow(
                row,
                tuple((key, getattr(row.line, key)) for key in columns),
                words_for_gone(row.line.entry, now),
            )
            for row in placed
        ],
        "final": final.row if final else None,
        "held_back": held_back,
        "podium": [row for row in placed if row.place <= PODIUM] if final else [],
        "changed": _changed(final, tournament),
        "unranked": [] if held_back else found.unranked,
        "anything_played": any(line.tables for line in lines),
        "anyone_playing": any(line.playing for line in lines),
        "has_teams": any(line.entry.team for line in lines),
        "has_countries": any(line.entry.player.country for line in lines),
        "in_words": ranking.in_words(tournament, tie_breaks),
        "absences_in_words": absences.in_words(tournament),
        "rounds": rounds,
        "tables": _tables(current) if current else [],
        "round": current,
    }


def teams_page(tournament: Tournament) -> Context:
    """The standings of the teams. Raises NotThere if there are none."""
    final = frozen.final_of(tournament)
    lines = (final.ranking if final else ranking.ranking_of(tournament)).lines
    teams = final.teams if final else ranking.team_standings(lines)
    if not teams:
        raise NotThere(_("Nobody plays in a team in this tournament."))
    if final and frozen.is_held_back(final.row):
        raise NotThere(held_back_words())
    return {
        "final": final.row if final else None,
        "teams": teams,
        "anything_played": any(line.tables for line in lines),
        "anyone_playing": any(line.playing for line in lines),
    }


def round_page(tournament: Tournament, number: int) -> Context:
    """All tables of a round. Raises NotThere for a round that is not public."""
    round_ = public_round(tournament, number)
    return {
        "tables": _tables(round_, with_seats=True),
        "held_back": frozen.awaits_prize_giving(tournament),
        "round": round_,
    }


def player_page(tournament: Tournament, number: int) -> Context:
    """A player's standing and tables. Raises NotThere for an unknown number."""
    final = frozen.final_of(tournament)
    found = final.ranking if final else ranking.ranking_of(tournament)
    placed = {row.line.entry.number: row for row in found.placed}
    lines = {line.entry.number: line for line in found.lines}
    line = lines.get(number)
    own = _entry(tournament, number) if final or not line else line.entry
    measures = measures_of(tournament.ruleset)
    columns = _columns(frozen.tie_breaks_of(tournament, final))
    held_back = final is not None and frozen.is_held_back(final.row)
    return {
        "placed": placed.get(number),
        "line": line,
        "held_back": held_back,
        "entry": own,
        "gone": _gone(tournament, own),
        "measures": [(measures[key], key, getattr(line, key)) for key in columns]
        if line and not held_back
        else [],
        "absences_in_words": absences.in_words(tournament),
        "players": len(placed),
        "tables": _tables_of(own, with_results=not held_back),
    }


def _entry(tournament: Tournament, number: int) -> Entry:
    """Somebody who plays, as they are now. Raises NotThere if nobody has the number."""
    entries = tournament.entries.select_related("player", "team")
    entry = entries.filter(number=number, is_filler=False).first()
    if entry is None:
        raise NotThere(_("Nobody has the number %(number)s.") % {"number": number})
    return entry


def public_round(tournament: Tournament, number: int) -> Round:
    round_ = public_rounds(tournament).filter(number=number).first()
    if round_ is None:
        raise NotThere(
            _("Round %(number)s is not there, or not published yet.")
            % {"number": number}
        )
    return round_


def _gone(tournament: Tournament, entry: Entry) -> str:
    if entry.last_round is None:
        return ""
    return words_for_gone(entry, reached(tournament))


def _columns(tie_breaks: list[str]) -> list[str]:
    """The measures of the standings, those that decide places first."""
    rest = (key for key in MEASURES if key not in tie_breaks)
    return [*tie_breaks, *rest]


def _changed(final: frozen.Final | None, tournament: Tournament) -> bool:
    """Whether the standings would be others than the final ones now."""
    return final is not None and bool(frozen.changed_since(final.row, tournament))


def _tables(round_: Round, *, with_seats: bool = False) -> list[TableCard]:
    chosen = round_.sessions.select_related("sheet", "extension").order_by("table")
    if with_seats:
        seats = Seat.objects.select_related("entry__player", "result")
        chosen = chosen.prefetch_related(Prefetch("seats", seats))
    sessions = list(chosen)
    found = progress_at(sessions, lacking_among(round_.tournament, sessions))
    return [
        TableCard(
            session,
            found[session.pk],
            seats_in_order(session) if with_seats else (),
        )
        for session in sessions
    ]


def seats_shown(entry: Entry) -> list[Seat]:
    """The player's seats in the order of the rounds, those that are public."""
    neighbours = Seat.objects.select_related("entry__player")
    return list(
        entry.seats.exclude(round__state__in=HIDDEN_STATES)
        .select_related(
            "round",
            "session__round__tournament",
            "session__sheet",
            "session__extension",
            "result",
        )
        .prefetch_related(Prefetch("session__seats", neighbours))
        .order_by("round__number")
    )


def _tables_of(entry: Entry, *, with_results: bool) -> list[PlayedTable]:
    seats = seats_shown(entry)
    sessions = [seat.session for seat in seats]
    found = progress_at(sessions, lacking_among(entry.tournament, sessions))
    return [
        PlayedTable(
            seat,
            getattr(seat, "result", None) if with_results else None,
            found[seat.session_id],
            tuple(
                other for other in seats_in_order(seat.session) if other.pk != seat.pk
            ),
        )
        for seat in seats
    ]
