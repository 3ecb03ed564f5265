// Makes a folder of pages from source/ and the module: `node bundle.js FOLDER [MODULE]`. Without the module only
// the cheat sheet works.

import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { replay } from "./replay.js";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "source");
const [dist, module] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node bundle.js FOLDER [MODULE]");
  process.exit(2);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const options = {
  entryNames: "[name]",
  outdir: dist,
  bundle: true,
  minify: true,
  // The first with `light-dark()`, of spring 2024 at the latest.
  target: ["chrome123", "firefox120", "safari17.5"],
  legalComments: "none",
  loader: { ".md": "text" },
  plugins: [replay],
};
await build({
  ...options,
  entryPoints: {
    playground: join(source, "main.js"),
    worker: join(source, "worker.js"),
    style: join(source, "style.css"),
    "cheat-sheet-style": join(source, "cheat-sheet.css"),
  },
  format: "esm",
});
// Scripts that are no modules, so that the cheat sheet opens from a folder, too: each keeps its names for itself.
await build({
  ...options,
  entryPoints: { theme: join(source, "theme.js"), "cheat-sheet": join(source, "cheat-sheet.js") },
  format: "iife",
});
for (const name of ["index.html", "cheat-sheet.html", "icon.svg"]) await copyFile(join(source, name), join(dist, name));
if (module) await copyFile(module, join(dist, "pram.wasm"));

for (const name of (await readdir(dist)).sort()) {
  const bytes = await readFile(join(dist, name));
  const size = (count) => `${(count / 1024).toFixed(0)} kB`.padStart(8);
  console.log(`${name.padEnd(24)}${size(bytes.length)}${size(gzipSync(bytes, { level: 9 }).length)} compressed`);
}
