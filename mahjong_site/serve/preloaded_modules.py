"""Import the program's modules once, before its processes are forked."""

from __future__ import annotations

import gc
from importlib import import_module

from django.urls import get_resolver

#: Modules that each process would otherwise import at its start: pages and web server,
#: workers and beat.
MODULES = (
    "mahjong_site.asgi",
    "mahjong_site.http_connections",
    "mahjong_site.celery",
    "celery.app.trace",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.thread",
    "celery.events.dispatcher",
    "celery.events.receiver",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.loops",
    "celery.worker.strategy",
    "django.contrib.messages.storage.fallback",
    "django.template.loaders.cached",
    "django.template.loaders.app_directories",
    "uvloop",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.auto",
    "uvicorn.middleware.proxy_headers",
)


def import_everything() -> None:
    """Import every module that web, workers and beat need, so that forked processes
    share them.

    Django must be set up. No thread is started and no connection opened, because
    forking would break them. Garbage is collected only at the end, because imports
    create hardly any. The remaining objects are frozen: otherwise the collector would
    write into every memory page and end the sharing.
    """
    gc.disable()
    for module in MODULES:
        import_module(module)
    from mahjong_site.celery import app

    app.loader.import_default_modules()
    app.finalize()
    assert get_resolver().reverse_dict  # Reads the addresses, which imports all views.
    gc.collect()
    gc.freeze()
    gc.enable()
