"""A player's own pages, behind a link that is theirs."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import own_page

urlpatterns: list[URLPattern] = [
    path("<str:key>/", own_page.page, name="page"),
    path("<str:key>/<int:number>/", own_page.table, name="table"),
]
