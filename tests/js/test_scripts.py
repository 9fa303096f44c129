"""Scripts tried without a browser by the files beside this one."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.node import FLAGS, NODE, needs_node

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@needs_node
def test_the_scripts_hold_what_their_tests_say():
    ran = subprocess.run(
        [NODE, "--test", "--test-reporter=tap", *FLAGS, *map(str, FILES)],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout
    assert int(re.findall(r"^# pass (\d+)$", ran.stdout, re.MULTILINE)[0]) >= 22
