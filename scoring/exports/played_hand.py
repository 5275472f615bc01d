"""A hand in files and in the API: winners, discarder, value, patterns and tiles, and
the earlier versions that it corrects.

Several winners are separated by " | ", in the order of their seats. Player numbers are
separated by spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import format_hand
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import HandScore
from rules.ledger_entries import Entry
from rules.ruleset_and_table_state import Line, Position
from rules.winds import Wind
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Won
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.rulesets.presenter_registry import presenter_of
from scoring.wording import ledger_entry_wording
from tournaments.models import Game, Player

#: Between winners, and between the patterns of a hand.
OF_WINNERS, OF_PATTERNS = " | ", "; "


@dataclass(frozen=True)
class PlayedHand:
    """A ledger entry that counts, and its effect.

    `seats`: players by seat; `replayed`: the entry as replayed.
    """

    ledger: TableLedger
    line: LedgerEntry
    replayed: Line
    seats: Mapping[Wind, Player]

    @property
    def game(self) -> Game:
        return self.ledger.game

    @property
    def entered(self) -> LedgerEntry:
        """Return the entry with the author and time of the version that counts."""
        return self.ledger.as_entered(self.line)

    @property
    def first_entered(self) -> LedgerEntry:
        """Return the entry with the author and time of the first version."""
        return self.ledger.versions(self.entered)[-1]

    @property
    def corrects(self) -> str:
        """Return the sequence numbers of the earlier versions, oldest first, separated
        by spaces.
        """
        earlier = self.ledger.versions(self.entered)[1:]
        return " ".join(str(line.sequence) for line in reversed(earlier))

    @cached_property
    def text(self) -> str:
        """Return the entry as a sentence."""
        names = self.ledger.names_for(self.line, dict(self.seats))
        return ledger_entry_wording.of_line(self.replayed, names)

    def change(self, seat: Wind) -> int:
        """Return the points that the player in a seat wins or loses."""
        return self.replayed.settlement.changes[seat]

    @cached_property
    def entry(self) -> Entry:
        """Return the entry, completed with values that depend on the table."""
        return self.replayed.settlement.entry or self.replayed.entry

    @cached_property
    def won(self) -> tuple[Won, ...]:
        """Return the hand of each winner who is paid."""
        presenter = presenter_of(self.game.rules.id)
        winners = self.replayed.settlement.winners
        return tuple(one for one in presenter.won(self.entry) if one.seat in winners)

    @property
    def before(self) -> Position:
        return self.replayed.before

    @property
    def dealer(self) -> int | None:
        return self._number(self.before.dealer)

    @property
    def winners(self) -> str:
        return self._numbers(one.seat for one in self.won)

    @property
    def discarder(self) -> int | None:
        """Return the number of the player who discarded the winning tile; None for a
        self-draw or without a winner.
        """
        return self._number(self.won[0].discarder) if self.won else None

    @property
    def is_self_draw(self) -> bool | None:
        """Return whether the winner drew the winning tile; None without a winner."""
        return self.won[0].discarder is None if self.won else None

    @property
    def penalised(self) -> int | None:
        """Return the number of the player with the penalty or false win; None if a
        player won or no single player is named.
        """
        seat = None if self.won else getattr(self.entry, "seat", None)
        return self._number(seat) if isinstance(seat, Wind) else None

    @property
    def value(self) -> str:
        return OF_WINNERS.join(one.value for one in self.won)

    @property
    def flowers(self) -> str:
        """Return each winner's fan for flowers (MCR).

        Return "" if no winner has any, or the table did not enter flowers.
        """
        if not any(one.flowers for one in self.won):
            return ""
        return OF_WINNERS.join(str(one.flowers) for one in self.won)

    @property
    def patterns(self) -> str:
        """Return each winner's patterns with their values, such as "all_pungs 6"; ""
        without tiles.
        """
        return self._of_tiles(
            lambda _hand, score: OF_PATTERNS.join(
                f"{scored.pattern.id} {scored.total}" for scored in score.patterns
            )
        )

    @property
    def tiles(self) -> str:
        """Return each winner's tiles in the rules' notation, with circumstances and
        winds; "" without tiles.
        """
        return self._of_tiles(lambda hand, _score: format_hand(hand))

    @property
    def deposits(self) -> str:
        """Return the numbers of the players who laid a riichi stick in this hand,
        separated by spaces.
        """
        field = presenter_of(self.game.rules.id).deposit_field
        return self._numbers(getattr(self.entry, field, ()) if field else ())

    @property
    def tenpai(self) -> str:
        return self._numbers(getattr(self.entry, "tenpai", ()))

    def _number(self, seat: Wind | None) -> int | None:
        player = self.seats.get(seat) if seat else None
        return player.number if player else None

    def _numbers(self, seats: Iterable[Wind]) -> str:
        numbers = (self._number(seat) for seat in seats)
        return " ".join(str(number) for number in numbers if number is not None)

    def _of_tiles(self, text: Callable[[Hand, HandScore], str]) -> str:
        """Return the texts for the winners, joined; "" for a winner entered without
        tiles. `text`: returns the text for a hand and its score.
        """
        texts = [text(*one) if one else "" for one in self._hands]
        return OF_WINNERS.join(texts) if any(texts) else ""

    @cached_property
    def _hands(self) -> list[tuple[Hand, HandScore] | None]:
        """Return the tiles and score of each winner; None for a winner entered without
        tiles.
        """
        rows = hands_in({"kind": self.entry.kind, **self.entry.as_data()})
        return [self._scored(one.seat, rows.get(one.seat)) for one in self.won]

    def _scored(
        self, seat: Wind, row: Mapping[str, object] | None
    ) -> tuple[Hand, HandScore] | None:
        if row is None:
            return None
        try:
            hand = replace(
                read_hand(row),
                seat_wind=self.before.winds[seat],
                prevailing_wind=self.before.prevailing,
            )
            return hand, self.game.rules.kept_score(hand)
        except RuleError:
            # An older ledger can hold tiles that today's rules refuse.
            return None
