"""The Celery application: its settings are Django's, its tasks live in the apps."""

import os

from celery import Celery

from mahjong_site import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

broker.use()
app = Celery("mahjong_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
