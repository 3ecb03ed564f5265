// Document

const SVG = "http://www.w3.org/2000/svg";

/** Characters that turn the direction of writing round, and control characters: what they hide could be anywhere. */
const HIDING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with these written out. */
const visible = text => text.replace(HIDING, character => `\\u{${character.charCodeAt(0).toString(16)}}`);

function append(node, attributes, children) {
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : typeof value === "string" ? visible(value) : value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined).map(child => typeof child === "string" ? visible(child) : child));
  return node;
}

/** An element of HTML; children are nodes or text. */
function html(tag, attributes = {}, ...children) {
  return append(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
function svg(tag, attributes = {}, ...children) {
  return append(document.createElementNS(SVG, tag), attributes, children);
}

function on(node, event, listener, options) {
  node.addEventListener(event, listener, options);
  return node;
}

/** A sign on a button, drawn, since not every system has its glyph. */
function sign(d) {
  return svg("svg", { class: "sign", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, svg("path", { d }));
}

/** What the shapes of a picture mean; an entry is its shapes, 30 by 14, and its words, or null. */
function legend(...entries) {
  return html("p", { class: "note legend" }, ...entries.filter(Boolean).map(([shapes, words]) => html("span", {},
    svg("svg", { width: 30, height: 14, viewBox: "0 0 30 14", "aria-hidden": "true" }, ...shapes), ` ${words}`)));
}

/** Shapes of a legend: a line with a head, a box, a line without one. */
const legendArrow = kind => [svg("path", { class: `arrow ${kind}`, d: "M2 7H22" }), svg("path", { class: `head ${kind}`, d: "M28 7l-7 3.5v-7Z" })];
const legendBox = kind => [svg("rect", { class: kind, x: 3, y: 1, width: 24, height: 12, rx: 2 })];
const legendLine = kind => [svg("path", { class: kind, d: "M2 7H28" })];

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const cutShort = (text, most) => text.length > most ? text.slice(0, most - 1) + "…" : text;
const letter = group => group < 26 ? String.fromCharCode(97 + group) : String(group + 1);
const isNumber = value => typeof value === "number";
const sum = numbers => numbers.reduce((total, number) => total + number, 0);

/** What a cell holds, as a text: null is never written, undefined is not told. */
const valueText = value => value === null ? "" : value === undefined ? "·" : String(value);
