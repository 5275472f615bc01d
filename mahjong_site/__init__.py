from mahjong_site.serve.file_limit_and_freed_memory import collect_cycles_less_often

# Before any other import, since objects imported from here on live as long as the
# process.
collect_cycles_less_often()

from mahjong_site.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
