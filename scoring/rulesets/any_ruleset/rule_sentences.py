"""Sentences on rules, shared by several rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.claim_types import Barred, SeveralWinners
from rules.kitty_and_goulash import CHARLESTON, JOKERS, PoolOptions
from rules.prevailing_winds_of_game import ORDERS
from rules.ruleset_and_table_state import Ruleset

_SEVERAL = {
    SeveralWinners.NEAREST: gettext_lazy(
        "Several wins on one discard: only the next in turn after the discarder wins."
    ),
    SeveralWinners.HEAD_BUMP: gettext_lazy(
        "Several wins on one discard: only the next in turn after the discarder wins."
    ),
    SeveralWinners.HIGHEST: gettext_lazy(
        "Several wins on one discard: only the highest hand wins."
    ),
    SeveralWinners.LIMIT_FIRST: gettext_lazy(
        "Several wins on one discard: a limit hand wins, otherwise the next in turn."
    ),
    SeveralWinners.NEAREST_TO_EAST: gettext_lazy(
        "Several wins on one discard: only the first in turn from the dealer wins."
    ),
    SeveralWinners.ALL: gettext_lazy(
        "Several wins on one discard: all winners are paid."
    ),
    SeveralWinners.TWO_AT_MOST: gettext_lazy(
        "Two wins on one discard are both paid. Three are a draw."
    ),
}
_MISSED = {
    Barred.SAME_TILE: gettext_lazy(
        "A player who passes on a winning discard cannot win on that tile until "
        "they draw a tile."
    ),
    Barred.ANY_TILE: gettext_lazy(
        "A player who passes on a winning discard cannot win on any discard until "
        "they draw a tile."
    ),
}
_SACRED = {
    Barred.SAME_TILE: gettext_lazy("Players cannot win on a tile they have discarded."),
    Barred.ANY_TILE: gettext_lazy(
        "A player who has discarded a tile that would complete their own hand "
        "cannot win on a discard."
    ),
}


def claims_in_short(rules: Ruleset) -> Iterator[str]:
    """Yield sentences on claims: who may claim a discard, and which claim counts if
    there are several.
    """
    claims = rules.claim_rules
    yield str(_SEVERAL[claims.several_winners])
    if claims.three_winners_draw:
        yield _("Three wins on one discard are a draw.")
    if claims.chow_from_anybody:
        yield _("A chow may be claimed from any player.")
    else:
        yield _(
            "A chow may only be claimed from the player on the left, except to win."
        )
    if not claims.pair_claim_to_win:
        yield _("A discard that completes the pair cannot win.")
    if claims.missed_discard is not Barred.OFF:
        yield str(_MISSED[claims.missed_discard])
    if claims.sacred_discard is not Barred.OFF:
        yield str(_SACRED[claims.sacred_discard])
    if seconds := rules.options.claim_window:
        pattern = ngettext(
            "A discard may be claimed for %(n)s second.",
            "A discard may be claimed for %(n)s seconds.",
            seconds,
        )
        yield pattern % {"n": seconds}


def bonus_tiles_in_short(bonus_tiles: str) -> str:
    """Return a sentence on the bonus tiles used. `bonus_tiles`: value of the option."""
    if bonus_tiles == "none":
        return _("Flowers and seasons are not used.")
    if bonus_tiles == "flowers":
        return _("Flowers are used, seasons are not.")
    return _("Flowers and seasons are used.")


class _WithJokers(Protocol):
    @property
    def jokers(self) -> int: ...

    @property
    def limit_hands_with_jokers(self) -> bool: ...


def jokers_in_short(options: _WithJokers) -> Iterator[str]:
    """Yield sentences on the number of jokers and their limits."""
    if not options.jokers:
        return
    pattern = ngettext(
        "%(n)s joker is used. It stands for any tile and cannot be claimed.",
        "%(n)s jokers are used. They stand for any tile and cannot be claimed.",
        options.jokers,
    )
    yield pattern % {"n": options.jokers}
    if not options.limit_hands_with_jokers:
        yield _("Limit hands cannot contain jokers.")


def pools_in_short(options: PoolOptions) -> Iterator[str]:
    """Yield sentences on payments to a winner that are added to the hand value."""
    if options.kitty:
        pattern = _(
            "Kitty: each player stakes %(stake)s in every hand. The kitty grows "
            "until a winner without a chow takes it."
        )
        yield pattern % {"stake": options.kitty}
    if options.goulash_deal == CHARLESTON:
        yield _(
            "After a draw, the same dealer deals a goulash: players exchange "
            "tiles first, and chows are not allowed. Afterwards, the dealer "
            "changes."
        )
    elif options.goulash_deal == JOKERS:
        yield _(
            "After a draw, the same dealer deals a goulash: jokers are used in "
            "this hand only, and chows are not allowed. Afterwards, the dealer "
            "changes."
        )
    if options.goulash_stake:
        pattern = _("The winner of a goulash gets %(stake)s more from each opponent.")
        yield pattern % {"stake": options.goulash_stake}


def extra_hands_in_short(bonus: int) -> Iterator[str]:
    """Yield a sentence on the bonus of a dealer who wins again. `bonus`: points for
    each opponent."""
    if bonus:
        pattern = _(
            "A winning dealer gets %(more)s more points from each opponent for every "
            "previous win in a row."
        )
        yield pattern % {"more": bonus}


def rounds_in_short(rounds: int, order: str = "") -> Iterator[str]:
    """Yield sentences on the length of a game and the order of the prevailing winds."""
    pattern = ngettext(
        "A game has %(n)s wind round.", "A game has %(n)s wind rounds.", rounds
    )
    yield pattern % {"n": rounds}
    if order and order != ORDERS[0]:
        winds = " ".join(order[:rounds])
        yield _("Order of the prevailing winds: %(winds)s.") % {"winds": winds}


def deal_in_short(*, passes_after_win: bool, passes_after_draw: bool) -> str:
    """Return a sentence on when the dealer stays or changes."""
    if passes_after_win and passes_after_draw:
        return _("The dealer changes after every hand.")
    if passes_after_win:
        return _("The dealer changes after every win and stays after a draw.")
    if passes_after_draw:
        return _("The dealer stays after winning and changes after a draw.")
    return _("The dealer stays after winning and after a draw.")
