// Move a point through the lines that join the others, and see the number of dichotomies jump.

import { button, html, list, setProse, svg } from "./dom.js";
import { EDGE, GRID, createPlane, describe, nudged, snap } from "./plane.js";
import { permalink, rows, write } from "./model.js";
import { coverCount, gains, lines } from "./count_math.js";

const MAX_POINTS = 9;
const FAR = 1000; // drawing units: beyond the picture on either side

function initialize({ model }) {
  const unlabelled = (value) => value.every(([, , label]) => label === 1);
  const places = rows(3, 0, MAX_POINTS);
  permalink(model, "count", { points: (value) => places(value) && unlabelled(value) });
}

function render({ model, el }) {
  const view = { model, selected: null };
  view.plane = createPlane({
    add: (place) => add(view, place),
    drag: (i, place) => move(view, i, place),
    select: (i) => {
      if (view.selected === i) return;
      view.selected = i;
      draw(view);
    },
    key: (i, event) => onKey(view, i, event),
  });
  view.lines = svg("g", { class: "ptx-joins" });
  view.plane.root.insertBefore(view.lines, view.plane.root.lastChild);
  view.root = layOut(view);
  el.append(view.root);
  model.on("change:points", () => draw(view));
  draw(view);
}

function draw(view) {
  const points = view.model.get("points");
  const { selected } = view;
  view.plane.draw({ points, selected, w: [0, 0], path: [[0, 0]], mistakes: [], best: null });
  const joins = lines(points);
  view.lines.replaceChildren(...joins.map((on) => join(points, on)));
  const added = gains(points);
  const count = added.reduce((sum, gain) => sum + gain, 0);
  const cover = points.length ? Number(coverCount(points.length, 3)) : 0;
  view.sum.textContent = added.length > 1 ? `${added.join(" + ")} = ${count}` : "";
  view.count.textContent = String(count);
  view.cover.textContent = String(cover);
  view.all.textContent = String(points.length ? 2 ** points.length : 0);
  setProse(view.status, sentence(points, joins, count, cover));
  view.remove.disabled = selected === null || selected >= points.length;
  Object.assign(view.root.dataset, { count, cover });
}

function join(points, on) {
  const [x, y] = points[on[0]];
  const far = points[on.at(-1)];
  const [dx, dy] = [far[0] - x, far[1] - y];
  const length = Math.hypot(dx, dy);
  const [cx, cy] = [220 + 100 * x, 220 - 100 * y];
  const name = on.length > 2 || length === 0 ? "ptx-crowded" : "ptx-join";
  if (length === 0) return svg("circle", { class: name, cx, cy, r: 18, fill: "none" });
  const [ux, uy] = [(FAR * dx) / length, (-FAR * dy) / length];
  return svg("line", { class: name, x1: cx - ux, y1: cy - uy, x2: cx + ux, y2: cy + uy });
}

function sentence(points, joins, count, cover) {
  if (!points.length) return "There are no points: click the plane or press Add point.";
  if (count === cover) return "General position: as many dichotomies as Cover's number says.";
  const [on] = joins.filter((all) => all.length > 2 || coincide(points, all));
  const what = coincide(points, on) ? "coincide" : "lie on one line";
  return `Points ${list(on)} ${what}: ${cover - count} dichotomies are missing.`;
}

const coincide = (points, on) =>
  points[on[0]][0] === points[on.at(-1)][0] && points[on[0]][1] === points[on.at(-1)][1];

// ---- changes ----

function place(view, points) {
  write(view.model, { points });
  draw(view);
}

function move(view, i, [x, y]) {
  const points = view.model.get("points");
  if (points[i][0] === x && points[i][1] === y) return;
  place(view, points.map((old, k) => (k === i ? [x, y, old[2]] : old)));
}

function add(view, [x, y]) {
  const points = view.model.get("points");
  if (points.length >= MAX_POINTS)
    return setProse(view.status, `There is room for ${MAX_POINTS} points: remove one first.`);
  view.selected = points.length;
  place(view, [...points, [x, y, 1]]);
  view.plane.focus(points.length);
}

function addSomewhere(view) {
  const points = view.model.get("points");
  const free = (x, y) => Math.min(...points.map((p) => Math.hypot(p[0] - x, p[1] - y)), 9);
  const places = [];
  for (let x = -EDGE; x <= EDGE; x += 0.5)
    for (let y = -EDGE; y <= EDGE; y += 0.5) places.push([x + GRID * (x > 0), y]);
  add(view, places.map(([x, y]) => [snap(x), y]).sort((a, b) => free(...b) - free(...a))[0]);
}

function remove(view, i) {
  const points = view.model.get("points").filter((_, k) => k !== i);
  view.selected = points.length ? Math.min(i, points.length - 1) : null;
  place(view, points);
}

function onKey(view, i, event) {
  const { key } = event;
  const goal = nudged(view.model.get("points")[i], event, 1);
  if (goal) move(view, i, goal);
  else if (key === "Delete" || key === "Backspace") {
    remove(view, i);
    view.plane.focus(view.selected);
  } else if (key === "n" || key === "N") addSomewhere(view);
  else return false;
  return true;
}

function layOut(view) {
  const row = (name, ...values) =>
    html("div", {}, html("dt", {}, name), html("dd", {}, ...values));
  view.sum = html("span", { class: "ptx-sum" });
  for (const name of ["count", "cover", "all"]) view[name] = html("span");
  view.status = html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => remove(view, view.selected));
  const buttons = html("div", { class: "ptx-row", role: "group", "aria-label": "Points" },
    button("Add point", "Add a point where there is room (key N)", () => addSomewhere(view)),
    view.remove,
    button("Starting points", "Restore the points that this picture began with",
      () => place(view, view.model.get("start"))));
  const board = html("div", { class: "ptx-board" }, view.plane.root, buttons);
  const numbers = html("div", { class: "ptx-numbers" },
    html("dl", {}, row("dichotomies by lines", view.count),
      row("Cover's number", view.cover), row("all labelings", view.all)),
    html("p", { class: "ptx-law" }, "point by point: ", view.sum), view.status,
    html("p", { class: "ptx-keys" }, "Drag a point across a line that joins two others. Keys on a "
      + "point: the arrows move it by a sixteenth (Shift: further), Delete removes it, N adds one."));
  const frame = html("div", { class: "ptx-frame" }, board, numbers);
  return html("div", { class: "ptx ptx-counting", "data-lm-suppress-shortcuts": "true" }, frame);
}

export { coverCount, describe, gains, lines, separableFraction };
export default { initialize, render };
