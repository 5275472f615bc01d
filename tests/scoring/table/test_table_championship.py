"""A real championship entered through the table pages, if its data is available."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rules.winds import WINDS
from scoring.ledger.table_ledger import TableLedger
from tests.examples import how_many
from tests.scoring.table.test_table_rulings import fields
from tests.scoring.table_device import HTMX, win
from tournaments.rounds.seating_files import SEATS

EVENT = Path(__file__).resolve().parents[4] / "shared" / "events" / "somc2017"

pytestmark = pytest.mark.skipif(
    not EVENT.is_dir(),
    reason="the data of the championship is not beside the project",
)


def lines(name: str) -> list[dict[str, str]]:
    if not EVENT.is_dir():
        return []
    with (EVENT / name).open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def rows(name: str, where: tuple[str, str]) -> list[dict[str, str]]:
    return [row for row in lines(name) if (row["round"], row["table"]) == where]


#: Round and table of every table with recorded hands; once a day all are entered,
#: otherwise every 48th.
LOGGED = sorted({(row["round"], row["table"]) for row in lines("hands.csv")})
TYPED = LOGGED[:: how_many(1, 48)]


@pytest.mark.parametrize("where", TYPED or [("none", "none")], ids="-".join)
def test_a_table_typed_hand_by_hand_gives_its_recorded_scores(
    referee_client, at, game, where
):
    hands = rows("hands.csv", where)
    [total] = rows("totals.csv", where)
    [seating] = rows("seating.csv", where)
    seats = {seating[column]: seat.value for seat, column in SEATS.items()}
    for row in hands:
        _type_penalty(referee_client, at, row)
        _type_hand(referee_client, at, row, seats)
    state = TableLedger(game).state
    recorded = [int(total[f"{column}_score"]) for column in SEATS.values()]
    assert state.hands_played == len(hands)
    assert [state.scores[seat] for seat in WINDS] == recorded


def _type_hand(client, at, row: dict[str, str], seats: dict[str, str]) -> None:
    hand = int(row["hand"])
    sent = win(hand, f"h{hand}", winner="washout", source="", points="")
    if row["winner"]:
        sent["winner"] = seats[row["winner"]]
        sent["source"] = seats.get(row["discarder"], "self")
        sent["points"] = row["points"]
    assert client.post(at(), sent, **HTMX).status_code == 200


def _type_penalty(client, at, row: dict[str, str]) -> None:
    amounts = {column: row[f"{column}_penalty"] for column in SEATS.values()}
    if any(int(amount or 0) for amount in amounts.values()):
        key = f"p{row['hand']}"
        sent = fields("penalty", reason="paper", device_key=key, **amounts)
        assert client.post(at("ruling"), sent).status_code == 302
