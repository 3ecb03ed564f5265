// The network of a multicomputer: processors where their topology has them, messages on its links

const NODES = 64, NODE = 15, APART = 92, LABELLED = 24;

/** Points on a circle, the first one at its top. */
function circle(count, first = 0) {
  const radius = Math.max(110, (count - first) * APART / 2 / Math.PI), turn = at => 2 * Math.PI * (at - first) / (count - first) - Math.PI / 2;
  return Array.from({ length: count }, (_, at) => at < first ? [0, 0] : [radius * Math.cos(turn(at)), radius * Math.sin(turn(at))]);
}

const row = count => Array.from({ length: count }, (_, at) => [at * APART, 0]);

/** Points of a grid: the last side to the right, the one before it down, further ones as grids beside each other. */
function grid(sides) {
  const [columns, rows] = [sides.at(-1), sides.at(-2) ?? 1], count = sides.reduce((a, b) => a * b, 1);
  return Array.from({ length: count }, (_, at) => {
    const plane = Math.floor(at / (columns * rows));
    return [(at % columns + plane * (columns + 0.8)) * APART, Math.floor(at / columns) % rows * APART];
  });
}

/** Points of a hypercube: a bit is a direction, the third one backwards. */
function cube(dimensions) {
  const directions = [[1.3, 0], [0, 1.3], [0.5, -0.45], [3.1, 0], [0, 2.6], [6.4, 0]];
  return Array.from({ length: 2 ** dimensions }, (_, at) => directions.reduce(([x, y], [dx, dy], bit) => at >> bit & 1 ? [x + dx * APART, y + dy * APART] : [x, y], [0, 0]));
}

/** Points of a tree: its leaves, then its switches by their numbers, of which there is no 0. */
function tree(leaves) {
  const points = row(leaves), levels = Math.log2(leaves), wide = APART * 0.7;
  points.forEach((point, at) => points[at] = [at * wide, levels * APART * 0.8]);
  for (let level = levels - 1; level >= 0; level--) for (let at = 2 ** level; at < 2 ** (level + 1); at++) {
    const under = 2 ** (levels - level);
    points[leaves + at] = [((at - 2 ** level + 0.5) * under - 0.5) * wide, level * APART * 0.8];
  }
  return points;
}

/** Pairs of processors that are linked. */
function pairs(count, isLinked) {
  const links = [];
  for (let to = 1; to < count; to++) for (let from = 0; from < to; from++) if (isLinked(from, to)) links.push([from, to]);
  return links;
}

/** Whether processors of a grid are neighbours: along one side, where it leads around also its ends. */
function areNeighbours(sides, leadsAround) {
  const places = number => [...sides].reverse().map(length => {
    const own = number % length;
    number = Math.floor(number / length);
    return { own, length };
  });
  return (from, to) => {
    const ends = places(to), ways = places(from).map(({ own, length }, i) => ({ way: Math.abs(own - ends[i].own), length })).filter(({ way }) => way > 0);
    return ways.length === 1 && (ways[0].way === 1 || leadsAround && ways[0].way === ways[0].length - 1);
  };
}

const ring = p => ({ points: circle(p), links: pairs(p, (from, to) => to - from === 1 || to - from === p - 1) });
const line = p => ({ points: row(p), links: pairs(p, (from, to) => to - from === 1) });

/** By name: from the number of processors and the sides, the points, and the links between them. */
const TOPOLOGIES = {
  ring,
  line,
  mesh: (p, sides) => sides.length === 1 ? line(p) : { points: grid(sides), links: pairs(p, areNeighbours(sides, false)), isGrid: true },
  torus: (p, sides) => sides.length === 1 ? ring(p) : { points: grid(sides), links: pairs(p, areNeighbours(sides, true)), isGrid: true },
  hypercube: p => ({ points: cube(Math.log2(p)), links: pairs(p, (from, to) => Number.isInteger(Math.log2(from ^ to))) }),
  tree: p => ({ points: tree(p), links: Array.from({ length: 2 * p - 2 }, (_, i) => [i + 2 < p ? p + i + 2 : i + 2 - p, p + Math.floor((i + 2) / 2)]) }),
  star: p => ({ points: circle(p, 1), links: pairs(p, from => from === 0) }),
  bus: p => ({ points: row(p), links: [], isBus: true }),
  complete: p => ({ points: circle(p), links: pairs(p, () => true) }),
};

