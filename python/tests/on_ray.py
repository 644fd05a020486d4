"""One run on a cluster of Ray's on this machine, for test_many_machines.py, which can end it: writes the table and
what the script counts to files."""

import json
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.ipc
import ray
import ray.data

import fairdeal
import fairdeal.ray


def main(folder: Path, asked: dict[str, Any], script: str, boards: int) -> None:
    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=200 << 20,
        log_to_driver=False,
        logging_level="ERROR",
        # The names of its sockets are below it, and may not be long.
        _temp_dir=str(folder / "ray"),
        _node_ip_address="127.0.0.1",
    )
    try:
        question = fairdeal.Script(script)
        made = fairdeal.ray.deal(question, boards, parts=8, **asked)
        with pyarrow.OSFile(str(folder / "rows.arrow"), "wb") as file:
            writer = None
            for rows in made.iter_batches(batch_size=None, batch_format="pyarrow"):
                writer = writer or pyarrow.ipc.new_file(file, rows.schema)
                writer.write_table(rows)
            if writer is not None:
                writer.close()
        counted = fairdeal.ray.count(question, boards, asked["seed"], parts=5)
        (folder / "counted.json").write_text(json.dumps(counted.to_dict()))
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), **json.loads(sys.argv[2]))
