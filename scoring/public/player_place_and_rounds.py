"""Content of a player's page, public or personal: place and gap to the next place,
places still possible, and every round with its hands. It contains nothing private or
hidden. Reads only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.all_pages.public_rounds_and_tables import PODIUM, seats_shown
from scoring.confirming_and_finishing.confirmation_status import unconfirmed_among
from scoring.confirming_and_finishing.tables_still_playing import progress_at
from scoring.public.latest_hands import WonHand
from scoring.public.place_chart import PlaceChart, place_chart
from scoring.public.tables_of_player import (
    FollowedTable,
    followed_table,
    hands_won_at,
    wins_at,
)
from scoring.public.tournament_headline import gap_as_amount
from scoring.standings import live_and_official_standings, standings_over_several_stages
from scoring.standings.absence_results import WORDS
from scoring.standings.criteria_and_tie_breaks import measures_of
from scoring.standings.criteria_columns import amount_in
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import (
    FixedRound,
    Row,
    fixed_rounds,
)
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_sources import Source
from scoring.standings.where_player_can_finish import (
    Goal,
    Prospects,
    prospects_of,
    why_uncounted,
)
from scoring.standings.who_sees_hidden_results import VisibleResults, visible_to_public
from tournaments.models import LeagueFine, Player, RoundState, Stage, Tournament
from tournaments.templatetags.score_figures import table_points, total
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import plural_number


@dataclass(frozen=True)
class Moment:
    """A tournament at a revision, with the user's language and the visible results.

    All player pages at the same moment share the same standings.
    """

    key: tuple[int, str, int, str | None]
    visible: VisibleResults
    tournament: Tournament = field(compare=False)

    @classmethod
    def now(cls, tournament: Tournament) -> Moment:
        language = get_language()
        key = (tournament.pk, tournament.hall_key, tournament.revision, language)
        return cls(key, visible_to_public(tournament), tournament)


@dataclass(frozen=True)
class StandingsAtMoment:
    """Standings at a moment.

    `official`: official standings; `board`: the standings shown, live during play;
    `places`: places by round and player number.
    """

    source: Source
    official: Board
    board: Board
    places: Mapping[int, Mapping[int, int]]


@lru_cache(maxsize=8)
def standings_at(moment: Moment) -> StandingsAtMoment:
    """Return the standings, computed once for all players at a moment."""
    source = source_of(moment.tournament, visible=moment.visible)
    official = live_and_official_standings.official(source)
    board = live_and_official_standings.live(source) if source.plays else official
    return StandingsAtMoment(
        source, official, board, live_and_official_standings.places_by_round(source)
    )


#: Maximum number of hands shown with tiles, newest first.
MOST_HANDS = 8


@dataclass(frozen=True)
class RoundLine:
    """A round of a player: the table, or the fixed result of a round without
    a table.
    """

    number: int
    table: FollowedTable | None = None
    fixed: FixedRound | None = None

    @property
    def why(self) -> str:
        """Return why the result is fixed; "" for a round with a table."""
        return WORDS[self.fixed.absent](1) if self.fixed else ""


@dataclass(frozen=True)
class Followed:
    """The content of a player's page.

    `row`: None if the player has no standing yet or it is hidden.
    """

    player: Player
    everybody: StandingsAtMoment
    tables: Sequence[FollowedTable]
    #: Hands entered with tiles, newest first.
    hands: Sequence[WonHand]

    @property
    def source(self) -> Source:
        return self.everybody.source

    @property
    def board(self) -> Board:
        return self.everybody.board

    @property
    def official(self) -> Board:
        return self.everybody.official

    @property
    def is_live(self) -> bool:
        """Return whether the place is live. The other figures are official."""
        return self.board is not self.official

    @property
    def row(self) -> Row | None:
        return self.board.by_number.get(self.player.number)

    @property
    def official_row(self) -> Row | None:
        return self.official.by_number.get(self.player.number)

    @property
    def has_figures(self) -> bool:
        """Return whether there are results to show."""
        return not self.board.is_held_back and self.board.anything_played

    @property
    def only_results(self) -> bool:
        """Return whether only the result is recorded, not the games."""
        return self.official.only_results

    @property
    def figures(self) -> list[tuple[str, str]]:
        """Return name and value of points and score, without figures that an imported
        list does not state.
        """
        row = self.official_row
        if row is None or not self.has_figures:
            return []
        ruleset, line = self.source.records.tournament.ruleset, row.line
        written = {
            "table_points": table_points(line.table_points, ruleset),
            "score": total(line.score, ruleset),
        }
        measures = measures_of(ruleset)
        return [
            (str(measures[key].name), figure)
            for key, figure in written.items()
            if key not in line.unstated
        ]

    @cached_property
    def above(self) -> Row | None:
        """Return the lowest row with a better place; None for the leader or without a
        place.
        """
        row_above = None
        for row in self.board.ranked:
            if self.row is None or row.place == self.row.place:
                break
            row_above = row
        return row_above if self.row and self.row.place else None

    @property
    def days_in_words(self) -> str:
        """Return a sentence on the match days that do not count; "" if there are none,
        or outside a league."""
        row = self.official_row
        if row is None or row.made.records.league is None:
            return ""
        days = row.counted.dropped
        sentence = ngettext(
            "Match day %(days)s does not count because other days were better.",
            "Match days %(days)s do not count because other days were better.",
            len(days),
        )
        return sentence % {"days": joined_with_commas(days)} if days else ""

    @cached_property
    def fines(self) -> Sequence[LeagueFine]:
        """Return the player's deductions on match days with visible results."""
        if not self.source.records.tournament.is_league:
            return ()
        fines = LeagueFine.objects.filter(player=self.player.pk).select_related("day")
        return [
            fine for fine in fines if self.source.visible.tells(fine.day.first_round)
        ]

    @cached_property
    def prospects(self) -> Prospects | None:
        return prospects_of(self.source, self.official, self.player.number)

    @property
    def why_uncounted(self) -> str:
        """Return a sentence on why possible places cannot be computed; "" if they
        can."""
        if self.row is None or self.row.place is None:
            return ""
        return why_uncounted(self.source, self.official, self.player.number)

    @cached_property
    def chart(self) -> PlaceChart | None:
        """Return the chart of places after each round; None without places.

        A round in progress has the live place. If all players started the current stage
        at 0, the chart begins with that stage.
        """
        places = {
            number: by_player[self.player.number]
            for number, by_player in self.everybody.places.items()
            if self.player.number in by_player
        }
        if self.official.final and places and self.official_row:
            places[max(places)] = self.official_row.place or places[max(places)]
        now = max(self.source.going_on, default=0)
        # A reopened earlier round does not show the player's current place.
        is_last = now > max(places, default=0)
        if is_last and self.row and self.row.place and not self._waits:
            places[now] = self.row.place
        planned = self.source.records.tournament.planned_rounds
        stage = self.level_stage
        if stage and any(number >= stage.first_round for number in places):
            since = {n: at for n, at in places.items() if n >= stage.first_round}
            return place_chart(
                since, stage.last_round, self._lowest_in(stage), stage.first_round
            )
        return place_chart(places, planned, len(self.board.ranked))

    @cached_property
    def level_stage(self) -> Stage | None:
        """Return the player's stage if it follows another stage and all players started
        it at 0; otherwise None.
        """
        stages = standings_over_several_stages.level_stages(self.source.records)
        row = self.official_row
        return next((s for s in stages if row and s.number == row.line.stage), None)

    @property
    def level_in_words(self) -> str:
        return standings_over_several_stages.in_words(
            [self.level_stage] if self.level_stage else []
        )

    @property
    def _waits(self) -> bool:
        """Return whether `level_stage` has no result yet."""
        stage, row = self.level_stage, self.row
        if stage is None or set(stage.round_numbers) & set(self.board.rounds):
            return False
        return row is None or row.now is None or not row.now.begun

    def _lowest_in(self, stage: Stage) -> int:
        """Return the last place in a stage."""
        ranked = self.board.ranked
        return max(row.place or 0 for row in ranked if row.line.stage == stage.number)

    @property
    def fallen(self) -> int:
        """Return the number of places lost since the previous standings; 0 if none were
        lost.
        """
        return max(-(self.row.move or 0), 0) if self.row else 0

    @property
    def gap_in_words(self) -> str:
        """Return the gap to the next better place as text; "" if there is none."""
        gap = self.row.gap if self.row else None
        if gap is None:
            return ""
        tournament = self.source.records.tournament
        amount = amount_in(gap.measure, gap.amount, tournament.ruleset, decimals=0)
        measure = measures_of(tournament.ruleset)[gap.measure]
        sentence = (
            _("%(criterion)s: %(amount)s fewer")
            if measure.lowest_first
            else _("%(criterion)s: %(amount)s more")
        )
        name = str(measure.name)
        if self.row and self.above and self.board.is_by_tables(self.above, self.row):
            name = _("%(criterion)s, including games in progress") % {"criterion": name}
        return sentence % {"criterion": name, "amount": amount.lstrip("+")}

    @property
    def podium_in_words(self) -> str:
        """Return the gap to third place as text.

        Return "" for a player on the podium or one place below, or if the gap is
        unknown.
        """
        above = self.above
        if self.row is None or above is None or (above.place or 0) <= PODIUM:
            return ""
        gap = self.row.made.gaps.up_to(self.player.number, PODIUM)
        if gap is None:
            return ""
        amount = gap_as_amount(gap, self.board)
        sentence = (
            _("%(amount)s behind third place, including games in progress.")
            if self.board.is_live
            else _("%(amount)s behind third place.")
        )
        return sentence % {"amount": amount}

    @property
    def cut_in_words(self) -> str:
        """Return a sentence on who qualifies at the next cut; "" if the player takes no
        part in it.
        """
        cut = self.official.cut
        return cut.in_words if cut and self.player.number in cut.places else ""

    @property
    def goal_in_words(self) -> str:
        """Return a sentence on the table points that guarantee the player's goal, or on
        a goal that is already decided; "" without a goal.
        """
        goal = self.prospects.goal if self.prospects else None
        if goal is None:
            return ""
        if goal.stage:
            return _cut_in_words(goal)
        values = {"places": goal.places, "points": table_points(goal.points or 0)}
        if not goal.points:
            return (
                _("First place is certain.")
                if goal.places == 1
                else _("A top %(places)s place is certain.") % values
            )
        one = plural_number(goal.points)
        if goal.places == 1:
            sentence = ngettext(
                "%(points)s more table point guarantees first place.",
                "%(points)s more table points guarantee first place.",
                one,
            )
        else:
            sentence = ngettext(
                "%(points)s more table point guarantees a top %(places)s place.",
                "%(points)s more table points guarantee a top %(places)s place.",
                one,
            )
        return sentence % values

    @property
    def has_tracks(self) -> bool:
        return any(table.track for table in self.tables)

    @property
    def newest_first(self) -> Sequence[RoundLine]:
        """Return the player's rounds, newest first.

        Rounds without a game are included if they count.
        """
        lines = [RoundLine(table.seat.round.number, table) for table in self.tables]
        seated = {line.number for line in lines}
        if self.has_figures and self.official_row:
            records = self.official_row.made.records
            without = set(self.official.rounds) - seated
            missed = fixed_rounds(records, self.player, without)
            lines += [RoundLine(one.number, fixed=one) for one in missed]
        return sorted(lines, key=lambda line: line.number, reverse=True)

    @property
    def newest_hands(self) -> Sequence[WonHand]:
        return self.hands[:MOST_HANDS]

    @property
    def ahead(self) -> list[FollowedTable]:
        return [table for table in self.tables if table.is_ahead]

    @property
    def next_to_begin(self) -> FollowedTable | None:
        """Return the player's first table whose round has not started, or None."""
        waiting = (t for t in self.ahead if t.seat.round.state == RoundState.PUBLISHED)
        return next(waiting, None)

    @property
    def hands_won(self) -> int:
        return sum(t.result.hands_won for t in self.tables if t.result)

    @property
    def hands_played(self) -> int:
        """Return the number of hands played at tables whose hands were entered."""
        return sum(
            table.seat.game.sheet.hands_played
            for table in self.tables
            if table.result and hasattr(table.seat.game, "sheet")
        )


