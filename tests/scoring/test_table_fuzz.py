"""Whatever is sent to a table's addresses, the ledger stays sound."""

from __future__ import annotations

import os
import random
from urllib.parse import urlencode

from rules.winds import WINDS
from scoring import rebuild
from scoring.book import Book
from scoring.models import Result
from tests.scoring.table_device import HTMX

#: FUZZ_POSTS=20000 FUZZ_SEED=1 looks further.
POSTS = int(os.environ.get("FUZZ_POSTS", "600"))
SEED = int(os.environ.get("FUZZ_SEED", "7"))
URLENCODED = "application/x-www-form-urlencoded"

NONSENSE = [
    "",
    " ",
    "x",
    "é雀",
    "\x00",
    "-1",
    "1.5",
    "1e9",
    "٣",
    "²",
    "9" * 30,
    "9" * 5000,
    "E",
    "self",
    "<b>",
]

VALUES = {
    "hand": list(range(1, 18)),
    "winner": ["E", "S", "W", "N", "washout"],
    "source": ["E", "S", "W", "N", "self", ""],
    "points": [7, 8, 12, 88, 500, 501],
    "chicken": ["on", ""],
    "before_gong": ["on", ""],
    "kind": [
        *["false_win", "penalty", "totals", "play_ended", "win", "gong"],
        *["fine", "finish", "cancel", "misnamed", "reseat"],
    ],
    "seat": ["E", "S", "W", "N"],
    "east": [0, 10, -30],
    "south": [0, 10, -10],
    "west": [0, 10],
    "north": [0, -10, 100_001],
    "penalties": [0, -10],
    "sequence": list(range(1, 20)),
    "reason": ["late", "", "x" * 501],
    "offender": ["E", "N"],
    "gain": ["nobody", "each", "S"],
    "target": ["score", "table_points", "overall"],
    "offence": ["empty_call", "misconduct", "sneezing"],
    "times": [1, 2, 11],
    "seating": [0, 1, 2],
    "follow": ["players", "seats"],
    "stands": ["hands", "totals"],
}
#: What the form of a reseat has under the names of others.
SEATED = {"east": "ESE", "south": "SEW", "west": "WNS", "north": "NW"}
ADDRESSES = [
    *["session"] * 6,
    "preview",
    "undo",
    "ruling",
    "ruling",
    "preview_ruling",
    "correct",
    "preview_correction",
    "retract",
    "reseat",
    "preview_reseat",
    "paper",
    "preview_paper",
    "settle_paper",
]


def some_fields(chance: random.Random, next_hand: int) -> dict[str, object]:
    """Fields that make sense more often than not."""
    fields: dict[str, object] = {}
    for name, values in VALUES.items():
        pick = chance.random()
        if pick < 0.9:
            fields[name] = chance.choice(values)
        elif pick < 0.95:
            fields[name] = chance.choice(NONSENSE)
    if chance.random() < 0.6:
        fields["hand"] = next_hand
    fields["device_key"] = f"k{chance.randint(1, POSTS)}"
    if chance.random() < 0.05:
        fields["device_key"] = chance.choice(NONSENSE)
    return fields


def test_every_post_gets_an_answer_and_leaves_the_ledger_sound(
    referee_client, at, session, running_round
):
    chance = random.Random(SEED)
    answers: dict[int, int] = {}
    for count in range(POSTS):
        fields = some_fields(chance, Book(session).state.position.hand)
        name = chance.choice(ADDRESSES)
        numbers = []
        if name in ("correct", "preview_correction", "retract"):
            numbers = [chance.randint(1, session.ledger.count() + 2)]
        if "reseat" in name:
            fields |= {side: chance.choice(seats) for side, seats in SEATED.items()}
        fields |= {f"settle-{field}": value for field, value in fields.items()}
        prefix = "retract" if name == "retract" else fields.get("kind", "")
        fields |= {f"{prefix}-{field}": value for field, value in fields.items()}
        response = referee_client.post(
            at(name, *numbers), urlencode(fields), content_type=URLENCODED, **HTMX
        )
        answers[response.status_code] = answers.get(response.status_code, 0) + 1
        assert response.status_code in (200, 302, 404, 409, 422), (count, name, fields)
    assert all(answers.get(status) for status in (200, 302, 404, 409, 422)), answers
    assert_sound(session)
    assert list(rebuild.rebuild(running_round.tournament, check=True)) == []


def assert_sound(session) -> None:
    book = Book(session)
    assert [line.sequence for line in book.lines] == list(range(1, len(book.lines) + 1))
    outcomes = [line.hand for line in book.live if line.settles_hand]
    assert outcomes == list(range(1, len(outcomes) + 1))
    assert {line.kind for line in book.lines} > {"win", "washout", "retraction"}
    stored = Result.objects.filter(seat__session=session)
    scores = {result.seat.wind: result.score for result in stored}
    assert scores in ({}, {seat.value: book.state.scores[seat] for seat in WINDS})
