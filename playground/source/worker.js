// The worker: holds an instance of the module, and answers one question at a time.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

let pram = null;
let panic = "";

self.onmessage = async ({ data }) => {
  if (data.module) {
    pram = (await WebAssembly.instantiate(data.module, imports)).exports;
    return;
  }
  // Messages come in order, but the instance may still be made.
  while (!pram) await new Promise((resolve) => setTimeout(resolve, 1));
  panic = "";
  try {
    self.postMessage({ answer: answered(data.question) });
  } catch (error) {
    // The instance has stopped in the middle of something: the page makes a new worker.
    self.postMessage({ broken: panic || String(error.message ?? error) });
  }
};

const imports = {
  page: {
    progress: (done, total) => self.postMessage({ progress: { done, total } }),
    panicked: (start, length) => {
      panic = text(start, length);
    },
  },
};

/** The answer to a question, both as the text of their JSON. */
function answered(question) {
  const bytes = encoder.encode(question);
  const place = pram.question(bytes.length);
  new Uint8Array(pram.memory.buffer, place, bytes.length).set(bytes);
  const length = pram.answer();
  return text(pram.answer_start(), length);
}

function text(start, length) {
  return decoder.decode(new Uint8Array(pram.memory.buffer, start >>> 0, length >>> 0));
}
