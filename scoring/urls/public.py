from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import files, other_sites, patterns, public, referee, seating
from tournaments.director import self_registration_pages

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    path("robots.txt", other_sites.robots, name="robots"),
    path("sitemap.xml", other_sites.sitemap, name="sitemap"),
    path("manifest.webmanifest", other_sites.manifest, name="manifest"),
    path("rules/", patterns.index, name="rules"),
    path("rules/<slug:ruleset>/", patterns.ruleset, name="patterns"),
    path("referee/", referee.index, name="referee"),
    path("referee/worker.js", referee.worker, name="referee_worker"),
    path(
        "referee/<slug:ruleset>/claims/",
        referee.who_gets_the_tile,
        name="referee_claims",
    ),
    path(
        "referee/<slug:ruleset>/worth/",
        referee.what_is_it_worth,
        name="referee_worth",
    ),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/preview.png", other_sites.preview, name="preview"),
    path("t/<slug:slug>/embed/", other_sites.embed, name="embed"),
    path("t/<slug:slug>/logo.png", public.logo, name="logo"),
    path("t/<slug:slug>/files/", files.files, name="files"),
    path("t/<slug:slug>/files/<slug:what>.<slug:ending>", files.file, name="file"),
    path("t/<slug:slug>/teams/", public.teams, name="teams"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path(
        "t/<slug:slug>/standings/<slug:view>/",
        public.standings,
        name="standings_view",
    ),
    path(
        "t/<slug:slug>/standings/<slug:view>/rows/",
        public.standings_rows,
        name="standings_rows",
    ),
    path(
        "t/<slug:slug>/standings/<slug:view>/names/",
        public.standings_names,
        name="standings_names",
    ),
    path("t/<slug:slug>/rules/", patterns.of_event, name="event_rules"),
    path("t/<slug:slug>/plan/", public.plan, name="plan"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_, name="round"),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/",
        public.session,
        name="session",
    ),
    path("t/<slug:slug>/register/", self_registration_pages.sign_up, name="sign_up"),
    path("t/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("t/<slug:slug>/seating/", seating.seating, name="seating"),
    path("t/<slug:slug>/seating/<int:number>/", seating.seating, name="seating_round"),
    path("t/<slug:slug>/seating/players/", seating.players, name="seating_players"),
]
