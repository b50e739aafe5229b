// Turn a line through points and collect the dichotomies that it makes; move a point through the
// lines that join the others, and see their number jump. The model holds points, angle and shift.

import { button, html, list, number, row, setProse, slider, svg } from "./dom.js";
import { shell } from "./shell.js";
import { disc, line } from "./draw.js";
import { EDGE, at, createPlane, describe, pointEditor, pointHandlers } from "./plane.js";
import { mount, permalink, rows, within, write } from "./model.js";
import { calm, tween } from "./tween.js";
import { bestMargin, signedExamples, unitVector } from "./perceptron_math.js";
import { coverCount, dichotomies, gains, lines, sides } from "./count_math.js";

const MAX_POINTS = 9;
const FAR = 1000; // drawing units: beyond the picture on either side
const CELL = 34; // of the tray
const COLUMNS = 16;

function initialize({ model }) {
  const unlabelled = (value) => value.every(([, , label]) => label === 1);
  const places = rows(3, 0, MAX_POINTS);
  permalink(model, "count", { points: (value) => places(value) && unlabelled(value),
    angle: within(0, 360), shift: within(-3, 3) });
}

function render({ model, el }) {
  const view = { model, selected: null, seen: new Map(), arrive: () => {}, redraw: () => draw(view) };
  const change = (_, changes, notice) =>
    changes.points ? write(model, changes) : setProse(view.status, notice);
  view.editor = pointEditor(view, { most: MAX_POINTS, change });
  view.plane = createPlane(pointHandlers(view, {
    add: (place) => view.editor.add(place),
    moved: (points) => write(model, { points }),
    key: (i, event) => view.editor.key(i, event),
    sixteenths: 1,
  }));
  view.lines = svg("g", { class: "ptx-joins" });
  view.plane.root.insertBefore(view.lines, view.plane.root.lastChild);
  view.root = layOut(view);
  model.on("change:points", () => keepPossible(view));
  mount(el, view.root, model, "change:points change:angle change:shift", view.redraw);
}

const normal = (model) => [...unitVector(model.get("angle")), -model.get("shift")];

function draw(view) {
  const { model, selected } = view;
  if (view.settling) return;
  const points = model.get("points");
  drawLine(view, normal(model));
  view.angle.show(model.get("angle"), `${number(model.get("angle"), 0)}\u00b0`);
  view.shift.show(model.get("shift"), number(model.get("shift"), 2));
  const joins = lines(points);
  view.lines.replaceChildren(...joins.map((on) => join(points, on)));
  const added = gains(points);
  const count = added.reduce((sum, gain) => sum + gain, 0);
  const cover = points.length ? Number(coverCount(points.length, 3)) : 0;
  view.sum.textContent = added.length > 1 ? `${added.join(" + ")} = ${count}` : "";
  view.show({ seen: `${view.seen.size} of ${count}`, count,
    cover, all: points.length ? 2 ** points.length : 0 });
  setProse(view.status, sentence(points, joins, count, cover));
  view.remove.disabled = selected === null || selected >= points.length;
  Object.assign(view.root.dataset, { count, cover, seen: view.seen.size });
}

// Colour the points by their side of the line, and keep what is new.
function drawLine(view, w) {
  const points = view.model.get("points");
  const signs = sides(points, w);
  view.plane.draw({ points: points.map(([x, y], i) => [x, y, signs[i] || 1]), w, path: [], mistakes: [],
    selected: view.selected, best: null });
  if (!points.length || signs.includes(0)) return;
  view.seen.set(String(signs), signs);
  drawTray(view, points);
}

function drawTray(view, points) {
  const found = [...view.seen.values()];
  view.tray.setAttribute("viewBox", `0 0 ${CELL * COLUMNS} ${CELL * Math.ceil(found.length / COLUMNS)}`);
  view.tray.setAttribute("aria-label", `${found.length} dichotomies collected.`);
  view.tray.replaceChildren(...found.map((signs, k) => svg("g", {
    transform: `translate(${CELL * (k % COLUMNS)} ${CELL * Math.floor(k / COLUMNS)})` },
    ...points.map(([x, y], i) => {
      const [u, v] = [x, -y].map((value) => (CELL * (value + 1.15 * EDGE)) / (2.3 * EDGE));
      return signs[i] > 0 ? disc("ptx-tray-plus", [u, v], 3)
        : svg("rect", { class: "ptx-tray-minus", x: u - 2.7, y: v - 2.7, width: 5.4, height: 5.4 });
    }))));
}

// A drag empties the tray of what a line can no longer make; points come and go with all of it.
function keepPossible(view) {
  const points = view.model.get("points");
  const possible = new Set(dichotomies(points).map((w) => String(sides(points, w))));
  for (const name of view.seen.keys()) if (!possible.has(name)) view.seen.delete(name);
}

// Turn the line to a dichotomy that is not in the tray. Who presses again has seen enough of the way.
function more(view) {
  const { model } = view;
  view.arrive();
  const points = model.get("points");
  const isNew = (signs) => !signs.includes(0) && !view.seen.has(String(signs));
  const found = dichotomies(points).find((w) => isNew(sides(points, w)));
  if (!found) return setProse(view.status, "Every dichotomy that a line can make here is in the tray.");
  // Not this line, which nearly touches two points, but the one in the middle.
  const signs = sides(points, found);
  const labelled = points.map(([x, y], i) => [x, y, signs[i]]);
  const next = points.length ? bestMargin(signedExamples(labelled, true)).w_star : found;
  const stop = tween(normal(model), next, (w) => (w === next ? view.arrive() : view.plane.turn(
    { w, path: [], best: null })));
  view.arrive = () => {
    stop();
    view.arrive = () => {};
    settle(view, next);
  };
  if (calm()) view.arrive();
}

function settle(view, w) {
  const size = Math.hypot(w[0], w[1]);
  drawLine(view, w);
  view.settling = true; // one change after the other would pass through other dichotomies
  const angle = (Math.atan2(w[1], w[0]) * 180) / Math.PI;
  write(view.model, { angle: angle < 0 ? angle + 360 : angle, shift: Math.max(-3, Math.min(3, -w[2] / size)) });
  view.settling = false;
  draw(view);
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

const MET = [(d) => d.seen >= 8, (d) => d.seen > 8 && d.seen === d.count, (d) => +d.count < +d.cover];

function layOut(view) {
  const { model } = view;
  view.sum = html("span", { class: "ptx-sum" });
  view.tray = svg("svg", { class: "ptx-tray", role: "img" });
  const named = html("p", { class: "ptx-tray-name" }, "tray: the dichotomies collected so far");
  view.angle = slider("turn", [0, 359, 1], (angle) => write(model, { angle }));
  view.shift = slider("move", [-3, 3, 1 / 32], (shift) => write(model, { shift }));
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => view.editor.remove(view.selected));
  return shell("ptx-counting", view, { picture: [view.plane.root], side: [named, view.tray],
    controls: [button("One more dichotomy", "Turn the line to a dichotomy that is not in the tray",
      () => more(view)), view.angle.root, view.shift.root],
    more: [row("Points",
      button("Add point", "Add a point where there is room (key N)", view.editor.addFree), view.remove,
      button("Starting points", "Restore the points and the line that this picture began with",
        () => write(model, model.get("start")))),
    html("p", { class: "ptx-law" }, "point by point: ", view.sum)], met: MET });
}

export { coverCount, describe, dichotomies, gains, lines, separableFraction, sides };
export default { initialize, render };
