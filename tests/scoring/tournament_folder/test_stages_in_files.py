"""Stage data in files is stored in the database or rejected with a sentence."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rules.faults import RuleError
from scoring.tournament_folder import standings_csv_files
from scoring.tournament_folder.stages_key import (
    CHOICES,
    NUMBERS,
    read_stages,
)
from tests.examples import how_many
from tournaments.director.stages_page import StageForm
from tournaments.models import StageKind
from tournaments.rounds.stages.stage_settings import set_stages

STRANGE = (None, 0, 1, 2, 7, -1, 10**30, "", "x", "a" * 500, [], ["x"], {}, True, 1.5)


def stage(**values):
    return {"kind": "final", "rounds": 1, **values}


@pytest.mark.parametrize(
    "values",
    [
        {"name": ["x"]},
        {"name": "a" * 61},
        {"bonuses": ["1e999999999"]},
        {"bonuses": ["1/0"]},
        {"bonuses": ["half"]},
    ],
)
def test_what_is_no_name_and_no_bonus_is_refused_in_a_sentence(values):
    with pytest.raises(RuleError) as refused:
        read_stages([stage(**values)])
    assert all(fault.sentence for fault in refused.value.faults)


@pytest.mark.parametrize("name", ["rounds", "minutes"])
def test_a_stage_without_rounds_or_minutes_is_a_fault_of_that_field(name):
    with pytest.raises(RuleError) as refused:
        read_stages([stage(**{name: 0})])
    [fault] = refused.value.faults
    assert fault.field.endswith(name)
    assert fault.sentence == f"Enter at least 1 {name.removesuffix('s')}."


@pytest.mark.django_db
def test_what_is_not_refused_is_taken_by_the_database(tournament):
    chance = random.Random(7)
    names = [*NUMBERS, *CHOICES, "name", "bonuses"]
    taken = 0
    for _count in range(how_many(4000, 300)):
        given = []
        for kind in chance.choices(StageKind.values, k=chance.choice([1, 2, 2, 3])):
            said = stage(kind=kind, rounds=chance.choice([1, 2]))
            for name in chance.sample(names, chance.randrange(4)):
                words = CHOICES[name].values if name in CHOICES else STRANGE
                said[name] = chance.choice([*words, chance.choice(STRANGE)])
            given.append(said)
        try:
            plans = read_stages(given)
        except RuleError:
            continue
        set_stages(tournament, plans, by="director")
        taken += 1
    assert taken > 10


@pytest.mark.parametrize("text", ["1e999999999", "1/0", "half", "2", "-1/2", "1/1001"])
def test_what_is_carried_is_typed_as_a_fraction(text):
    form = StageForm({"kind": "final", "rounds": 1, "fraction": text})
    assert "fraction" in form.errors


def test_a_part_of_a_point_that_was_carried_is_read_in_standings():
    """Standings can have fractions of points, such as 7/2.

    Invalid numbers are errors.
    """
    lines = b"place,number,table_points,score\n1,1,4,7/2\n2,2,2.5,1\n3,3,1,1/x\n"
    file = standings_csv_files.STANDINGS_COLUMNS.opened("standings.csv", lines)
    first, second = standings_csv_files.standings_in(file)
    assert (first.score, second.score) == (Fraction(7, 2), 1)
    assert [(fault.line, fault.field) for fault in file.faults] == [(4, "score")]
