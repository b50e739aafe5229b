// Move a point through the lines that join the others, and see the number of dichotomies jump.

import { box, button, explorer, frame, html, list, prose, row, setProse } from "./dom.js";
import { status, svg, table } from "./dom.js";
import { disc, line } from "./draw.js";
import { EDGE, GRID, at, createPlane, describe, pointEditor, pointHandlers } from "./plane.js";
import { room, snap } from "./plane.js";
import { mount, permalink, rows, write } from "./model.js";
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
  const change = (_, changes, notice) =>
    changes.points ? write(model, changes) : setProse(view.status, notice);
  view.editor = pointEditor(view, { most: MAX_POINTS, label: () => 1, free: somewhere, change });
  view.plane = createPlane(pointHandlers(view, {
    add: (place) => view.editor.add(place),
    moved: (points) => write(model, { points }),
    key: (i, event) => view.editor.key(i, event),
    sixteenths: 1,
  }));
  view.lines = svg("g", { class: "ptx-joins" });
  view.plane.root.insertBefore(view.lines, view.plane.root.lastChild);
  view.root = layOut(view);
  mount(el, view.root, model, "change:points", view.redraw);
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

function somewhere(points) {
  const places = [];
  for (let x = -EDGE; x <= EDGE; x += 0.5)
    for (let y = -EDGE; y <= EDGE; y += 0.5) places.push([x + GRID * (x > 0), y]);
  return places.sort((a, b) => room(points, b) - room(points, a))[0].map(snap);
}

function layOut(view) {
  view.sum = html("span", { class: "ptx-sum" });
  view.table = table({ count: "dichotomies by lines", cover: "Cover's number",
    all: "all labelings" });
  view.status = status();
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => view.editor.remove(view.selected));
  const buttons = row("Points",
    button("Add point", "Add a point where there is room (key N)", view.editor.addFree),
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
