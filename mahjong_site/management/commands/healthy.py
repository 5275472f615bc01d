"""`manage.py healthy`: report whether the running program can serve pages."""

from __future__ import annotations

import http.client
import json
import os
import sys

from django.core.management import BaseCommand

#: Seconds to wait; `/readyz` responds within two.
PATIENCE = 4


class Command(BaseCommand):
    help = "Ask the program at HOST and PORT. Ends with 1 if it cannot serve pages."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        host = os.environ.get("HOST", "127.0.0.1")
        if host in ("", "0.0.0.0", "::"):  # noqa: S104 - all addresses, so also this
            host = "127.0.0.1"
        port = int(os.environ.get("PORT", "8000"))
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
