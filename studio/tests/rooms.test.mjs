// The other rooms of the page, each from an empty page to a file on disk. Run as page.test.mjs is.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, deal, downloaded, isFine, isFresh, made, odds, opened, site, write } from "./browser.mjs";

const { PICTURES } = process.env;
const schemes = ["light", "dark"];

/** Saves what a button downloads. */
const saved = async (page, button, name) => {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const path = join(made, name);
  await file.saveAs(path);
  return path;
};
const range = async (page, name, text) => {
  const field = page.getByLabel(`${name}, as a text`, { exact: true });
  await field.fill(text);
  await field.press("Enter");
};
const seat = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}`) }).click();

test("a profile is filled in, dealt and saved, and the command deals the same bytes from the file", async () => {
  const { page, close } = await opened({}, `${site.address}#profile`);
  await page.getByLabel("Name", { exact: true }).fill("Spades <b>facing</b> notrump");
  await range(page, "North's points", "15-17");
  await page.getByLabel(/^Shape/).selectOption("balanced");
  await odds(page, "1 in 20.6");
  await seat(page, "South");
  await range(page, "South's spades", "5+");
  await odds(page, "1 in 121.9");
  await isFresh(page);
  await deal(page, 6, "20");
  assert.equal(await page.locator(".board").count(), 6);
  const profile = await saved(page, page.getByRole("button", { name: "Save", exact: true }), "profile.json");
  for (const format of ["pbn", "lin", "csv", "json", "pdf"]) {
    const here = await downloaded(page, format);
    const there = command("deal", profile, "-n", "6", "--seed", "20", "--format", format, "--threads", "1");
    assert.ok(here.equals(there), format);
  }
  await close();
});

