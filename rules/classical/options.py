"""What an event may choose about Classical Chinese: hands, payments, penalties,
the order of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules import kitty_and_goulash
from rules.absences import (
    missed_points,
    missed_score,
    sit_out_points,
    sit_out_score,
    substitute_points,
    substitute_score,
)
from rules.claim_options import multiple_winners, triple_win_is_draw, winners_settle
from rules.claim_rules import SeveralWinners
from rules.classical.entries import ABORTIVE_REASONS
from rules.classical.presets import ALIASES, PRESETS
from rules.classical.scoring_options import ScoringOptions
from rules.faults import Fault
from rules.kitty_and_goulash import extra_hand_bonus, goulash_deal, goulash_stake, kitty
from rules.options import (
    Preset,
    choice,
    contradiction,
    flag,
    limit,
    number,
    several,
    table,
)
from rules.place_points import table_points, tie
from rules.round_winds import round_winds
from rules.table_sizes import fewest_players
from rules.text import _
from rules.tile_counts import wrong_tile_count
from rules.winds import FOUR

#: What naming a discard wrongly costs, by what it was claimed for.
PENALTIES = {
    "misnamed_for_chow": 50,
    "misnamed_for_pung_or_kong": 100,
    "misnamed_for_win": 300,
}


@dataclass(frozen=True)
class ClassicalOptions(ScoringOptions):
    """Options of Classical Chinese."""

    PRESETS: ClassVar[Mapping[str, Preset]] = PRESETS
    ALIASES: ClassVar[Mapping[str, str]] = ALIASES

    preset: str = "dmjl"

    losers_settle: bool = flag(
        True, _("The losers pay each other the difference of their hands.")
    )
    settle_mode: str = choice(
        "between_all",
        ("between_all", "winner_only", "only_add_up"),
        _(
            "Who is paid: the winner and between the losers; the winner only; or "
            "nobody: each player adds the value of their own hand."
        ),
        "Four Winds",
    )
    east_double: bool = flag(True, _("East pays and receives double."))
    east_double_between_losers: bool = flag(
        True, _("East pays and receives double among the losers too.")
    )
    discarder_pays: str = choice(
        "all",
        ("all", "discarder_alone"),
        _("Who pays for a win on a discard: everybody, or the discarder alone."),
        "mahjong.wikidot.com: discarder alone",
    )
    loser_pays_at_least: int = number(
        0, 0, 10_000, _("What every loser pays the winner at least, before doubling.")
    )
    limit_reached_by_losers_no_settlement: bool = flag(
        False, _("Two losers whose hands both reach the limit do not settle.")
    )
    dangerous_game: bool = flag(
        True,
        _(
            "A referee may rule that the discarder of a dangerous tile pays the "
            "winner for all."
        ),
        "Millington; kajongg",
    )
    multiple_winners: str = multiple_winners(SeveralWinners.LIMIT_FIRST)
    winners_settle: bool = winners_settle()
    triple_win_is_draw: bool = triple_win_is_draw()
    initial_points: int = number(
        2000, 0, 100_000, _("The score everybody starts with."), "Four Winds"
    )
    false_win_points: int = number(
        300, 0, 100_000, _("What a false mahjong costs to each opponent."), "DMJL"
    )
    false_win_scale: str = choice(
        "points",
        ("points", "half_limit", "limit"),
        _("A false mahjong costs these points, half the limit, or the limit."),
        "Babcock, BMJA: half the limit",
    )
    false_win_east_double: bool = flag(
        False, _("East pays and receives double for a false mahjong.")
    )
    false_win_receiver: str = choice(
        "opponents",
        ("opponents", "nobody"),
        _("Who receives what a false mahjong costs."),
    )
    false_win_then: str = choice(
        "passes_if_east",
        ("passes_if_east", "passes", "stays", "continue"),
        _(
            "After a false mahjong the hand is abandoned and the deal passes if East "
            "was an offender, passes, or stays; or play continues."
        ),
        "DMJL: passes if East",
    )
    penalties: Mapping[str, int] = table(
        PENALTIES,
        0,
        10_000,
        _(
            "What naming a discard wrongly costs: to the claimant, or to each "
            "opponent if it was claimed to win (0: the discarder pays for all)."
        ),
        "DMJL",
    )
    rotation: str = choice(
        "multi_hand",
        ("multi_hand", "express", "custom"),
        _(
            "When the deal passes: after a win by another than East; after every "
            "hand; or as the two options below say."
        ),
    )
    deal_passes_after_east_wins: bool = flag(
        False, _("With custom rotation: the deal passes after East's win too.")
    )
    deal_passes_after_washout: bool = flag(
        False, _("With custom rotation: the deal passes after a washout too.")
    )
    east_wins_in_a_row: int | None = limit(
        9,
        2,
        100,
        _("Which of East's wins in a row is worth the limit and passes the deal."),
        "kajongg: 9; Millington: 13",
    )
    washout_ends_row: bool = flag(
        True,
        _(
            "A washout or an abandoned hand ends East's wins in a row; else they go "
            "on for as long as East deals."
        ),
        "“In a row”, read strictly; kajongg counts on while East deals",
    )
    must_declare_ready: bool = flag(
        False,
        _("Nobody wins without having declared ready in the hand before."),
        "no; BMJA: yes, but off in its preset, so that tables that were kept without "
        "declarations stay as they are",
    )
    win_without_ready: str = choice(
        "refused",
        ("refused", "fined"),
        _(
            "Where ready must be declared: a win without it is refused; or counts, and "
            "costs the points below."
        ),
        "BMJA: refused",
    )
    win_without_ready_points: int = number(
        100,
        0,
        10_000,
        _("What a win without having declared ready costs to each of the others."),
    )
    changed_ready_hand_points: int = number(
        0,
        0,
        10_000,
        _(
            "What a change of the hand after declaring ready costs, as a penalty of "
            "the referee; 0: a warning."
        ),
        "no rule book says",
    )
    abortive_draws: tuple[str, ...] = several(
        (),
        ABORTIVE_REASONS,
        _(
            "What breaks a hand off, which is then a draw: nine kinds of terminals and "
            "honors dealt; four equal winds as the first discards; four kongs by "
            "several players; a referee's ruling."
        ),
        "none; Dora Mahjong's express games have abortive draws",
    )
    wrong_tile_count_points: int = wrong_tile_count()
    round_winds: str = round_winds()
    rounds: int = number(4, 1, 4, _("Rounds of winds in a game."))
    seat_exchange: str = choice(
        "none",
        ("none", "oemc"),
        _(
            "Seats exchanged between rounds: before the South round South with West "
            "and East with North, before West South with East, before North West "
            "with East."
        ),
        "Open European Mahjong Championship",
    )
    fewest_players: int = fewest_players()
    extra_hand_bonus: int = extra_hand_bonus()
    kitty: int = kitty()
    goulash_deal: str = goulash_deal()
    goulash_stake: int = goulash_stake()
    table_points: tuple[int, ...] = table_points()
    tie: str = tie()
    missed_score: int = missed_score()
    missed_points: int = missed_points()
    sit_out_score: int = sit_out_score()
    sit_out_points: int = sit_out_points()
    substitute_score: int | None = substitute_score()
    substitute_points: int | None = substitute_points()

    def contradictions(self) -> Iterator[Fault]:
        yield from super().contradictions()
        custom = self.deal_passes_after_east_wins or self.deal_passes_after_washout
        if custom and self.rotation != "custom":
            yield contradiction(
                "rotation",
                _("Rotation “%(rotation)s” already says when the deal passes."),
                rotation=self.rotation,
            )
        yield from kitty_and_goulash.contradictions(self)
        if self.seat_exchange != "none" and self.fewest_players < FOUR:
            yield contradiction(
                "fewest_players",
                _("Seats are exchanged between rounds at tables of four only."),
            )
        if self.win_without_ready == "fined" and not self.must_declare_ready:
            yield contradiction(
                "win_without_ready",
                _("Nothing can be fined where nobody must declare ready."),
            )
        if self.winners_settle and self.multiple_winners != "all":
            yield contradiction(
                "winners_settle", _("Only where all win can winners settle.")
            )
        if self.false_win_scale == "half_limit" and self.limit % 2:
            yield contradiction(
                "false_win_scale",
                _("Half the limit of %(limit)s is no whole number."),
                limit=self.limit,
            )
