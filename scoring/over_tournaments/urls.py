"""Addresses of pages across tournaments."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.over_tournaments import person_views

urlpatterns: list[URLPattern] = [
    path("", person_views.persons, name="persons"),
    path("<int:pk>/", person_views.person, name="person"),
    path("<int:pk>/with/<int:other>/", person_views.versus, name="versus"),
]
