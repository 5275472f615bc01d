"""The screen in the hall: for the helpers, and for whoever has the link's key."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import hall_screen

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/", hall_screen.seats, name="seats"),
    path("<slug:slug>/<str:key>/", hall_screen.screen, name="screen"),
]
