#!/usr/bin/env python3
"""The library as games link it: from C under AddressSanitizer and valgrind, and from C# by Debian's mono.

  tests/linked.py c FOLDER [DECISIONS]        compiles tests/linked/linked.c with libfairdeal.a and .so of FOLDER (target/debug), and runs it
  tests/linked.py valgrind FOLDER [DECISIONS] the same under valgrind, without a leak
  tests/linked.py csharp FOLDER [DECISIONS]   the same from C# by mono, with a whole game in the example scene
  tests/linked.py time FOLDER DECISIONS       what a decision of the club bot takes from C and from C#, in microseconds: the one of the middle

Answers to the table of requests (crates/fairdeal/tests/requests.jsonl) are compared with those of the library itself (FOLDER/examples/ask).
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINKED = ROOT / "tests" / "linked"
HEADER = ROOT / "crates" / "ffi" / "include"
WARNINGS = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]
# What a program needs besides that links the library itself.
SYSTEM = ["-lpthread", "-ldl", "-lm"]


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], text=True, **more)
    if done.returncode != 0:
        sys.exit(f"linked: {' '.join(map(str, command))} ended with {done.returncode}")
    return done


def build(folder):
    """A place for what is compiled, beside the library."""
    made = folder / "linked"
    made.mkdir(exist_ok=True)
    return made


def compile_c(folder, name, *options, static):
    program = build(folder) / name
    library = [folder / "libfairdeal.a", *SYSTEM] if static else [f"-L{folder}", f"-Wl,-rpath,{folder}", "-lfairdeal", "-lpthread"]
    run("gcc", *WARNINGS, "-g", *options, f"-I{HEADER}", LINKED / "linked.c", "-o", program, *library)
    return program


def compile_c_sharp(folder):
    program = build(folder) / "Linked.exe"
    sources = [path for part in ("Fairdeal", "Examples", "Tests") for path in sorted((ROOT / "csharp" / part).glob("*.cs"))]
    # As old as Unity's: nothing that only later versions of C# have.
    run("mcs", "-langversion:7", "-unsafe", "-warnaserror", "-optimize", f"-out:{program}", *sources)
    return program


def environment(folder, **more):
    return {**os.environ, "LD_LIBRARY_PATH": str(folder), "LINKED_FOLDER": str(build(folder)), **more}


def check_answers(folder, command, env):
    table = (ROOT / "crates/fairdeal/tests/requests.jsonl").read_text().splitlines()
    requests = [json.dumps(json.loads(line)["request"], ensure_ascii=False) for line in table]
    asked = "".join(request + "\n" for request in requests)
    answers, ours = (run(*one, input=asked, stdout=subprocess.PIPE, env=env).stdout.splitlines() for one in ([*command, "ask"], [folder / "examples/ask"]))
    if not len(answers) == len(ours) == len(requests):
        sys.exit(f"linked: {len(requests)} requests had {len(answers)} answers, and {len(ours)} by the library")
    for request, answer, expected in zip(requests, answers, ours):
        if answer != expected:
            sys.exit(f"linked: {request} is answered\n{answer}\nand by the library\n{expected}")
    print(f"{len(requests)} answers are those of the library")


def shown(language):
    """The program that docs/c.md shows."""
    return re.search(f"```{language}\n(.*?)```", (ROOT / "docs/c.md").read_text(), re.DOTALL).group(1)


def c(folder, decisions):
    program = compile_c(folder, "linked-asan", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", static=True)
    env = environment(folder, ASAN_OPTIONS="detect_leaks=1:abort_on_error=0")
    run(program, "check", env=env)
    run(program, "decide", decisions, env=env)
    print(f"C, linked statically, under AddressSanitizer: every function and error, {decisions} decisions, no leak")
    check_answers(folder, [compile_c(folder, "linked", "-O2", static=False)], environment(folder))
    (build(folder) / "shown.c").write_text(shown("c"))
    for source in (build(folder) / "shown.c", ROOT / "crates/ffi/examples/table.c"):
        program = build(folder) / source.stem
        run("gcc", *WARNINGS, f"-I{HEADER}", source, f"-L{folder}", "-lfairdeal", "-o", program)
        run(program, env=environment(folder), stdout=subprocess.DEVNULL)
    # The header is one of C++, too.
    run("gcc", "-x", "c++", "-std=c++11", "-fsyntax-only", "-Wall", "-Werror", HEADER / "fairdeal.h", "-include", "stdint.h")


def valgrind(folder, decisions):
    program = compile_c(folder, "linked", "-O2", static=False)
    grind = ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite,indirect,possible", "--errors-for-leak-kinds=definite,indirect,possible"]
    run(*grind, program, "decide", decisions, env=environment(folder))
    print(f"C under valgrind: {decisions} decisions, no error, no leak")


def c_sharp(folder, decisions):
    program = compile_c_sharp(folder)
    env = environment(folder)
    run("mono", program, "check", env=env)
    run("mono", program, "decide", decisions, env=env)
    print(f"C# by mono: every class and error, a whole game in the example scene, {decisions} decisions")
    check_answers(folder, ["mono", program], env)
    game = build(folder) / "Shown.cs"
    game.write_text("using System;\nusing Fairdeal;\nstatic class Shown {\nstatic void Main() {\n" + shown("csharp") + "}\n}\n")
    run("mcs", "-langversion:7", "-unsafe", f"-out:{game.with_suffix('.exe')}", game, *sorted((ROOT / "csharp/Fairdeal").glob("*.cs")))
    run("mono", game.with_suffix(".exe"), env=env, stdout=subprocess.DEVNULL)


def time(folder, decisions):
    env = environment(folder)
    said = lambda *command: run(*command, "time", decisions, stdout=subprocess.PIPE, env=env).stdout.strip()
    print(said(compile_c(folder, "linked", "-O2", static=False)), said("mono", compile_c_sharp(folder)))


def main():
    work = {"c": c, "valgrind": valgrind, "csharp": c_sharp, "time": time}
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in work:
        sys.exit(__doc__.strip())
    usual = {"c": 10_000, "valgrind": 200, "csharp": 10_000, "time": 1000}[sys.argv[1]]
    work[sys.argv[1]](Path(sys.argv[2]).resolve(), int(sys.argv[3]) if len(sys.argv) == 4 else usual)


if __name__ == "__main__":
    main()
