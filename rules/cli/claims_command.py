"""The command `claims`: decide who gets a discard that several players claim."""

from __future__ import annotations

from collections.abc import Iterable

from rules.claim_types import Award, Barred, Call, Claim
from rules.claims_on_discard import award
from rules.cli.json_lines_in_and_out import Answer
from rules.cli.rules_named_in_row import rules_of
from rules.faults import RuleError
from rules.hand_as_json import Row
from rules.hand_notation import parse_tiles
from rules.strict_reader import Reader
from rules.tiles import Tile
from rules.translation_marks import _
from rules.winds import WINDS, Wind

#: More than the number of players, so that surplus claims get a specific fault.
_MOST_CLAIMS = 8
_MOST_WORTH = 1_000_000


def claims_row(row: Row) -> Answer:
    """Return the answer to a row with a discard and its claims: who gets the tile, and
    why.

    Raises RuleError if the row is faulty.
    """
    rules = rules_of(row)
    reader = Reader(row)
    discarder = reader.seat("discarder")
    claims = tuple(_claims(reader))
    tile = _tile(reader)
    if reader.faults or discarder is None:
        raise RuleError(*reader.faults)
    return _as_data(award(discarder, claims, rules.claim_rules, tile))


def _claims(reader: Reader) -> Iterable[Claim]:
    for inner in reader.groups("claims", most=_MOST_CLAIMS):
        seat = Wind(inner.text("seat", tuple(WINDS)))
        call = Call(inner.text("call", tuple(Call)))
        value = None
        if inner.has("value"):
            value = inner.integer("value", low=0, high=_MOST_WORTH)
        pair = inner.flag("for_pair")
        missed = Barred(inner.text("missed", tuple(Barred), default=Barred.OFF))
        own = Barred(inner.text("own_discard", tuple(Barred), default=Barred.OFF))
        limit = inner.flag("limit")
        yield Claim(seat, call, value, limit, pair, missed, own)


def _tile(reader: Reader) -> Tile | None:
    """Return the discarded tile. Return None if the row has no tile. If the value is
    not a tile, add a fault and return None."""
    written = reader.take("tile")
    if written is None:
        return None
    try:
        (tile,) = parse_tiles(written) if isinstance(written, str) else ()
    except ValueError:
        reader.fault("not_a_tile", _("Enter one tile, such as 3s or f1."), "tile")
        return None
    except RuleError as error:
        reader.faults += (fault.within("tile") for fault in error.faults)
        return None
    return tile


def _as_data(award: Award) -> Answer:
    return {
        "valid": True,
        "granted": [
            {"seat": claim.seat, "call": claim.call} for claim in award.granted
        ],
        "hand_is_drawn": award.hand_is_drawn,
        "next": award.plays_next,
        "reason": award.sentence,
    }
