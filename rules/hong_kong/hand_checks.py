"""Check a hand against Hong Kong rules: flags, bonus tiles, robbing."""

from __future__ import annotations

from collections.abc import Iterator

from rules.claim_options import ANYBODY
from rules.faults import Fault
from rules.hand_faults import (
    common_faults,
    indicator_faults,
    season_faults,
    tile_count_faults,
)
from rules.hand_of_tiles import (
    DOUBLE_KONG,
    EARTHLY,
    FLOWER_REPLACEMENT,
    FLOWER_WIN,
    HAND_SIZE,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_CONCEALED_KONG,
    ROBBING_KONG,
    Hand,
)
from rules.hong_kong.detect_patterns import flower_win
from rules.hong_kong.scoring_options import ScoringOptions
from rules.hong_kong.scoring_tables import Convention
from rules.jokers.joker_options_and_faults import Jokers
from rules.shared_fault_messages import (
    EARTHLY_DRAWN,
    NO_WINNING_TILE,
    NOT_THE_WINNER,
    ROBBING_NOT_PLAYED,
)
from rules.tiles import TERMINALS_AND_HONORS
from rules.translation_marks import _

FLAGS = (
    LAST_TILE,
    REPLACEMENT,
    FLOWER_REPLACEMENT,
    ROBBING_KONG,
    ROBBING_CONCEALED_KONG,
    DOUBLE_KONG,
    HEAVENLY,
    EARTHLY,
    FLOWER_WIN,
)
#: Flags that exclude each other. After the last tile no kong can be replaced; the first
#: turns have no last tile, kong or robbing; a win by bonus tiles alone excludes other
#: wins.
EXCLUSIVE = (
    (LAST_TILE, ROBBING_KONG),
    *((HEAVENLY, other) for other in (LAST_TILE, REPLACEMENT, DOUBLE_KONG)),
    *((HEAVENLY, other) for other in (ROBBING_KONG, EARTHLY, FLOWER_WIN)),
    *((EARTHLY, other) for other in (LAST_TILE, REPLACEMENT, DOUBLE_KONG)),
    *((EARTHLY, other) for other in (ROBBING_KONG, FLOWER_WIN)),
    (FLOWER_WIN, ROBBING_KONG),
)
_ORPHANS = frozenset(TERMINALS_AND_HONORS)


def hand_faults(hand: Hand, convention: Convention) -> list[Fault]:
    """Return every fault of a winner's hand; empty if the hand is valid."""
    options = convention.options
    faults = common_faults(
        hand,
        flags=FLAGS,
        exclusive=EXCLUSIVE,
        bonus_tiles=options.bonus_tiles != "none",
        chow_from_anybody=options.chow_from == ANYBODY,
        jokers=Jokers(options.jokers, options.copies_with_jokers),
        own_hands=options.own_hands,
    )
    if hand.bonus and options.bonus_tiles == "flowers":
        faults += season_faults(hand)
    faults += indicator_faults(hand)
    if not hand.winner:
        faults.append(
            Fault(
                "not_the_winner",
                NOT_THE_WINNER,
                "winner",
            )
        )
    if FLOWER_WIN in hand.flags:
        faults += tile_count_faults(hand, tiles=HAND_SIZE)
        faults += _flower_win_faults(hand, convention)
    else:
        faults += tile_count_faults(hand)
        faults += _winning_tile_faults(hand)
    if hand.flags:
        faults += _robbing_faults(hand, options)
        faults += _earthly_faults(hand, convention)
    return faults


def _winning_tile_faults(hand: Hand) -> Iterator[Fault]:
    if hand.winning_tile is None and HEAVENLY not in hand.flags:
        yield Fault(
            "no_winning_tile",
            NO_WINNING_TILE,
            "winning_tile",
        )


def _flower_win_faults(hand: Hand, convention: Convention) -> Iterator[Fault]:
    if not convention.options.seven_flower_win:
        yield Fault(
            "flower_win_not_played",
            _("These rules do not allow a win by bonus tiles alone."),
            "flags",
        )
    elif len(hand.bonus) < 7:
        yield Fault(
            "flower_win_too_few",
            _("A win by bonus tiles alone needs 7 or 8, not %(count)s."),
            "bonus_tiles",
            {"count": len(hand.bonus)},
        )
    elif flower_win(hand.bonus) not in convention.values:
        yield Fault(
            "flower_win_worth_nothing",
            _("A win with this number of bonus tiles has no value in these rules."),
            "bonus_tiles",
        )
    if hand.winning_tile is not None:
        yield Fault(
            "flower_win_winning_tile",
            _("A win by bonus tiles alone has no winning tile. Do not enter one."),
            "winning_tile",
        )
    if not hand.self_draw:
        yield Fault(
            "flower_win_claimed",
            _("A bonus tile is drawn, never claimed."),
            "self_draw",
        )


def _robbing_faults(hand: Hand, options: ScoringOptions) -> Iterator[Fault]:
    concealed = ROBBING_CONCEALED_KONG in hand.flags
    if ROBBING_KONG not in hand.flags:
        if concealed:
            yield Fault(
                "robbing_concealed_only",
                _("Robbing a concealed kong is also robbing a kong. Enter both flags."),
                "flags",
            )
        return
    if not options.robbing:
        yield Fault(
            "robbing_not_played",
            ROBBING_NOT_PLAYED,
            "flags",
        )
    elif concealed and not _may_rob_concealed(hand, options):
        yield Fault(
            "robbing_concealed_kong",
            _("This hand cannot win by robbing a concealed kong."),
            "flags",
        )


def _may_rob_concealed(hand: Hand, options: ScoringOptions) -> bool:
    if options.rob_concealed_kong == "thirteen_orphans":
        return frozenset(hand.tiles) == _ORPHANS
    return options.rob_concealed_kong == "any"


def _earthly_faults(hand: Hand, convention: Convention) -> Iterator[Fault]:
    if EARTHLY not in hand.flags or "earthly" not in convention.values:
        return
    wins_by = convention.options.earthly
    humanly = "humanly" in convention.values
    if hand.self_draw and wins_by == "first_discard" and not humanly:
        yield Fault(
            "earthly_drawn",
            EARTHLY_DRAWN,
            "flags",
        )
    elif not hand.self_draw and wins_by == "first_draw":
        yield Fault(
            "earthly_claimed",
            _("An earthly hand wins on the player's first draw, not on a discard."),
            "flags",
        )
