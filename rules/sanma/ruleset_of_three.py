"""The ruleset sanma: riichi with different options, hands and waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from rules.claim_types import ClaimRules
from rules.faults import RuleError
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
from rules.riichi import Riichi
from rules.riichi.detect_yaku_and_waits import riichi_waits
from rules.riichi.score import RiichiScore
from rules.sanma.dora_and_norths import NORTH
from rules.sanma.hand_checks import REMOVED, set_and_north_faults
from rules.sanma.options import NUKIDORA, THREE, SanmaOptions
from rules.sanma.patterns import played
from rules.sanma.score import kept_score, score_hand
from rules.tiles import Tile, counts


@dataclass(frozen=True)
class Sanma(Riichi):
    """Sanma with its options. Entries, order of play and places follow the rules of
    riichi.
    """

    options: SanmaOptions
    id: ClassVar[str] = "sanma"
    players: ClassVar[int] = THREE
    fewest_players: ClassVar[int] = THREE

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Self:
        return cls(SanmaOptions.read(raw))

    @property
    def claim_rules(self) -> ClaimRules:
        return replace(super().claim_rules, chows=False, players=self.players)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        return played(self.options)

    def score(self, hand: Hand) -> RiichiScore:
        return score_hand(hand, self.options)

    def kept_score(self, hand: Hand) -> RiichiScore:
        return kept_score(hand, self.options)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the kinds that complete 13 tiles, without kinds that are not in the
        set of tiles for three players.

        Raises RuleError with every fault.
        """
        if faults := list(set_and_north_faults(hand, self.options)):
            raise RuleError(*faults)
        laid = hand.nukidora if self.options.north == NUKIDORA else 0
        held = counts(hand.tiles)
        return tuple(
            tile
            for tile in riichi_waits(
                hand, nukidora=True, alike=self.options.pairs_may_be_alike
            )
            if tile not in REMOVED and (tile != NORTH or held[NORTH] + laid < 4)
        )
