"""Most points: the winner takes the stake from each of the other three players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.claim_types import ClaimRules, SeveralWinners
from rules.faults import Fault, RuleError
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import HandScore, Pattern
from rules.ledger_entries import Entry, FalseWin, Washout, read_shared
from rules.penalty_catalogue import Catalogue
from rules.rule_option_types import Options, Preset, number
from rules.ruleset_and_table_state import (
    Ending,
    Payment,
    Placing,
    Position,
    Settlement,
    TableState,
)
from rules.strict_reader import Reader
from rules.table_points import place_seats
from rules.tables_of_two_or_three import refuse_other_sizes
from rules.tiles import Tile
from rules.winds import FOUR, NO_SCORES, WINDS, Scores, Wind

#: Why the winner is paid.
STAKE = "stake"


@dataclass(frozen=True)
class MostPointsOptions(Options):
    """Options of a tournament of most points."""

    PRESETS: ClassVar[Mapping[str, Preset]] = {"club": Preset("Club")}

    preset: str = "club"
    stake: int = number(5, 1, 100, "What each of the others pays the winner.")


@dataclass(frozen=True)
class Win(Entry):
    """A win by `winner` on the tile of `discarder` (None: self-drawn)."""

    winner: Wind
    discarder: Wind | None
    kind = "win"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        return {"winner": self.winner, "from": self.discarder}


@dataclass(frozen=True)
class MostPoints:
    """The ruleset. `rules.ruleset_and_table_state.Ruleset` describes its methods."""

    options: MostPointsOptions
    id: ClassVar[str] = "most_points"
    patterns: ClassVar[Mapping[str, Pattern]] = {}
    claim_rules: ClassVar[ClaimRules] = ClaimRules(SeveralWinners.NEAREST)
    catalogue: ClassVar[Catalogue] = Catalogue()
    players: ClassVar[int] = FOUR
    fewest_players: ClassVar[int] = FOUR

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> MostPoints:
        return cls(MostPointsOptions.read(raw))

    def for_players(self, players: int) -> MostPoints:
        refuse_other_sizes(self.fewest_players, players)
        return self

    def score(self, hand: Hand) -> HandScore:
        raise _no_tiles()

    def kept_score(self, hand: Hand) -> HandScore:
        raise _no_tiles()

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        raise _no_tiles()

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        if shared := read_shared(raw):
            return shared
        reader = Reader(raw)
        reader.text("kind", (Win.kind,))
        winner = reader.seat("winner")
        discarder = reader.seat("from", optional=True)
        if winner and winner == discarder:
            reader.fault(
                "winner_is_discarder", "Nobody wins on their own discard.", "from"
            )
        reader.done()
        return Win(winner or Wind.EAST, discarder)

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        return ()

    def opening(self) -> Position:
        return _position(1)

    def opening_scores(self) -> Scores:
        return NO_SCORES

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        match entry:
            case Win():
                payments = tuple(
                    Payment(seat, entry.winner, self.options.stake, STAKE)
                    for seat in WINDS
                    if seat is not entry.winner
                )
                return Settlement(payments, True, (entry.winner,))
            case Washout():
                return Settlement(ends_hand=True)
            case FalseWin():
                return Settlement(dead=(entry.seat,))
        raise TypeError(f"nobody enters {entry!r} here")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        return _position(position.hand + 1)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return place_seats(state.scores)


def _position(hand: int) -> Position:
    """Return the position at a hand.

    The dealer changes after every hand, the prevailing wind after every four hands.
    """
    wind, deal = divmod(hand - 1, 4)
    winds = {seat: seat.after(-deal) for seat in WINDS}
    return Position(hand, WINDS[wind % 4], deal + 1, winds)


def _no_tiles() -> RuleError:
    return RuleError(Fault("no_tiles", "Hands are not entered by tiles here.", "hand"))
