"""What goes wrong is one exception, with a code, places and help; nothing is printed, and nothing hangs."""

import pickle

import pytest

import fairdeal


def raised(call) -> fairdeal.FairdealError:
    with pytest.raises(fairdeal.FairdealError) as caught:
        call()
    return caught.value


def test_a_script_has_its_places():
    script = fairdeal.Script("condition hcp(south) >= 15\nand hpc(north) > 3", name="mine.dlr")
    error = raised(lambda: list(script.deal(1)))
    place = error.places[0]
    assert (place.file, place.line, place.column, place.text) == ("mine.dlr", 2, 5, "hpc")
    assert error.message.startswith("mine.dlr:2:5: ")
    assert error.help is not None and error.code
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.places, str(again)) == (error.code, error.places, str(error))
    check = script.check()
    assert check.errors == 1 and check.diagnostics[0].line == 2


def test_what_clashes_is_told():
    error = raised(lambda: fairdeal.Script("condition hcp(south) > 20 and hcp(north) > 21").deal(1))
    assert error.code == "conflict" and len(error.places) == 2


def test_a_profile_has_its_paths():
    profile = fairdeal.Profile({"profile_name": "x", "dealer": "Q"})
    error = raised(lambda: profile.deal(1))
    assert error.code == "profile" and error.places[0].path is not None
    assert profile.check().to_dict()


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"strategy": "magic"}, "a strategy is"),
        ({"shard": (3, 2), "seed": 1}, "3"),
        ({"shard": (1, 2)}, "needs a seed"),
        ({"order": "blocks"}, "quota"),
        ({"seed": 1, "key": "00" * 32}, "either a seed or a key"),
        ({"public": "x"}, "give one"),
    ],
)
def test_what_is_asked_wrongly(asked, said):
    error = raised(lambda: fairdeal.Script("condition 1").deal(1, **{"seed": None, **asked}))
    assert said in error.message


def test_what_cannot_be_asked_is_a_type_or_value_error():
    script = fairdeal.Script("condition 1")
    error = raised(lambda: script.deal(-1))
    assert (error.code, error.message) == ("bad-request", "`boards` is -1, and should be a whole number, 0 or more")
    assert raised(lambda: script.odds(effort="huge")).code == "bad-request"  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="Profile.open"):
        fairdeal.Script.open("notrump-responses")
    with pytest.raises(TypeError, match="Script.open"):
        fairdeal.Profile.open("weak-two")


def test_files_that_are_not_there(tmp_path):
    assert raised(lambda: fairdeal.Script.open(tmp_path / "no.dlr")).code == "unreadable"
    assert raised(lambda: fairdeal.read(tmp_path / "no.pbn")).code == "unreadable"
    assert raised(lambda: fairdeal.write(tmp_path / "no" / "x.pbn", [])).code == "cannot-write"
    assert raised(lambda: fairdeal.write(tmp_path / "x.doc", [])).code == "board-file"
    assert list(tmp_path.iterdir()) == []


def test_hostile_texts():
    for text in ["\0", "(" * 100_000, "condition " + "not " * 100_000 + "1", "é" * 1000, ""]:
        try:
            list(fairdeal.Script(text).deal(1, seed=1))
        except fairdeal.FairdealError as error:
            assert error.message
    for text in ["", "{", "[" * 100_000, "null"]:
        raised(lambda: list(fairdeal.Profile(text).deal(1)))
    for text in ["", "x" * 100_000, "n . e . s . w ."]:
        raised(lambda: fairdeal.Board(text))


def test_nothing_prints(capfd):
    raised(lambda: list(fairdeal.Script("condition x").deal(1)))
    list(fairdeal.Script("condition hcp(south) > 15\naction average hcp(south), printall").deal(3))
    fairdeal.Script("condition hcp(south) > 15").odds()
    assert capfd.readouterr() == ("", "")
