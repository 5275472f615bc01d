from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from scoring import fragments, hall_fragments, hall_screen, table_news

        fragments.register()
        hall_fragments.register()
        hall_screen.register()
        table_news.register()
