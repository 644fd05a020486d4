// Measures the page beside the command, for the table in docs/studio.md. Run as page.test.mjs is:
//
//   FAIRDEAL=COMMAND CHROMIUM=BROWSER DIST=FOLDER node measure.mjs
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const { FAIRDEAL, CHROMIUM, DIST } = process.env;
const questions = {
  "one seat": "hcp(south) >= 15 and hcp(south) <= 17 and shape(south, any 4333 + any 4432 + any 5332)",
  "two seats": "hcp(south) >= 15 and spades(south) >= 5 and hcp(north) >= 6 and spades(north) >= 3",
  "three seats": "hcp(south) >= 12 and spades(south) >= 5 and hcp(west) >= 10 and hearts(west) >= 5 and hcp(north) <= 7",
  "four seats": "hcp(south) >= 12 and spades(south) >= 5 and hcp(west) >= 8 and hearts(west) >= 5 and hcp(north) <= 7 and diamonds(east) >= 4",
};

const site = await serve(DIST);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const page = await browser.newPage();
const since = async (work) => {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
};

console.log("first paint", await since(async () => (await page.goto(site.address), await page.locator(".cm-content").waitFor())), "ms");
console.log("first board", await since(async () => (await page.getByRole("button", { name: "Deal", exact: true }).click(), await page.locator(".board").first().waitFor())), "ms more");
// From the last letter to the answer, by the page's own clock: the driver's is too coarse.
await page.evaluate(() => {
  document.addEventListener("input", () => (window.began = performance.now()), true);
  let wasBusy = false;
  const look = () => {
    const isBusy = document.querySelector(".odds")?.getAttribute("aria-busy") === "true";
    if (wasBusy && !isBusy) window.ended = performance.now();
    wasBusy = isBusy;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, childList: true });
});
// The first question finds the page as it was opened, and is not measured.
for (const [seats, text] of [["the first", "hcp(south) == 0"], ...Object.entries(questions)]) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(`condition ${text}`);
  await page.waitForTimeout(3000);
  await page.locator(".odds[aria-busy=false]").waitFor({ timeout: 120_000 });
  const here = await page.evaluate(() => Math.round(window.ended - window.began));
  const badge = await page.locator(".badge").innerText();
  const there = await since(async () => execFileSync(FAIRDEAL, ["odds", "-e", text, "--effort", "quick"], { stdio: "ignore" })).catch(() => undefined);
  console.log(seats, here, "ms in the page,", there, "ms by the command;", badge);
}
await browser.close();
site.close();
