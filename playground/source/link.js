// Links that carry a program: its state as JSON, deflated, in base64url, behind `#p1=`.

import { words } from "./words.js";

/** The longest link, in bytes. */
export const LONGEST = 8 * 1024;
/** What a link may hold once it is inflated, in bytes. */
const LARGEST = 256 * 1024;
const MARK = "#p1=";

/** Whether an address carries a program. */
export const carries = (fragment) => fragment.startsWith(MARK);

/** The address of the page with this state; fails where it is too long. */
export async function linkTo(state, page) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const deflated = await all(through(bytes, new CompressionStream("deflate-raw")), Infinity);
  const link = page + MARK + base64url(deflated);
  if (link.length > LONGEST || bytes.length > LARGEST) {
    const size = (link.length / 1024).toFixed(1);
    throw new Error(words.longLink(size, LONGEST / 1024));
  }
  return link;
}

/** The state that a fragment carries; fails where there is none. */
export async function carriedBy(fragment) {
  if (fragment.length > LONGEST) throw new Error(words.tooLongLink(LONGEST / 1024));
  let text;
  try {
    const inflated = through(fromBase64url(fragment.slice(MARK.length)), new DecompressionStream("deflate-raw"));
    text = new TextDecoder("utf-8", { fatal: true }).decode(await all(inflated, LARGEST));
  } catch (error) {
    if (error instanceof RangeError) throw new Error(words.largeLink);
    throw new Error(words.brokenLink);
  }
  return checked(text);
}

/** The state in a text: texts and rows of texts, whatever the link says. */
function checked(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(words.otherLink);
  }
  const isText = (value) => typeof value === "string";
  if (!read || !isText(read.text)) throw new Error(words.emptyLink);
  const texts = (object) =>
    Object.fromEntries(Object.entries(object ?? {}).filter(([, value]) => isText(value)));
  return {
    name: isText(read.name) && /^[^\u0000-\u001f]{1,200}$/u.test(read.name) ? read.name : "program.pram",
    text: read.text,
    entry: isText(read.entry) ? read.entry : "",
    inputs: texts(read.inputs),
    machine: texts(read.machine),
    vary: isText(read.vary) ? read.vary : "",
    step: isText(read.step) ? read.step : "",
  };
}

function through(bytes, transform) {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

/** All bytes of a stream; a RangeError as soon as there are more than `most`. */
async function all(stream, most) {
  const reader = stream.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("too large");
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
