"""What Django gives and takes without types: the values of forms and templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

#: What a valid form says, by the names of its fields.
Cleaned: TypeAlias = Mapping[str, Any]

#: What a template is rendered with, by the names it knows.
Context: TypeAlias = dict[str, Any]
