// Makes dist/ from source/ and the module: `node bundle.js MODULE`.

import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { replay } from "./replay.js";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "source");
const dist = join(here, "dist");
const [module] = process.argv.slice(2);
if (!module) {
  console.error("usage: node bundle.js MODULE");
  process.exit(2);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await build({
  entryPoints: {
    playground: join(source, "main.js"),
    worker: join(source, "worker.js"),
    style: join(source, "style.css"),
  },
  entryNames: "[name]",
  outdir: dist,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome105", "firefox113", "safari16.4"],
  legalComments: "none",
  plugins: [replay],
});
await copyFile(join(source, "index.html"), join(dist, "index.html"));
await copyFile(module, join(dist, "pram.wasm"));

for (const name of (await readdir(dist)).sort()) {
  const bytes = await readFile(join(dist, name));
  const size = (count) => `${(count / 1024).toFixed(0)} kB`.padStart(8);
  console.log(`${name.padEnd(16)}${size(bytes.length)}${size(gzipSync(bytes, { level: 9 }).length)} compressed`);
}
