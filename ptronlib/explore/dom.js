// Build elements, HTML and SVG, and write numbers the way the book sets them.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export const html = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const number = (value, digits = 4) =>
  String(Number(value.toFixed(digits)) + 0).replace("-", "\u2212");

export const vector = (values) => `(${values.map((value) => number(value)).join(", ")})`;

// "1 step", "2 steps".
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const list = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

// Text in which _w_ stands for an italic w.
export function setProse(node, text) {
  node.replaceChildren(
    ...text.split("_").map((part, k) => (k % 2 ? html("i", {}, part) : part)));
  return node;
}

// ---- the parts of an explorer ----

export const explorer = (name, ...parts) =>
  html("div", { class: `ptx ${name}`.trim(), "data-lm-suppress-shortcuts": "true" }, ...parts);

export const box = (name, ...parts) => html("div", { class: `ptx-${name}` }, ...parts);

export const row = (name, ...parts) =>
  html("div", { class: "ptx-row", role: "group", "aria-label": name }, ...parts);

export const prose = (name, text = "") => setProse(html("p", { class: name }), text);

export const status = () =>
  html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });

export function button(text, title, press) {
  const node = html("button", { type: "button", title }, text);
  node.addEventListener("click", press);
  return node;
}

// A box to tick or a dot to choose, with its name.
export function tick(type, name, act, attributes = {}, ...glyph) {
  const input = html("input", { type, ...attributes });
  input.addEventListener("change", () => act(input.checked));
  return { root: html("label", {}, input, ...glyph, html("span", {}, name)), input };
}

// A slider, its name before it and its reading behind it.
export function slider(name, [min, max, step], set, attributes = {}, kind = "ptx-slider") {
  const input = html("input", { type: "range", min, max, step, ...attributes });
  const reading = html("span", { class: "ptx-reading" });
  input.addEventListener("input", () => set(Number(input.value)));
  const root = html("label", { class: kind }, setProse(html("span"), name), input, reading);
  const show = (value, text = String(value)) => {
    input.value = String(value);
    reading.textContent = text;
  };
  return { root, input, show };
}

// Pairs of a key and a name, with a value each; names are prose.
export function table(names, kind = "") {
  const cells = {};
  const root = html("dl", { class: `simple ${kind}` }, ...names.map(([key, name]) => {
    cells[key] = html("dd", { class: `ptx-value-${key}` });
    return html("div", {}, setProse(html("dt"), name), cells[key]);
  }));
  const show = (texts) => {
    for (const [key, cell] of Object.entries(cells)) cell.textContent = texts[key] ?? cell.textContent;
  };
  return { root, show };
}
