from mahjong_site.serve.file_limit_and_freed_memory import look_for_circles_seldom

# Before any other import, since objects imported from here on live as long as the
# process.
look_for_circles_seldom()

from mahjong_site.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
