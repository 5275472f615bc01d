"""What several rulesets have to say of their rules in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.claim_rules import Barred, SeveralWinners
from rules.kitty_and_goulash import CHARLESTON, JOKERS, PoolOptions
from rules.round_winds import ORDERS
from rules.table import Ruleset

_SEVERAL = {
    SeveralWinners.NEAREST: gettext_lazy(
        "Of several who win on one discard, the next in turn after the discarder wins."
    ),
    SeveralWinners.HEAD_BUMP: gettext_lazy(
        "Of several who win on one discard, the next in turn after the discarder wins."
    ),
    SeveralWinners.HIGHEST: gettext_lazy(
        "Of several who win on one discard, the highest hand wins."
    ),
    SeveralWinners.LIMIT_FIRST: gettext_lazy(
        "Of several who win on one discard, a limit hand wins, else the next in turn."
    ),
    SeveralWinners.NEAREST_TO_EAST: gettext_lazy(
        "Of several who win on one discard, the first in turn from East wins."
    ),
    SeveralWinners.ALL: gettext_lazy("All who win on one discard are paid."),
    SeveralWinners.TWO_AT_MOST: gettext_lazy(
        "Two who win on one discard are both paid; with three the hand is drawn."
    ),
}
_MISSED = {
    Barred.SAME_TILE: gettext_lazy(
        "Who lets a winning discard go cannot win on that tile before drawing."
    ),
    Barred.ANY_TILE: gettext_lazy(
        "Who lets a winning discard go cannot win on any discard before drawing."
    ),
}
_SACRED = {
    Barred.SAME_TILE: gettext_lazy("Nobody wins on a tile they have discarded."),
    Barred.ANY_TILE: gettext_lazy(
        "Who has discarded a tile that would win cannot win on a discard."
    ),
}


def claims_in_short(rules: Ruleset) -> Iterator[str]:
    """Who may claim a discard, and who of several gets it."""
    claims = rules.claim_rules
    yield str(_SEVERAL[claims.several_winners])
    if claims.three_winners_draw:
        yield _("Three winners on one discard: nobody wins.")
    if claims.chow_from_anybody:
        yield _("A chow may be claimed from anybody.")
    else:
        yield _("A chow is claimed from the player on the left only, unless it wins.")
    if not claims.pair_claim_to_win:
        yield _("No discard is claimed for the pair.")
    if claims.missed_discard is not Barred.OFF:
        yield str(_MISSED[claims.missed_discard])
    if claims.sacred_discard is not Barred.OFF:
        yield str(_SACRED[claims.sacred_discard])
    if seconds := rules.options.claim_window:
        words = ngettext(
            "A discard may be claimed for %(n)s second.",
            "A discard may be claimed for %(n)s seconds.",
            seconds,
        )
        yield words % {"n": seconds}


def bonus_tiles_in_short(bonus_tiles: str) -> str:
    """Which bonus tiles are played with, by the option of that name."""
    if bonus_tiles == "none":
        return _("Played without flowers and seasons.")
    if bonus_tiles == "flowers":
        return _("Played with flowers, without seasons.")
    return _("Played with flowers and seasons.")


class _WithJokers(Protocol):
    @property
    def jokers(self) -> int: ...

    @property
    def limit_hands_with_jokers(self) -> bool: ...


def jokers_in_short(options: _WithJokers) -> Iterator[str]:
    """How many jokers there are, and what they may not make."""
    if not options.jokers:
        return
    words = ngettext(
        "%(n)s joker stands for any tile; nobody claims it.",
        "%(n)s jokers stand for any tile; nobody claims one.",
        options.jokers,
    )
    yield words % {"n": options.jokers}
    if not options.limit_hands_with_jokers:
        yield _("A hand with a joker is no limit hand.")


def pools_in_short(options: PoolOptions) -> Iterator[str]:
    """What a winner takes besides what the hand is worth."""
    if options.kitty:
        words = _(
            "Kitty: everybody stakes %(stake)s in each hand, and who wins without a "
            "chow takes all of it. Nobody pays before, nor what is left at the end."
        )
        yield words % {"stake": options.kitty}
    if options.goulash_deal == CHARLESTON:
        yield _(
            "After a draw the same player deals a goulash: tiles are exchanged first, "
            "no hand has a chow, and then the deal passes."
        )
    elif options.goulash_deal == JOKERS:
        yield _(
            "After a draw the same player deals a goulash: with jokers, which are in "
            "no other hand, without chows, and then the deal passes."
        )
    if options.goulash_stake:
        words = _("Who wins a goulash takes %(stake)s more from each of the others.")
        yield words % {"stake": options.goulash_stake}


def extra_hands_in_short(bonus: int) -> Iterator[str]:
    """What a dealer gets more for winning again."""
    if bonus:
        words = _(
            "A winning East gets %(more)s points more from each for every win in a row "
            "before."
        )
        yield words % {"more": bonus}


def rounds_in_short(rounds: int, order: str = "") -> Iterator[str]:
    """How long a game is, and in which order the winds prevail."""
    words = ngettext(
        "A game is %(n)s round of winds.", "A game is %(n)s rounds of winds.", rounds
    )
    yield words % {"n": rounds}
    if order and order != ORDERS[0]:
        winds = " ".join(order[:rounds])
        yield _("The rounds' winds are, in order: %(winds)s.") % {"winds": winds}


def deal_in_short(*, passes_after_win: bool, passes_after_draw: bool) -> str:
    """When East deals again."""
    if passes_after_win and passes_after_draw:
        return _("The deal passes after every hand.")
    if passes_after_win:
        return _("The deal passes after every win; after a draw it stays.")
    if passes_after_draw:
        return _("East deals again after winning; after a draw the deal passes.")
    return _("East deals again after winning and after a draw.")
