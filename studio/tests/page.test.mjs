// The page in a browser, as a person uses it. Run from target/page, where playwright-core and axe-core are:
//
//   FAIRDEAL=COMMAND CHROMIUM=BROWSER DIST=FOLDER node --test page.test.mjs rooms.test.mjs
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, deal, downloaded, isFine, isFresh, made, odds, opened, site, write } from "./browser.mjs";

const { PICTURES } = process.env;

const notrump = `balanced = shape(south, any 4333 + any 4432 + any 5332)
condition balanced and hcp(south) >= 15 and hcp(south) <= 17 and spades(north) >= 5
action average "points" hcp(north) + hcp(south), frequency "spades" (spades(north), 5, 8),
    frequency "both" (hcp(north), 0, 9, spades(north), 5, 8)`;

test("from an empty page to a file on disk, with the command's bytes", async () => {
  const { page, close } = await opened();
  await write(page, notrump);
  await odds(page, "1 in 121.9");
  await isFresh(page);
  await deal(page, 6, "20");
  assert.equal(await page.locator(".board").count(), 6);
  assert.match(await page.locator(".tale").innerText(), /6 boards from [\d,]+ deals, seed 20/);
  const script = join(made, "notrump.dlr");
  writeFileSync(script, notrump);
  for (const format of ["pbn", "lin", "csv", "json", "pdf"]) {
    const here = await downloaded(page, format);
    const there = command("deal", script, "-n", "6", "--seed", "20", "--format", format, "--threads", "1");
    assert.ok(here.equals(there), format);
  }
  // Averages and frequencies, also of pairs.
  assert.equal(await page.locator(".means tbody tr").count(), 1);
  assert.ok((await page.locator(".bars tbody tr").count()) >= 4);
  assert.ok((await page.locator(".heat tbody tr").count()) >= 10);
  await close();
});

test("boards are filtered, starred, solved and shown as a table", async () => {
  const { page, close } = await opened();
  await write(page, "condition hcp(south) >= 15");
  await deal(page, 12, "3");
  await page.getByLabel("Only boards with").fill("hcp(south) >= 18");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".tally", { hasText: "of 12 boards" }).waitFor();
  assert.ok((await page.locator(".board").count()) < 12);
  await page.getByLabel("Only boards with").fill("hcp(south) >=");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".notice.error").waitFor();
  await page.getByLabel("Only boards with").fill("");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".tally", { hasText: /^12 boards/ }).waitFor();
  await page.getByRole("button", { name: "Star board 2", exact: true }).click();
  await page.getByRole("button", { name: /starred boards only/ }).click();
  assert.equal(await page.locator(".board").count(), 1);
  await page.getByRole("button", { name: /^Solve board 2/ }).click();
  await page.locator(".board .tricks").waitFor();
  await page.getByRole("button", { name: "Table" }).click();
  assert.equal(await page.locator(".boards-table tbody tr").count(), 1);
  await page.locator(".save select").nth(1).selectOption("starred");
  const text = (await downloaded(page, "pbn")).toString();
  assert.equal(text.match(/\[Deal /g).length, 1);
  await close();
});

test("a conflict is marked in the text", async () => {
  const { page, close } = await opened();
  await write(page, "condition hcp(north) >= 20 and hcp(south) >= 12 and hcp(east) > 8");
  await odds(page, "Never");
  await page.locator(".findings li", { hasText: "clash" }).waitFor();
  assert.ok((await page.locator(".cm-lintRange").count()) >= 3);
  await close();
});

test("a mistake is shown where it is, with what was meant", async () => {
  const { page, close } = await opened();
  await write(page, "condition hpc(south) >= 15");
  await page.locator(".findings li.error", { hasText: "did you mean hcp?" }).waitFor();
  assert.equal((await page.locator(".cm-lintRange-error").innerText()).trim(), "hpc");
  await page.locator(".odds-error").waitFor();
  await close();
});

test("words are completed and explained", async () => {
  const { page, close } = await opened();
  await page.waitForFunction(() => document.querySelector(".panel-head select").options.length > 3);
  await write(page, "condition ");
  await page.locator(".cm-content").pressSequentially("lose", { delay: 40 });
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "losers" }).first().waitFor();
  await write(page, "condition losers(south) < 5");
  await page.locator(".tok-function", { hasText: "losers" }).hover();
  await page.locator(".word", { hasText: "Losers: up to three a suit" }).waitFor();
  await close();
});

test("what is given changes the odds", async () => {
  const { page, close } = await opened();
  await write(page, "condition hascard(north, KS)");
  await odds(page, "1 in 4.00");
  await page.getByLabel("Given that").fill("hascard(north, AS)");
  await odds(page, "1 in 4.25");
  await close();
});

