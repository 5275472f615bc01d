"""The Celery application: its settings are Django's, its tasks live in the apps."""

import os

from celery import Celery
from celery.app.amqp import AMQP

from mahjong_site import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")


class Messages(AMQP):
    Connection = broker.Connection


broker.use()
app = Celery("mahjong_site", amqp=Messages)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