/** The network of a run; null where it is not drawn. */
function networkOf(run) {
  const [, name, numbers = ""] = /^([a-z]+)(?:\((.*)\))?$/.exec(run.trace.machine.model) ?? [];
  return run.processors > NODES || !Object.hasOwn(TOPOLOGIES, name ?? "") ? null : TOPOLOGIES[name](run.processors, numbers.split(",").map(Number));
}

/** A way from one node to another: a curve, to its right, so that two that go in opposite directions do not meet. */
class Way {
  constructor(from, to, bend) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1, [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    this.middle = [(from[0] + to[0]) / 2 + bend[0] - dy * 14, (from[1] + to[1]) / 2 + bend[1] + dx * 14];
    const edge = node => {
      const far = Math.hypot(this.middle[0] - node[0], this.middle[1] - node[1]) || 1;
      return node.map((own, i) => own + (this.middle[i] - own) * (NODE + 1) / far);
    };
    [this.from, this.to] = [edge(from), edge(to)];
  }
  at(share) {
    const rest = 1 - share;
    return [0, 1].map(i => rest * rest * this.from[i] + 2 * rest * share * this.middle[i] + share * share * this.to[i]);
  }
  /** The ends of a line for a text to the right of the way, of half such a width. */
  beside(half) {
    const [begin, end] = [this.at(0.15), this.at(0.85)], length = Math.hypot(end[0] - begin[0], end[1] - begin[1]) || 1;
    const shift = [-(end[1] - begin[1]) / length * half, (end[0] - begin[0]) / length * 12];
    return { from: begin.map((own, i) => own + shift[i]), to: end.map((own, i) => own + shift[i]) };
  }
  get d() {
    const point = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    return `M${point(this.from)}Q${point(this.middle)} ${point(this.to)}`;
  }
  get head() {
    const [x, y] = this.to, length = Math.hypot(x - this.middle[0], y - this.middle[1]) || 1, [dx, dy] = [(x - this.middle[0]) / length, (y - this.middle[1]) / length];
    return `M${x.toFixed(1)} ${y.toFixed(1)}l${(-8 * dx - 4 * dy).toFixed(1)} ${(-8 * dy + 4 * dx).toFixed(1)}l${(8 * dy).toFixed(1)} ${(-8 * dx).toFixed(1)}Z`;
  }
}

