"""Live fragments in several languages.

Each fragment is rendered once for each change, and only in languages that viewers use.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from django.utils import translation

from scoring.all_pages import page_cache
from scoring.standings import standings_cache
from scoring.standings.standings_cache import KeptOverHands
from tests.tournaments.live_viewers import address, change, run, watching
from tournaments.live import viewer_hub
from tournaments.live.live_topics import Kind, Topic, kinds
from tournaments.live.render_warm_up import Readiness
from tournaments.models import Tournament

FOLLOWED = ("fr", "de", "ja")


@pytest.mark.django_db(transaction=True)
def test_a_change_is_rendered_once_in_each_language_in_use(
    languages, tournament, monkeypatch
):
    monkeypatch.setattr(viewer_hub, "LOOK_AGAIN", 0.05)
    rendered: list[tuple[int, str | None]] = []

    def render(tournament: Tournament, args: tuple[str, ...]) -> str:
        rendered.append((tournament.revision, translation.get_language()))
        return f"<p>{translation.gettext('Standings')} {tournament.revision}</p>"

    monkeypatch.setitem(kinds, "counting", Kind(render))

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            viewers = []
            for language in (*FOLLOWED, *FOLLOWED):
                with translation.override(language):
                    where = await address(tournament)
                viewers.append(await stack.enter_async_context(watching(where)))
            await asyncio.sleep(0.3)
            rendered.clear()
            await change(tournament)
            for language, viewer in zip((*FOLLOWED, *FOLLOWED), viewers, strict=True):
                assert f"{language}: Standings {tournament.revision}" in (
                    await viewer.next_event()
                )
            await asyncio.sleep(0.3)
        now = tournament.revision
        assert sorted(rendered) == sorted((now, code) for code in FOLLOWED)

    run(scenario())


def test_languages_of_one_tournament_are_all_made_ready():
    topics = {Topic("standings", 1, (), code): range(9) for code in FOLLOWED}
    others = {Topic("standings", pk, (), "en"): range(pk) for pk in (2, 3, 4, 5)}
    due = Readiness().due(topics | others)
    assert set(due) == {*((1, code) for code in FOLLOWED), (4, "en"), (5, "en")}


@pytest.mark.django_db
def test_languages_do_not_push_each_other_out(languages, tournament, monkeypatch):
    monkeypatch.setattr(standings_cache, "KEPT", 1)
    monkeypatch.setattr(
        standings_cache, "connection", type("Outside", (), {"in_atomic_block": False})
    )
    made: list[str | None] = []
    kept = KeptOverHands[str]()

    def make() -> str:
        made.append(translation.get_language())
        return ""

    for language in (*languages, *languages):
        with translation.override(language):
            kept.get(tournament, None, make, lambda before, _tables: before)
    assert made == list(languages)


def test_rows_are_kept_in_each_language(monkeypatch):
    monkeypatch.setattr(page_cache, "_kept", {})
    monkeypatch.setattr(page_cache, "KEPT", 2)
    made: list[str | None] = []

    def make() -> str:
        made.append(translation.get_language())
        return ""

    for code in ("en", "fr", "en", "fr"):
        with translation.override(code):
            page_cache.kept("a", make)
            page_cache.kept("b", make)
    assert made == ["en", "en", "fr", "fr"]
