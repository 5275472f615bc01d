"""What referees and table devices do at a table."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import (
    closing,
    referee_calls,
    table_corrections,
    table_entry,
    table_links,
    table_rulings,
)

AT = "<slug:slug>/<int:number>/<int:table>/"

urlpatterns: list[URLPattern] = [
    path(AT, table_entry.session, name="session"),
    path(f"{AT}preview/", table_entry.preview, name="preview"),
    path(f"{AT}sheet/", table_entry.sheet, name="sheet"),
    path(f"{AT}ruling/", table_rulings.ruling, name="ruling"),
    path(f"{AT}ruling/preview/", table_rulings.preview, name="preview_ruling"),
    path(f"{AT}undo/", table_corrections.undo, name="undo"),
    path(f"{AT}entries/", table_corrections.entries, name="entries"),
    path(f"{AT}entries/<int:sequence>/", table_corrections.correct, name="correct"),
    path(
        f"{AT}entries/<int:sequence>/preview/",
        table_corrections.preview,
        name="preview_correction",
    ),
    path(
        f"{AT}entries/<int:sequence>/retract/",
        table_corrections.retract,
        name="retract",
    ),
    path(f"{AT}result/", closing.result, name="result"),
    path(f"{AT}result/confirm/", closing.confirm, name="confirm"),
    path(f"{AT}link/", table_links.manage, name="manage_link"),
    path(f"{AT}call/", referee_calls.call, name="call"),
    path("link/<str:token>/", table_links.link, name="link"),
    # Last, because a tournament may be called "at"; no key looks like "preview".
    path("at/<slug:slug>/<int:table>/<str:key>/", table_links.sign, name="sign"),
]
