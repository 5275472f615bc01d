"""The director's pages that know nothing of hands and scores."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.views import director, helpers, players, seating

urlpatterns: list[URLPattern] = [
    path("welcome/", director.welcome, name="welcome"),
    path("director/", director.home, name="home"),
    path("director/new/", director.new, name="new"),
    path("director/<slug:slug>/players/", players.players, name="players"),
    path("director/<slug:slug>/players/paste/", players.paste, name="players_paste"),
    path("director/<slug:slug>/players/<int:number>/", players.player, name="player"),
    path(
        "director/<slug:slug>/players/<int:number>/withdraw/",
        players.withdraw,
        name="withdraw",
    ),
    path("director/<slug:slug>/seating/", seating.seating, name="seating"),
    path(
        "director/<slug:slug>/seating/<int:number>/",
        seating.seating_round,
        name="seating_round",
    ),
    path("director/<slug:slug>/helpers/", helpers.helpers, name="helpers"),
    path("director/<slug:slug>/helpers/role/", helpers.role, name="helper_role"),
    path("director/<slug:slug>/helpers/remove/", helpers.remove, name="helper_remove"),
]
