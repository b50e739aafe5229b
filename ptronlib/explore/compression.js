// The explorer of chapter 7: drop examples and run again. The model holds points and dropped.

import { button, list, plural, setProse, svg, vector } from "./dom.js";
import { shell } from "./shell.js";
import { line } from "./draw.js";
import { indices, mount, permalink, write } from "./model.js";
import { dot, perceptronRun, signedExamples } from "./perceptron_math.js";
import { mover } from "./tween.js";
import { across, createPlane, describe, down, segment } from "./plane.js";

const MAX_UPDATES = 10000;

// The run on the examples that are kept, with the numbers that they have in the whole sample.
function rerun(points, dropped) {
  const kept = points.map((_, i) => i).filter((i) => !dropped.includes(i));
  const run = perceptronRun(kept.map((i) => points[i]), false, MAX_UPDATES);
  const Z = signedExamples(points, false);
  const wrong = [...dropped].sort((a, b) => a - b).filter((i) => dot(Z[i], run.w) <= 0);
  return { kept, mistakes: run.mistakes.map((p) => kept[p]), w: run.w, wrong };
}

const used = (run) => run.kept.filter((i) => run.mistakes.includes(i));
const unused = (run) => run.kept.filter((i) => !run.mistakes.includes(i));
const same = (a, b) => a.every((value, j) => Object.is(value, b[j]));

function initialize({ model }) {
  permalink(model, "compression", { dropped: indices(12, true) });
}

function render({ model, el }) {
  const view = { model };
  view.plane = createPlane({ add: () => {}, drag: () => {}, select: () => {},
    key: (i, { key, repeat }) => {
      if (key !== "Enter" && key !== " ") return false;
      if (!repeat) toggle(view, i);
      return true;
    } });
  view.move = mover((w) => view.plane.turn({ path: [], w }));
  listen(view);
  view.before = svg("g", { class: "ptx-whole" });
  view.crosses = svg("g", { class: "ptx-crosses" });
  view.plane.root.insertBefore(view.before, view.plane.root.querySelector(".ptx-line"));
  view.plane.root.append(view.crosses);
  view.root = layOut(view);
  mount(el, view.root, model, "change:dropped", () => draw(view));
}

// A press ends on the point where it began. Assistive technology sends a bare click instead.
function listen(view) {
  const { root } = view.plane;
  const pointAt = (node) => node?.closest?.(".ptx-point");
  root.addEventListener("pointerup", (event) => {
    const node = pointAt(event.target);
    const here = root.getRootNode().elementFromPoint(event.clientX, event.clientY);
    if (node && event.button === 0 && pointAt(here) === node) toggle(view, +node.dataset.index);
  });
  root.addEventListener("click", (event) => {
    const node = pointAt(event.target);
    if (node && event.detail === 0) toggle(view, +node.dataset.index);
  });
}

function toggle(view, i) {
  const dropped = view.model.get("dropped");
  drop(view, dropped.includes(i) ? dropped.filter((k) => k !== i) : [...dropped, i]);
}

function drop(view, dropped) {
  const { mistakes, w } = rerun(view.model.get("points"), dropped);
  write(view.model, { mistakes, w, dropped: dropped.sort((a, b) => a - b) });
}

function draw(view) {
  const points = view.model.get("points");
  const dropped = view.model.get("dropped");
  const whole = rerun(points, []);
  const run = rerun(points, dropped);
  view.move(run.w);
  view.plane.drawPoints({ points, mistakes: [], selected: null });
  drawWhole(view.before, whole.w);
  drawCrosses(view.crosses, run.wrong.map((i) => points[i]));
  mark(view.plane.root, points, dropped, run);
  setProse(view.status, sentence(points, dropped, whole, run));
  view.show({ kept: `${run.kept.length} of ${points.length}`, mistakes: run.mistakes.length,
    used: used(run).join(", ") || "none", before: whole.mistakes.length, w: vector(run.w),
    w_before: vector(whole.w) });
  Object.assign(view.root.dataset, { w: run.w.join(" "), mistakes: run.mistakes.join(" "),
    dropped: dropped.join(" "), wrong: run.wrong.join(" "), same: same(run.w, whole.w) });
}

function drawWhole(layer, [a, b]) {
  const far = 4 / Math.hypot(a, b); // beyond the edge of the picture
  layer.replaceChildren(segment([[-far * b, far * a], [far * b, -far * a]]));
}

function drawCrosses(layer, places) {
  const arms = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
  layer.replaceChildren(...places.flatMap(([x, y]) => arms.map(([s, t]) =>
    line("", [across(x) + 8 * s, down(y) + 8 * t], [across(x) + 20 * s, down(y) + 20 * t]))));
}

function mark(root, points, dropped, run) {
  root.querySelectorAll(".ptx-point").forEach((node, i) => {
    const gone = dropped.includes(i);
    const fate = run.wrong.includes(i) ? ", now wrong" : run.mistakes.includes(i) ? ", used" : "";
    node.classList.toggle("ptx-dropped", gone);
    node.classList.toggle("ptx-last", run.mistakes.includes(i));
    node.setAttribute("aria-pressed", String(gone));
    node.setAttribute("aria-label", `drop ${describe(i, points[i])}${fate}`);
  });
}

function sentence(points, dropped, whole, run) {
  const made = `${plural(run.mistakes.length, "mistake")} on ${plural(used(run).length, "example")}`;
  if (!dropped.length) return `All ${points.length} are kept: ${made} (ringed).`;
  if (!run.kept.length) return "Nothing is kept: _w_ = 0, and every score is a tie.";
  const first = `Without ${list(dropped.map(String))}: ${made}, `;
  if (same(run.w, whole.w)) return `${first}and the same _w_ bit for bit.`;
  const verdict = run.wrong.length
    ? `It gets ${list(run.wrong.map(String))} wrong (crossed).`
    : "It is right about all that were dropped.";
  return `${first}and a new _w_ = ${vector(run.w)}. ${verdict}`;
}

const MET = [(d) => d.same === "true" && d.dropped.split(" ").length === 6,
  (d) => d.wrong !== "" && d.wrong === d.dropped,
  (d) => /^\d+$/.test(d.dropped) && d.same === "false" && d.wrong === ""];

function layOut(view) {
  const controls = [
    button("Keep only the compression", "Drop what the run on all examples never used", () =>
      drop(view, unused(rerun(view.model.get("points"), [])))),
    button("Keep all", "Restore every example", () => drop(view, []))];
  return shell("ptx-dropping", view, { picture: [view.plane.root], controls, met: MET });
}

export { rerun };
export default { initialize, render };
