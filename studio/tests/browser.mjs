// What the tests of the page share: a browser, a page that is served, and what a person does in it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const { FAIRDEAL, CHROMIUM, DIST } = process.env;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const made = mkdtempSync(join(tmpdir(), "fairdeal-studio-"));
let browser;
export let site;

before(async () => {
  site = await serve(DIST);
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  site?.close();
  rmSync(made, { recursive: true, force: true });
});

// A page of its own: nothing is kept from the test before. All that it complains of is collected.
export const opened = async (options = {}, address = site.address) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(180_000);
  // Chance is the same in every run: a test that holds once holds always.
  await context.addInitScript(() => {
    let drawn = 0;
    crypto.getRandomValues = (numbers) => numbers.fill((drawn += 1));
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  page.on("dialog", (dialog) => (complaints.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  const outside = [];
  page.on("request", (request) => request.url().startsWith(site.address) || /^(blob|data):/.test(request.url()) || outside.push(request.url()));
  await page.goto(address);
  await page.locator("main").waitFor();
  const close = async () => {
    assert.deepEqual(complaints, []);
    assert.deepEqual(outside, []);
    await context.close();
  };
  return { page, context, close };
};

// As by hand: all is marked by its key and written over. (What marks it in the document behind the editor's back loses the mark
// when the editor draws itself anew.)
export const write = async (page, script) => {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(script);
};
export const odds = (page, text) => page.locator(".odds-big", { hasText: text }).waitFor();
export const isFresh = (page) => page.locator(".odds[aria-busy=false]").waitFor();
export const deal = async (page, boards, seed) => {
  await page.getByLabel("Boards", { exact: true }).first().fill(String(boards));
  await page.getByLabel("Seed", { exact: true }).fill(seed);
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await page.locator(".tale").waitFor();
};
export const downloaded = async (page, format) => {
  await page.getByLabel("Format").selectOption(format);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  const path = join(made, `file.${format}`);
  await file.saveAs(path);
  return readFileSync(path);
};
export const command = (...given) => execFileSync(FAIRDEAL, given, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });


/** That axe finds nothing wrong with what is shown, and that it is no wider than the window. */
export const isFine = async (page, where) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  const width = await page.evaluate(() => innerWidth);
  assert.deepEqual(told, [], `${where}, ${width} pixels`);
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(isWider, false, `${where} is wider than ${width} pixels`);
};
