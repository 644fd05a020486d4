"""The example notebook runs from start to end, and what it shows is what it says in the repository. UPDATE=1 writes it anew."""

import os

import pytest
from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOK = ROOT / "python/examples/three-notrump.ipynb"


def shown(notebook):
    """What each cell printed or showed."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # What is printed may come in one piece or in several.
    printed = ["".join(output.get("text", "") for output in cell.outputs) for cell in cells]
    return printed, [dict(output["data"]) for cell in cells for output in cell.outputs if "data" in output]


def test_the_notebook_answers_its_question(tmp_path):
    kept = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    client = nbclient.NotebookClient(run, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    for cell in run.cells:
        # When it was run is nobody's business.
        cell.metadata.pop("execution", None)
    if os.environ.get("UPDATE"):
        nbformat.write(run, NOTEBOOK)
        return
    assert shown(run) == shown(kept)
    text = str(shown(run))
    assert "<svg" in text and "exact: True" in text and "3NT makes on about" in text
