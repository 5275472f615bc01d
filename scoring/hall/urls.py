"""Addresses of the hall screens, for staff and with the hall key."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.hall import hall_screen_pages, prize_giving_pages
from scoring.hall.screen_rotation import CLOCK, HANDS, LEADERS, SEATS, STANDINGS

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/", hall_screen_pages.by_account, {"shows": SEATS}, name="seats"),
    # Before the keys, which are all longer.
    path(
        "<slug:slug>/clock/",
        hall_screen_pages.by_account,
        {"shows": CLOCK},
        name="clock",
    ),
    path("<slug:slug>/prizes/", prize_giving_pages.for_helpers_screen, name="prizes"),
    path("<slug:slug>/turns/", hall_screen_pages.by_account, name="turns"),
    path(
        "<slug:slug>/standings/",
        hall_screen_pages.by_account,
        {"shows": STANDINGS},
        name="standings",
    ),
    path(
        "<slug:slug>/leaders/",
        hall_screen_pages.by_account,
        {"shows": LEADERS},
        name="leaders",
    ),
    path(
        "<slug:slug>/hands/",
        hall_screen_pages.by_account,
        {"shows": HANDS},
        name="hands",
    ),
    path(
        "<slug:slug>/screens/<slug:screen>/",
        hall_screen_pages.by_account,
        name="screen",
    ),
    path("<slug:slug>/<secret:key>/", hall_screen_pages.by_key, name="turns_by_key"),
    path(
        "<slug:slug>/<secret:key>/screens/<slug:screen>/",
        hall_screen_pages.by_key,
        name="screen_by_key",
    ),
    path(
        "<slug:slug>/<secret:key>/seats/",
        hall_screen_pages.by_key,
        {"shows": SEATS},
        name="seats_by_key",
    ),
    path(
        "<slug:slug>/<secret:key>/clock/",
        hall_screen_pages.by_key,
        {"shows": CLOCK},
        name="clock_by_key",
    ),
    path(
        "<slug:slug>/<secret:key>/prizes/",
        prize_giving_pages.by_key,
        name="prizes_by_key",
    ),
    path(
        "<slug:slug>/<secret:key>/standings/",
        hall_screen_pages.by_key,
        {"shows": STANDINGS},
        name="standings_by_key",
    ),
    path(
        "<slug:slug>/<secret:key>/leaders/",
        hall_screen_pages.by_key,
        {"shows": LEADERS},
        name="leaders_by_key",
    ),
    path(
        "<slug:slug>/<secret:key>/hands/",
        hall_screen_pages.by_key,
        {"shows": HANDS},
        name="hands_by_key",
    ),
]
