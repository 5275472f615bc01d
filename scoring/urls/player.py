"""What is a player's own, behind links that are theirs: their pages, and before that
their registration."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import own_page, own_push
from tournaments.views import sign_up

urlpatterns: list[URLPattern] = [
    path("worker.js", own_push.worker, name="worker"),
    path("registration/<str:key>/", sign_up.own, name="sign_up"),
    path("<str:key>/push/", own_push.switch_on, name="push_on"),
    path("<str:key>/push/again/", own_push.tell_anew, name="push_again"),
    path("<str:key>/push/off/", own_push.switch_off, name="push_off"),
    path("<str:key>/", own_page.page, name="page"),
    path("<str:key>/manifest.webmanifest", own_page.manifest, name="manifest"),
    path("<str:key>/nameless/", own_page.ask_nameless, name="nameless"),
    path("<str:key>/shown/", own_page.shown, name="shown"),
    path("<str:key>/rounds.ics", own_page.calendar, name="calendar"),
    path("<str:key>/picture.png", own_page.picture, name="picture"),
    path("<str:key>/<int:number>/", own_page.table, name="table"),
]
