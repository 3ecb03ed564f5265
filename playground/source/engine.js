// A worker with the module, which can be stopped whatever it does.

/** The module did not answer because the user stopped it. */
export class Stopped extends Error {}

/** The module broke off: the memory of the browser is used up, or this is an error in pram. */
export class Broken extends Error {}

/** Compiles the module: once, for every worker. */
export async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const type = response.headers.get("Content-Type") ?? "";
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

export class Engine {
  #module;
  #worker = null;
  /** The question that is being answered. */
  #open = null;

  constructor(module) {
    this.#module = module;
    this.#begin();
  }

  get busy() {
    return this.#open !== null;
  }

  /** Asks a question; one at a time. */
  ask(question, onProgress = () => {}) {
    if (this.#open) return Promise.reject(new Error("a question is being answered"));
    return new Promise((resolve, reject) => {
      this.#open = { resolve, reject, onProgress };
      this.#worker.postMessage({ question: JSON.stringify(question) });
    });
  }

  /** Ends whatever is being answered. */
  stop() {
    if (this.#open) this.#end(new Stopped("stopped"));
  }

  #begin() {
    this.#worker = new Worker("worker.js", { name: "pram" });
    this.#worker.postMessage({ module: this.#module });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#end(new Broken(event.message ?? "the worker failed"));
    };
  }

  #hear(data) {
    if (!this.#open) return;
    if (data.progress) return this.#open.onProgress(data.progress);
    if (data.broken) return this.#end(new Broken(data.broken));
    const { resolve } = this.#open;
    this.#open = null;
    // Counts are texts in an answer, or lie in a text: no number here is above 2^53.
    resolve(JSON.parse(data.answer));
  }

  /** Gives up the worker with its question, and takes a new one. */
  #end(error) {
    this.#worker.terminate();
    const open = this.#open;
    this.#open = null;
    this.#begin();
    open?.reject(error);
  }
}
