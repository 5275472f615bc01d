"""Count the games of players: each player's figures, and the figures of each pair of
players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.winds import Wind
from scoring.statistics.figures import (
    BIGGEST_DEAL_IN,
    BIGGEST_WIN,
    COMEBACK,
    DEALER_STAY,
    HIGHEST_SCORE,
    LONGEST_RUN,
    MOST_FU,
    MOST_SELF_DRAWS,
    MOST_WINS,
    Figures,
)
from scoring.statistics.game_facts import GameFacts, HandFacts, SeatedGame, WonHand

#: Patterns that add value without being yaku.
_BONUS = frozenset(("dora", "ura_dora", "aka_dora", "nukidora"))


def figures_by_player(games: Iterable[SeatedGame]) -> dict[int, Figures]:
    """Return the figures of every player, by player number."""
    figures: defaultdict[int, Figures] = defaultdict(Figures)
    for game in games:
        for seat, player in game.players.items():
            figures[player].add(figures_of(game.facts, seat))
    return dict(figures)


def figures_of(game: GameFacts, seat: Wind) -> Figures:
    """Return the figures of one seat in one game."""
    result = game.results[seat]
    tied = sum(other.place == result.place for other in game.results.values())
    figures = Figures(
        games=1,
        doubled_places=2 * result.place + tied - 1,
        score=result.score,
        parts=result.parts,
        busts=int(result.score < 0),
        lowest_score=result.score,
    )
    figures.places[result.place - 1] = 1
    figures.keep(HIGHEST_SCORE, result.score, (*game.at, 0))
    if game.hands is not None:
        figures.logged = 1
        figures.logged_score = result.score - game.start[seat]
        _count_hands(figures, game, game.hands, seat)
    return figures


def _count_hands(
    figures: Figures, game: GameFacts, hands: Sequence[HandFacts], seat: Wind
) -> None:
    for hand in hands:
        _count_hand(figures, game, hand, seat)
    runs = {
        LONGEST_RUN: _longest(hand for hand in hands if _is_won(hand, seat)),
        DEALER_STAY: _longest(hand for hand in hands if hand.dealer is seat),
    }
    for key, run in runs.items():
        if run:
            figures.keep(key, run, (*game.at, 0))
    if figures.wins:
        figures.keep(MOST_WINS, figures.wins, (*game.at, 0))
    if figures.self_draws:
        figures.keep(MOST_SELF_DRAWS, figures.self_draws, (*game.at, 0))
    if behind := _made_up(game, hands, seat):
        figures.keep(COMEBACK, behind, (*game.at, 0))


def _count_hand(figures: Figures, game: GameFacts, hand: HandFacts, seat: Wind) -> None:
    figures.hands += 1
    riichi = seat in hand.riichi
    figures.riichi += riichi
    figures.sticks_lost += riichi and not _is_won(hand, seat)
    for won in hand.wins:
        if won.seat is seat:
            _count_win(figures, game, hand, won)
    if hand.wins and hand.discarder is seat:
        figures.deal_ins += 1
        figures.wins_dealt_into += len(hand.wins)
        figures.deal_in_value += sum(won.value for won in hand.wins)
        figures.deal_in_paid += hand.paid
        figures.riichi_deal_ins += riichi
        if not riichi:
            biggest = max(won.value for won in hand.wins)
            figures.keep(BIGGEST_DEAL_IN, biggest, (*game.at, hand.number))
    if hand.wins and hand.discarder is None and not _is_won(hand, seat):
        figures.others_self_draws += 1
    if hand.exhaustive:
        figures.draws += 1
        figures.ready_at_draw += seat in hand.tenpai
        figures.riichi_draws += riichi
        figures.received_at_draws += hand.received.get(seat, 0)
        figures.nagashi += seat in hand.nagashi


def _count_win(
    figures: Figures, game: GameFacts, hand: HandFacts, won: WonHand
) -> None:
    figures.wins += 1
    figures.self_draws += hand.discarder is None
    figures.dealer_wins += hand.dealer is won.seat
    figures.win_value += won.value
    figures.win_gain += won.gain
    figures.riichi_wins += won.riichi
    figures.sticks_won += won.sticks
    figures.small_wins += (won.han, won.fu) == (1, 30)
    figures.yakuman += won.yakuman
    if won.fu and not won.yakuman:
        figures.keep(MOST_FU, won.fu, (*game.at, hand.number))
    figures.chicken_hands += won.chicken
    if won.by_tiles:
        figures.known_wins += 1
        figures.open_wins += won.is_open
        figures.dora += won.dora
        figures.silent_wins += not won.is_open and not won.riichi
        figures.patterns.update(set(won.patterns) - _BONUS)
        figures.known_riichi_wins += won.riichi
        figures.ippatsu += won.riichi and "ippatsu" in won.patterns
        figures.ura += won.riichi and "ura_dora" in won.patterns
    figures.keep(BIGGEST_WIN, won.value, (*game.at, hand.number))


def _is_won(hand: HandFacts, seat: Wind) -> bool:
    return any(won.seat is seat for won in hand.wins)


def _longest(hands: Iterable[HandFacts]) -> int:
    """Return the length of the longest run of hands with consecutive numbers."""
    longest = run = 0
    last = None
    for hand in hands:
        run = run + 1 if last is not None and hand.number == last + 1 else 1
        longest, last = max(longest, run), hand.number
    return longest


def _made_up(game: GameFacts, hands: Iterable[HandFacts], seat: Wind) -> int:
    """Return the largest gap to the leader that the sole winner of the game had after
    any hand; 0 for other players.
    """
    first = [other for other, result in game.results.items() if result.place == 1]
    if first != [seat]:
        return 0
    gaps = (max(hand.scores.values()) - hand.scores[seat] for hand in hands)
    return max(gaps, default=0)


@dataclass
class PairFigures:
    """Figures of two players at the same tables, from the view of one player.

    `ahead`, `behind`: number of games with a better and with a worse place. `hands`,
    `won_from` (wins on the opponent's discard) and `lost_to` (the opponent's wins on
    the player's discard) count only games with known hands.
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    score: int = 0
    other_score: int = 0
    hands: int = 0
    won_from: int = 0
    lost_to: int = 0

    @property
    def tied(self) -> int:
        return self.games - self.ahead - self.behind

    def add(self, other: PairFigures) -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_data(self) -> list[int]:
        return [getattr(self, name) for name in self.__dataclass_fields__]


Pairs = Mapping[int, Mapping[int, PairFigures]]


def pairs_of(games: Iterable[SeatedGame]) -> Pairs:
    """Return the figures of each player against each opponent, by both player
    numbers.
    """
    pairs: defaultdict[int, defaultdict[int, PairFigures]] = defaultdict(
        lambda: defaultdict(PairFigures)
    )
    for game in games:
        for one, other in _two_by_two(game.players):
            own, opponent = game.players[one], game.players[other]
            pairs[own][opponent].add(_pair(game.facts, one, other))
    return pairs


def _two_by_two(seats: Iterable[Wind]) -> Iterator[tuple[Wind, Wind]]:
    seats = tuple(seats)
    return ((one, other) for one in seats for other in seats if one is not other)


def _pair(game: GameFacts, one: Wind, other: Wind) -> PairFigures:
    own, opponent = game.results[one], game.results[other]
    hands = game.hands or ()
    return PairFigures(
        games=1,
        ahead=int(own.place < opponent.place),
        behind=int(own.place > opponent.place),
        score=own.score,
        other_score=opponent.score,
        hands=len(hands),
        won_from=sum(_is_won(hand, one) and hand.discarder is other for hand in hands),
        lost_to=sum(_is_won(hand, other) and hand.discarder is one for hand in hands),
    )
