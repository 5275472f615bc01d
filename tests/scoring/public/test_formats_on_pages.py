"""Pages write dates, numbers and names in the format of their language."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils.html import strip_tags

from tests.scoring.tables_of_rules import table_of
from tests.test_permissions import Stage, addresses, stage
from tournaments.models import Person

__all__ = ["stage"]


def page_of(stage: Stage, name: str, language: str) -> str:
    [address] = [one for one in addresses() if one.name == name]
    client = stage.clients["owner"]
    return client.get(
        stage.path(address), headers={"accept-language": language}
    ).content.decode()


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("en", "1\u2009–\u20093 May 2031"),
        ("de", "1.–3. Mai 2031"),
        ("ja", "2031年5月1日～3日"),
    ],
)
def test_the_days_of_a_tournament(stage, language, days):
    description = stage.tournament.description
    description.starts_on, description.ends_on = date(2031, 5, 1), date(2031, 5, 3)
    description.save()
    assert days in page_of(stage, "public:tournament", language)


def test_a_name_in_chinese_characters_has_the_form_of_its_region(stage):
    Person.objects.update(first_name="", last_name="王小明", country="Taiwan")
    page = page_of(stage, "public:standings", "en")
    assert '<bdi lang="zh-Hant">王小明' in page


@pytest.mark.parametrize(
    ("language", "score"),
    [("en", "30,000"), ("de", "30.000"), ("fr", "30\u202f000"), ("ja", "30,000")],
)
def test_scores_on_the_page_of_a_table(director, noon, language, score):
    table = table_of(director, noon, "riichi", preset="ema_2025", rounds=1)
    page = table.client.get(table.at(), headers={"accept-language": language})
    assert strip_tags(page.content.decode()).count(score) >= 4
