"""The control room: all tables of a round for directors and referees."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import NamedTuple

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.winds import WINDS
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound, current_round
from scoring.all_pages.wall_of_tiles_drawing import AROUND_A_NUMBER, Wall
from scoring.confirming_and_finishing.confirmation_status import (
    SignOff,
    disputes_of,
    sign_offs,
)
from scoring.confirming_and_finishing.tables_still_playing import (
    Play,
    Progress,
    progress_at,
)
from scoring.corrections import conflicting_hands
from scoring.ledger import late_hands
from scoring.models import Conflict, LateHand, LedgerEntry
from scoring.public.public_fragments import Fragment
from tournaments.live.live_topics import Kind, kinds
from tournaments.models import HIDDEN_STATES, Game, Round, RoundState, Tournament
from tournaments.rounds.stages.stage_and_group_names import table_labels
from tournaments.rounds.tournament_table_sizes import with_sizes
from tournaments.web.form_fields_and_types import Context

#: Seats in the order E S W N.
WIND_ORDER = Case(
    *(When(wind=wind, then=Value(place)) for place, wind in enumerate(WINDS))
)
#: Maximum number of silent tables named; in a break all of them are silent.
MOST_NAMED = 3
#: Number of tables from which the list view with smaller cards is the default.
MANY = 40
#: Minutes without an entry until a playing table is reported as silent.
SILENT = 20


def found_among(tables: Sequence[HallTable], text: str) -> list[HallTable]:
    """Return the tables with that table number, or with a player whose name contains
    `text`.
    """
    wanted = text.strip().casefold()
    if wanted.isdecimal():
        return [one for one in tables if str(one.game.table) == wanted]
    return [
        one
        for one in tables
        if any(wanted in seat.name.casefold() for seat in one.seat_scores)
    ]


def round_numbered(tournament: Tournament, number: int) -> Round:
    """Return a round by number, including drafts.

    Raises PublicPageNotFound if the round has no seating yet.
    """
    round_ = _rounds(tournament).filter(number=number).first()
    if round_ is None:
        raise PublicPageNotFound(
            _("Round %(number)s has no seating yet.") % {"number": number}
        )
    return round_


def chosen_round(tournament: Tournament, number: int | None = None) -> Round | None:
    """Return the round with that number.

    Without a number, return the current or next round; between two rounds, the next
    draft. Return None if there is no seating yet. Raises PublicPageNotFound for an
    unknown number.
    """
    if number is not None:
        return round_numbered(tournament, number)
    rounds = list(_rounds(tournament))
    current = current_round(r for r in rounds if r.state not in HIDDEN_STATES)
    if current is None or current.state == RoundState.CLOSED:
        drafts = (r for r in rounds if r.state in HIDDEN_STATES)
        return next(drafts, current)
    return current


class SeatScore(NamedTuple):
    """A seat with player and score.

    `short_name`: initial and last name, or a longer form if two players of the round
    share it.
    """

    wind: str
    name: str
    short_name: str
    score: int | None


@dataclass(frozen=True)
class HallTable:
    """A table in the control room.

    `seat_scores`: in the order E S W N. `minutes`: minutes since the last entry or the
    start, None if the table is not playing. `label`: group or stage, "" if all tables
    have the same.
    """

    game: Game
    progress: Progress
    sign_off: SignOff
    seat_scores: Sequence[SeatScore]
    minutes: int | None
    label: str = ""

    @property
    def needs(self) -> str:
        """Return how urgently staff must look at the table: "late", "check" or ""."""
        if self.progress.key in (Play.LATE, Play.HELD, Play.EMPTY) or self.silent:
            return "late"
        return "check" if self.progress.key == Play.TWO_VERSIONS else ""

    @property
    def silent(self) -> int:
        """Return the minutes since the last entry if they are more than `SILENT`,
        otherwise 0.
        """
        return self.minutes if self.minutes and self.minutes > SILENT else 0

    @property
    def ago(self) -> str:
        """Return the time since the last entry as text; "" if the table is not
        playing.
        """
        if self.minutes is None:
            return ""
        text = ngettext("%(minutes)s min ago", "%(minutes)s min ago", self.minutes)
        return text % {"minutes": self.minutes} if self.minutes else _("just now")

    @property
    def best(self) -> int | None:
        """Return the leader's score; None if all players are tied or there are no
        scores.
        """
        scores = [seat.score for seat in self.seat_scores if seat.score is not None]
        best = max(scores, default=0)
        return best if scores and best > min(scores) else None

    @cached_property
    def wall(self) -> Wall:
        """Return the wall drawing that shows the progress of play."""
        return AROUND_A_NUMBER.of_table(self.game, is_over=self.progress.is_over)


def hall(
    tournament: Tournament, number: int | None = None, *, may_rule: bool
) -> Context:
    """Return the content of the control room: the tables of the chosen round with
    progress and confirmations. For users who `may_rule`, also return the entries of all
    rounds that wait for a referee.
    """
    round_ = chosen_round(tournament, number)
    games = _games(round_) if round_ else []
    labels = table_labels(round_) if round_ else {}
    seat_scores, seated = _seat_scores(round_) if round_ else ({}, {})
    all_sign_offs = sign_offs(tournament, games, seated)
    after_time = list(late_hands.unsettled_in(tournament))
    late = [hand for hand in after_time if hand.line_id is None]
    two_versions = list(conflicting_hands.waiting_in(tournament))
    states = progress_at(
        games,
        {pk for pk in all_sign_offs if all_sign_offs[pk].lacks},
        {hand.game_id for hand in late},
        {one.line.game_id: one.line.hand for one in reversed(two_versions)},
    )
    now = timezone.now()
    tables = [
        HallTable(
            game,
            states[game.pk],
            all_sign_offs[game.pk],
            seat_scores.get(game.pk, ()),
            _minutes(game, states[game.pk], now),
            labels.get(game.table, ""),
        )
        for game in games
    ]
    return {
        "rounds": tournament.rounds.order_by("number"),
        "round": round_,
        "tables": tables,
        "all_tables": len(tables),
        "many": len(tables) >= MANY,
        "silent": _silent(tables),
        "done": sum(state.is_over for state in states.values()),
        "may_rule": may_rule,
        **(_for_referees(tournament, after_time, two_versions) if may_rule else {}),
    }


def _for_referees(
    tournament: Tournament,
    after_time: Sequence[LateHand],
    two_versions: Sequence[Conflict],
) -> Context:
    """Return the disputes, late hands and conflicts that a referee must decide."""
    return {
        "disputes": list(disputes_of(tournament).filter(settled_at=None)),
        "late_hands": [hand for hand in after_time if hand.line_id is None],
        "flagged_hands": [hand for hand in after_time if hand.line_id],
        "conflicts": two_versions,
    }


#: Fragments of the tables, by whether the user may rule. `TOPICS` contains their names
#: in the live stream.
HALLS: Mapping[bool, Fragment] = {
    may_rule: Fragment(
        "director/_hall.html",
        partial(hall, may_rule=may_rule),
        beside=("director/_needs_renewed.html",),
    )
    for may_rule in (True, False)
}
TOPICS: Mapping[bool, str] = {True: "hall", False: "hall_without_rulings"}


def register() -> None:
    """Register the tables with the live stream."""
    for may_rule, name in TOPICS.items():
        kinds[name] = Kind(partial(_stream, HALLS[may_rule]), urgent=True)


def _stream(
    fragment: Fragment, tournament: Tournament, numbers: tuple[str, ...]
) -> str:
    """Render the tables, and the clock of the round."""
    round_ = chosen_round(tournament, *map(int, numbers))
    context = {"tournament": tournament, "round": round_, "renewed": True}
    clock = render_to_string("director/_control_clock.html", context)
    return fragment.render(tournament, numbers) + clock


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.select_related("tournament").order_by("number")


def _games(round_: Round) -> list[Game]:
    last = LedgerEntry.objects.filter(game=OuterRef("pk")).order_by("-sequence")
    games = round_.games.select_related("sheet", "extension")
    games = with_sizes(games, round_.tournament)
    return list(
        games.annotate(last_at=Subquery(last.values("at")[:1])).order_by("table")
    )


def _seat_scores(
    round_: Round,
) -> tuple[Mapping[int, Sequence[SeatScore]], Mapping[int, Sequence[int]]]:
    """Return the seats by game, in the order E S W N, and the player ids by game.

    Only values are read, because 1,000 players would need 4,000 objects.
    """
    seats = round_.seats.order_by(WIND_ORDER).values_list(
        "game",
        "player",
        "wind",
        "player__person__first_name",
        "player__person__last_name",
        "player__number",
        "player__has_namesake",
        "result__score",
    )
    rows = [
        (game, player, wind, _names(first, last, number if is_shared else None), score)
        for game, player, wind, first, last, number, is_shared, score in seats
    ]
    times = Counter(short.casefold() for _game, _pk, _wind, (_, short), _ in rows)
    seat_scores: dict[int, list[SeatScore]] = defaultdict(list)
    seated: dict[int, list[int]] = defaultdict(list)
    for game, player, wind, (name, short), score in rows:
        shown = short if times[short.casefold()] == 1 else name
        seat_scores[game].append(SeatScore(wind, name, shown, score))
        seated[game].append(player)
    return seat_scores, seated


def _names(first: str, last: str, number: int | None) -> tuple[str, str]:
    """Return the full name, and the name with an initial.

    `number`: player number added to both names for a namesake, None otherwise.
    """
    apart = "" if number is None else f" ({number})"
    short = f"{first[:1]}. {last}" if first else last
    return f"{first} {last}".strip() + apart, short + apart


def _minutes(game: Game, progress: Progress, now: datetime) -> int | None:
    """Return the minutes since the last entry or the start of the round; None if the
    table is not playing.
    """
    last: datetime | None = getattr(game, "last_at", None)
    since = last or game.round.started_at
    if since is None or progress.is_over or game.round.state != RoundState.RUNNING:
        return None
    return max(0, int((now - since).total_seconds() // 60))


def _silent(tables: Sequence[HallTable]) -> Context:
    """Return up to `MOST_NAMED` silent tables, longest silence first, and how many are
    left out. Empty without silent tables.
    """
    silent = sorted((one for one in tables if one.silent), key=_silence, reverse=True)
    if not silent:
        return {}
    return {"named": silent[:MOST_NAMED], "more": max(0, len(silent) - MOST_NAMED)}


def _silence(table: HallTable) -> int:
    return table.silent
