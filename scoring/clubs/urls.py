"""Addresses of the public pages of clubs."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.clubs import club_views

urlpatterns: list[URLPattern] = [
    path("", club_views.clubs, name="clubs"),
    path("<slug:club>/", club_views.club, name="club"),
    path("<slug:club>/calendar.ics", club_views.calendar, name="calendar"),
    path("<slug:club>/tournaments/", club_views.tournaments, name="tournaments"),
    path("<slug:club>/statistics/", club_views.statistics, name="statistics"),
]
