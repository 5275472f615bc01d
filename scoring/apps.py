from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from scoring import (
            event_clock,
            fragments,
            hall_clock,
            hall_fragments,
            hall_screen,
            table_news,
        )

        event_clock.register()
        fragments.register()
        hall_clock.register()
        hall_fragments.register()
        hall_screen.register()
        table_news.register()
