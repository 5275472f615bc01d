"""What referees and table devices do at a table."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.views import table_corrections, table_entry, table_rulings

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
]
