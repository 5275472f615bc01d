"""Which answers gzip makes shorter, and who takes it."""

from __future__ import annotations

#: What gets shorter; pictures and workbooks are compressed already.
WORDS = (
    *("text/", "application/json", "application/javascript", "application/xml"),
    *("application/manifest+json", "image/svg+xml"),
)


def gets_shorter(content_type: str) -> bool:
    return content_type.startswith(WORDS)


def takes_gzip(accepted: str) -> bool:
    """Whether a header Accept-Encoding has gzip in it, and does not refuse it."""
    for coding in accepted.lower().split(","):
        name, *weights = (part.strip() for part in coding.split(";"))
        if name == "gzip":
            return not any(weight.rstrip("0") in ("q=", "q=0.") for weight in weights)
    return False
