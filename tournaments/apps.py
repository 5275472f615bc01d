from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from tournaments.people.check_in import news
        from tournaments.web import secret_addresses

        secret_addresses.register()
        news.register()
