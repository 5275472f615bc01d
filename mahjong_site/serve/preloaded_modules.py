"""What the processes of the program import, imported once before they are forked."""

from __future__ import annotations

import gc
from importlib import import_module

from django.urls import get_resolver

#: What they would else import one by one when they start: the pages and their server,
#: the workers and beat.
MODULES = (
    "mahjong_site.asgi",
    "mahjong_site.http_connections",
    "mahjong_site.celery",
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
    """Import what web, workers and beat need, so that forked processes share it.

    Django must be set up. Starts no thread and opens no connection, which a fork would
    break. Frees what is garbage and keeps the collector away from the rest: it would
    write into every page of memory, and so end the sharing. It looks for none before
    all is there: hardly anything of what is imported ever is.
    """
    gc.disable()
    for module in MODULES:
        import_module(module)
    from mahjong_site.celery import app

    app.loader.import_default_modules()
    app.finalize()
    assert get_resolver().reverse_dict  # reads the addresses, and so imports all views
    gc.collect()
    gc.freeze()
    gc.enable()
