"""The screen in the hall: for the helpers, and for whoever has the link's key."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import hall_clock, hall_screen, prizes

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/", hall_screen.seats, name="seats"),
    # Before the keys, none of which is so short.
    path("<slug:slug>/clock/", hall_clock.by_account, name="clock"),
    path("<slug:slug>/prizes/", prizes.for_helpers_screen, name="prizes"),
    path("<slug:slug>/<str:key>/", hall_screen.screen, name="screen"),
    path("<slug:slug>/<str:key>/clock/", hall_clock.by_key, name="clock_by_key"),
    path("<slug:slug>/<str:key>/prizes/", prizes.by_key, name="prizes_by_key"),
]
