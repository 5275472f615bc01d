"""The file format of a batch: the data that home sends to its mirror.

A batch is one line of JSON that describes it, and one line for each row, compressed.
Truncated or altered batches are rejected.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from io import BytesIO

from django.apps import apps
from django.utils.translation import gettext_noop as _

from scoring.mirror.parts_of_tournament import (
    Parts,
    Row,
    game_of_part,
    label_of,
    mirrored_models,
)
from tournaments.files.upload_limits import MB
from tournaments.models import LogEvent
from tournaments.refusals import Refused, refusal

#: Most bytes of a batch after decompression.
MOST_BYTES = 256 * MB
_DIGEST_BYTES = hashlib.sha256().digest_size


@dataclass(frozen=True)
class About:
    """Description of a batch.

    - `database`: fingerprint of the program's database version.
    - `identity`, `title`: of the tournament.
    - `content`: a value of `MirrorContent`.
    - `epoch`: the sender's.
    - `since`: the revision that the batch continues; None for a complete copy.
    - `mark`: fingerprint of the log at `since`.
    - `revision`: the tournament's revision afterwards.
    - `site`: address of the sender's pages.
    - `replaces`: a complete copy replaces data that has changed independently.
    - `gone`: names of parts that no longer exist.
    - `parts`: names of parts in the batch, including empty ones.
    """

    database: str
    identity: str
    title: str
    content: str
    epoch: int
    revision: int
    since: int | None = None
    mark: str = ""
    site: str = ""
    replaces: bool = False
    gone: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def is_complete_copy(self) -> bool:
        return self.since is None


@dataclass(frozen=True)
class Batch:
    """Changed parts with all their rows, and new rows of the log.

    `logos`: logo files in Base64 by name; `links`: key, version and hash of each player
    link.
    """

    about: About
    parts: Parts
    log: list[Row]
    logos: dict[str, str] = field(default_factory=dict)
    links: list[list[object]] = field(default_factory=list)


def encoded(batch: Batch) -> bytes:
    """Return the batch as bytes: the SHA-256 of the content, then the content."""
    content = gzip.compress(b"".join(_lines(batch)), compresslevel=6, mtime=0)
    return hashlib.sha256(content).digest() + content


def decoded(data: bytes) -> Batch:
    """Return the batch decoded from the bytes.

    Raises Refused if the bytes are not a whole batch.
    """
    content = data[_DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != data[:_DIGEST_BYTES]:
        raise malformed()
    try:
        with gzip.open(BytesIO(content)) as file:
            text = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise malformed() from error
    if len(text) > MOST_BYTES:
        raise malformed()
    try:
        return _read(text.splitlines())
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise malformed() from error


def malformed() -> Refused:
    """Return the refusal of data that was damaged in transit."""
    return refusal(
        "malformed", _("The data did not arrive completely. It will be sent again.")
    )


def _lines(batch: Batch) -> Iterator[bytes]:
    head = asdict(batch.about) | {"logos": batch.logos, "links": batch.links}
    yield _line(head)
    for name, rows in batch.parts.items():
        for row in rows:
            yield _line([name, label_of(row.model), row.values])
    for row in batch.log:
        yield _line(["", label_of(row.model), row.values])


def _line(content: object) -> bytes:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _read(lines: Iterable[bytes]) -> Batch:
    first, *others = lines
    head = json.loads(first)
    logos, links = dict(head.pop("logos")), list(head.pop("links"))
    about = About(**head)
    _check(about)
    parts: Parts = {name: [] for name in about.parts}
    log: list[Row] = []
    models = {label_of(model): model for model in mirrored_models()}
    for line in others:
        name, label, values = json.loads(line)
        row = _checked(models[label], values)
        if (row.model is LogEvent) is not (name == ""):
            raise ValueError(name)
        (parts[name] if name else log).append(row)
    return Batch(about, parts, log, logos, links)


def _check(about: About) -> None:
    """Check the types of the values of `about`, and the names in `gone` and `parts`.

    Raises ValueError for a value of another type, and ValueError or LookupError for a
    name that is not a part.
    """
    for one in fields(About):
        value = getattr(about, one.name)
        types = {"int": int, "str": str, "bool": bool}.get(str(one.type))
        if types is not None and type(value) is not types:
            raise ValueError(one.name)
    if about.since is not None and type(about.since) is not int:
        raise ValueError("since")
    for name in (*about.gone, *about.parts):
        if game_of_part(name) is None:
            apps.get_model(name)


def _checked(model: type, values: dict[str, object]) -> Row:
    columns = {field.attname for field in model._meta.concrete_fields}  # type: ignore[attr-defined]
    if not columns.issuperset(values):
        raise ValueError(sorted(set(values) - columns))
    return Row(model, values)
