"""Addresses behind private links: personal pages and registrations."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.public import personal_page, push_notifications_page
from tournaments.director import refuse_mail_page, self_registration_pages

urlpatterns: list[URLPattern] = [
    path("worker.js", push_notifications_page.worker, name="worker"),
    path("registration/<secret:key>/", self_registration_pages.own, name="sign_up"),
    path("mail/<secret:key>/", refuse_mail_page.refuse_mail, name="refuse_mail"),
    path("<secret:key>/push/", push_notifications_page.switch_on, name="push_on"),
    path(
        "<secret:key>/push/again/", push_notifications_page.tell_anew, name="push_again"
    ),
    path("<secret:key>/push/off/", push_notifications_page.switch_off, name="push_off"),
    path("<secret:key>/", personal_page.page, name="page"),
    path("<secret:key>/manifest.webmanifest", personal_page.manifest, name="manifest"),
    path("<secret:key>/nameless/", personal_page.ask_nameless, name="nameless"),
    path("<secret:key>/shown/", personal_page.shown, name="shown"),
    path(
        "<secret:key>/page-choice/",
        personal_page.page_over_tournaments,
        name="page_choice",
    ),
    path("<secret:key>/rounds.ics", personal_page.calendar, name="calendar"),
    path("<secret:key>/picture.png", personal_page.picture, name="picture"),
    path("<secret:key>/<int:number>/", personal_page.table, name="table"),
]
