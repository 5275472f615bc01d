"""Lists as clubs keep or collect them, with the results that the collectors expect.

Every name must be right, and no person may be added by mistake. No private data may
become public, and there must be few questions. The collectors share the files.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tournaments.list_import.list_outcomes import (
    answered,
    in_state,
    outcome,
    uploaded,
)
from tournaments.list_import.import_preview_new_or_known import (
    TO_IMPORT,
    UNSETTLED,
    RowState,
    preview,
)

LISTS = Path(__file__).parents[4] / "shared" / "cases" / "lists"
FILES = sorted(file.stem for file in (LISTS / "expected").glob("*.json"))

#: Other splits of names that the collectors accept, and clubs that may be missing.
ALSO_RIGHT = {
    "dell'Ombrello": "Dell'Ombrello",
    "de' Cucchiai": "De' Cucchiai",
    "Võ Ấm": "Ấm",
}
ALSO_NO_CLUB = {"Gast", "xxxx"}
#: By list: rows and values about which the preview may ask.
MAY_ASK = {
    "05-google-form-answers.csv": {"Saucer"},
    "15-ticket-orders.csv": {"pending"},
    "21-liste-mit-vereinen.txt": {"brackets"},
    "25-suffixes-titles.csv": {"Birkenblatt"},
}


def expected_in(name: str) -> dict[str, object]:
    return json.loads((LISTS / "expected" / f"{name}.json").read_text())


def as_expected(person: dict[str, object]) -> dict[str, object]:
    """Return an expected person's values in the form of a row."""
    private = person.get("private", {})
    values = {
        **person,
        "family": ALSO_RIGHT.get(person["family"], person["family"]),
        "email": private.get("e-mail", ""),
        "phone": private.get("phone", ""),
    }
    if values.get("club") in ALSO_NO_CLUB:
        values["club"] = ""
    if values["family"] == "Ấm":
        values["given"] = "Chân Võ"
    values = {name: value for name, value in values.items() if value}
    return {name: values[name] for name in values if name not in ("private", "title")}


@pytest.fixture
def kept(director, request):
    name = request.param
    content = (LISTS / name).read_bytes()
    pasted = expected_in(name)["send"] == "paste"
    return uploaded(director, content.decode() if pasted else content, name), name


@pytest.mark.skipif(not FILES, reason="the shared lists are not here")
@pytest.mark.parametrize("kept", FILES or [""], indirect=True)
def test_a_list_of_a_club_comes_in(kept):
    kept, name = kept
    expected = expected_in(name)
    before = preview(kept)
    asked = {
        question.kind if question.kind == "brackets" else question.value
        for question in before.questions
    }
    asked |= {country.spelling for country in before.unknown_countries}
    asked |= {row.checked.player.last_name for row in in_state(before, *UNSETTLED)}
    assert asked <= MAY_ASK.get(name, set())

    shown = answered(kept)
    public_and_contact = lambda row: {  # noqa: E731
        key: value
        for key, value in outcome(row).items()
        if key != "remarks" and (key, value) != ("club", "xxxx")
    }
    players = [*map(public_and_contact, in_state(shown, *TO_IMPORT))]
    assert players == [*map(as_expected, expected["players"])]
    waiting = [*map(public_and_contact, in_state(shown, RowState.WAITING))]
    assert waiting == [*map(as_expected, expected["waiting"])]
    left_out = in_state(shown, RowState.LEFT_OUT)
    assert {row.checked.player.last_name.casefold() for row in left_out} == {
        person["family"].casefold() for person in expected["left_out"]
    }
    assert not in_state(shown, *UNSETTLED)


@pytest.mark.skipif(not FILES, reason="the shared lists are not here")
@pytest.mark.parametrize("kept", FILES[2:3] or [""], indirect=True)
def test_what_is_private_is_kept_as_remarks(kept):
    kept, name = kept
    expected = expected_in(name)
    remarks = [outcome(row).get("remarks", "") for row in preview(kept).to_import]
    wanted = [person["private"].get("remarks", "") for person in expected["players"]]
    # The first answer of a person who answered twice has no remark yet.
    assert remarks[1:] == wanted[1:]
