"""Personal presets: saved from a tournament or a file, used for a new tournament,
shared, and deleted.
"""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import rules
from tests.tournaments.pages import page, says
from tournaments.files.upload_limits import RULES_BYTES
from tournaments.models import OwnPreset, Tournament
from tournaments.refusals import Refused
from tournaments.tournament_setup import own_presets, preset_files
from tournaments.tournament_setup.offered_rulesets_and_presets import presets

pytestmark = pytest.mark.django_db

CLUB = {"preset": "tvb_2026", "min_faan": 2, "chow_from": "anybody"}
LIKE = presets()["hong-kong"]


def kept(director, name: str = "Our club", **options: object) -> OwnPreset:
    played = rules.ruleset("hong_kong", CLUB | options)
    own_presets.keep(director, name, played, LIKE)
    return director.own_presets.get(name=" ".join(name.split()))


def sent(name: str, content: bytes) -> dict[str, object]:
    return {"file": SimpleUploadedFile("rules.json", content), "name": name}


def test_the_rules_of_an_event_are_kept_and_begin_another(
    tournament, director, director_client
):
    address = page("keep_rules", tournament.slug)
    answer = director_client.post(address, {"name": "  Friday  night "}, follow=True)
    assert says(answer, "Saved as “Friday night”")
    preset = director.own_presets.get()
    assert preset.minutes == tournament.minutes
    chosen = f"own-{preset.pk}"
    answer = director_client.get(page("new", preset=chosen))
    assert says(answer, "Friday night")
    assert answer.context["rules"].current == tournament.rules.options
    folded = {field.name: field.value() for field in answer.context["form"]}
    made = {name: value for name, value in folded.items() if value is not None}
    made |= {"title": "Another", "preset": chosen, "filled": chosen}
    assert director_client.post(page("new"), made).status_code == 302
    assert Tournament.objects.get(title="Another").rules == tournament.rules


def test_a_preset_goes_out_as_a_file_and_comes_in_again(director, director_client):
    preset = kept(director)
    file = director_client.get(page("own_preset", preset.pk))
    assert json.loads(file.content)["name"] == "Our club"
    assert 'filename="our-club.json"' in file["Content-Disposition"]
    answer = director_client.post(
        page("own_presets"), sent("Theirs", file.content), follow=True
    )
    assert says(answer, "Theirs")
    theirs = director.own_presets.get(name="Theirs")
    assert own_presets.rules_of(theirs) == own_presets.rules_of(preset)
    assert says(answer, "2 rules changed.")
    director_client.post(page("own_presets"), {"delete": theirs.pk})
    assert [own_preset.name for own_preset in director.own_presets.all()] == [
        "Our club"
    ]
    director_client.post(page("own_presets"), {"delete": "x" * 400})


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": "prevailing-wind-rules", "version": 1}',
        b'{"format": "prevailing-wind-rules", "version": 1, "ruleset": "poker",'
        b' "options": {}}',
        b'{"format": "prevailing-wind-rules", "version": 1, "ruleset": "mcr",'
        b' "options": {"nonsense": 1}, "name": 7}',
        preset_files.write(rules.ruleset("mcr"), ""),
        b" " * (RULES_BYTES + 1),
    ],
)
def test_a_file_that_cannot_be_kept_is_refused_in_a_sentence(
    director, director_client, content
):
    answer = director_client.post(page("own_presets"), sent("", content))
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert not director.own_presets.exists()


def test_one_name_is_one_preset_and_there_is_an_end(director):
    kept(director)
    assert kept(director, min_faan=4).options["min_faan"] == 4
    assert director.own_presets.count() == 1
    for name in ("", " ", "x" * 101):
        with pytest.raises(Refused):
            kept(director, name)
    OwnPreset.objects.bulk_create(
        OwnPreset(
            account=director, name=f"{n}", ruleset="mcr", planned_rounds=1, minutes=9
        )
        for n in range(own_presets.MOST_KEPT - 1)
    )
    assert kept(director, min_faan=5).options["min_faan"] == 5
    with pytest.raises(Refused):
        kept(director, "One more")


def test_what_cannot_be_read_any_more_is_told_and_offered_no_more(
    director, director_client
):
    preset = kept(director)
    OwnPreset.objects.update(options={"preset": "gone"})
    assert own_presets.own_presets(director) == {}
    assert says(director_client.get(page("own_presets")), "can no longer be read")
    answer = director_client.get(page("own_preset", preset.pk), follow=True)
    assert says(answer, "can no longer be read")
    assert (
        director_client.get(page("new", preset=f"own-{preset.pk}")).status_code == 404
    )


def test_nobody_sees_what_others_keep(director, client, django_user_model):
    preset = kept(director)
    client.force_login(django_user_model.objects.create_user("someone"))
    assert client.get(page("own_preset", preset.pk)).status_code == 404
    client.post(page("own_presets"), {"delete": preset.pk})
    assert OwnPreset.objects.exists()
