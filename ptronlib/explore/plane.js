// The plane of the explorer: points, the weight vector, its line, and the best line.

import { clip, norm, strip } from "./perceptron_math.js";
import { svg } from "./dom.js";
import { calm } from "./tween.js";
import { arrowKey, disc, draggable, hand, line, onKeys, polygon, words } from "./draw.js";

export const EDGE = 2; // points live in [-EDGE, EDGE]^2
export const GRID = 1 / 16; // sixteenths: the arithmetic of a run is then exact

const UNIT = 100; // drawing units of one unit of length
const MIDDLE = 220; // leaves room for a disc at the edge
const BORDER = MIDDLE / UNIT;
export const SQUARE = [[-BORDER, -BORDER], [BORDER, -BORDER], [BORDER, BORDER], [-BORDER, BORDER]];
export const LONGEST = 1.9; // a longer w is drawn shorter

export const across = (x) => MIDDLE + UNIT * x;
export const down = (y) => MIDDLE - UNIT * y;
export const at = ([x, y]) => [across(x), down(y)];
export const region = (places, name = "") => polygon(name, places.map(at));
export const segment = ([from, to], name = "") => line(name, at(from), at(to));
const opposite = (values) => values.map((value) => -value);

export const snap = (value) =>
  Math.max(-EDGE, Math.min(EDGE, Math.round(value / GRID) * GRID)) + 0;

// What is done to the points: moved(points, i) is told of every new place, key(i, event) of keys
// that move nothing, and returns whether it had a use for them. An arrow key moves by so many
// sixteenths, with shift by eight.
export function pointHandlers(view, { moved, add = () => {}, key = () => false, touched = () => {},
  sixteenths = 2 }) {
  const drag = (i, [x, y]) => {
    const points = view.model.get("points");
    if (x === points[i][0] && y === points[i][1]) return;
    moved(points.map((old, k) => (k === i ? [x, y, old[2]] : old)), i);
  };
  return {
    add,
    drag,
    select(i) {
      touched();
      if (view.selected === i) return;
      view.selected = i;
      view.redraw();
    },
    key(i, event) {
      const goal = arrowKey(view.model.get("points")[i], event, sixteenths * GRID, 8 * GRID);
      if (goal) drag(i, goal.map(snap));
      return Boolean(goal) || key(i, event);
    },
  };
}

// How points are added, with the label +1, and removed: add(place), addFree() where there is most
// room, remove(i), and the keys Delete and N. change(view, changes, notice) makes the changes.
export function pointEditor(view, { most, change }) {
  const points = () => view.model.get("points");
  const add = ([x, y]) => {
    const n = points().length;
    if (n >= most) return change(view, {}, `There is room for ${most} points: remove one first.`);
    view.selected = n;
    change(view, { points: [...points(), [x, y, 1]] },
      `Added point ${n}.`);
    view.plane.focus(n);
  };
  const addFree = () => add(somewhere(points()));
  const remove = (i) => {
    const left = points().filter((_, k) => k !== i);
    view.selected = left.length ? Math.min(i, left.length - 1) : null;
    change(view, { points: left },
      `Removed point ${i}.`);
  };
  const key = (i, event) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      remove(i);
      view.plane.focus(view.selected);
    } else if (event.key === "n" || event.key === "N") addFree();
    else return false;
    return true;
  };
  return { add, addFree, remove, key };
}

// Not the origin, which lies on every line through it.
function somewhere(points) {
  const room = ([x, y]) => Math.min(...points.map((p) => Math.hypot(p[0] - x, p[1] - y)), 9);
  const places = [];
  for (let x = -EDGE; x <= EDGE; x += 0.5)
    for (let y = -EDGE; y <= EDGE; y += 0.5) if (x || y) places.push([x + GRID * (x > 0), y]);
  return places.sort((a, b) => room(b) - room(a))[0].map(snap);
}

export const flipped = (points, i) =>
  points.map(([x, y, label], k) => [x, y, k === i ? -label : label]);

