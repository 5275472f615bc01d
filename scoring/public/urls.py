from __future__ import annotations

from django.urls import URLPattern, path

from scoring.public import (
    download_pages,
    mirror_age,
    pattern_pages,
    public_calendars,
    public_views,
    ranking_pages,
    rating_pages,
    search_engines_and_embedding,
    season_awards_page,
    series_pages,
    statistics_page,
    stream_overlay,
)
from scoring.referee import points_lookup_pages
from tournaments.director import self_registration_pages

urlpatterns: list[URLPattern] = [
    path("", public_views.home, name="home"),
    path("robots.txt", search_engines_and_embedding.robots, name="robots"),
    path("sitemap.xml", search_engines_and_embedding.sitemap, name="sitemap"),
    path(
        "manifest.webmanifest", search_engines_and_embedding.manifest, name="manifest"
    ),
    path("tournaments.ics", public_calendars.of_installation, name="calendar"),
    path("rules/", pattern_pages.index, name="rules"),
    path("rules/<slug:ruleset>/", pattern_pages.ruleset, name="patterns"),
    path("series/", series_pages.index, name="series"),
    path("series/<slug:series>/", series_pages.newest, name="newest_season"),
    path("series/<slug:series>/ranking/", ranking_pages.ranking, name="ranking"),
    path(
        "series/<slug:series>/ranking/ranking.<slug:ending>",
        ranking_pages.ranking_file,
        name="ranking_file",
    ),
    path("series/<slug:series>/rating/", rating_pages.rating, name="rating"),
    path(
        "series/<slug:series>/rating/rating.<slug:ending>",
        rating_pages.rating_file,
        name="rating_file",
    ),
    path("series/<slug:series>/<slug:season>/", series_pages.season, name="season"),
    path(
        "series/<slug:series>/<slug:season>/awards/",
        season_awards_page.season_awards,
        name="season_awards",
    ),
    path(
        "series/<slug:series>/<slug:season>/standings.<slug:ending>",
        series_pages.standings_file,
        name="season_file",
    ),
    path("referee/", points_lookup_pages.index, name="referee"),
    path("referee/worker.js", points_lookup_pages.worker, name="referee_worker"),
    path(
        "referee/<slug:ruleset>/claims/",
        points_lookup_pages.who_gets_the_tile,
        name="referee_claims",
    ),
    path(
        "referee/<slug:ruleset>/worth/",
        points_lookup_pages.what_is_it_worth,
        name="referee_worth",
    ),
    path("t/<slug:slug>/", public_views.tournament, name="tournament"),
    path(
        "t/<slug:slug>/preview.png",
        search_engines_and_embedding.preview,
        name="preview",
    ),
    path("t/<slug:slug>/embed/", search_engines_and_embedding.embed, name="embed"),
    path(
        "t/<slug:slug>/embed/schedule/",
        search_engines_and_embedding.embed_schedule,
        name="embed_schedule",
    ),
    path("t/<slug:slug>/overlay/", stream_overlay.overlay, name="overlay"),
    path(
        "t/<slug:slug>/overlay/<int:table>/",
        stream_overlay.overlay,
        name="table_overlay",
    ),
    path("t/<slug:slug>/logo.png", public_views.logo, name="logo"),
    path("t/<slug:slug>/files/", download_pages.files, name="files"),
    path(
        "t/<slug:slug>/files/<slug:export>.<slug:ending>",
        download_pages.file,
        name="file",
    ),
    path("t/<slug:slug>/teams/", public_views.teams, name="teams"),
    path("t/<slug:slug>/standings/", public_views.standings, name="standings"),
    path(
        "t/<slug:slug>/standings/<slug:view>/",
        public_views.standings,
        name="standings_view",
    ),
    path(
        "t/<slug:slug>/standings/<slug:view>/rows/",
        public_views.standings_rows,
        name="standings_rows",
    ),
    path(
        "t/<slug:slug>/standings/<slug:view>/names/",
        public_views.standings_names,
        name="standings_names",
    ),
    path("t/<slug:slug>/statistics/", statistics_page.statistics, name="statistics"),
    path("t/<slug:slug>/rules/", pattern_pages.of_event, name="event_rules"),
    path("t/<slug:slug>/plan/", public_views.plan, name="plan"),
    path(
        "t/<slug:slug>/calendar.ics",
        public_calendars.of_tournament,
        name="tournament_calendar",
    ),
    path("t/<slug:slug>/mirror/", mirror_age.age, name="mirror_age"),
    path("t/<slug:slug>/rounds/<int:number>/", public_views.round_, name="round"),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/",
        public_views.game,
        name="session",
    ),
    path("t/<slug:slug>/register/", self_registration_pages.sign_up, name="sign_up"),
    path("t/<slug:slug>/players/<int:number>/", public_views.player, name="player"),
    path(
        "t/<slug:slug>/players/<int:number>/preview.png",
        search_engines_and_embedding.player_image,
        name="player_image",
    ),
    path("t/<slug:slug>/seating/", public_views.seating, name="seating"),
    path(
        "t/<slug:slug>/seating/<int:number>/",
        public_views.seating,
        name="seating_round",
    ),
    path(
        "t/<slug:slug>/seating/players/", public_views.players, name="seating_players"
    ),
]
