import importlib

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from scoring.all_pages import clock_in_page_head
        from scoring.api import api_live, api_tournaments
        from scoring.hall import (
            control_room_tables,
            prize_giving_pages,
            screen_rotation,
        )
        from scoring.public import public_fragments
        from scoring.series import seeding_by_series
        from scoring.standings import standings_used_by_seating
        from scoring.table import table_change_signal

        importlib.import_module("scoring.rulesets.presenter_registry")
        api_live.register()
        api_tournaments.register()
        clock_in_page_head.register()
        public_fragments.register()
        control_room_tables.register()
        prize_giving_pages.register()
        screen_rotation.register()
        table_change_signal.register()
        standings_used_by_seating.register()
        seeding_by_series.register()
