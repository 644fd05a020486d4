"""What the guide and the README of the package show runs as it stands there."""

import re

import pytest
from conftest import ROOT


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_the_page_runs(page, capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    # One after the other, as a reader types them.
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert capsys.readouterr().out