// Without handlers nothing can be done to the points.
export function createPlane(handlers = null) {
  const layers = ["shade", "slab", "grid", "best", "line", "arrows", "points"].map((name) =>
    svg("g", { class: `ptx-${name}` }));
  const root = svg("svg", { viewBox: `0 0 ${2 * MIDDLE} ${2 * MIDDLE}`, class: "ptx-plane",
    role: "group", "aria-label": "The plane with the sample" }, ...layers);
  const [shade, slab, grid, best, boundary, arrows, points] = layers;
  drawGrid(grid);
  const toPlane = (event) => {
    const [x, y] = hand(root, event);
    return [snap((x - MIDDLE) / UNIT), snap((MIDDLE - y) / UNIT)];
  };
  if (handlers) root.addEventListener("click", (event) => {
    if (!event.target.closest(".ptx-point")) handlers.add(toPlane(event));
  });
  let updates = 0;
  const turn = (scene) => { // all but the points
    drawSides(shade, boundary, scene.w);
    drawBest(slab, best, scene.showBest ? scene.best : null, scene.bestName);
    drawArrows(arrows, scene);
  };
  const drawPoints = (scene) => {
    keepPoints(points, scene.points.length, toPlane, handlers);
    [...points.children].forEach((node, i) => drawPoint(node, i, scene));
    if (scene.mistakes.length === updates + 1) flash(points.children, examined(scene));
    updates = scene.mistakes.length;
  };
  const draw = (scene) => { turn(scene); drawPoints(scene); };
  return { root, draw, turn, drawPoints, focus: (i) => points.children[i]?.focus({ preventScroll: true }) };
}

