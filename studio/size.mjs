// Says how large a built page is, and fails if that is more than it may be: node size.mjs FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** Everything that the page loads, together, compressed as web hosts do it; the guide is fetched when somebody reads it. */
const most = 1_500_000;

const [folder] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && !one.parentPath.endsWith("/guide"));
let sum = 0;
for (const { parentPath, name } of files) {
  const bytes = readFileSync(`${parentPath}/${name}`);
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
  sum += packed;
  console.log(`${String(bytes.length).padStart(9)} ${String(packed).padStart(9)}  ${name}`);
}
console.log(`${folder}: ${sum} bytes compressed`);
if (sum > most) {
  console.error(`studio: that is more than ${most}`);
  process.exit(1);
}
