"""Random values for the fields of requests: mostly valid values of the forms, sometimes
nonsense.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from rules.winds import WINDS

Values = dict[str, list[object]]

NONSENSE = [
    *["", " ", "x", "é雀", "\x00", "-1", "1.5", "1e9", "٣", "²", "9" * 30, "9" * 5000],
    *["E", "self", "<b>", "points-x", "1-", "123m", "(((", "E+E", "/"],
]
SEATS = [seat.value for seat in WINDS]
FIELDS: Values = {
    "winner": [
        *SEATS * 6,
        *["washout", "draw", "abortive", "several", "false_win"],
    ],
    "source": [*SEATS, "self", "self", ""],
    "points": [7, 8, 12, 88, 500, 501],
    "flowers": [0, 0, 2, 8, ""],
    "chicken": ["on", ""],
    "faan": ["0", "3", "13"],
    "guarantor": ["", "E", "S"],
    "guarantee": ["ruling", "gave_kong"],
    "winners": [["E", "S"], ["W"], ["S", "W", "N"]],
    "value": ["1-30", "2-20", "3-70", "mangan", "yakuman", "yakuman-2", "points-3900"],
    "pao": ["", "E", "W"],
    "pao_yakuman": ["", "2"],
    "tenpai": [[], ["E"], ["E", "W", "N"]],
    "nagashi": [[], ["S"]],
    "riichi": [[], ["E"], SEATS],
    "abort": ["four_winds", "four_riichi", "three_ron", "ruling"],
    "pays_for_all": ["", "on"],
    "before_gong": ["on", ""],
    "seat": SEATS,
    "east": [0, 10, -30],
    "south": [0, 10, -10],
    "west": [0, 10],
    "north": [0, -10, 100_001],
    "penalties": [0, -10],
    "reason": ["late", "late", "late", "late", "late", "", "x" * 501],
    "offender": SEATS,
    "gain": ["nobody", "each", "S"],
    "target": ["score", "table_points", "overall"],
    "offence": ["empty_call", "misconduct", "sneezing"],
    "times": [1, 2, 11],
    "seating": [0, 0, 0, 0, 0, 0, 1, ""],
    "follow": ["players", "seats"],
    "stands": ["hands", "totals"],
    "choice": ["kept", "offered"],
    "say": ["confirm", "dispute"],
    "text": ["not so", ""],
    "words": ["East won", ""],
    "seen": [""],
    "word": ["counts", "counts", "refused", "perhaps"],
    "answer": ["done", "coming", "It stands.", ""],
    "minutes": [5, 1, 20, -1, -20, 0, 601],
    "act": ["reissue", "reissue", "revoke", ""],
    "seats": [1],
}
OF_A_SEAT: Values = {
    "faan": ["3", "8", ""],
    "value": ["2-30", "mangan", 16, ""],
    "pao": ["", "N"],
    "points": [0, 30, 501, ""],
    "doubles": ["0", "3", "12", "limit"],
    "flags": [[], ["last_tile"], ["robbing_kong", "replacement"]],
    "claimed": ["", "8", "mangan"],
}
KINDS = [
    *["false_win", "penalty", "fine", "misnamed"] * 4,
    *["totals", "totals", "play_ended", "finish", "cancel"],
    *["win", "gong", "reseat"],
]
#: Values of the reseat form for fields that other forms have too.
SEATED = {"east": "ESE", "south": "SEW", "west": "WNS", "north": "NW"}
#: Names of addresses whose form has a prefix.
PREFIXES = {"table:retract": "retract", "table:settle_paper": "settle"}


def fields_for(
    name: str, chance: random.Random, hands: Iterator[str]
) -> dict[str, object]:
    """Return random values for all fields that exist in any form, for a request to this
    address. A form reads only its own fields.
    """
    fields = dict(_some(FIELDS, chance))
    for seat in WINDS:
        fields |= {f"{key}_{seat}": v for key, v in _some(OF_A_SEAT, chance)}
        if chance.random() < 0.8:
            fields[f"tiles_{seat}"] = next(hands)
    if "reseat" in name:
        fields |= {side: chance.choice(to) for side, to in SEATED.items()}
    return fields | {"kind": chance.choice(KINDS)}


def with_prefix(name: str, fields: dict[str, object]) -> dict[str, object]:
    """Return the fields, also with the prefix of the form at this address."""
    prefix = PREFIXES.get(name, fields["kind"])
    return fields | {f"{prefix}-{key}": value for key, value in fields.items()}


def _some(values: Values, chance: random.Random) -> Iterator[tuple[str, object]]:
    for name, known in values.items():
        pick = chance.random()
        if pick < 0.96:
            yield name, chance.choice(known)
        elif pick < 0.98:
            yield name, chance.choice(NONSENSE)
