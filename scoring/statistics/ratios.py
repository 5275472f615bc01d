"""Ratios of figures with their denominators. Works without the database.

Each measure has its own denominator, which decides its meaning: self-draws are a share
of wins, ready hands a share of draws. A ratio with denominator 0 has no value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.statistics.figures import Figures


@dataclass(frozen=True)
class Ratio:
    """A ratio of two figures. `count`: the cases; `of`: the denominator."""

    count: int | Fraction
    of: int

    @property
    def value(self) -> Fraction | None:
        """Return the quotient; None if the denominator is 0."""
        return Fraction(self.count) / self.of if self.of else None


def ratios(figures: Figures) -> dict[str, Ratio]:
    """Return every measure of a player, by its key.

    Definitions follow the statistics of amae-koromo. A discard on which two players win
    counts as two wins and one deal-in. A riichi counts if its stick was paid, so a
    declaration on a tile that another player won on does not count.
    """
    f = figures
    games, hands, wins, riichi = f.games, f.hands, f.wins, f.riichi
    return {
        "average_place": Ratio(Fraction(f.doubled_places, 2), games),
        "first": Ratio(f.places[0], games),
        "top_two": Ratio(f.places[0] + f.places[1], games),
        "fourth_avoided": Ratio(games - f.places[3], games),
        "busts": Ratio(f.busts, games),
        "average_score": Ratio(f.score, games),
        "wins": Ratio(wins, hands),
        "self_draws": Ratio(f.self_draws, wins),
        "silent": Ratio(f.silent_wins, f.known_wins),
        "open": Ratio(f.open_wins, f.known_wins),
        "declared_of_wins": Ratio(f.riichi_wins, wins),
        "chicken_hands": Ratio(f.chicken_hands, wins),
        "deal_ins": Ratio(f.deal_ins, hands),
        "draws": Ratio(f.draws, hands),
        "ready_at_draw": Ratio(f.ready_at_draw, f.draws),
        "declared": Ratio(riichi, hands),
        "declared_wins": Ratio(f.riichi_wins, riichi),
        "declared_deal_ins": Ratio(f.riichi_deal_ins, riichi),
        "declared_draws": Ratio(f.riichi_draws, riichi),
        "ippatsu": Ratio(f.ippatsu, f.known_riichi_wins),
        "ura": Ratio(f.ura, f.known_riichi_wins),
        "average_value": Ratio(f.win_value, wins),
        "average_win": Ratio(f.win_gain, wins),
        "average_value_dealt_into": Ratio(f.deal_in_value, f.deal_ins),
        "average_deal_in": Ratio(f.deal_in_paid, f.deal_ins),
        "net_per_hand": Ratio(f.win_gain - f.deal_in_paid, hands),
        "score_per_hand": Ratio(f.logged_score, hands),
    }