/** The network at a moment. */
class NetworkPicture {
  constructor(run, network, available) {
    const { points, isBus, isGrid } = network, all = points.filter(Boolean), xs = all.map(([x]) => x), ys = all.map(([, y]) => y);
    const around = isGrid ? 58 : 34, aside = around + 14, above = around + (isBus ? 60 : 0), [wide, tall] = [xs, ys].map(own => Math.max(...own) - Math.min(...own));
    // As large as there is room, up to where it would not be seen at once.
    this.scale = Math.max(1, Math.min(1.7, (available - 2 * aside) / Math.max(1, wide), 420 / Math.max(1, tall)));
    Object.assign(this, { run, network, isBus, isGrid });
    this.points = points.map(([x, y]) => [(x - Math.min(...xs)) * this.scale + aside, (y - Math.min(...ys)) * this.scale + above]);
    this.width = wide * this.scale + 2 * aside;
    this.height = tall * this.scale + above + around;
  }
  /** A link that leads around a grid bends over it. */
  bend(from, to) {
    const [x, y] = [0, 1].map(i => Math.abs(this.points[from][i] - this.points[to][i]));
    if (!this.isGrid || Math.max(x, y) < 1.5 * APART * this.scale) return [0, 0];
    return y < 1 ? [0, -70] : x < 1 ? [-70, 0] : [0, 0];
  }
  /** The ways of a message, link by link. */
  ways(message) {
    const home = program => this.run.homes[program] ?? program, nodes = [home(message.sender), ...message.via ?? [], home(message.receiver)];
    if (this.isBus) {
      const bus = program => [this.points[program][0], this.points[program][1] - 70], [from, to] = [nodes[0], nodes.at(-1)], none = [0, 0];
      return [new Way(this.points[from], bus(from), none), new Way(bus(from), bus(to), none), new Way(bus(to), this.points[to], none)];
    }
    return nodes.slice(1).map((to, i) => new Way(this.points[nodes[i]], this.points[to], this.bend(nodes[i], to)));
  }
  links() {
    const { points, isBus, network } = this, line = ([x1, y1], [x2, y2], [bx, by]) => bx || by
      ? `M${x1} ${y1}Q${(x1 + x2) / 2 + bx} ${(y1 + y2) / 2 + by} ${x2} ${y2}` : `M${x1} ${y1}L${x2} ${y2}`;
    const lines = network.links.map(([from, to]) => line(points[from], points[to], this.bend(from, to)));
    if (isBus) lines.push(`M${points[0][0] - 20} ${points[0][1] - 70}H${points.at(-1)[0] + 20}`, ...points.map(([x, y]) => `M${x} ${y}V${y - 70}`));
    return svg("path", { class: lines.length > 40 ? "link many" : "link", d: lines.join("") });
  }
  nodes() {
    const { run, points } = this, waiting = new Map();
    for (const { receiver } of run.arrived) waiting.set(run.homes[receiver], (waiting.get(run.homes[receiver]) ?? 0) + 1);
    return points.flatMap(([x, y], at) => {
      if (at >= run.processors) return [svg("rect", { class: "switch", x: x - 6, y: y - 6, width: 12, height: 12, rx: 2 })];
      const does = run.doing(at) ?? "", count = waiting.get(at) ?? 0, parts = [svg("circle", { class: `place does-${does}`, cx: x, cy: y, r: NODE }),
        svg("text", { class: "who", x, y: y + 4, "text-anchor": "middle" }, String(at))];
      if (count > 0) parts.push(svg("text", { class: "scalar", x: x + NODE + 3, y: y + NODE + 6 }, `+${run.words.digits(count)}`));
      return parts;
    });
  }
  /** Messages that are on their way, that have arrived, and that were received now. */
  messages() {
    const { run } = this, { time } = run, back = [], front = [], labels = [], seen = new Set();
    for (const message of run.ways) {
      if (run.homes[message.sender] === run.homes[message.receiver]) continue;
      const state = run.stateOf(message), isNow = state === "received" && (message.received === time || message.arrival === time);
      if (state === "later" || state === "received" && !isNow) continue;
      seen.add(state);
      const ways = this.ways(message);
      for (const way of ways) back.push(svg("path", { class: `message ${state}`, d: way.d }));
      front.push(svg("path", { class: `point ${state}`, d: ways.at(-1).head }));
      if (state === "way") {
        const share = Math.max(0, Math.min(0.999, (time - message.start) / (message.arrival - message.start))) * ways.length, [x, y] = ways[Math.floor(share)].at(share % 1);
        front.push(svg("circle", { class: "dot", cx: x.toFixed(1), cy: y.toFixed(1), r: 4 }));
      }
      const text = cutShort(contentsText(message, 4), 14);
      labels.push({ text, ...ways.at(-1).beside(text.length * 3.8 + 5) });
    }
    const isInside = (x, _, half) => x - half > 0 && x + half < this.width;
    return { back, front: [...front, ...labels.length > LABELLED ? [] : labelTexts(labels, isInside)], seen };
  }
  draw(available, label) {
    const { back, front, seen } = this.messages();
    const drawing = picture(this.width, this.height, available, label, [this.links(), ...back, ...this.nodes(), ...front]);
    drawing.classList.add("topology");
    return { drawing, seen };
  }
}

/** The picture of the network, or why there is none, and what its shapes mean. */
function topologyView(run, available) {
  const { words } = run, network = networkOf(run);
  if (network === null) return [html("p", { class: "note" }, words.networkNotDrawn(NODES))];
  const { drawing, seen } = new NetworkPicture(run, network, available).draw(available, words.networkDrawn(modelName(run.trace.machine.model), run.onWay.length, run.arrived.length));
  const names = words.legend, line = kind => [svg("path", { class: `message ${kind}`, d: "M2 7H22" }), svg("path", { class: `point ${kind}`, d: "M28 7l-7 3.5v-7Z" })];
  const place = kind => [svg("circle", { class: `place does-${kind}`, cx: 15, cy: 7, r: 6 })], doing = kind => Array.from({ length: run.processors }, (_, at) => run.doing(at)).includes(kind);
  return [html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.networkPicture }, drawing),
    legend(...["compute", "send", "wait"].map(kind => doing(kind) ? [place(kind), names[kind]] : null), seen.has("way") ? [[...line("way"), svg("circle", { class: "dot", cx: 12, cy: 7, r: 3.5 })], names.way] : null,
      seen.has("received") ? [line("received"), names.receivedNow] : null, seen.has("arrived") ? [line("arrived"), names.arrived] : null)];
}