const long = `condition hcp(north) + 2 * spades(north) > hcp(east) + hearts(east) and losers(south) + hcp(west) > controls(north) + 9
  and hcp(south) > hcp(west) and spades(west) * hearts(east) > diamonds(south) and losers(east) > losers(north)`;

test("a question of four seats is stopped while it is counted, and the page goes on", async () => {
  const { page, close } = await opened();
  await write(page, long);
  await page.locator(".badge", { hasText: /estimate/ }).waitFor();
  await page.getByRole("button", { name: "Count exactly" }).click();
  const stop = page.getByRole("button", { name: "Stop counting" });
  await stop.waitFor();
  await stop.click();
  await stop.waitFor({ state: "detached" });
  await write(page, "condition hascard(north, KS)");
  await odds(page, "1 in 4.00");
  await close();
});

test("an engine that does not come is said, and asked for again", async () => {
  for (const lost of [/\.wasm$/, /worker.*\.js$/]) {
    const { page, context } = await opened({ serviceWorkers: "block" });
    await context.route(lost, (route) => route.abort());
    await page.reload();
    await page.locator(".odds-error", { hasText: "the engine could not be started" }).waitFor();
    await context.unroute(lost);
    await write(page, "condition hascard(north, KS)");
    await odds(page, "1 in 4.00");
    await context.close();
  }
});

test("dealing something that never comes is stopped", async () => {
  const { page, close } = await opened();
  await write(page, "condition rnd(1000000) == 1 and rnd(1000000) == 2 and rnd(1000000) == 3 and rnd(1000000) == 4");
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Deal", exact: true }).waitFor();
  await close();
});

test("nothing is lost when the tab is closed, and there is a history", async () => {
  const { page, close } = await opened();
  await write(page, "# kept\ncondition hcp(south) > 12");
  await deal(page, 2, "77");
  await page.reload();
  await page.locator(".cm-content", { hasText: "# kept" }).waitFor();
  assert.equal(await page.getByLabel("Seed", { exact: true }).inputValue(), "77");
  await page.locator(".history summary").click();
  await page.locator(".history button", { hasText: "kept" }).click();
  await page.locator(".tale", { hasText: "seed 77" }).waitFor();
  await close();
});

test("a link shows the same boards", async () => {
  const first = await opened();
  await write(first.page, "condition hcp(south) > 12 # über <b>alles</b>");
  await deal(first.page, 3, "a text");
  await first.page.getByRole("button", { name: "Share" }).click();
  await first.page.locator(".message", { hasText: "link" }).waitFor();
  const address = first.page.url();
  const hands = await first.page.locator(".board").allInnerTexts();
  await first.close();
  const second = await opened({}, address);
  await second.page.locator(".tale", { hasText: "a text" }).waitFor();
  assert.deepEqual(await second.page.locator(".board").allInnerTexts(), hands);
  await second.close();
  const broken = await opened({}, `${site.address}#deal=AAAA`);
  await broken.page.locator(".message", { hasText: "could not be read" }).waitFor();
  await broken.close();
});

test("it works without a network after the first visit", async () => {
  const { page, context, close } = await opened();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    if (!names.length) throw new Error("nothing is kept");
  });
  await context.setOffline(true);
  await page.reload();
  await write(page, "condition hascard(north, KS)");
  await odds(page, "1 in 4.00");
  await deal(page, 2, "1");
  await close();
});

test("hostile scripts run nothing, and the page stays responsive", async () => {
  const { page, close } = await opened();
  const markup = `<img src=x onerror="document.title='bad'">`;
  const scripts = [
    `# ${markup}\ncondition ${markup}`,
    `HandType_x = 1\ncondition 1 action average "${markup.replaceAll('"', "'")}" 1, frequency "<script>document.title='bad'</script>" (hcp(north), 0, 3)`,
    `condition ${"(".repeat(50_000)}`,
    `condition ${"hcp(north) + ".repeat(20_000)}1`,
    "\u0000\uFFFD\u202E condition \u{1F0A1}",
  ];
  for (const script of scripts) {
    await write(page, script.length > 20_000 ? "" : script);
    if (script.length > 20_000) await page.evaluate((text) => navigator.clipboard?.writeText?.(text).catch(() => 0), "x");
    if (script.length > 20_000) await page.locator("input[type=file]").first().setInputFiles({ name: "long.dlr", mimeType: "text/plain", buffer: Buffer.from(script) });
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.locator(".tale, .notice.error").first().waitFor();
  }
  assert.equal(await page.title(), "Fairdeal studio");
  await write(page, "condition hascard(north, KS)");
  await odds(page, "1 in 4.00");
  await close();
});