def _cut_in_words(goal: Goal) -> str:
    """Return a sentence on the table points that secure qualification for a stage."""
    if goal.points is None:
        sentence = _("Can no longer qualify for “%(stage)s”.")
    elif not goal.points:
        sentence = _("Qualified for “%(stage)s”.")
    else:
        sentence = ngettext(
            "%(points)s more table point guarantees a spot in “%(stage)s”.",
            "%(points)s more table points guarantee a spot in “%(stage)s”.",
            plural_number(goal.points),
        )
    return sentence % {"stage": goal.stage, "points": table_points(goal.points or 0)}


def followed(tournament: Tournament, player: Player) -> Followed:
    """Return the visible content of a player's page.

    The number of queries is constant.
    """
    everybody = standings_at(Moment.now(tournament))
    tells = everybody.source.visible.tells
    seats = seats_shown(player)
    visible_seats = [seat for seat in seats if tells(seat.round.number)]
    wins = wins_at(visible_seats)
    games = [seat.game for seat in seats]
    states = progress_at(games, unconfirmed_among(tournament, games))
    tables = [
        followed_table(
            seat,
            states[seat.game_id],
            wins.get(seat.game_id, ()),
            tells=tells(seat.round.number),
        )
        for seat in seats
    ]
    hands = [
        card
        for seat in reversed(visible_seats)
        for card in hands_won_at(seat, wins.get(seat.game_id, ()), tournament)
    ]
    return Followed(player, everybody, tables, hands)
