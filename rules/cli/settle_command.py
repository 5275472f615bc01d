"""The command `settle`: calculate the payments for one hand in a JSON row, without a
game.

Each ruleset has a module for its rows; `settle_row` chooses it.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.classical import Classical
from rules.cli.settle_classical_row import CLASSICAL_NAMES, settle_classical_row
from rules.cli.settle_hong_kong_row import HONG_KONG_NAMES, settle_hong_kong_row
from rules.cli.settle_mcr_row import MCR_NAMES, settle_mcr_row
from rules.cli.settle_riichi_row import RIICHI_NAMES, settle_riichi_row
from rules.cli.settle_sanma_row import SANMA_NAMES, settle_sanma_row
from rules.cli.settle_zung_jung_row import ZUNG_JUNG_NAMES, settle_zung_jung_row
from rules.faults import Fault, RuleError
from rules.hand_as_json import Row
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.riichi import Riichi
from rules.ruleset_and_table_state import Ruleset, Settlement
from rules.sanma import Sanma
from rules.translation_marks import _
from rules.zung_jung import ZungJung

#: Ruleset id -> names a row may have in addition to the names of its rules.
SETTLED_NAMES: Mapping[str, frozenset[str]] = {
    Mcr.id: MCR_NAMES,
    HongKong.id: HONG_KONG_NAMES,
    Classical.id: CLASSICAL_NAMES,
    Riichi.id: RIICHI_NAMES,
    ZungJung.id: ZUNG_JUNG_NAMES,
    Sanma.id: SANMA_NAMES,
}


def settle_row(rules: Ruleset, row: Row) -> Settlement:
    """Return the settlement of the hand in `row`; seats are the winds of this hand.

    Raises RuleError with every fault of the row, or if single hands of this ruleset
    cannot be settled from rows.
    """
    match rules:
        case Mcr():
            return settle_mcr_row(rules, row)
        case HongKong():
            return settle_hong_kong_row(rules, row)
        case Classical():
            return settle_classical_row(rules, row)
        case Sanma():
            return settle_sanma_row(rules, row)
        case Riichi():
            return settle_riichi_row(rules, row)
        case ZungJung():
            return settle_zung_jung_row(rules, row)
    message = _("“%(name)s” has no format for single hands. Use replay.")
    raise RuleError(Fault("no_rows", message, "ruleset", {"name": rules.id}))
