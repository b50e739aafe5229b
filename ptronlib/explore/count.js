// Move a point through the lines that join the others, and see the number of dichotomies jump.

import { box, button, explorer, frame, html, list, prose, row, setProse } from "./dom.js";
import { status, svg, table } from "./dom.js";
import { disc, line } from "./draw.js";
import { EDGE, GRID, at, createPlane, describe, pointHandlers, snap } from "./plane.js";
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
  const view = { model, selected: null, redraw: () => draw(view) };
  view.plane = createPlane(pointHandlers(view, {
    add: (place) => add(view, place),
    moved: (points) => write(model, { points }),
    key: (i, event) => onKey(view, i, event),
    sixteenths: 1,
  }));
  view.lines = svg("g", { class: "ptx-joins" });
  view.plane.root.insertBefore(view.lines, view.plane.root.lastChild);
  view.root = layOut(view);
  el.append(view.root);
  model.on("change:points", view.redraw);
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
  view.table.show({ count, cover, all: points.length ? 2 ** points.length : 0 });
  setProse(view.status, sentence(points, joins, count, cover));
  view.remove.disabled = selected === null || selected >= points.length;
  Object.assign(view.root.dataset, { count, cover });
}

function join(points, on) {
  const [from, to] = [at(points[on[0]]), at(points[on.at(-1)])];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length === 0) return disc("ptx-crowded", from, 18);
  const beyond = (side) => [from[0] + (side * FAR * dx) / length, from[1] + (side * FAR * dy) / length];
  return line(on.length > 2 ? "ptx-crowded" : "ptx-join", beyond(-1), beyond(1));
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

function add(view, [x, y]) {
  const points = view.model.get("points");
  if (points.length >= MAX_POINTS)
    return setProse(view.status, `There is room for ${MAX_POINTS} points: remove one first.`);
  view.selected = points.length;
  write(view.model, { points: [...points, [x, y, 1]] });
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
  write(view.model, { points });
}

function onKey(view, i, { key }) {
  if (key === "Delete" || key === "Backspace") {
    remove(view, i);
    view.plane.focus(view.selected);
  } else if (key === "n" || key === "N") addSomewhere(view);
  else return false;
  return true;
}

function layOut(view) {
  view.sum = html("span", { class: "ptx-sum" });
  view.table = table({ count: "dichotomies by lines", cover: "Cover's number",
    all: "all labelings" });
  view.status = status();
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => remove(view, view.selected));
  const buttons = row("Points",
    button("Add point", "Add a point where there is room (key N)", () => addSomewhere(view)),
    view.remove,
    button("Starting points", "Restore the points that this picture began with",
      () => write(view.model, view.model.get("start"))));
  return explorer("ptx-counting", frame(box("board", view.plane.root, buttons),
    box("numbers", view.table.root, html("p", { class: "ptx-law" }, "point by point: ", view.sum),
      view.status, prose("ptx-keys", "Drag a point across a line that joins two others. Keys on a "
        + "point: the arrows move it by a sixteenth (Shift: further), Delete removes it, N adds "
        + "one."))));
}

export { coverCount, describe, gains, lines, separableFraction };
export default { initialize, render };
