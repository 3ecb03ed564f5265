// The module in Node.js, as the worker has it in a page.

import { readFile } from "node:fs/promises";

/** What answers questions. */
export async function load(path) {
  const decoder = new TextDecoder();
  let exports = null;
  const text = (start, length) => decoder.decode(new Uint8Array(exports.memory.buffer, start >>> 0, length >>> 0));
  const page = {
    progress() {},
    panicked(start, length) {
      throw new Error(text(start, length));
    },
  };
  const made = await WebAssembly.instantiate(await readFile(path), { page });
  exports = made.instance.exports;
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const place = exports.question(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const length = exports.answer();
    return JSON.parse(text(exports.answer_start(), length));
  };
}
