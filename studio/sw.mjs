// Writes the service worker of a built page: every file is there after the first visit, and a new build replaces all of
// them at once. node sw.mjs FOLDER
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";

const [folder] = process.argv.slice(2);
const found = await readdir(folder, { recursive: true, withFileTypes: true });
const files = found
  .filter((one) => one.isFile() && one.name !== "sw.js")
  .map((one) => `${one.parentPath}/${one.name}`.slice(folder.length + 1))
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(await readFile(`${folder}/${file}`));
const name = `fairdeal-${hash.digest("hex").slice(0, 16)}`;
const worker = `// Keeps the page for when there is no network.
const name = ${JSON.stringify(name)};
const files = ${JSON.stringify(["./", ...files.map((file) => `./${file}`)])};
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (key) => key.startsWith("fairdeal-") && key !== name;
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(name).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((found) => found ?? fetch(event.request)));
});
`;
await writeFile(`${folder}/sw.js`, worker);
