from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from tournaments.check_in import check_in_marks
        from tournaments.upkeep import postgresql_sessions
        from tournaments.web import secret_url_converter

        secret_url_converter.register()
        postgresql_sessions.register()
        check_in_marks.register()
