"""Formatting of figures, and template tags that all pages use."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
import time_machine
from django import forms
from django.template import engines
from django.template.loader import render_to_string
from django.utils import translation

from rules.winds import Wind
from tournaments.models import Round, RoundState, Tournament
from tournaments.templatetags.score_figures import (
    clock_time,
    signed,
    table_points,
    total,
    wind_glyph,
)
from tournaments.web.wind_names import wind_name

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("number", "written"),
    [(12, "+12"), (-8, "\u22128"), (0, "0"), (-1000, "\u22121,000")],
)
def test_a_score_has_its_sign_and_a_true_minus(number, written):
    assert signed(number) == written


@pytest.mark.parametrize(
    ("points", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(12), "12"),
        (Fraction(3, 2), "1½"),
        (Fraction(1, 3), "⅓"),
        (Fraction(37, 3), "12⅓"),
        (Fraction(14, 3), "4⅔"),
        (Fraction(11, 4), "2¾"),
        (Fraction(5, 12), "5/12"),
        (Fraction(41, 12), "3 5/12"),
        (Fraction(-1, 2), "\u2212½"),
        (Fraction(-7, 3), "\u22122⅓"),
        (Fraction(-2), "\u22122"),
    ],
)
def test_table_points_are_exact(points, written):
    assert table_points(points) == written


def test_table_points_never_read_like_another_number():
    written = [table_points(Fraction(twelfths, 12)) for twelfths in range(-48, 49)]
    assert len(set(written)) == len(written)


def test_winds_have_a_character_and_a_name():
    assert [wind_glyph(wind) for wind in Wind] == ["東", "南", "西", "北"]
    assert [wind_name(wind) for wind in "ESWN"] == ["East", "South", "West", "North"]


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "00:00"),
        (0.2, "00:01"),
        (309, "05:09"),
        (3599.5, "1:00:00"),
        (6000, "1:40:00"),
    ],
)
def test_a_second_that_has_begun_counts(seconds, written):
    assert clock_time(seconds) == written


def clock(round_: Round, at: datetime = NOON, marks: list[int] | None = None) -> str:
    tournament = Tournament(warning_marks=marks or [])
    with time_machine.travel(at, tick=False):
        context = {"round": round_, "tournament": tournament}
        return render_to_string("includes/clock.html", context)


def test_a_running_clock_says_when_it_ends_and_what_time_it_is():
    ends_at = NOON + timedelta(minutes=5, milliseconds=250)
    html = clock(Round(state=RoundState.RUNNING, ends_at=ends_at), marks=[15, 5])
    assert f'data-until="{ends_at.timestamp():.6f}"' in html
    assert f'data-told="{NOON.timestamp():.6f}"' in html
    assert 'data-warns="15"' in html
    assert 'data-running="true"' in html
    assert ">05:01</time>" in html


def test_the_figures_of_the_clock_are_numbers_in_every_language():
    round_ = Round(state=RoundState.RUNNING, ends_at=NOON + timedelta(hours=1))
    with translation.override("de"):
        html = clock(round_, marks=[1000])
    assert 'data-warns="1000"' in html
    assert f'data-until="{round_.ends_at.timestamp():.6f}"' in html


def test_a_clock_counts_down_to_the_start():
    starts_at = NOON + timedelta(minutes=3)
    round_ = Round(
        tournament=Tournament(minutes=90),
        state=RoundState.PUBLISHED,
        starts_at=starts_at,
    )
    html = clock(round_, marks=[15])
    ends_at = starts_at + timedelta(minutes=90)
    assert f'data-until="{starts_at.timestamp():.6f}"' in html
    assert f'data-then="{ends_at.timestamp():.6f}"' in html
    assert "Time until the start" in html
    assert ">03:00</time>" in html


def test_a_paused_clock_stands():
    html = clock(Round(state=RoundState.PAUSED, remaining=timedelta(minutes=7)))
    assert 'data-running="false"' in html
    assert ">07:00</time>" in html


class Everything(forms.Form):
    text = forms.CharField(help_text="Help for it.")
    choice = forms.ChoiceField(
        choices=[("a", "Alpha"), ("b", "Beta")],
        widget=forms.RadioSelect,
        help_text="One of two.",
    )
    agreed = forms.BooleanField()


def field(name: str, data: dict[str, str] | None) -> str:
    return render_to_string("includes/field.html", {"field": Everything(data)[name]})


def described_by(html: str) -> list[str]:
    [ids] = re.findall(r'aria-describedby="([^"]+)"', html)
    return ids.split()


@pytest.mark.parametrize("name", ["text", "choice", "agreed"])
def test_a_wrong_field_points_to_the_sentence_about_it(name):
    html = field(name, {})
    assert "This field is required." in html
    for described in described_by(html):
        assert html.count(f'id="{described}"') == 1
    assert f"id_{name}_error" in described_by(html)


def test_a_field_points_to_its_help():
    html = field("text", None)
    assert described_by(html) == ["id_text_helptext"]
    assert 'id="id_text_helptext">Help for it.<' in html


def test_few_choices_are_a_group_with_a_name_and_big_targets():
    html = field("choice", {"choice": "b"})
    assert "<legend>Choice</legend>" in html
    assert html.count('<label class="choice"') == 2
    assert re.search(r'value="b"[^>]* checked', html)


def test_no_page_needs_more_than_the_content_security_policy_gives():
    """Templates contain no inline style, script or handler, which the content security
    policy forbids.

    JSON data for search engines is allowed, because browsers do not run it.
    """
    tag = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
    inline = re.compile(
        r"<style|\sstyle=|\son[a-z]+=|hx-on"
        r'|<script(?! type="application/ld\+json">|[^>]*\ssrc=)'
    )
    [folder] = engines["django"].engine.dirs
    pages = {
        str(page): tag.sub("", page.read_text()) for page in folder.rglob("*.html")
    }
    assert str(folder / "base.html") in pages
    assert [name for name, html in pages.items() if inline.search(html)] == []


@pytest.mark.parametrize(
    ("points", "written"),
    [
        (Fraction(162, 10), "+16.2"),
        (Fraction(-46350, 1000), "−46.35"),
        (Fraction(5), "+5.0"),
        (Fraction(0), "0.0"),
        (Fraction(25, 2), "+12.5"),
        (Fraction(20, 3), "+6.667"),
        (Fraction(-20, 3), "−6.667"),
    ],
)
def test_final_points_of_riichi_have_decimals(points, written):
    assert table_points(points, "riichi") == written


@pytest.mark.parametrize(
    ("score", "ruleset", "written"),
    [
        (31200, "riichi", "31,200"),
        (-400, "riichi", "−400"),
        (2040, "classical", "2,040"),
        (12, "mcr", "+12"),
        (-12, "hong_kong", "−12"),
        (0, "", "0"),
    ],
)
def test_a_score_has_a_sign_where_everybody_starts_at_nothing(score, ruleset, written):
    assert total(score, ruleset) == written
