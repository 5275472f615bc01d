"""The Celery application: its settings are Django's, its tasks live in the apps."""

import os

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import after_task_publish

from mahjong_site import broker
from mahjong_site.broker_log import away

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")


class Messages(AMQP):
    Connection = broker.Connection


broker.use()
app = Celery("mahjong_site", amqp=Messages)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@after_task_publish.connect
def broker_has_answered(**_signal: object) -> None:
    """Beat asks for no new connection: what it sends tells that the broker is back."""
    away.worked()
