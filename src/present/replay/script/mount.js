// A trace on an element: read, looked at whether it can be shown, shown.

const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
const hasLists = (value, ...names) => isObject(value) && names.every(name => Array.isArray(value[name]));

/** The lists of a trace, and whether an entry of them is whole. */
const STEP_LISTS = {
  places: isObject,
  arrays: isObject,
  before: isObject,
  sentences: Array.isArray,
  steps: step => hasLists(step, "groups", "met", "live", "changes") && isObject(step.cost),
};
const MOMENT_LISTS = {
  places: isObject,
  messages: isObject,
  stops: isObject,
  activities: isObject,
  printed: isObject,
  moments: moment => hasLists(moment, "lines"),
};

const WARP_LISTS = {
  places: isObject,
  launches: launch => hasLists(launch, "groups"),
  instructions: instruction => hasLists(instruction, "lanes"),
  printed: text => typeof text === "string",
};

const kindOf = trace => ({ multicomputer: "moments", gpu: "warps" })[trace.machine?.kind] ?? "steps";
const TRACE_LISTS = { steps: STEP_LISTS, moments: MOMENT_LISTS, warps: WARP_LISTS };
const REPLAYS = {
  steps: (trace, options) => new StepReplay(new Run(trace), options),
  moments: (trace, options) => new MomentReplay(new Exchange(trace), options),
  warps: (trace, options) => new WarpReplay(new WarpRun(trace), options),
};

/** What is wrong with a trace, as a sentence; null where it can be shown. */
function fault(words, trace) {
  if (!isObject(trace) || trace.format !== "pram-trace") return words.noTrace;
  if (trace.version !== 2) return words.otherVersion(trace.version);
  const lists = TRACE_LISTS[kindOf(trace)];
  const missing = [...["sources", ...Object.keys(lists)].filter(name => !Array.isArray(trace[name])),
    ...["machine", "inputs", "ending"].filter(name => !isObject(trace[name]))];
  const damaged = missing.length > 0 ? [] : Object.entries(lists).flatMap(([name, isWhole]) => {
    const place = trace[name].findIndex(entry => !isWhole(entry));
    return place < 0 ? [] : [words.damagedEntry(place + 1, name)];
  });
  return missing.length > 0 ? words.missing(missing) : damaged[0] ?? null;
}

function complain(element, words, sentence, options) {
  element.append(html(options.page ? "main" : "section", { class: options.page ? "pram-replay page" : "pram-replay", lang: words.code },
    options.page ? html("h1", {}, words.nothingToShow) : null, html("p", { role: "alert", class: "fault" }, sentence)));
}

/** Shows a trace, an object or its text, at the end of an element. `options.page`: it has the page for itself, so that
 *  keys work everywhere and the address leads to the moment; `options.step`: where it begins; `options.onStep`: is
 *  called with the number of each step or moment that is shown. Returns `goTo(step)` and `remove()`, or null where there is nothing to show. */
function mount(element, trace, options = {}) {
  // The language of what cannot be read is that of the page.
  let replay, words = wordsOf(document.documentElement.lang);
  try {
    const read = typeof trace === "string" ? JSON.parse(trace) : structuredClone(trace);
    if (isObject(read) && read.language !== undefined) words = wordsOf(read.language);
    const sentence = fault(words, read);
    if (sentence) {
      complain(element, words, sentence, options);
      return null;
    }
    replay = REPLAYS[kindOf(read)](read, options);
  } catch (error) {
    complain(element, words, error instanceof SyntaxError ? words.noJson : words.doesNotFit, options);
    return null;
  }
  replay.begin(element);
  return { goTo: number => replay.show(replay.run.stopOf(number)), remove: () => replay.remove() };
}

globalThis.pramReplay = { mount };
const recorded = document.getElementById("trace");
if (recorded) mount(document.body, recorded.textContent, { page: true });
