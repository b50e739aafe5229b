// The plane of the explorer: points, the weight vector, its line, and the best line.

import { clip, norm } from "./perceptron_math.js";
import { svg } from "./dom.js";

export const EDGE = 2; // points live in [-EDGE, EDGE]^2
export const GRID = 1 / 16; // sixteenths: the arithmetic of a run is then exact

const UNIT = 100; // drawing units of one unit of length
const MIDDLE = 220; // leaves room for a disc at the edge
const BORDER = MIDDLE / UNIT;
const SQUARE = [[-BORDER, -BORDER], [BORDER, -BORDER], [BORDER, BORDER], [-BORDER, BORDER]];
export const LONGEST = 1.9; // a longer w is drawn shorter

export const across = (x) => MIDDLE + UNIT * x;
export const down = (y) => MIDDLE - UNIT * y;
export const corners = (polygon) => polygon.map(([x, y]) => `${across(x)},${down(y)}`).join(" ");
const opposite = (values) => values.map((value) => -value);

export const snap = (value) =>
  Math.max(-EDGE, Math.min(EDGE, Math.round(value / GRID) * GRID)) + 0;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// Where an arrow key moves a point: by so many sixteenths, with shift by eight. Null: no arrow key.
export function nudged([x, y], { key, shiftKey }, sixteenths = 2) {
  if (!(key in ARROWS)) return null;
  const [right, up] = ARROWS[key].map((sign) => sign * (shiftKey ? 8 : sixteenths) * GRID);
  return [snap(x + right), snap(y + up)];
}

// handlers.key(i, event) returns whether it had a use for the key.
export function createPlane(handlers) {
  const layers = ["shade", "slab", "grid", "best", "line", "arrows", "points"].map((name) =>
    svg("g", { class: `ptx-${name}` }));
  const root = svg(
    "svg",
    { viewBox: `0 0 ${2 * MIDDLE} ${2 * MIDDLE}`, class: "ptx-plane", role: "group",
      "aria-label": "The plane with the sample" },
    ...layers,
  );
  const [shade, slab, grid, best, line, arrows, points] = layers;
  drawGrid(grid);
  const toPlane = (event) => {
    const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      root.getScreenCTM().inverse());
    return [snap((here.x - MIDDLE) / UNIT), snap((MIDDLE - here.y) / UNIT)];
  };
  root.addEventListener("click", (event) => {
    if (!event.target.closest(".ptx-point")) handlers.add(toPlane(event));
  });
  const draw = (scene) => {
    drawSides(shade, line, scene.w);
    drawBest(slab, best, scene.showBest ? scene.best : null);
    drawArrows(arrows, scene);
    keepPoints(points, scene.points.length, toPlane, handlers);
    [...points.children].forEach((node, i) => drawPoint(node, i, scene));
  };
  return { root, draw, focus: (i) => points.children[i]?.focus({ preventScroll: true }) };
}

export function drawGrid(layer) {
  for (let k = -EDGE; k <= EDGE; k++) {
    const name = k === 0 ? "ptx-axis" : "ptx-rule";
    layer.append(
      svg("line", { class: name, x1: across(k), x2: across(k), y1: 0, y2: 2 * MIDDLE }),
      svg("line", { class: name, y1: down(k), y2: down(k), x1: 0, x2: 2 * MIDDLE }),
    );
    if (Math.abs(k) !== 1) continue;
    const text = String(k).replace("-", "\u2212");
    layer.append(
      svg("text", { x: across(k), y: down(0) + 17, "text-anchor": "middle" }, text),
      svg("text", { x: across(0) - 8, y: down(k) + 5, "text-anchor": "end" }, text),
    );
  }
}

const affine = (w) => [w[0], w[1], w[2] ?? 0];

// Where the positive side ends inside the picture: the edge of the clipped square that lies on it.
function border(coefficients) {
  const [a, b, c] = coefficients;
  const size = Math.hypot(a, b) || 1;
  const on = clip(SQUARE, coefficients).filter(
    ([x, y]) => Math.abs(a * x + b * y + c) < 1e-9 * size);
  return on.length >= 2 ? [on[0], on.at(-1)] : null;
}

function segment(ends, attributes) {
  const [[x1, y1], [x2, y2]] = ends;
  return svg("line", { x1: across(x1), y1: down(y1), x2: across(x2), y2: down(y2), ...attributes });
}

function drawSides(shade, line, w) {
  shade.replaceChildren();
  line.replaceChildren();
  if (norm(w) === 0) return;
  const positive = affine(w);
  shade.append(
    svg("polygon", { class: "ptx-positive", points: corners(clip(SQUARE, positive)) }),
    svg("polygon", { class: "ptx-negative", points: corners(clip(SQUARE, opposite(positive))) }),
  );
  const ends = border(positive);
  if (!ends) return;
  line.append(segment(ends, { class: "ptx-boundary" }));
  signs(line, ends, positive);
}

