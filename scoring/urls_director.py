from __future__ import annotations

from django.urls import URLPattern, path

from scoring.round_control import ACTIONS
from scoring.views import hall, imports, log, settings

urlpatterns: list[URLPattern] = [
    path("director/import/", imports.upload, name="import"),
    path("director/import/<int:pk>/", imports.job, name="import_job"),
    path("director/practice/", imports.practice, name="practice"),
    path("director/<slug:slug>/", hall.hall, name="hall"),
    path("director/<slug:slug>/control/", hall.control, name="control"),
    *(
        path(
            f"director/<slug:slug>/rounds/<int:number>/{action}/",
            hall.act,
            {"action": action},
            name=action,
        )
        for action in ACTIONS
    ),
    path("director/<slug:slug>/settings/", settings.settings, name="settings"),
    path("director/<slug:slug>/settings/show/", settings.show, name="show"),
    path("director/<slug:slug>/log/", log.log, name="log"),
]
