"""Messages of a live stream, as text and as blocks of a gzip stream.

Each block is compressed independently of earlier blocks and ends on a byte boundary.
Therefore the same bytes fit into every stream.
"""

from __future__ import annotations

import struct
import zlib
from functools import cached_property

GZIP_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\x03"
LAST_BLOCK = b"\x03\x00"


class Message:
    """Lines of a stream, as text and as a compressed block."""

    def __init__(self, text: str) -> None:
        self.plain = text.encode()

    @cached_property
    def packed(self) -> bytes:
        block = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
        return block.compress(self.plain) + block.flush(zlib.Z_FULL_FLUSH)


class Packing:
    """A gzip stream: its header, its blocks, and the checksum at its end."""

    def __init__(self) -> None:
        self._sum = self._size = 0

    def pack(self, messages: list[Message]) -> bytes:
        head = b"" if self._size else GZIP_HEAD
        for message in messages:
            self._sum = zlib.crc32(message.plain, self._sum)
            self._size += len(message.plain)
        return head + b"".join(message.packed for message in messages)

    def end(self) -> bytes:
        return LAST_BLOCK + struct.pack("<II", self._sum, self._size % 2**32)
