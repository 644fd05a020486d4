"""Tables: the boards of the run, the types that docs/tables.md says, taken as they are by all who know Arrow, and no more memory than
that takes."""

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from conftest import ROOT

import fairdeal

pa = pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("duckdb")
pytest.importorskip("pandas")

from test_deal import QUESTIONS  # noqa: E402
from test_long_work import SOON, interrupted  # noqa: E402

LONG = bool(os.environ.get("FAIRDEAL_LONG"))
NOTRUMP = "strong = hcp(south) >= 15\ncondition shape(south, any 4333 + any 4432) and strong"
COLUMNS = {"points": "hcp(south)", "strong": "strong", "fit": "spades(north) + spades(south)"}
SEATS = ["north", "east", "south", "west"]


def hands(table: "pa.Table") -> list[tuple[str, ...]]:
    """The four hands of each row."""
    return list(zip(*(table[seat].to_pylist() for seat in SEATS), strict=True))


@pytest.mark.parametrize("seed", ["1", "20261116", "friday evening"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_boards_as_the_command(question, seed, command, tmp_path):
    import pyarrow.parquet

    path = tmp_path / "boards.parquet"
    command("deal", question, "-n", 12, "--seed", seed, "-o", path, "--quiet")
    told = pyarrow.parquet.read_table(path)
    made = pa.table(fairdeal.Question.open(ROOT / question).table(12, seed=seed))
    assert made.schema.equals(told.schema)
    assert made.schema.metadata.keys() <= told.schema.metadata.keys()
    assert made.equals(told)
    boards = list(fairdeal.Question.open(ROOT / question).deal(12, seed=seed))
    assert hands(made) == [tuple(str(board[seat]) for seat in "NESW") for board in boards]
    assert made["dealer"].to_pylist() == [board.dealer for board in boards]
    assert made["vulnerable"].to_pylist() == [board.vulnerable for board in boards]
    assert made["board"].to_pylist() == [board.number for board in boards]


def test_columns_are_what_the_language_says_of_the_boards():
    script = fairdeal.Script(NOTRUMP)
    table = pa.table(script.table(300, seed=1, columns=COLUMNS))
    boards = list(script.deal(300, seed=1))
    assert table["points"].to_pylist() == [board.south.hcp() for board in boards]
    assert table["strong"].to_pylist() == [True] * 300
    assert table["fit"].to_pylist() == [board.north.spades() + board.south.spades() for board in boards]
    lone = script.table(3, seed=1, columns=["hcp(north)"])
    assert lone.columns[-1] == "hcp(north)"
    # What has no answer for a deal is empty there, and no reason to stop.
    some = pa.table(script.table(300, seed=1, columns={"x": "10 / (spades(south) - 3)"}))
    assert [value is None for value in some["x"].to_pylist()] == [board.south.spades() == 3 for board in boards]


def test_what_a_script_counts_is_in_its_columns():
    text = NOTRUMP + '\naction average "north" hcp(north), frequency "hearts" (hearts(north), 0, 13)'
    table = fairdeal.Script(text).table(50, seed=2)
    rows = pa.table(table)
    boards = list(fairdeal.Script(text).deal(50, seed=2))
    # A label that is the name of another column has a number.
    assert rows["north 2"].to_pylist() == [board.north.hcp() for board in boards]
    assert rows["hearts"].to_pylist() == [board.north.hearts() for board in boards]
    assert table.report is not None
    assert table.report.to_dict() == fairdeal.Script(text).count(50, seed=2).to_dict()


def test_hands_are_sets_of_bits_as_documented():
    rows = pa.table(fairdeal.Script("condition 1").table(20, seed=1))
    for text, bits in zip(rows["north"].to_pylist(), rows["north_cards"].to_pylist(), strict=True):
        suits = text.split(".")
        expected = sum(
            1 << (16 * (3 - place) + "23456789TJQKA".index(rank)) for place in range(4) for rank in suits[place]
        )
        assert bits == expected


def test_results_are_columns():
    script = fairdeal.Script(NOTRUMP)
    some = pa.table(script.table(4, seed=1, solve=2, columns={"nt": "tricks(south, notrump)"}, cache=False))
    boards = list(script.deal(4, seed=1, solve=True, cache=False))
    assert some["par"].to_pylist() == [boards[0].par, boards[1].par, None, None]
    names = dict(zip("CDHSN", ["clubs", "diamonds", "hearts", "spades", "notrump"], strict=True))
    for seat in SEATS:
        for strain, name in names.items():
            made = some[f"tricks_{seat}_{name}"].to_pylist()
            assert made == [board.tricks[seat[0].upper()][strain] for board in boards[:2]] + [None, None]
    assert some["nt"].to_pylist() == [board.tricks["S"]["N"] for board in boards]
    whole = pa.table(script.table(2, seed=1, solve=True, cache=False))
    assert whole["par"].to_pylist() == some["par"].to_pylist()[:2]


def test_profiles_say_what_their_boards_were_dealt_as():
    profile = fairdeal.Profile.open(ROOT / "examples/profiles/weak-two-defence.json")
    rows = pa.table(profile.table(30, seed=4, columns={"points": "hcp(south)"}))
    boards = list(profile.deal(30, seed=4))
    assert rows["hand_type"].to_pylist() == [board.hand_type for board in boards]
    assert rows["points"].to_pylist() == [board.south.hcp() for board in boards]
    assert "fairdeal.profile" in {name.decode() for name in rows.schema.metadata}


def test_parts_and_threads_make_the_same_rows():
    script = fairdeal.Script(NOTRUMP)
    whole = pa.table(script.table(5_000, seed=3, columns=COLUMNS))
    assert pa.table(script.table(5_000, seed=3, columns=COLUMNS, threads=2)).equals(whole)
    parts = [pa.table(script.table(5_000, seed=3, columns=COLUMNS, shard=(part, 3))) for part in (1, 2, 3)]
    assert pa.concat_tables(parts).equals(whole)


def test_everyone_takes_it_as_it_is():
    import duckdb
    import pandas
    import polars

    table = table_of_boards = fairdeal.Script(NOTRUMP).table(1_000, seed=1, columns=COLUMNS)
    rows = pa.table(table)
    assert polars.DataFrame(table).to_arrow().cast(rows.schema).equals(rows)
    assert pandas.DataFrame.from_arrow(table)["points"].tolist() == rows["points"].to_pylist()
    mean = duckdb.sql("select avg(points), count(*) from table_of_boards").fetchall()
    assert mean == [(sum(rows["points"].to_pylist()) / 1000, 1000)]
    assert pa.schema(table).equals(rows.schema)
    # Each time the same rows.
    assert pa.table(table).equals(rows)


def test_metadata_say_where_rows_come_from():
    about = {
        name.decode(): value.decode()
        for name, value in pa.schema(fairdeal.Script(NOTRUMP).table(3, seed=7)).metadata.items()
    }
    assert about["fairdeal.script"] == NOTRUMP
    assert about["fairdeal.seed"] == "7"
    assert about["fairdeal.version"] == fairdeal.__version__
    assert about["fairdeal.plan"] and about["fairdeal.question"]
    assert about["fairdeal.origin"].startswith("fairdeal ")


TYPES = {
    "board": ("int64", "Int64", "BIGINT"),
    "dealer": ("string", "String", "VARCHAR"),
    "vulnerable": ("string", "String", "VARCHAR"),
    "south": ("string", "String", "VARCHAR"),
    "south_cards": ("int64", "Int64", "BIGINT"),
    "points": ("int64", "Int64", "BIGINT"),
    "strong": ("bool", "Boolean", "BOOLEAN"),
    "tricks_south_notrump": ("int8", "Int8", "TINYINT"),
    "par": ("int16", "Int16", "SMALLINT"),
}


def test_files_are_read_with_the_documented_types(tmp_path):
    import duckdb
    import polars
    import pyarrow.feather
    import pyarrow.parquet

    table = fairdeal.Script(NOTRUMP).table(20, seed=1, columns=COLUMNS, solve=1, cache=False)
    rows = pa.table(table)
    report = table.write(tmp_path / "x.parquet")
    assert report.boards == 20
    table.write(tmp_path / "x.arrow")
    by_pyarrow = pyarrow.parquet.read_table(tmp_path / "x.parquet")
    assert by_pyarrow.equals(rows) and pyarrow.feather.read_table(tmp_path / "x.arrow").equals(rows)
    by_polars = polars.read_parquet(tmp_path / "x.parquet")
    assert by_polars.equals(polars.read_ipc(tmp_path / "x.arrow"))
    by_duckdb = duckdb.sql(f"describe select * from '{tmp_path / 'x.parquet'}'").fetchall()
    duck = {name: kind for name, kind, *_ in by_duckdb}
    for name, (arrow, polar, sql) in TYPES.items():
        assert str(by_pyarrow.schema.field(name).type) == arrow
        assert str(by_polars.schema[name]) == polar
        assert duck[name] == sql
    assert by_polars.rows() == list(zip(*rows.to_pydict().values(), strict=True))
    told = duckdb.sql(f"select * from '{tmp_path / 'x.parquet'}'").fetchall()
    assert told == by_polars.rows()
    keys = duckdb.sql(f"select decode(key) from parquet_kv_metadata('{tmp_path / 'x.parquet'}')").fetchall()
    assert ("fairdeal.script",) in keys


def test_files_of_others_are_read_as_boards(tmp_path):
    import polars

    script = fairdeal.Script(NOTRUMP)
    boards = list(script.deal(30, seed=1))
    frame = polars.DataFrame(script.table(30, seed=1))
    frame.select("board", "dealer", "vulnerable", *SEATS).write_parquet(tmp_path / "p.parquet", compression="snappy")
    frame.write_parquet(tmp_path / "z.parquet", compression="zstd")
    with pytest.raises(fairdeal.FairdealError, match="compressed"):
        fairdeal.read(tmp_path / "z.parquet")
    frame.select("north_cards", "east_cards", "south_cards", "west_cards").write_ipc(tmp_path / "p.arrow")
    assert fairdeal.read(tmp_path / "p.parquet") == boards
    assert [board.hands for board in fairdeal.read(tmp_path / "p.arrow")] == [board.hands for board in boards]
    fairdeal.write(tmp_path / "mine.parquet", boards)
    assert fairdeal.read(tmp_path / "mine.parquet") == boards
    report = script.write(tmp_path / "dealt.parquet", 30, seed=1)
    assert report.boards == 30 and fairdeal.read(tmp_path / "dealt.parquet") == boards


@pytest.mark.parametrize(
    "columns",
    [{"x": "hcp(suoth)"}, {"x": "rnd(3)"}, {"north": "hcp(north)"}, {"x": "hcp(north) hcp(south)"}, {"": "hcp(north)"}],
)
def test_columns_that_mean_nothing_are_refused(columns):
    with pytest.raises(fairdeal.FairdealError):
        fairdeal.Script(NOTRUMP).table(3, columns=columns)


def test_an_error_at_a_column_has_its_place():
    with pytest.raises(fairdeal.FairdealError) as error:
        fairdeal.Script(NOTRUMP).table(3, columns={"points": "hcp(suoth)"})
    assert error.value.places[0].file == "column points"


@pytest.mark.parametrize(
    "work",
    [
        "pyarrow.table(fairdeal.Script('condition 1').table(10**12, seed=1)); time.sleep(5)",
        "pyarrow.table(fairdeal.Script(HARD).table(10, seed=1, strategy='reject')); time.sleep(5)",
        "fairdeal.Script('condition 1').table(10**12, seed=1).write('x.parquet')",
    ],
)
def test_ctrl_c_stops_it(work: str, tmp_path: Path):
    # What Arrow raises comes first; what Ctrl-C raises comes as soon as Python goes on.
    once = f"import pyarrow\n    try:\n        {work}\n    except (OSError, pyarrow.ArrowException):\n        time.sleep(5)"
    assert interrupted(once, tmp_path) < SOON
    assert list(tmp_path.iterdir()) == []


def test_other_threads_run_and_progress_is_told():
    steps, over, told = 0, threading.Event(), []

    def count():
        nonlocal steps
        while not over.is_set():
            steps += 1

    thread = threading.Thread(target=count)
    thread.start()
    table = fairdeal.Script("condition 1").table(3, seed=1, solve=True, cache=False, progress=lambda *how: told.append(how))
    pa.table(table)
    over.set()
    thread.join()
    assert steps > 1000
    assert ("dealing", 3) == told[-1][:2]


def test_rows_that_nobody_takes_are_given_up():
    before = threading.active_count()
    reader = pa.RecordBatchReader.from_stream(fairdeal.Script("condition 1").table(10**12, seed=1))
    assert reader.read_next_batch().num_rows > 1000
    reader.close()
    del reader
    assert threading.active_count() == before


GROWN = """
import pyarrow
import fairdeal

def most():
    # Of this program alone: what getrusage says begins with the program that started it.
    lines = open("/proc/self/status").read().splitlines()
    return next(line.split()[1] for line in lines if line.startswith("VmHWM"))

def rows(number):
    reader = pyarrow.RecordBatchReader.from_stream(fairdeal.Script("condition hcp(south) > 12").table(number, seed=1, threads=2))
    return sum(batch.num_rows for batch in reader)

taken = rows({number})
print(taken, most())
table = pyarrow.table(fairdeal.Script("condition hcp(south) > 12").table({number}, seed=1, threads=2))
print(table.num_rows, most())
"""


def test_a_million_rows_fit_into_600_megabytes():
    number = 1_000_000 if LONG else 300_000
    done = subprocess.run([sys.executable, "-c", GROWN.format(number=number)], capture_output=True, text=True, check=True)
    (streamed, kilobytes), (whole, whole_kilobytes) = (map(int, line.split()) for line in done.stdout.splitlines())
    assert streamed == whole == number
    # Taken batch by batch it does not grow with the rows: the interpreter, pyarrow and some batches.
    assert kilobytes < 300_000
    assert whole_kilobytes < 600_000


def test_ten_thousand_calls_leave_nothing_behind():
    """Counted in what the system says: the memory of the process."""
    script = fairdeal.Script(NOTRUMP)

    def resident() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def call(times: int) -> None:
        for _ in range(times):
            table = script.table(2, seed=1, columns=COLUMNS, threads=1)
            table.__arrow_c_stream__()
            table.__arrow_c_schema__()
            pa.table(table)

    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not say how much memory a process has")
    call(500)
    before = resident()
    references = sys.getrefcount(script)
    call(10_000 if LONG else 2_000)
    assert sys.getrefcount(script) == references
    assert resident() - before < 8_000_000
