"""Read a win entered at an MCR table from JSON values, and refuse more fan than a hand
can have.

The best possible hand has four kongs, three of dragons and one of the prevailing wind:
332 fan by the 1998 rules, with all flowers. A hand without four kongs has far fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from rules.hand_in_entry import read_entered_hand
from rules.hand_notation import parse_hand
from rules.hand_of_tiles import Hand
from rules.mcr.entries import Claim, Win
from rules.mcr.options import McrOptions
from rules.mcr.patterns import CHICKEN_HAND, FANS
from rules.mcr.score import score
from rules.mcr.scoring_tables import Convention
from rules.several_winners import disagreements, read_claims
from rules.shared_fault_messages import WINNER_IS_DISCARDER
from rules.strict_reader import Reader
from rules.tiles import BONUS_TILES
from rules.translation_marks import _
from rules.winds import Wind

_KONGS = "(CCCC)(FFFF)(PPPP)(EEEE)"
_SELF_DRAWN = "S*S E/E replacement last_tile f1f2f3f4y1y2y3y4"
_ON_DISCARD = "S+S E/E last_tile f1f2f3f4y1y2y3y4"


@lru_cache(maxsize=64)
def most_fan(options: McrOptions, *, self_draw: bool = True) -> int:
    """Return the most fan, with flowers, that a hand can have under these options, by
    self-draw or on a discard."""
    notation = _KONGS + (_SELF_DRAWN if self_draw else _ON_DISCARD)
    if options.last_tile_with_pair:
        notation += " last_of_kind"
    return score(parse_hand(notation), Convention.of(options)).total


_CHICKEN_FAN = FANS[CHICKEN_HAND].value


def read_win(raw: Mapping[str, object], options: McrOptions) -> Win:
    """Return a win from JSON values, with one winner or several under `winners`.

    Raises RuleError with every fault.
    """
    reader = Reader(raw)
    reader.text("kind", (Win.kind,))
    discarder = reader.seat("from", optional=True)
    read_one = partial(_claim, discarder=discarder, options=options)
    claims = read_claims(reader, discarder, read_one)
    reader.faults += disagreements(_hands_of(claims))
    reader.done()
    return Win(discarder, claims)


def _claim(reader: Reader, discarder: Wind | None, options: McrOptions) -> Claim:
    winner = reader.seat("winner")
    points, flowers, chicken = 0, 0, False
    hand = read_entered_hand(reader, "hand", self_draw=discarder is None)
    if reader.peek("hand") is None:
        points = _points(reader, options)
        flowers = _flowers(reader, points, options)
        chicken = reader.flag("chicken")
        if chicken and not reader.faults:
            _refuse_chicken(reader, points, flowers)
    if winner and winner == discarder:
        reader.fault(
            "winner_is_discarder",
            WINNER_IS_DISCARDER,
            "from",
        )
    return Claim(winner or Wind.EAST, points, chicken, hand, flowers)


def _hands_of(claims: Iterable[Claim]) -> dict[str, Hand]:
    """Return the hands that were entered by tiles, by their field."""
    return {
        f"winners[{number}].hand": claim.hand.hand
        for number, claim in enumerate(claims)
        if claim.hand
    }


def _points(reader: Reader, options: McrOptions) -> int:
    faults = len(reader.faults)
    points = reader.integer("points", low=0, high=most_fan(options))
    if len(reader.faults) == faults and points < options.minimum:
        reader.fault(
            "below_minimum",
            _("%(points)s fan is less than the minimum of %(minimum)s."),
            "points",
            points=points,
            minimum=options.minimum,
        )
    return points


def _flowers(reader: Reader, points: int, options: McrOptions) -> int:
    """Return the number of `points` for flowers. Adds a fault if the other points do
    not reach the minimum."""
    faults = len(reader.faults)
    flowers = reader.integer("flowers", 0, low=0, high=len(BONUS_TILES))
    fan = points - flowers
    if not flowers or len(reader.faults) > faults or fan >= options.minimum:
        return flowers
    if points >= options.minimum:
        reader.fault(
            "below_minimum",
            _("%(points)s fan is less than the minimum of %(minimum)s."),
            "flowers",
            points=max(0, fan),
            minimum=options.minimum,
        )
    return flowers


def _refuse_chicken(reader: Reader, points: int, flowers: int) -> None:
    """Add a fault if a Chicken Hand cannot score `points`. If `flowers` is 0, any
    number of flowers is possible."""
    most = _CHICKEN_FAN + len(BONUS_TILES)
    possible = (
        points - flowers == _CHICKEN_FAN if flowers else _CHICKEN_FAN <= points <= most
    )
    if not possible:
        reader.fault(
            "not_a_chicken",
            _(
                "%(points)s is not possible. A Chicken Hand is worth %(least)s fan "
                "plus 1 for each flower, at most %(most)s."
            ),
            "points",
            least=_CHICKEN_FAN,
            most=most,
            points=points,
        )
