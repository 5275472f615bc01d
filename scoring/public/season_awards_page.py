"""The public page of a season's awards and records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from scoring.all_pages import page_cache_keys
from scoring.awards.award_catalogue import AwardResult
from scoring.awards.awards_in_words import cases_in_words, name_of, value_in_words
from scoring.awards.awards_of_season import awards_of_season
from scoring.public.series_pages import season_seen
from scoring.public.shown_awards import ShownAward, ShownHolder
from scoring.series.who_sees_series import ShownPerson, may_edit
from tournaments.web.read_only_and_service_workers import only_read


@only_read
@cache_control(private=True, no_cache=True)
def season_awards(request: HttpRequest, series: str, season: str) -> HttpResponse:
    """Render the awards that the editors chose, and the records of the season."""
    page_cache_keys.keep(request)
    found = season_seen(request, series, season)
    listed = awards_of_season(found)
    ruleset = found.series.ruleset
    context = {
        "season": found,
        "series": found.series,
        "listed": listed,
        "awards": list(_shown(listed.awards, listed.people, ruleset)),
        "records": list(_shown(listed.records, listed.people, ruleset)),
        "may_edit": may_edit(found.series, request.user),
    }
    return render(request, "public/season_awards.html", context)


def _shown(
    results: Iterable[AwardResult], people: Mapping[int, ShownPerson], ruleset: str
) -> Iterator[ShownAward]:
    for one in results:
        holders = (
            ShownHolder(key, person.name, cases_in_words(one.award, holder.of), None)
            for holder in one.holders
            if (person := people.get(key := int(str(holder.name)))) is not None
        )
        value = value_in_words(one.award, one.value, ruleset)
        yield ShownAward(name_of(one.award.key), value, tuple(holders))