test("hand types, drawn suits, what both hold and what is left out come into the file of a profile", async () => {
  const { page, close } = await opened({}, `${site.address}#profile`);
  await range(page, "North's points", "6-10");
  await page.getByLabel(/^A suit that changes/).selectOption("random");
  await range(page, "Cards in the random suit", "6");
  await page.getByRole("button", { name: "Add a hand type" }).click();
  await page.getByLabel("Name of this type").fill("strong");
  await page.getByLabel("Weight, percent").fill("25");
  await range(page, "North's points", "20+");
  await page.getByRole("button", { name: "Leave out lengths" }).click();
  await page.getByRole("button", { name: "type 1" }).click();
  await page.getByLabel("Weight, percent").fill("75");
  await seat(page, "South");
  await range(page, "South's hearts", "3+");
  await page.getByRole("button", { name: "Add a hand type" }).click();
  await page.getByLabel(/^Hand types of North and South/).selectOption("north_drives");
  await page.getByRole("button", { name: "Say which go together" }).click();
  await page.getByLabel("North strong with South type 1").check();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await isFresh(page);
  const path = await saved(page, page.getByRole("button", { name: "Save", exact: true }), "types.json");
  const found = JSON.parse(readFileSync(path, "utf8"));
  const [weak, strong] = found.seat_profiles.N.subprofiles;
  assert.deepEqual(weak.random_suit_constraint.suit_ranges, [{ min_cards: 6, max_cards: 6, min_hcp: 0, max_hcp: 37 }]);
  assert.deepEqual([weak.weight_percent, strong.weight_percent, strong.name, strong.standard.total_min_hcp], [75, 25, "strong", 20]);
  assert.deepEqual(found.subprofile_exclusions, [{ seat: "N", subprofile_index: 2, clauses: [{ group: "MAJOR", length_eq: 4, count: 1 }] }]);
  assert.deepEqual([found.ns_role_mode, found.ns_bespoke_map], ["north_drives", { 0: [0], 1: [0, 1] }]);
  assert.equal(found.pair_constraints[0].hearts.min_cards, 8);
  command("profile", "check", path);
  // A type that is taken away takes along what names it.
  await seat(page, "North");
  await page.getByRole("button", { name: "type 1" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).first().click();
  const left = JSON.parse(readFileSync(await saved(page, page.getByRole("button", { name: "Save", exact: true }), "left.json"), "utf8"));
  assert.equal(left.subprofile_exclusions[0].subprofile_index, 1);
  assert.equal(left.ns_bespoke_map, null);
  // And comes back.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "type 1" }).waitFor();
  await close();
});

test("what is typed at once into a field that has just come stays", async () => {
  const { page, close } = await opened({}, `${site.address}#profile`);
  // As fast as a page can be used: before it is painted.
  await page.getByLabel(/^A suit that changes/).evaluate(async (choice) => {
    choice.value = "random";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    let field;
    while (!field) {
      await Promise.resolve();
      field = document.querySelector('[aria-label="Cards in the random suit, as a text"]');
    }
    field.value = "6";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
  const field = page.getByLabel("Cards in the random suit, as a text", { exact: true });
  await page.waitForTimeout(200);
  assert.equal(await field.inputValue(), "6");
  // What is no range is taken back.
  await field.fill("many");
  await field.press("Enter");
  await page.waitForFunction((input) => input.value === "6", await field.elementHandle());
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((input) => input.value === "5+", await field.elementHandle());
  await close();
});

test("what clashes in a profile is said beside the fields", async () => {
  const { page, close } = await opened({}, `${site.address}#profile`);
  await range(page, "North's spades", "7+");
  await range(page, "North's hearts", "7+");
  await odds(page, "Never");
  const field = (name) => page.getByRole("group", { name, exact: true }).locator(".said");
  await field("North's spades").waitFor();
  assert.match(await field("North's hearts").innerText(), /7\+ spades and North 7\+ hearts need 14 cards; a hand has 13/);
  assert.match(await page.locator(".odds-error").innerText(), /a hand has 13/);
  // The arrow keys move an end of a range.
  await page.getByLabel("North's hearts, at least", { exact: true }).press("ArrowLeft");
  await odds(page, "1 in");
  await field("North's hearts").waitFor({ state: "detached" });
  await close();
});

test("profiles are opened, kept in the browser and exported, with whatever else they hold", async () => {
  const { page, close } = await opened({}, `${site.address}#profile`);
  const open = (text) => page.locator(".profile-about input[type=file]").setInputFiles({ name: "<img src=x onerror=alert(1)>.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await open("{ not a profile");
  await page.locator(".message", { hasText: "is not a profile" }).waitFor();
  const mine = {
    profile_name: "<script>alert(1)</script>",
    dealer: "S",
    tag: "Opener",
    house_field: { kept: [1, 2] },
    seat_profiles: { S: { seat: "S", subprofiles: [{ standard: { total_min_hcp: 20 } }] } },
  };
  await open(JSON.stringify(mine));
  await page.locator(".findings", { hasText: "house_field" }).waitFor();
  await odds(page, "1 in 69.2");
  await page.getByRole("button", { name: "Keep this one" }).click();
  await page.locator(".shelf li", { hasText: "<script>" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await odds(page, "1 in 1.00");
  await page.locator(".shelf li button").first().click();
  await odds(page, "1 in 69.2");
  const path = await saved(page, page.locator(".shelf li").getByRole("button", { name: /^Save/ }), "kept.json");
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), mine);
  await page.locator(".shelf li").getByRole("button", { name: /^Remove/ }).click();
  await page.locator(".shelf li").waitFor({ state: "detached" });
  // An example is one of the command's.
  await page.waitForFunction(() => document.querySelector(".profile-about .panel-head select").options.length > 3);
  await page.getByLabel("Example profiles").selectOption("notrump-responses");
  await page.getByRole("button", { name: "Redo" }).waitFor();
  await page.locator(".seat-tab", { hasText: "3 hand types" }).waitFor();
  await close();
});

const types = `HandType_Weak = hcp(south) < 16
HandType_Strong = hcp(south) >= 16
condition hcp(south) >= 12`;
const isMeasured = (page) => page.locator(".leveling[aria-busy=false] .cost").waitFor();

test("types are leveled by bars, dealt and written as a script, and the command does the same", async () => {
  const { page, close } = await opened({}, `${site.address}#level`);
  await write(page, types);
  await page.waitForFunction(() => document.querySelectorAll(".level-bars li").length === 2);
  await isMeasured(page);
  assert.equal(await page.locator(".level-bars li").count(), 2);
  assert.match(await page.locator(".level-bars").innerText(), /Weak\s+7\d\.\d%/);
  const target = (name) => page.getByLabel(`${name}, target`, { exact: true });
  // The page draws itself anew a moment after a key.
  const shows = async (name, value) => {
    for (let tries = 0; tries < 100 && (await target(name).inputValue()) !== value; tries++) await page.waitForTimeout(50);
    assert.equal(await target(name).inputValue(), value);
  };
  await shows("Strong", "50");
  // By number, by arrow keys, and by dragging.
  await target("Strong").fill("70");
  await target("Strong").press("Enter");
  await shows("Weak", "30");
  await page.getByLabel("Strong, target in percent").press("ArrowLeft");
  await shows("Strong", "69");
  const bar = await page.getByLabel("Strong, target in percent").boundingBox();
  await page.mouse.move(bar.x + 8 + (bar.width - 16) * 0.69, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + 8 + (bar.width - 16) * 0.8, bar.y + bar.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((field) => field.value > 76 && field.value < 84, await target("Strong").elementHandle());
  await target("Strong").fill("75");
  await target("Strong").press("Enter");
  await isMeasured(page);
  assert.match(await page.locator(".cost").innerText(), /keep 1 in [\d.]+, and so take [\d.]+ times as many/);
  const path = join(made, "types.dlr");
  writeFileSync(path, types);
  await page.getByLabel("exactly these shares").check();
  await deal(page, 8, "20");
  const given = ["--level", "--shares", "25,75"];
  for (const format of ["pbn", "lin", "csv", "json"]) {
    const here = await downloaded(page, format);
    const there = command("deal", path, ...given, "--quota", "-n", "8", "--seed", "20", "--format", format, "--threads", "1");
    assert.ok(here.equals(there), format);
  }
  assert.equal(await page.locator(".hand-type", { hasText: "Strong" }).count(), 6);
  await page.getByRole("button", { name: "Write the leveled script" }).click();
  await page.locator(".script-text", { hasText: "BEGIN GENERATED LEVELING" }).waitFor();
  const copy = readFileSync(await saved(page, page.getByRole("button", { name: "Save the script" }), "copy.dlr"), "utf8");
  const there = command("level", "write", path, "--shares", "25,75", "--quiet").toString();
  // Only what the file is called differs.
  const rest = (text) => text.replace(/^# leveled-from: .*$/m, "");
  assert.equal(rest(copy), rest(there));
  await close();
});

test("what is wrong with types is said, and more ways to name them", async () => {
  const { page, close } = await opened({}, `${site.address}#level`);
  await write(page, "condition hcp(south) >= 12");
  await page.locator(".leveling .odds-error").waitFor();
  await page.locator(".types summary").click();
  await page.getByLabel("Types", { exact: true }).fill("low = hcp(south) < 16");
  await page.locator(".leveling .odds-error", { hasText: /no type|none of/ }).waitFor();
  await page.getByLabel("the rest is a type, too").check();
  await isMeasured(page);
  assert.equal(await page.locator(".level-bars li").count(), 2);
  await page.reload();
  await isMeasured(page);
  assert.equal(await page.locator(".level-bars li").count(), 2);
  await close();
});

const bone = (page, domino) => page.locator(".bone", { hasText: domino }).click();
const beaten = ["0-0", "6-0", "5-0", "4-0", "6-6", "6-4", "6-2"];

test("hands of dominoes: those that cannot lose, how another is beaten, worlds, and a list on disk", async () => {
  const { page, close } = await opened({}, `${site.address}#texas42`);
  await page.locator(".perfect .tally", { hasText: "49 hands" }).waitFor();
  await page.locator(".perfect-hands button").first().click();
  await page.locator(".verdict .odds-big", { hasText: "It cannot lose" }).waitFor();
  assert.equal(await page.locator(".leads li").count(), 7);
  const path = await saved(page, page.getByRole("button", { name: "Download" }), "gold.csv");
  assert.ok(readFileSync(path).equals(command("texas42", "perfect", "--trump", "0", "--csv")));
  await page.getByRole("button", { name: "Clear" }).click();
  for (const domino of beaten) await bone(page, domino);
  await page.locator(".verdict .odds-big", { hasText: "It can be beaten" }).waitFor();
  assert.equal(await page.locator(".tricks-played tbody tr").count(), 6);
  assert.equal(await page.locator(".ranking tbody tr").count(), 9);
  await page.locator(".ranking button", { hasText: "sixes" }).click();
  await page.locator(".verdict", { hasText: "with sixes as trumps" }).waitFor();
  // What was played is known: here that West has no more trumps.
  await page.locator(".worlds summary").click();
  await page.locator(".worlds", { hasText: "399,072,960 worlds" }).waitFor();
  for (const [seat, domino] of [["South", "6-6"], ["West", "1-1"]]) await page.getByLabel(new RegExp(`^${seat} plays`)).selectOption(domino);
  await page.locator(".worlds", { hasText: "West did not follow trumps in trick 1" }).waitFor();
  await page.reload();
  await page.locator(".verdict", { hasText: "with sixes as trumps" }).waitFor();
  await close();
});

/** South's turn, or the end of a hand. */
const myTurn = (page) => page.locator(".bids button, .my-hand button:not(:disabled)").first().waitFor();
/** Does it, and waits until the table shows what came of it. */
const changes = async (page, act) => {
  const before = await page.locator(".felt").innerText();
  await act();
  await page.waitForFunction((text) => document.querySelector(".felt")?.innerText !== text, before);
};
const play = async (page, least) => {
  for (let i = 0; i < 40; i += 1) {
    await myTurn(page);
    if (await page.getByRole("button", { name: /Next hand|another game/ }).count()) return i;
    if (i >= least) return i;
    await changes(page, () => page.locator(".bids button, .my-hand button:not(:disabled)").first().click());
  }
  throw new Error("the hand has no end");
};

test("a hand of euchre is played, with hints, taken back in practice, resumed and saved", async () => {
  const { page, close } = await opened({ reducedMotion: "reduce" }, `${site.address}#euchre`);
  await page.getByLabel(/^Your partner/).selectOption("beginner");
  await page.getByLabel(/^The others/).selectOption("beginner");
  await page.locator(".types summary").click();
  await page.getByLabel("the dealer must name a suit when all have passed").check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await myTurn(page);
  await page.getByRole("button", { name: "What would you do?" }).click();
  await page.locator(".advice", { hasText: "worlds" }).waitFor();
  await page.getByText("Who holds what").click();
  assert.ok((await page.locator(".heat tbody tr").count()) >= 17);
  assert.equal(await page.locator(".is-best").count(), 1);
  await page.reload();
  await myTurn(page);
  await play(page, 40);
  await page.locator("section", { hasText: "How you do" }).first().waitFor();
  const path = await saved(page, page.getByRole("button", { name: "Save the game" }), "game.egn");
  assert.match(command("euchre", "play", "--replay", path).toString(), /North/);
  // In practice a move is taken back, and nothing is counted.
  await page.getByLabel(/^practice/).check();
  await changes(page, () => page.getByRole("button", { name: "New game" }).click());
  await myTurn(page);
  await play(page, 1);
  await page.getByRole("button", { name: "Take it back" }).click();
  await myTurn(page);
  assert.equal(await page.getByRole("button", { name: "Take it back" }).isDisabled(), true);
  assert.equal(await page.locator("tr", { hasText: "Hands" }).locator("td").innerText(), "1");
  await close();
});

const texasRoom = async (page) => {
  for (const domino of beaten) await bone(page, domino);
  await page.locator(".tricks-played").waitFor();
  await page.locator(".worlds summary").click();
  await page.locator(".worlds .heat").waitFor();
};
const euchreRoom = async (page) => {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await myTurn(page);
  await page.getByRole("button", { name: "What would you do?" }).click();
  await page.locator(".advice").waitFor();
  await page.getByText("Who holds what").click();
};

const levelRoom = async (page) => {
  await write(page, types);
  await page.waitForFunction(() => document.querySelectorAll(".level-bars li").length === 2);
  await isMeasured(page);
  await page.getByRole("button", { name: "Write the leveled script" }).click();
  await page.locator(".script-text").waitFor();
  await deal(page, 4, "20");
};

const profileRoom = async (page) => {
  await range(page, "North's points", "15-17");
  await page.getByLabel(/^Shape/).selectOption("balanced");
  await page.getByRole("button", { name: "Add a hand type" }).click();
  await page.getByLabel("Name of this type").fill("weak");
  await page.getByLabel(/^A suit that changes/).selectOption("random");
  await page.getByRole("button", { name: "Leave out shapes" }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await seat(page, "South");
  await range(page, "South's spades", "5+");
  await isFresh(page);
  await deal(page, 4, "20");
};
const rooms = { profile: profileRoom, level: levelRoom, texas42: texasRoom, euchre: euchreRoom };

for (const colorScheme of schemes) {
  test(`axe finds nothing in the rooms, ${colorScheme}`, async () => {
    for (const [room, fill] of Object.entries(rooms)) {
      for (const width of [320, 1280]) {
        const { page, context } = await opened({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true }, `${site.address}#${room}`);
        await fill(page);
        await isFine(page, room);
        await context.close();
      }
    }
  });
}

test("pictures of the rooms", { skip: !PICTURES }, async () => {
  mkdirSync(PICTURES, { recursive: true });
  for (const [room, fill] of Object.entries(rooms)) {
    for (const [width, height, colorScheme] of [[360, 800, "light"], [1280, 900, "light"], [1280, 900, "dark"], [2560, 1440, "light"]]) {
      const { page, context } = await opened({ colorScheme, viewport: { width, height } }, `${site.address}#${room}`);
      await fill(page);
      await page.screenshot({ path: `${PICTURES}/${room}-${width}-${colorScheme}.png`, fullPage: width === 360 });
      await context.close();
    }
  }
});
