"""A mail server in the test process, with TLS from the start, STARTTLS or neither.

Tests set its replies.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass
class MailServer:
    """A running server.

    `replies` replace its normal replies, by command; `received`: text of each mail;
    `encrypted`: for each mail, whether it arrived over TLS.
    """

    port: int = 0
    replies: dict[str, str] = field(default_factory=dict)
    received: list[str] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)


def certificate(folder: Path) -> Path:
    """Write a certificate for 127.0.0.1 and its key into one file in the folder.

    Return the file.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    host = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder(name, name, key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([host]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return file


@contextmanager
def running(file: Path, *, implicit: bool = False) -> Iterator[MailServer]:
    """Run a mail server with the certificate in `file` within the block and yield it.

    `implicit`: TLS from the start; otherwise the server offers STARTTLS.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    about = MailServer()

    class Visit(socketserver.StreamRequestHandler):
        def setup(self) -> None:
            self.is_encrypted = implicit
            if implicit:
                self.request = context.wrap_socket(self.request, server_side=True)
            super().setup()

        def say(self, command: str, reply: str) -> None:
            self.wfile.write(f"{about.replies.get(command, reply)}\r\n".encode())

        def handle(self) -> None:
            self.say("CONNECT", "220 hall.example")
            while line := self.rfile.readline():
                command = line.decode().split()[0].upper()
                if command == "DATA":
                    self.data()
                elif command == "STARTTLS":
                    self.say(command, "220 go")
                    self.request = context.wrap_socket(self.request, server_side=True)
                    super().setup()
                    self.is_encrypted = True
                else:
                    self.say(command, REPLIES.get(command, "250 fine"))

        def data(self) -> None:
            self.say("DATA", "354 go on")
            lines = []
            while (line := self.rfile.readline()) != b".\r\n":
                lines.append(line.decode())
            about.received.append("".join(lines))
            about.encrypted.append(self.is_encrypted)
            self.say(".", "250 taken")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Visit) as server:
        server.daemon_threads = True
        about.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield about
        finally:
            server.shutdown()


REPLIES = {
    "EHLO": "250-hall.example\r\n250-STARTTLS\r\n250 AUTH PLAIN",
    "AUTH": "235 welcome",
    "QUIT": "221 bye",
}