export function drawGrid(layer, numbered = true) {
  for (let k = -EDGE; k <= EDGE; k++) {
    const name = k === 0 ? "ptx-axis" : "ptx-rule";
    layer.append(line(name, [across(k), 0], [across(k), 2 * MIDDLE]),
      line(name, [0, down(k)], [2 * MIDDLE, down(k)]));
    if (Math.abs(k) !== 1 || !numbered) continue;
    const text = String(k).replace("-", "\u2212");
    layer.append(words(text, [across(k), down(0) + 17]),
      words(text, [across(0) - 8, down(k) + 5], "end"));
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

function drawSides(shade, boundary, w) {
  shade.replaceChildren();
  boundary.replaceChildren();
  if (norm(w) === 0) return;
  const positive = affine(w);
  shade.append(region(clip(SQUARE, positive), "ptx-positive"),
    region(clip(SQUARE, opposite(positive)), "ptx-negative"));
  const ends = border(positive);
  if (ends) boundary.append(segment(ends, "ptx-boundary"), ...signs(ends, positive));
}

// A plus and a minus sign on either side of the line, near the end with more room above it.
function signs(ends, [a, b]) {
  const [from, to] = ends[0][1] > ends[1][1] ? ends : [ends[1], ends[0]];
  const length = Math.hypot(a, b);
  return [["+", 1], ["\u2212", -1]].map(([sign, side]) => {
    const x = from[0] + 0.1 * (to[0] - from[0]) + (side * 0.14 * a) / length;
    const y = from[1] + 0.1 * (to[1] - from[1]) + (side * 0.14 * b) / length;
    return words(sign, [across(x), down(y) + 7]);
  });
}

function drawBest(slab, best, found, name) {
  slab.replaceChildren();
  best.replaceChildren();
  if (!found?.separable) return;
  const [a, b, c] = affine(found.w_star);
  const kept = strip(SQUARE, [a, b, c], found.margin);
  if (kept.length) slab.append(region(kept));
  const ends = border([a, b, c]);
  if (!ends) return;
  best.append(segment(ends));
  if (!name) return;
  const [[x, y]] = [...ends].sort((p, q) => p[1] - q[1]); // the lower end
  best.append(words(name, [across(0.82 * x), down(0.82 * y) - 8], x < 0 ? "start" : "end"));
}

// The points examined since the last update, the mistake at the end; of the proof only this one.
function examined({ points: { length: n }, mistakes, examinedAt = [] }) {
  const t = mistakes.length;
  const passed = (examinedAt[t - 1] ?? 1) - (examinedAt[t - 2] ?? 0) - 1;
  return Array.from({ length: passed + 1 }, (_, k) => (mistakes[t - 1] - passed + k + n) % n);
}

function flash(nodes, indices) {
  if (calm()) return;
  indices.forEach((i, k) => nodes[i].querySelector(".ptx-halo").animate(
    { stroke: ["currentColor", "transparent"], strokeWidth: [7, 1] },
    { duration: k + 1 < indices.length ? 180 : 450, delay: 45 * k }));
}

// The last update as a sum: the old w in grey, the signed example at its tip, the new w. On the way
// to it, a share s of the example is added, and the example slides along the old w.
function drawArrows(layer, { path, w, points, mistakes, t = 0 }) {
  layer.replaceChildren();
  const before = path.at(-2) ?? w;
  const length = Math.max(Math.hypot(w[0], w[1]), Math.hypot(before[0], before[1]));
  const scale = length > LONGEST ? LONGEST / length : 1;
  const tip = (v) => [scale * v[0], scale * v[1]];
  if (path.length > 1) {
    const label = points[mistakes.at(-1)][2];
    const s = t - Math.ceil(t) + 1;
    const [from, to] = [before.map((value) => s * value),
      before.map((value, j) => s * value + (w[j] - value) / s)];
    layer.append(
      ...arrow([0, 0], tip(before), "ptx-before"),
      ...arrow(tip(from), tip(to), label > 0 ? "ptx-added ptx-plus" : "ptx-added ptx-minus"),
    );
  }
  layer.append(...arrow([0, 0], tip(w), "ptx-w"), disc("ptx-origin", at([0, 0]), 3.5));
  if (Math.hypot(w[0], w[1]) === 0) return;
  const along = Math.hypot(w[0], w[1]) * scale;
  const [x, y] = tip(w).map((value) => value * (1 + 0.17 / along));
  layer.append(words("w", [across(x), down(y) + 5], "middle", { class: "ptx-name" }));
}

export function arrow([x0, y0], [x1, y1], name) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return [];
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = Math.min(0.13, 0.6 * length);
  const base = [x1 - head * dx, y1 - head * dy];
  const wing = (side) => [base[0] - side * 0.4 * head * dy, base[1] + side * 0.4 * head * dx];
  return [segment([[x0, y0], base], name), region([[x1, y1], wing(1), wing(-1)], `${name} ptx-head`)];
}

// Nodes stay while a point is dragged: replacing one would drop the pointer and the focus.
function keepPoints(layer, n, toPlane, handlers) {
  while (layer.children.length > n) layer.lastChild.remove();
  while (layer.children.length < n)
    layer.append(createPoint(layer.children.length, toPlane, handlers));
}

function createPoint(i, toPlane, handlers) {
  const able = handlers ? { tabindex: "0", role: "button" } : { role: "img" };
  const node = svg("g", { class: "ptx-point", ...able, "data-index": i },
    ...[["touch", 22], ["ring", 18.5], ["halo", 22.5], ["disc", 12.5]].map(([name, r]) =>
      svg("circle", { class: `ptx-${name}`, r })),
    svg("rect", { class: "ptx-box", x: -12, y: -12, width: 24, height: 24, rx: 3 }),
    svg("text", { "text-anchor": "middle", y: 4.8 }, String(i)));
  if (!handlers) return node;
  draggable(node, (event) => handlers.drag(i, toPlane(event)), () => {
    node.focus({ preventScroll: true });
    handlers.select(i);
  });
  node.addEventListener("focus", () => handlers.select(i));
  onKeys(node, (event) => handlers.key(i, event));
  return node;
}

function drawPoint(node, i, { points, mistakes, selected }) {
  const [x, y, label] = points[i];
  const last = i === mistakes.at(-1);
  node.setAttribute("transform", `translate(${across(x)} ${down(y)})`);
  node.setAttribute("aria-label", describe(i, points[i]) + (last ? ", updated last" : ""));
  if (node.tabIndex === 0) node.setAttribute("aria-pressed", String(i === selected));
  node.classList.toggle("ptx-plus", label > 0);
  node.classList.toggle("ptx-minus", label < 0);
  node.classList.toggle("ptx-last", last);
  node.classList.toggle("ptx-selected", i === selected);
}

export const describe = (i, [x, y, label]) =>
  `point ${i}, ${label === 0 ? "no label" : `label ${label > 0 ? "+1" : "-1"}`}, at (${x}, ${y})`;
