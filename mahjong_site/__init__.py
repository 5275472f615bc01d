from mahjong_site.freed_memory import look_for_circles_seldom

look_for_circles_seldom()

from mahjong_site.celery import app as celery_app  # noqa: E402  what is imported stays

__all__ = ["celery_app"]
