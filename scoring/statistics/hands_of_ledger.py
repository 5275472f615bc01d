"""The facts of a game, from its replayed ledger. Works without the database.

Hands count only if they reproduce the result. A game whose paper totals differ from its
hands counts as a game without hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.ledger_entries import Washout
from rules.ledger_replay import placings
from rules.ruleset_and_table_state import Line, Ruleset, TableState
from rules.winds import Wind
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.presenter_registry import presenter_of
from scoring.statistics.game_facts import GameFacts, HandFacts, SeatResult, WonHand

#: Kinds of draws at the end of the wall.
_EXHAUSTIVE = (Washout.kind, "exhaustive_draw")

#: Patterns that count each tile.
_DORA = frozenset(("dora", "ura_dora", "aka_dora", "nukidora"))


def game_facts(
    rules: Ruleset,
    state: TableState,
    at: tuple[int, int],
    *,
    hands: TableState | None,
    parts: int = 1,
) -> GameFacts:
    """Return the facts of a game that ended in `state`.

    `at`: round and table; `hands`: the state after the hands alone, None if no hands
    were entered; `parts`: number of parts in one table point, because facts count table
    points in whole parts.
    """
    placed = placings(rules, state)
    seats = state.position.seats
    results = {
        seat: SeatResult(
            placed[seat].place,
            placed[seat].score,
            int(placed[seat].table_points * parts),
        )
        for seat in seats
    }
    start = rules.opening_scores()
    return GameFacts(*at, results, start, _hands(rules, results, hands))


def _hands(
    rules: Ruleset, results: Mapping[Wind, SeatResult], state: TableState | None
) -> tuple[HandFacts, ...] | None:
    if state is None or not state.hands_played:
        return None
    played = placings(rules, state)
    if any(played[seat].score != result.score for seat, result in results.items()):
        return None
    return tuple(hand_facts(rules, state.lines))


def hand_facts(rules: Ruleset, lines: Iterable[Line]) -> Iterator[HandFacts]:
    """Yield the facts of each hand that was played to its end."""
    presenter = presenter_of(rules.id)
    for line in lines:
        if line.settlement.ends_hand:
            yield _hand(rules, presenter, line)


def _hand(rules: Ruleset, presenter: AnyPresenter, line: Line) -> HandFacts:
    entry = line.settlement.entry or line.entry
    stakes = _stakes(presenter, line)
    discarder = getattr(entry, "discarder", None) if line.settlement.winners else None
    changes = line.settlement.changes
    paid = -changes[discarder] - stakes.get(discarder, 0) if discarder else 0
    return HandFacts(
        number=line.before.hand,
        dealer=line.before.dealer,
        scores=line.scores,
        wins=tuple(_wins(rules, presenter, line, stakes)),
        discarder=discarder,
        paid=paid,
        exhaustive=entry.kind in _EXHAUSTIVE,
        tenpai=tuple(getattr(entry, "tenpai", ())),
        received=_received(line) if entry.kind in _EXHAUSTIVE else {},
        nagashi=tuple(getattr(entry, "nagashi", ())),
        riichi=tuple(stakes),
    )


def _stakes(presenter: AnyPresenter, line: Line) -> dict[Wind, int]:
    """Return the points of the sticks paid in this hand, by seat."""
    return {
        payment.payer: payment.amount
        for payment in line.settlement.payments
        if payment.payer
        and payment.payee is None
        and payment.reason in presenter.deposit_reasons
    }


def _received(line: Line) -> dict[Wind, int]:
    """Return the points that players received from other players, by seat."""
    received: dict[Wind, int] = {}
    for paid in line.settlement.payments:
        if paid.payer and paid.payee:
            received[paid.payee] = received.get(paid.payee, 0) + paid.amount
    return received


def _wins(
    rules: Ruleset, presenter: AnyPresenter, line: Line, stakes: Mapping[Wind, int]
) -> Iterator[WonHand]:
    entry = line.settlement.entry or line.entry
    chickens = {
        claim.winner
        for claim in getattr(entry, "claims", ())
        if getattr(claim, "chicken", False)
    }
    tiles = hands_in({"kind": entry.kind, **entry.as_data()})
    for won in presenter.won(entry):
        seat = won.seat
        if seat not in line.settlement.winners:
            continue
        to_winner = [one for one in line.settlement.payments if one.payee is seat]
        # A returned stick is not a loss; of several winners only the first gets it.
        came_back = any(payment.payer is None for payment in to_winner)
        stake = 0 if came_back else stakes.get(seat, 0)
        returned = sum(
            payment.amount
            for payment in to_winner
            if payment.payer is None and payment.reason in presenter.deposit_reasons
        )
        won_sticks = max(0, returned - stakes.get(seat, 0))
        value = won.worth
        if presenter.points_reasons:
            of_hand = (p for p in to_winner if p.reason in presenter.points_reasons)
            value = sum(payment.amount for payment in of_hand)
        hand = WonHand(
            seat,
            value,
            line.settlement.changes[seat] + stake,
            line.before.winds[seat],
            riichi=seat in stakes,
            sticks=won_sticks // (presenter.deposit or 1),
            han=won.han,
            fu=won.fu,
            yakuman=won.yakuman,
            chicken=seat in chickens,
        )
        yield _by_tiles(rules, line, hand, tiles.get(seat))


def _by_tiles(
    rules: Ruleset, line: Line, won: WonHand, row: Mapping[str, object] | None
) -> WonHand:
    """Return the winning hand with its patterns.

    Without known tiles, or if the rules refuse the tiles, return the hand unchanged.
    `row`: the hand's tiles, None if unknown.
    """
    if row is None:
        return won
    before = line.before
    try:
        hand = replace(
            read_hand(row),
            seat_wind=before.winds[won.seat],
            prevailing_wind=before.prevailing,
        )
        score = rules.kept_score(hand)
    except RuleError:
        # An older ledger can hold tiles that today's rules refuse.
        return won
    figures = score.figures()
    return replace(
        won,
        han=_whole(figures.get("han")),
        fu=_whole(figures.get("fu")),
        yakuman=_whole(figures.get("yakuman")),
        by_tiles=True,
        is_open=any(not meld.concealed for meld in hand.melds),
        patterns=tuple(scored.pattern.id for scored in score.patterns),
        dora=sum(
            scored.count for scored in score.patterns if scored.pattern.id in _DORA
        ),
    )


def _whole(figure: object) -> int:
    return figure if isinstance(figure, int) else 0
