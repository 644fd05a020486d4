// Writes the guide as pages beside a built page, which are fetched when somebody wants to read: node guide.mjs DOCS FOLDER
// The table of contents is that of docs/SUMMARY.md, and the pages have nothing to run.
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { marked } from "marked";

const [docs, folder] = process.argv.slice(2);
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
/** How a heading is linked to: as mdbook has it. */
const anchor = (text) => text.toLowerCase().replace(/ /g, "-").replace(/[^\p{L}\p{N}_-]/gu, "");
/** A page of the guide is a page here; what is elsewhere in the repository is not here at all. */
const there = (href) => href.replace(/^([\w-]+)\.md(?=#|$)/, "$1.html");

marked.use({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text.replace(/`/g, ""))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escaped(there(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    // Comments mark what is made from tables; nothing else is written in HTML.
    html: () => "",
  },
});

const summary = await readFile(`${docs}/SUMMARY.md`, "utf8");
const contents = [...summary.matchAll(/^(?:- )?\[(.+)\]\((.+)\.md\)$/gm)].map(([, title, name]) => ({ title, name }));
const page = ({ title, name }, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<title>${escaped(title)} – Fairdeal</title>
<link rel="stylesheet" href="guide.css">
<nav aria-label="Guide"><p><a href="../index.html">Studio</a></p><ol>
${contents.map((one) => `<li><a href="${one.name}.html"${one.name === name ? ' aria-current="page"' : ""}>${escaped(one.title)}</a></li>`).join("\n")}
</ol></nav>
<main>
${body}</main>
</html>
`;
await mkdir(folder, { recursive: true });
for (const one of contents) {
  const text = await readFile(`${docs}/${one.name}.md`, "utf8");
  await writeFile(`${folder}/${one.name}.html`, page(one, marked.parse(text)));
}
for (const name of await readdir(docs)) {
  if (/\.(svg|webp)$/.test(name)) await copyFile(`${docs}/${name}`, `${folder}/${name}`);
}
await copyFile(new URL("guide.css", import.meta.url), `${folder}/guide.css`);
