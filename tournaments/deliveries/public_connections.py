"""Connect to hosts that users enter: push services, mirrors, and destinations of
notifications.

The host is resolved here, and the connection uses exactly these addresses, which must
be on the public internet. This prevents users from making the server send requests into
its private network. `http.client` follows no redirects.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl

HTTPS_PORT = 443
#: Networks that stand for other addresses, which may be private: IPv4 inside IPv6
#: (compatible, mapped, translated), NAT64 (RFC 6052, RFC 8215), Teredo, 6to4 and its
#: relays. Python versions differ in whether they count as public.
INDIRECT = tuple(
    map(
        ipaddress.ip_network,
        (
            *("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96"),
            *("64:ff9b::/96", "64:ff9b:1::/48"),
            *("2001::/32", "2002::/16", "192.88.99.0/24"),
        ),
    )
)


#: Most addresses of a host that are tried.
MOST_ADDRESSES = 4


class NotPublic(OSError):
    """Error for a host that is not on the public internet."""


def is_public(address: str) -> bool:
    """Return whether an IP address is on the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    indirect = any(ip in network for network in INDIRECT)
    return ip.is_global and not ip.is_multicast and not indirect


def addresses_of(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host. Raises OSError if it is unknown."""
    resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in resolved))


def public_connection(
    host: str, port: int = HTTPS_PORT, *, timeout: float
) -> http.client.HTTPConnection:
    """Return an HTTPS connection to a host on the public internet.

    `timeout`: seconds for connecting, and for each read. Raises NotPublic if any of the
    host's addresses is not public, and OSError if the host is unknown.
    """
    addresses = addresses_of(host, port)
    if not addresses or not all(map(is_public, addresses)):
        raise NotPublic(host)
    return ConnectionTo(
        addresses[:MOST_ADDRESSES], host, port, tls=True, timeout=timeout
    )


class ConnectionTo(http.client.HTTPConnection):
    """Connection to a host at one of the addresses that were resolved earlier."""

    def __init__(
        self,
        addresses: list[str],
        host: str,
        port: int,
        *,
        tls: bool,
        timeout: float,
    ) -> None:
        super().__init__(host, port, timeout=timeout)
        self._addresses = addresses
        self._seconds = timeout
        self._tls = tls
        # The Host header has no standard port.
        self.default_port = 443 if tls else 80

    def connect(self) -> None:
        failure = OSError("no address")
        for address in self._addresses:
            try:
                plain = socket.create_connection((address, self.port), self._seconds)
                break
            except OSError as error:
                failure = error
        else:
            raise failure
        self.sock = plain
        if self._tls:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(plain, server_hostname=self.host)
