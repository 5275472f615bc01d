"""The values of the four hands of a win, where their tiles were entered."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence

from rules.classical.convention import Convention
from rules.classical.entries import Win
from rules.classical.flow import reaches_the_row
from rules.classical.options import ClassicalOptions
from rules.classical.score import kept_score
from rules.faults import Fault, RuleError
from rules.hands import Hand
from rules.kitty_and_goulash import goulash_faults
from rules.several_hands import differences
from rules.table import Position
from rules.text import _
from rules.tiles import CODES, JOKER, is_bonus
from rules.winds import WINDS, Wind

_COPIES = 4


def valued_win(
    win: Win, position: Position, options: ClassicalOptions, convention: Convention
) -> Win:
    """The win with the values of hands entered by their tiles, and of East's win in a
    row that is worth the limit. Values nobody needs are 0.

    Raises RuleError with every fault of the hands.
    """
    faults: list[Fault] = []
    hands: dict[Wind, Hand] = {}
    without = [seat for seat in win.without_chows if seat not in win.hands]
    values = dict.fromkeys(WINDS, 0) | dict(win.values)
    for seat, entered in win.hands.items():
        try:
            hand = entered.at(position.winds[seat], position.prevailing)
            worth = kept_score(hand, convention)
        except RuleError as error:
            faults += (fault.within(f"hands.{seat}") for fault in error.faults)
            continue
        hands[seat] = hand
        values[seat] = worth.total
        reading = worth.outcome.reading
        chows = reading is not None and reading.chows > 0
        if seat in win.winners and not chows:
            without.append(seat)
        unplayed = goulash_faults(hand, chows=chows, position=position, options=options)
        faults += (fault.within(f"hands.{seat}") for fault in unplayed)
        if not worth.meets_minimum:
            faults.append(_below_minimum(seat))
    winning = {f"hands.{s}": hand for s, hand in hands.items() if s in win.winners}
    faults += differences(winning) if len(winning) > 1 else ()
    faults += _too_many_together(list(hands.values()), options.jokers)
    if faults:
        raise RuleError(*faults)
    if reaches_the_row(win, position, options):
        values[position.dealer] = options.limit
    return dataclasses.replace(win, values=values, without_chows=tuple(without))


def _below_minimum(seat: Wind) -> Fault:
    return Fault(
        "below_minimum",
        _("This hand is complete but cannot win under these rules."),
        f"hands.{seat}",
    )


def _too_many_together(hands: Sequence[Hand], jokers: int) -> Iterator[Fault]:
    """More of a tile than there are, over the hands of the table; several winners have
    the winning tile once."""
    together = Counter(tile for hand in hands for tile in (*hand.tiles, *hand.bonus))
    winning = [hand.winning_tile for hand in hands if hand.winning_tile is not None]
    together.subtract(winning[1:])
    for tile, count in sorted(together.items()):
        most = 1 if is_bonus(tile) else jokers if tile == JOKER else _COPIES
        if count > most:
            yield Fault(
                "too_many_together",
                _(
                    "%(tile)s is used %(count)s times in these hands. There are only "
                    "%(most)s."
                ),
                "hands",
                {"count": count, "tile": CODES[tile], "most": most},
            )
