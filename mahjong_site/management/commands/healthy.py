"""`manage.py healthy`: check whether the running program can serve pages."""

from __future__ import annotations

import http.client
import json
import sys

from django.core.management import BaseCommand

from mahjong_site import environment_settings as declared

#: Seconds to wait; `/readyz` responds within two.
PATIENCE = 4


class Command(BaseCommand):
    help = "Ask the program at HOST and PORT. Ends with 1 if it cannot serve pages."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        host, port = declared.HOST.read(), declared.PORT.read()
        if host in ("0.0.0.0", "::"):  # noqa: S104 - all addresses, so also this
            host = "127.0.0.1"
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        try:
            connection.request("GET", "/readyz")
            response = connection.getresponse()
            answer = json.load(response)
        except (OSError, http.client.HTTPException, ValueError) as error:
            sys.exit(f"No answer at {host}, port {port}: {error}.")
        finally:
            connection.close()
        if response.status != http.HTTPStatus.OK:
            sys.exit(str(answer.get("why", answer)))
        self.stdout.write(f"The program is {answer['status']}.")