const inBoards = async (page, name, buffer) => {
  await page.getByRole("link", { name: "Boards" }).click();
  await page.locator(".drop input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });
};

test("a file of boards is looked at, filtered, turned, numbered, solved and converted", async () => {
  const { page, close } = await opened();
  const pbn = join(made, "evening.pbn");
  command("deal", "-n", "9", "--seed", "4", "-o", pbn);
  await inBoards(page, "evening.pbn", readFileSync(pbn));
  await page.locator(".tally", { hasText: "9 boards" }).waitFor();
  await page.getByLabel("Only boards with").fill("hcp(south) >= 10");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".tally", { hasText: "of 9 boards" }).waitFor();
  await page.getByLabel("Only boards with").fill("");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".tally", { hasText: /^9 boards/ }).waitFor();
  await page.getByLabel("Turned by").selectOption("1");
  await page.getByLabel("numbered from 1").check();
  await page.locator(".notice[role=status]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Solve board 1$/ }).click();
  await page.locator(".board .tricks").waitFor();
  const here = await downloaded(page, "lin");
  const there = command("convert", pbn, "-", "--to", "lin", "--turn", "1", "--renumber");
  assert.ok(here.equals(there));
  await close();
});

test("ten megabytes of PBN are taken", async () => {
  const { page, close } = await opened();
  const pbn = join(made, "large.pbn");
  command("deal", "-n", "36000", "--seed", "4", "-o", pbn);
  const bytes = readFileSync(pbn);
  assert.ok(bytes.length > 10_000_000, `${bytes.length}`);
  await inBoards(page, "large.pbn", bytes);
  await page.locator(".tally", { hasText: "36,000 boards" }).waitFor();
  await page.getByRole("button", { name: "Table" }).click();
  await page.locator(".boards-table tbody tr").first().waitFor();
  await close();
});

test("hostile files are told off, and run nothing", async () => {
  const { page, close } = await opened();
  await inBoards(page, "x.pbn", Buffer.from([255, 254, 0, 1, 2, 3]));
  await page.locator(".notice.error").waitFor();
  await inBoards(page, "<img src=x onerror=alert(1)>.pbn", Buffer.from("[Deal \"N:<script>alert(1)</script>\"]\n"));
  await page.locator(".notice.error").waitFor();
  await inBoards(page, "x.docx", Buffer.from("PK"));
  await page.locator(".notice.error", { hasText: "does not tell its format" }).waitFor();
  const good = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Event "<b onclick=alert(1)>x</b>"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n\n';
  await inBoards(page, "half.pbn", Buffer.from(`${good}[Board "2"]\n[Deal "N:nonsense"]\n`));
  await page.locator(".tally", { hasText: "1 board" }).waitFor();
  await page.locator("details.notice.error", { hasText: "wrong with the file" }).waitFor();
  await close();
});

test("by keyboard alone", async () => {
  const { page, close } = await opened();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("condition hcp(south) > 20");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator(".tale").waitFor();
  // Tab leaves the editor.
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot === null), true);
  await close();
});

const two = command("deal", "-n", "2", "--seed", "4", "--format", "oneline");

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    for (const width of [320, 1280]) {
      // What axe is run by is not the page's own script.
      const { page, context } = await opened({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      const found = (where) => isFine(page, where);
      await write(page, notrump);
      await odds(page, "1 in 121.9");
      await isFresh(page);
      await deal(page, 6, "20");
      await found("boards");
      await page.getByRole("button", { name: "Table" }).click();
      await found("table");
      await write(page, "condition hpc(south) >= 15");
      await page.locator(".findings li.error").waitFor();
      await found("a mistake");
      await inBoards(page, "two.oneline", Buffer.from(two));
      await page.locator(".tally", { hasText: "2 boards" }).waitFor();
      await found("boards of a file");
      await context.close();
    }
  });
}

test("pictures", { skip: !PICTURES }, async () => {
  mkdirSync(PICTURES, { recursive: true });
  for (const [width, height, colorScheme] of [[360, 800, "light"], [1280, 900, "light"], [1280, 900, "dark"], [2560, 1440, "light"]]) {
    const { page, context } = await opened({ colorScheme, viewport: { width, height } });
    await write(page, notrump);
    await odds(page, "1 in 121.9");
    await isFresh(page);
    await deal(page, 24, "20");
    await page.getByRole("button", { name: /^Solve board 1/ }).first().click();
    await page.locator(".board .tricks").first().waitFor();
    await page.screenshot({ path: `${PICTURES}/deal-${width}-${colorScheme}.png`, fullPage: width === 360 });
    await context.close();
  }
});
