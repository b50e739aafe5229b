// The explorer of chapter 9: drag the corners of two polygons. The model holds points and eps.

import { button, html, number, setProse, svg } from "./dom.js";
import { permalink, rows, within, write } from "./model.js";
import { hull, separateHulls } from "./hulls_math.js";
import { GRID, across, createPlane, down, nudged } from "./plane.js";

const part = (points, label) =>
  points.filter((point) => point[2] === label).map(([x, y]) => [x, y]);

function initialize({ model }) {
  const labels = model.get("points").map(([, , label]) => label);
  const corners = rows(3, labels.length, labels.length);
  permalink(model, "hulls", { eps: (value) => within(0.125, 2)(value) && Number.isInteger(value / GRID),
    points: (value) => corners(value) && value.every(([, , label], i) => label === labels[i]) });
}

function render({ model, el }) {
  const view = { model, selected: null };
  view.plane = createPlane({
    add: () => {},
    drag: (i, place) => move(view, i, place),
    select: (i) => { if (view.selected !== i) { view.selected = i; draw(view); } },
    key: (i, event) => onKey(view, i, event),
  });
  view.bodies = svg("g", { class: "ptx-bodies" });
  view.plane.root.insertBefore(view.bodies, view.plane.root.querySelector(".ptx-points"));
  view.root = layOut(view);
  model.on("change:points change:eps", () => draw(view));
  el.append(view.root);
  draw(view);
}

function move(view, i, [x, y]) {
  const points = view.model.get("points");
  const [oldX, oldY, label] = points[i];
  if (x === oldX && y === oldY) return;
  write(view.model, { points: points.map((old, k) => (k === i ? [x, y, label] : old)) });
}

function onKey(view, i, event) {
  const goal = nudged(view.model.get("points")[i], event);
  if (goal) move(view, i, goal);
  return Boolean(goal);
}

function draw(view) {
  const points = view.model.get("points");
  const eps = view.model.get("eps");
  const sets = [part(points, 1), part(points, -1)];
  const found = separateHulls(...sets, eps);
  const wall = found.kind === "Wall";
  const length = wall ? Math.sqrt(found.w[0] ** 2 + found.w[1] ** 2) : 1;
  view.plane.draw({ points, mistakes: [], path: [], selected: view.selected,
    showBest: wall,
    w: wall ? [...found.w, -found.b] : [0, 0],
    best: wall && { separable: true, margin: found.gap,
      w_star: [found.w[0] / length, found.w[1] / length, -found.b / length] } });
  drawBodies(view.bodies, sets, found);
  mark(view.plane.root, points, found);
  setProse(view.status, sentence(found, eps));
  view.numbers.replaceChildren(...facts(sets, found, eps));
  view.slider.value = String(Math.round(eps / GRID));
  Object.assign(view.root.dataset, { kind: found.kind, updates: found.picks[0].length,
    gap: found.gap ?? "", distance: found.distance ?? "", eps });
}

function drawBodies(layer, sets, found) {
  const corners = (polygon) => polygon.map(([x, y]) => `${across(x)},${down(y)}`).join(" ");
  layer.replaceChildren(...sets.map((set, k) =>
    svg("polygon", { class: k ? "ptx-body-q" : "ptx-body-p", points: corners(hull(set)) })));
  if (found.kind !== "Close") return;
  const [p, q] = [found.p, found.q];
  layer.append(svg("line", { x1: across(p[0]), y1: down(p[1]), x2: across(q[0]), y2: down(q[1]) }),
    ...[p, q].map(([x, y]) => svg("circle", { cx: across(x), cy: down(y), r: 5 })));
}

// A ring around each corner that was used.
function mark(root, points, found) {
  const rank = { "1": 0, "-1": 0 };
  root.querySelectorAll(".ptx-point").forEach((node, i) => {
    const label = points[i][2];
    const used = found.picks[label > 0 ? 0 : 1].includes(rank[label]++);
    node.classList.toggle("ptx-last", used);
    node.setAttribute("aria-label", `corner ${i} of ${label > 0 ? "K" : "L"}, at `
      + `(${points[i][0]}, ${points[i][1]})${used ? ", used" : ""}`);
  });
}

function sentence(found, eps) {
  if (found.kind === "Wall")
    return `A wall: each polygon keeps a distance of ${number(found.gap, 3)} from it, `
      + `and ${number(eps / 6, 3)} was promised.`;
  if (found.kind === "Close")
    return `Close: a point of each polygon, ${number(found.distance, 3)} apart, `
      + `less than ${number(eps, 3)}.`;
  return "Stopped without an answer.";
}

function facts(sets, found, eps) {
  const R = Math.sqrt(found.beta);
  const rows = [
    ["asked about", number(eps, 4)],
    ["updates", String(found.picks[0].length)],
    ["points in the sum", String(2 * found.picks[0].length)],
    ["at most", number(6 * (R / eps) ** 2 + (found.kind === "Close" ? 2 : 0), 1)],
    ["longest difference used", number(R, 3)],
  ];
  return rows.map(([name, value]) =>
    html("div", {}, html("dt", {}, name), html("dd", {}, value)));
}

function layOut(view) {
  view.status = html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });
  view.numbers = html("dl");
  view.slider = html("input", { type: "range", min: "2", max: "32", step: "1",
    "aria-label": "distance asked about, in sixteenths" });
  view.slider.addEventListener("input", () =>
    write(view.model, { eps: Number(view.slider.value) * GRID }));
  const restore = button("Start again", "Restore the polygons that this picture began with", () =>
    write(view.model, view.model.get("start")));
  const board = html("div", { class: "ptx-board" }, view.plane.root, view.status);
  const side = html("div", { class: "ptx-numbers" }, view.numbers,
    html("label", { class: "ptx-eps" }, html("span", {}, "distance asked about"), view.slider),
    html("div", { class: "ptx-row" }, restore),
    html("p", { class: "ptx-keys" }, "Drag the corners. Keys on a corner: the arrows move it "
      + "(Shift: further). Rings mark the corners in the sum."));
  const frame = html("div", { class: "ptx-frame" }, board, side);
  return html("div", { class: "ptx ptx-hulls", "data-lm-suppress-shortcuts": "true" }, frame);
}

export { hull, separateHulls };
export default { initialize, render };
