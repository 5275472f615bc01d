"""Helpers that create ledger entries of a riichi table."""

from __future__ import annotations

from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.riichi import Riichi
from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS

#: Daisangen: 3 exposed dragon sets, worth one yakuman and nothing else.
THREE_DRAGONS = "[CCC][FFF][PPP]123m5p"
#: Daisangen with honors only: 2 yakuman.
ALL_HONORS = "[CCC][FFF][PPP]SSSW"


def riichi(preset: str = "ema_2025", **options: object) -> Riichi:
    return Riichi.from_options({"preset": preset, **options})


def win(winner: str, source: str | None = None, han: int = 1, fu: int = 30, **more):
    """Return the row of a win, by han and fu unless `more` has another value."""
    entry = {"kind": "win", "winner": winner, "from": source, **more}
    if not {"limit", "yakuman", "points", "hand"} & more.keys():
        entry |= {"han": han, "fu": fu}
    return entry


def wins(source: str, *winners: dict, riichi: str = "") -> dict:
    """Return the row of several wins on a discard by `source`.

    `riichi`: seats that declared riichi.
    """
    values = [
        {
            name: winner[name]
            for name in winner
            if name not in ("kind", "from", "riichi")
        }
        for winner in winners
    ]
    return {"kind": "win", "from": source, "winners": values, "riichi": list(riichi)}


def draw(tenpai: str = "", riichi: str = "", nagashi: str = "") -> dict:
    return {
        "kind": "exhaustive_draw",
        "tenpai": list(tenpai),
        "riichi": list(riichi),
        "nagashi": list(nagashi),
    }


def abortive(reason: str = "nine_terminals", riichi: str = "") -> dict:
    return {"kind": "abortive_draw", "reason": reason, "riichi": list(riichi)}


def chombo(seat: str) -> dict:
    return {"kind": "chombo", "seat": seat}


def played(*entries: dict, preset: str = "ema_2025", **options: object) -> TableState:
    rules = riichi(preset, **options)
    return replay(rules, map(rules.read_entry, entries))


def net(row: dict, preset: str = "ema_2025", **options: object) -> list[int]:
    """Return the points that E, S, W and N win or lose by a hand."""
    changes = settle_row(riichi(preset, **options), row).changes
    return [changes[seat] for seat in WINDS]


def reasons(row: dict, preset: str = "ema_2025", **options: object) -> set[tuple]:
    """Return (payer, payee, amount, reason) of each payment of a hand."""
    settlement = settle_row(riichi(preset, **options), row)
    return {(p.payer, p.payee, p.amount, p.reason) for p in settlement.payments}


def refusals(call, *arguments) -> list[tuple[str, str]]:
    """Call a function. Return (code, field) of each error; [] if the call succeeds."""
    try:
        call(*arguments)
    except RuleError as error:
        return [(fault.code, fault.field) for fault in error.faults if fault.sentence]
    return []
