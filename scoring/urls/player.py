"""What is a player's own, behind links that are theirs: their pages, and before that
their registration."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import own_page, own_push
from tournaments.director import self_registration_pages

urlpatterns: list[URLPattern] = [
    path("worker.js", own_push.worker, name="worker"),
    path("registration/<secret:key>/", self_registration_pages.own, name="sign_up"),
    path("<secret:key>/push/", own_push.switch_on, name="push_on"),
    path("<secret:key>/push/again/", own_push.tell_anew, name="push_again"),
    path("<secret:key>/push/off/", own_push.switch_off, name="push_off"),
    path("<secret:key>/", own_page.page, name="page"),
    path("<secret:key>/manifest.webmanifest", own_page.manifest, name="manifest"),
    path("<secret:key>/nameless/", own_page.ask_nameless, name="nameless"),
    path("<secret:key>/shown/", own_page.shown, name="shown"),
    path("<secret:key>/rounds.ics", own_page.calendar, name="calendar"),
    path("<secret:key>/picture.png", own_page.picture, name="picture"),
    path("<secret:key>/<int:number>/", own_page.table, name="table"),
]
