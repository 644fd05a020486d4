"""The seconds that a run takes on so many workers of Spark or Ray, from asking to the last row, for ./bench: ENGINE WORKERS ROWS FOLDER."""

import os
import sys
import time
from pathlib import Path

import fairdeal

# Its workers have the package where we have it, and stand back for nobody.
os.environ |= {"PYSPARK_PYTHON": sys.executable, "RAY_worker_niceness": "0"}
SCRIPT = "condition hcp(south) >= 15 and hcp(south) <= 17 and shape(south, any 4333 + any 4432 + any 5332)"
COLUMNS = {"points": "hcp(north)"}


def by_ray(workers: int, rows: int, folder: Path) -> float:
    import ray
    import ray.data

    import fairdeal.ray

    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="ERROR", _temp_dir=str(folder / "ray"))
    fairdeal.ray.deal(fairdeal.Script(SCRIPT), 2 * workers, seed=2, parts=2 * workers).count()
    began = time.monotonic()
    dealt = fairdeal.ray.deal(fairdeal.Script(SCRIPT), rows, seed=1, columns=COLUMNS)
    found = sum(batch.num_rows for batch in dealt.iter_batches(batch_size=None, batch_format="pyarrow"))
    seconds = time.monotonic() - began
    assert found == rows
    ray.shutdown()
    return seconds


def by_spark(workers: int, rows: int, _: Path) -> float:
    from pyspark.sql import SparkSession

    import fairdeal.spark

    builder = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    fairdeal.spark.deal(spark, fairdeal.Script(SCRIPT), 2 * workers, seed=2, parts=2 * workers).count()
    began = time.monotonic()
    # What Spark need not look at it need not take: a sum over a column makes it take the rows.
    dealt = fairdeal.spark.deal(spark, fairdeal.Script(SCRIPT), rows, seed=1, columns=COLUMNS)
    found = dealt.selectExpr("count(points)", "max(board)", "max(north)", "max(east)", "max(south)", "max(west)").collect()[0]
    seconds = time.monotonic() - began
    assert found[0] == rows
    spark.stop()
    return seconds


if __name__ == "__main__":
    engine, workers, rows, folder = sys.argv[1:]
    by = {"ray": by_ray, "spark": by_spark}[engine]
    print(by(int(workers), int(rows), Path(folder)))
