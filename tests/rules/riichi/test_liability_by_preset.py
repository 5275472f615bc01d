"""Liability (pao) by preset, with every seat in every role.

The expected sums follow from the rule. The liable player pays a self-drawn yakuman
alone, and half of one won on a discard. With several yakuman, this applies to one of
them or to the whole hand. Counters of a shared payment are paid by the discarder or the
liable player.
"""

from __future__ import annotations

from itertools import product

import pytest

from rules.riichi.options import RiichiOptions
from tests.rules.riichi.ledgers import net, win

ONE_YAKUMAN = {"E": 48_000, "S": 32_000, "W": 32_000, "N": 32_000}
COUNTERS = 2
THREE_YAKUMAN = ("daisangen", "daisuushii", "suukantsu")

#: Which yakuman, for which part of a hand, and who pays the counters of a shared
#: payment. Sources: EMA 2025, 3.3.7; WRC 2022 does not mention the counters; Tenhou,
#: M-League and JPML by their rule guides and game records.
BY_PRESET = {
    "ema_2025": (THREE_YAKUMAN[:2], "part", "discarder"),
    "ema_2016": (THREE_YAKUMAN[:2], "part", "discarder"),
    "wrc_2015": (THREE_YAKUMAN[:2], "part", "discarder"),
    "wrc_2022": (THREE_YAKUMAN, "part", "discarder"),
    "m_league": (THREE_YAKUMAN, "part", "liable"),
    "jpml_a": (THREE_YAKUMAN, "part", "discarder"),
    "tenhou": (THREE_YAKUMAN[:2], "whole", "liable"),
    "tenhou_tonpuu": (THREE_YAKUMAN[:2], "whole", "liable"),
}


def test_every_preset_is_listed():
    assert set(BY_PRESET) == set(RiichiOptions.PRESETS)


@pytest.mark.parametrize("preset", BY_PRESET)
def test_options_of_the_preset(preset):
    options = RiichiOptions.of(preset)
    said = (options.pao, options.pao_composite, options.pao_honba)
    assert said == BY_PRESET[preset]


def expected(winner, source, liable, preset: str, yakuman: int) -> list[int]:
    """Return the points that E, S, W and N win or lose, calculated from the rule of the
    preset.
    """
    _which, composite, counters_by = BY_PRESET[preset]
    one, counters = ONE_YAKUMAN[winner], 300 * COUNTERS
    owed = dict.fromkeys("ESWN", 0)
    shared = one * (yakuman if composite == "whole" else 1)
    rest = one * yakuman - shared
    if source in (None, liable):
        owed[liable] += shared + counters
    else:
        owed[liable] += shared // 2
        owed[source] += shared // 2
        owed[liable if counters_by == "liable" else source] += counters
    if source:
        owed[source] += rest
    else:
        shares = dict.fromkeys("SWN", 1) | ({} if winner == "E" else {"E": 2})
        parts = sum(share for seat, share in shares.items() if seat != winner)
        for seat, share in shares.items():
            if seat != winner:
                owed[seat] += rest * share // parts
    owed[winner] -= sum(owed.values())
    return [-owed[seat] for seat in "ESWN"]


@pytest.mark.parametrize(
    ("preset", "yakuman"),
    [
        (preset, yakuman)
        for preset in BY_PRESET
        for yakuman in ((1, 2) if RiichiOptions.of(preset).yakuman_stack else (1,))
    ],
)
def test_every_seat_in_every_role(preset, yakuman):
    for winner, source, liable in product("ESWN", [*"ESWN", None], "ESWN"):
        if winner in (source, liable):
            continue
        row = win(winner, source, yakuman=yakuman, pao=liable, honba=COUNTERS)
        assert net(row, preset) == expected(winner, source, liable, preset, yakuman), (
            row
        )
