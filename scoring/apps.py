import importlib

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from scoring.pages import event_clock, live_fragments
        from scoring.pages.hall import prizes, tables, turns
        from scoring.pages.tables import table_news
        from scoring.standings import standing_used
        from scoring.views.api import events

        importlib.import_module("scoring.rulesets.registry")
        events.register()
        event_clock.register()
        live_fragments.register()
        tables.register()
        prizes.register()
        turns.register()
        table_news.register()
        standing_used.register()