// A plus and a minus sign on either side of the line, near the end with more room above it.
function signs(layer, ends, [a, b]) {
  const [from, to] = ends[0][1] > ends[1][1] ? ends : [ends[1], ends[0]];
  const length = Math.hypot(a, b);
  for (const [sign, side] of [["+", 1], ["\u2212", -1]]) {
    const x = from[0] + 0.1 * (to[0] - from[0]) + (side * 0.14 * a) / length;
    const y = from[1] + 0.1 * (to[1] - from[1]) + (side * 0.14 * b) / length;
    layer.append(svg("text", { x: across(x), y: down(y) + 7, "text-anchor": "middle" }, sign));
  }
}

function drawBest(slab, best, found) {
  slab.replaceChildren();
  best.replaceChildren();
  if (!found?.separable) return;
  const [a, b, c] = affine(found.w_star);
  const upper = clip(SQUARE, [a, b, c + found.margin]);
  const strip = clip(upper, [-a, -b, found.margin - c]);
  if (strip.length) slab.append(svg("polygon", { points: corners(strip) }));
  const ends = border([a, b, c]);
  if (ends) best.append(segment(ends, {}));
}

// The last update as a sum: the old w in grey, the signed example at its tip, the new w.
function drawArrows(layer, { path, w, points, mistakes }) {
  layer.replaceChildren();
  const before = path.at(-2) ?? w;
  const length = Math.max(Math.hypot(w[0], w[1]), Math.hypot(before[0], before[1]));
  const scale = length > LONGEST ? LONGEST / length : 1;
  const tip = (v) => [scale * v[0], scale * v[1]];
  if (path.length > 1) {
    const label = points[mistakes.at(-1)][2];
    layer.append(
      ...arrow([0, 0], tip(before), "ptx-before"),
      ...arrow(tip(before), tip(w), label > 0 ? "ptx-added ptx-plus" : "ptx-added ptx-minus"),
    );
  }
  layer.append(...arrow([0, 0], tip(w), "ptx-w"), svg("circle", { class: "ptx-origin",
    cx: MIDDLE, cy: MIDDLE, r: 3.5 }));
  if (Math.hypot(w[0], w[1]) === 0) return;
  const along = Math.hypot(w[0], w[1]) * scale;
  const [x, y] = tip(w).map((value) => value * (1 + 0.17 / along));
  layer.append(svg("text", { class: "ptx-name", x: across(x), y: down(y) + 5,
    "text-anchor": "middle" }, "w"));
}

export function arrow([x0, y0], [x1, y1], name) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return [];
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = Math.min(0.13, 0.6 * length);
  const base = [x1 - head * dx, y1 - head * dy];
  const wing = (side) => [base[0] - side * 0.4 * head * dy, base[1] + side * 0.4 * head * dx];
  return [
    segment([[x0, y0], base], { class: name }),
    svg("polygon", { class: `${name} ptx-head`, points: corners([[x1, y1], wing(1), wing(-1)]) }),
  ];
}

// Nodes stay while a point is dragged: replacing one would drop the pointer and the focus.
function keepPoints(layer, n, toPlane, handlers) {
  while (layer.children.length > n) layer.lastChild.remove();
  while (layer.children.length < n)
    layer.append(createPoint(layer.children.length, toPlane, handlers));
}

function createPoint(i, toPlane, handlers) {
  const node = svg(
    "g",
    { class: "ptx-point", tabindex: "0", role: "button", "data-index": i },
    svg("circle", { class: "ptx-touch", r: 22 }),
    svg("circle", { class: "ptx-ring", r: 18.5 }),
    svg("circle", { class: "ptx-halo", r: 22.5 }),
    svg("circle", { class: "ptx-disc", r: 12.5 }),
    svg("rect", { class: "ptx-box", x: -12, y: -12, width: 24, height: 24, rx: 3 }),
    svg("text", { "text-anchor": "middle", y: 4.8 }, String(i)),
  );
  // Within an SVG the property touch-action does not keep the page from scrolling; this does.
  node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    node.focus({ preventScroll: true });
    handlers.select(i);
    event.preventDefault(); // no text selection, and no focus moved away again
  });
  node.addEventListener("pointermove", (event) => {
    if (node.hasPointerCapture(event.pointerId)) handlers.drag(i, toPlane(event));
  });
  node.addEventListener("focus", () => handlers.select(i));
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !handlers.key(i, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return node;
}

function drawPoint(node, i, { points, mistakes, selected }) {
  const [x, y, label] = points[i];
  const last = i === mistakes.at(-1);
  node.setAttribute("transform", `translate(${across(x)} ${down(y)})`);
  node.setAttribute("aria-label", describe(i, points[i]) + (last ? ", updated last" : ""));
  node.setAttribute("aria-pressed", String(i === selected));
  node.classList.toggle("ptx-plus", label > 0);
  node.classList.toggle("ptx-minus", label < 0);
  node.classList.toggle("ptx-last", last);
  node.classList.toggle("ptx-selected", i === selected);
}

export const describe = (i, [x, y, label]) =>
  `point ${i}, label ${label > 0 ? "+1" : "-1"}, at (${x}, ${y})`;
