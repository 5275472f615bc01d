"""What is wrong with something a person entered, said so that it can be mended."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    `code` is for programs, `message` is a sentence with %(names)s filled from
    `params`, `field` names the part of the input it is about ("" = the whole).
    """

    code: str
    message: str
    field: str = ""
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def within(self, where: str) -> Fault:
        """The same fault of a part of the input that is called `where`."""
        field = f"{where}.{self.field}" if self.field else where
        return dataclasses.replace(self, field=field)

    @property
    def sentence(self) -> str:
        """The message in English, filled in."""
        return self.message % self.params if self.params else self.message


class RuleError(Exception):
    """An input the rules refuse, with every fault found in it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(fault.sentence for fault in faults))
        self.faults = faults
