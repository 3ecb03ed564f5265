// The component of a replay for the bundle: the scripts that `pram replay` writes into its page, in
// the order in which src/present/replay/mod.rs joins them, as one module.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../src/present/replay");

/** A plugin of esbuild: `./replay.js` is the component. */
export const replay = {
  name: "replay",
  setup(build) {
    build.onResolve({ filter: /^\.\/replay\.js$/ }, () => ({ path: "replay", namespace: "component" }));
    build.onLoad({ filter: /.*/, namespace: "component" }, async () => {
      const joined = await readFile(join(folder, "mod.rs"), "utf8");
      const names = [...joined.matchAll(/include_str!\("([\w./]+\.js)"\)/g)].map(([, name]) => name);
      if (names.length === 0) throw new Error(`${folder}/mod.rs names no scripts`);
      const scripts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
      return { contents: `${scripts.join("")}export { mount };\n`, loader: "js" };
    });
  },
};
