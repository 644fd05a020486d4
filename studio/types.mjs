// Makes TypeScript types of the schemas in docs/schema: node types.mjs SCHEMAS FOLDER
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const [schemas, folder] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const name of ["odds", "check", "words", "examples", "error", "deal", "level-report", "level-write", "texas42-hand", "texas42-odds", "texas42-worlds", "euchre-answer", "euchre-hint"]) {
  const schema = JSON.parse(await readFile(`${schemas}/${name}.json`, "utf8"));
  const types = await compile(schema, name, { additionalProperties: false, bannerComment: "", format: false });
  await writeFile(`${folder}/${name}.ts`, types);
}
