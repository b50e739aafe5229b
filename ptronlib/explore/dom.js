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

export function button(text, title, press) {
  const node = html("button", { type: "button", title }, text);
  node.addEventListener("click", press);
  return node;
}

export const number = (value, digits = 4) =>
  String(Number(value.toFixed(digits)) + 0).replace("-", "\u2212");

export const vector = (values) => `(${values.map((value) => number(value)).join(", ")})`;

export const list = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

// Text in which _w_ stands for an italic w.
export function setProse(node, text) {
  node.replaceChildren(
    ...text.split("_").map((part, k) => (k % 2 ? html("i", {}, part) : part)));
}
