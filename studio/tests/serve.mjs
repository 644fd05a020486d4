// Serves a folder on loopback, for tests.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

export const serve = async (folder) => {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/^\/deep\/down\//, "/");
    const file = join(folder, path === "/" ? "index.html" : path);
    try {
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(await readFile(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // Not at the root: the page must work from any path.
  return { address: `http://127.0.0.1:${server.address().port}/deep/down/`, close: () => (server.closeAllConnections(), server.close()) };
};
