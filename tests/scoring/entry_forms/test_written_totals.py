"""Scores with separators between thousands, in every usual spelling."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from scoring.entry_forms.written_totals import WrittenTotal, read_total
from scoring.ledger.table_ledger import TableLedger
from tests.scoring.table_device import text

ONE_READING = {
    "32400": 32400,
    "32,400": 32400,
    "32.400": 32400,
    "32 400": 32400,
    "32'400": 32400,
    "32’400": 32400,
    "32\N{NARROW NO-BREAK SPACE}400": 32400,
    "32.000": 32000,
    "-1.200": -1200,
    "− 1 200": -1200,
    "+25,000": 25000,
    " 40 ": 40,
    "007": 7,
    "1.000.000": 1_000_000,
}
UNCLEAR = [
    "32.4",
    "32,40",
    "3 2400",
    "32,400.5",
    "32.400,000",
    "32.400.00",
    "1.000,000",
    "0,500",
    "3240O",
    "32..400",
    "32400-",
    "1 2",
    "9" * 5000,
]


@pytest.mark.parametrize(("written", "total"), ONE_READING.items())
def test_the_only_reading_is_taken(written, total):
    assert read_total(written) == total
    assert WrittenTotal().clean(written) == total


@pytest.mark.parametrize("written", UNCLEAR)
def test_a_second_reading_is_asked_about(written):
    assert read_total(written) is None
    with pytest.raises(
        ValidationError,
        match=r"is not a clear score.*such as 32400",
    ):
        WrittenTotal().clean(written)


def test_a_referee_types_totals_at_the_table(referee_client, at, game):
    sent = {
        "kind": "totals",
        "totals-device_key": "totals",
        "totals-east": "1.040",
        "totals-south": "-1 008",
        "totals-west": "−12",
        "totals-north": "-20",
        "totals-reason": "paper",
    }
    unclear = referee_client.post(at("ruling"), sent | {"totals-east": "1.04"})
    assert unclear.status_code == 422
    assert "“1.04” is not a clear score." in text(unclear)
    assert 'value="1.04"' in text(unclear)
    assert not game.ledger.exists()
    referee_client.post(at("ruling"), sent)
    assert list(TableLedger(game).state.scores.values()) == [1040, -1008, -12, -20]
