// The engine for the browser beside the command: the same seed gives the same bytes, and the same request the same answer.
//
//   node tests/engine.mjs target/engine target/debug/fairdeal
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const [folder, command] = process.argv.slice(2).map((path) => resolve(path));
const engine = await import(pathToFileURL(join(folder, "engine.js")));
await engine.default({ module_or_path: readFileSync(join(folder, "engine_bg.wasm")) });

const scripts = [
  "examples/one-notrump.dlr",
  "examples/weak-two.dlr",
  "examples/major-raise.dlr",
  "examples/notrump-ladder.dlr",
  "benches/c-six-spades.dlr",
  "benches/d-three-seats.dlr",
  "benches/e-hundred-names.dlr",
  "benches/f-one-in-35-million.dlr",
  "benches/authors/michaels.dlr",
  "benches/authors/splinters.dlr",
  "benches/authors/weak-twos.dlr",
  "benches/authors/you-hold.dlr",
];
const profiles = ["b-five-spades", "c-ten-to-twelve", "e-six-spades", "one-notrump", "two-tight-seats", "weak-two-defence"];
const formats = ["pbn", "lin", "csv", "json", "text"];

const wrote = (request, given = new Uint8Array()) => {
  const parts = [];
  const answer = engine.write(JSON.stringify(request), given, (bytes) => parts.push(Buffer.from(bytes)), undefined);
  return { answer: JSON.parse(answer), bytes: Buffer.concat(parts) };
};
const asked = (request) => JSON.parse(engine.ask(JSON.stringify(request), undefined));
const told = (...given) => execFileSync(command, given, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

const same = (file, question) => {
  for (const format of formats) {
    const here = wrote({ write: "deal", ...question, boards: 8, seed: 20261116, format }).bytes;
    const there = told("deal", file, "-n", "8", "--seed", "20261116", "--format", format, "--threads", "1");
    assert.equal(here.toString(), there.toString(), `${file} as ${format}`);
  }
};

for (const file of scripts) test(`${file} is dealt as by the command`, () => same(file, { script: readFileSync(file, "utf8") }));
for (const name of profiles) {
  const file = `examples/profiles/${name}.json`;
  test(`${file} is dealt as by the command`, () => same(file, { profile: JSON.parse(readFileSync(file, "utf8")) }));
}

// Conditions that chance puts together, the same ones each time.
test("conditions from a grammar are dealt as by the command", () => {
  let state = 41;
  const below = (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % bound;
  };
  const one = (list) => list[below(list.length)];
  const seat = () => one(["north", "east", "south", "west"]);
  const suit = () => one(["spades", "hearts", "diamonds", "clubs"]);
  const number = () => one([() => `hcp(${seat()})`, () => `${suit()}(${seat()})`, () => `losers(${seat()})`, () => `controls(${seat()})`, () => `hcp(${seat()}, ${suit()})`])();
  const truth = (depth) =>
    depth === 0
      ? one([() => `${number()} ${one(["<", ">", "==", "!="])} ${below(12)}`, () => `shape(${seat()}, any 4333 + any 5xxx)`, () => `rnd(10) < ${1 + below(9)}`])()
      : `(${truth(depth - 1)} ${one(["and", "or"])} ${truth(depth - 1)})`;
  const rounds = process.env.FAIRDEAL_LONG ? 1000 : 25;
  const made = mkdtempSync(join(tmpdir(), "fairdeal-"));
  const file = join(made, "script.dlr");
  for (let round = 0; round < rounds; round++) {
    const script = `generate 20000\nproduce 5\ncondition ${truth(2)}\naction printoneline\n`;
    writeFileSync(file, script);
    const there = spawnSync(command, ["deal", file, "--seed", String(round), "--threads", "1", "--format", "oneline"]);
    let here;
    try {
      here = wrote({ write: "deal", script, seed: round, format: "oneline" }).bytes.toString();
    } catch (refusal) {
      // What no deal satisfies is refused by both, in the same words.
      here = "";
      assert.equal(there.status, 1, script);
      assert.ok(there.stderr.toString().includes(JSON.parse(refusal).error.message), script);
    }
    assert.equal(here, there.stdout.toString(), script);
  }
  rmSync(made, { recursive: true });
  if (process.env.FAIRDEAL_TRIED) appendFileSync(process.env.FAIRDEAL_TRIED, `beside others\tconditions from a grammar, by the page's engine and by the command\t${rounds} conditions, the same boards\n`);
});

test("what seeds deal is pinned here too", () => {
  const line = (seed, script) => wrote({ write: "deal", script, boards: 1, seed, format: "oneline" }).bytes.toString().trim();
  assert.equal(line("club evening", "condition 1"), "n AKQ74.KJ.Q64.AK3 e JT62.T65.A987.J7 s 953.82.KJ53.8642 w 8.AQ9743.T2.QT95");
  const notrump = readFileSync("examples/one-notrump.dlr", "utf8");
  assert.equal(line(7, notrump), "n J4.AK872.54.J632 e AQ6.63.T732.AK84 s K97.Q54.AKQJ6.95 w T8532.JT9.98.QT7");
});

test("results, leveled boards and pages are the command's", () => {
  const file = "examples/notrump-ladder.dlr";
  const script = readFileSync(file, "utf8");
  const base = ["deal", file, "-n", "4", "--seed", "5", "--threads", "1"];
  const solved = wrote({ write: "deal", script, boards: 4, seed: 5, solve: true, format: "json" }).bytes;
  assert.deepEqual(solved, told(...base, "--solve", "--no-cache", "--format", "json"));
  const page = wrote({ write: "deal", script, boards: 4, seed: 5, format: "html", style: { title: "Lesson <3>", layout: "bidding" } }).bytes;
  assert.deepEqual(page, told(...base, "--format", "html", "--title", "Lesson <3>", "--layout", "bidding"));
  const pdf = wrote({ write: "deal", script, boards: 4, seed: 5, format: "pdf" }).bytes;
  assert.deepEqual(pdf, told(...base, "--format", "pdf"));
});

test("odds and words are the command's", () => {
  for (const file of scripts.slice(0, 2)) {
    const odds = asked({ ask: "odds", script: readFileSync(file, "utf8") });
    assert.equal(odds.words, told("odds", file).toString(), file);
    assert.deepEqual(odds.answer, JSON.parse(told("odds", file, "--json").toString()), file);
  }
});

// What the page has other ways for is not in its engine: profiles by lines, and a table of Texas 42.
const elsewhere = (request) =>
  request.ask === "profile" ||
  (request.ask === "hint" && request.game === "texas42") ||
  (request.ask === "texas42" && ["move", "legal", "new", "apply", "next", "view", "score", "shuffle"].includes(request.do));
// The last digits of a logarithm are not the same everywhere.
const rounded = (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);

test("every request is answered as by the library", () => {
  const lines = readFileSync("crates/fairdeal/tests/requests.jsonl", "utf8").trim().split("\n");
  const requests = lines.map((line) => JSON.parse(line).request).filter((request) => !elsewhere(request));
  assert.ok(requests.length > 55);
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const library = join(dirname(command), "examples/ask");
  const answers = execFileSync(library, { input, maxBuffer: 1 << 28 }).toString().trim().split("\n");
  assert.equal(answers.length, requests.length);
  requests.forEach((request, number) => {
    let answer;
    try {
      answer = asked(request).answer;
    } catch (error) {
      answer = JSON.parse(error);
    }
    assert.deepEqual(JSON.parse(JSON.stringify(answer), rounded), JSON.parse(answers[number], rounded), JSON.stringify(request));
  });
});

test("boards of a file are converted as by the command", () => {
  const made = mkdtempSync(join(tmpdir(), "fairdeal-"));
  const pbn = join(made, "boards.pbn");
  told("deal", "examples/weak-two.dlr", "-n", "6", "--seed", "3", "-o", pbn);
  const given = readFileSync(pbn);
  const lin = wrote({ write: "boards", name: "boards.pbn", to: "lin", turn: 1, renumber: true }, given);
  assert.deepEqual(lin.bytes, told("convert", pbn, "-", "--to", "lin", "--turn", "1", "--renumber"));
  assert.equal(lin.answer.boards, 6);
  const kept = wrote({ write: "boards", name: "boards.pbn", to: "pbn", filter: { script: "spades(south) >= 0" }, only: [2, 4] }, given);
  assert.equal(kept.answer.boards, 2);
  rmSync(made, { recursive: true });
});

test("boards come as they are dealt, and progress is told", () => {
  const script = readFileSync("benches/c-six-spades.dlr", "utf8");
  let parts = 0;
  let calls = 0;
  engine.write(JSON.stringify({ write: "deal", script, boards: 2000, seed: 1, format: "json" }), new Uint8Array(), () => parts++, () => calls++);
  assert.ok(parts > 1 && calls > 1, `${parts} parts, ${calls} calls`);
});

test("what is wrong comes as an error with its place, and the engine goes on", () => {
  const wrong = (run) => {
    try {
      run();
    } catch (error) {
      return JSON.parse(error).error;
    }
    return assert.fail("nothing was wrong");
  };
  assert.equal(wrong(() => asked({ ask: "odds", script: "condition hpc(south) > 3" })).places[0].column, 11);
  assert.equal(wrong(() => engine.ask("{", undefined)).code, "bad-request");
  const bytes = new Uint8Array([255, 254, 0, 1, 2]);
  assert.equal(wrong(() => wrote({ write: "boards", name: "x.pbn" }, bytes)).code, "bad-boards");
  assert.equal(wrong(() => wrote({ write: "boards", name: "x" }, bytes)).code, "bad-request");
  assert.equal(wrong(() => wrote({ write: "deal", script: "", format: "docx" })).code, "bad-request");
  assert.equal(asked({ ask: "odds", script: "condition hcp(south) > 36" }).answer.exact, true);
});
