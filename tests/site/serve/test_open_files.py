"""Limits on open connections of a process."""

from __future__ import annotations

import subprocess
import sys

import pytest

RAISED = """
import resource
from mahjong_site.serve.file_limit_and_freed_memory import (
    most_open_files,
    raise_open_file_limit,
)
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
raise_open_file_limit()
print(most_open_files())
"""


@pytest.mark.parametrize(
    ("soft", "hard", "raised"), [(256, 1000, 1000), (1000, 1000, 1000)]
)
def test_a_process_may_open_as_many_as_the_system_lets_it(soft, hard, raised):
    done = subprocess.run(
        [sys.executable, "-c", RAISED.format(soft=soft, hard=hard)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == raised
