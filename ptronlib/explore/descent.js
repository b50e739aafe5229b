// The explorer of chapter 4: descent on the hinge risk, beside its landscape over the weights.
//   w <- w + (eta / b) sum of the z_i in a batch of b with z_i . w <= 1

import { button, number, plural, prose, row, setProse, slider } from "./dom.js";
import { shell } from "./shell.js";
import { chart, disc, line, polygon, polyline, words } from "./draw.js";
import { permalink, whole, within } from "./model.js";
import { bestMargin, dot, norm, plus, signedExamples, unitVector } from "./perceptron_math.js";
import { createPlane } from "./plane.js";
import { change, newView, pause, show, stepper } from "./player.js";
import { follower } from "./tween.js";

const MAX_STEPS = 200;
const BEAT = { usual: 600, calm: 1500 };
const STATE = "change:eta change:batch change:n_steps";
const CENTRE = 220;
const LEVELS = [3, 2, 1.5, 1, 0.75, 0.5, 0.25, 0.1, 0]; // of the risk
const FAR = 40; // beyond every weight that is drawn
const RAYS = 120;

const risk = (Z, w) => Z.reduce((sum, z) => sum + Math.max(0, 1 - dot(z, w)), 0) / Z.length;

// The batches are taken in turn; a step that finds no score of 1 or less ends the run.
function descend(Z, eta, batch, steps) {
  const run = { w: Z[0].map(() => 0), mistakes: [], examinedAt: [], converged: false };
  const path = [run.w];
  while (path.length <= steps && !run.converged) {
    const drawn = Array.from({ length: batch }, (_, k) => ((path.length - 1) * batch + k) % Z.length);
    const short = drawn.map((i) => Z[i]).filter((z) => dot(z, run.w) <= 1);
    run.converged = Z.every((z) => dot(z, run.w) > 1);
    if (run.converged) break;
    const sum = short.reduce((total, z) => plus(total, z), Z[0].map(() => 0));
    run.w = run.w.map((value, j) => value + (eta / batch) * sum[j]);
    run.mistakes.push(drawn.at(-1));
    run.examinedAt.push(path.length * batch);
    path.push(run.w);
  }
  return { ...run, path };
}

// Where the risk is at most as high as the level: a convex set, seen from a place without any risk.
function contours(Z) {
  const { w_star, margin } = bestMargin(Z);
  const centre = w_star.map((value) => (1.2 * value) / margin);
  const along = (u, r) => centre.map((value, j) => value + r * u[j]);
  return LEVELS.map((level) => Array.from({ length: RAYS }, (_, k) => {
    const u = unitVector((360 * k) / RAYS);
    let [low, high] = [0, FAR];
    for (let halvings = 0; halvings < 20; halvings++) {
      const middle = (low + high) / 2;
      if (risk(Z, along(u, middle)) <= level) low = middle;
      else high = middle;
    }
    return along(u, low);
  }));
}

const replay = (model) => descend(signedExamples(model.get("points"), false), model.get("eta"),
  model.get("batch"), model.get("n_steps"));

function initialize({ model }) {
  permalink(model, "descent", { eta: within(0.25, 8), batch: whole(1, model.get("points").length),
    n_steps: whole(0, MAX_STEPS + 1) });
}

function render({ model, el }) {
  const view = { ...newView(model), Z: signedExamples(model.get("points"), false) };
  const rings = contours(view.Z);
  view.plane = createPlane();
  view.land = chart(2 * CENTRE, 2 * CENTRE, "ptx-land");
  view.move = follower((facts) => {
    view.plane.turn(facts);
    view.land.replaceChildren(...landscape(rings, facts.path));
  });
  view.root = layOut(view);
  view.redraw = () => draw(view, replay(model));
  return show(view, el, STATE);
}

function landscape(rings, path) {
  const half = Math.max(4.5, ...path.map((w) => 1.1 * norm(w)));
  const place = ([x, y]) => [CENTRE * (1 + x / half), CENTRE * (1 - y / half)];
  const sum = path.reduce((total, w) => plus(total, w));
  const tick = 2 ** Math.floor(Math.log2(half / 2));
  return [...rings.map((ring, k) => polygon(`ptx-ring-${k + 1 < rings.length ? "some" : "none"}`,
    ring.map(place))),
  line("ptx-axis", [0, CENTRE], [2 * CENTRE, CENTRE]), line("ptx-axis", [CENTRE, 0], [CENTRE, 2 * CENTRE]),
  ...[-2, -1, 1, 2].filter((k) => Math.abs(k * tick) < 0.95 * half).flatMap((k) => scaleMarks(k * tick, place)),
  polyline("ptx-walk", path.map(place)), ...path.map((w) => disc("ptx-stop", place(w), 3)),
  disc("ptx-average", place(sum.map((value) => value / path.length)), 7),
  disc("ptx-here", place(path.at(-1)), 6),
  words("w", place(path.at(-1)).map((value) => value - 10), "end", { class: "ptx-name" })];
}

function scaleMarks(value, place) {
  const [[x], [, y], text] = [place([value, 0]), place([0, value]), number(value)];
  return [line("ptx-axis", [x, CENTRE], [x, CENTRE + 5]), line("ptx-axis", [CENTRE - 5, y], [CENTRE, y]),
    words(text, [x, CENTRE + 19]), words(text, [CENTRE - 9, y + 5], "end")];
}

function draw(view, run) {
  const { model, Z } = view;
  const [points, eta, batch] = ["points", "eta", "batch"].map((name) => model.get(name));
  const t = run.path.length - 1;
  const heights = run.path.map((w) => risk(Z, w));
  const average = run.path.reduce((sum, w) => plus(sum, w)).map((value) => value / (t + 1));
  view.move({ ...run, points });
  view.plane.drawPoints({ ...run, points, selected: null });
  view.eta.show(eta, number(eta, 2));
  view.batch.show(batch);
  view.show({ updates: t, risk: number(heights[t], 3),
    average: number(risk(Z, average), 3), wrong: Z.filter((z) => dot(z, run.w) <= 0).length });
  setProse(view.status, run.converged ? `The risk is 0 after ${plural(t, "step")}: every score exceeds 1, and no slope is left.`
    : !t ? "_w_ = 0: every score falls short of 1 by 1, so the risk is 1. Press Step."
      : `Step ${t}: the risk goes from ${number(heights[t - 1], 3)} to ${number(heights[t], 3)}.`);
  view.land.setAttribute("aria-label", `The landscape of the risk over the weights; after ${plural(t, "step")} w `
    + `is at (${number(run.w[0], 2)}, ${number(run.w[1], 2)}), where the risk is ${number(heights[t], 3)}.`);
  Object.assign(view.root.dataset, { updates: t, converged: run.converged, risk: heights[t], batch, eta,
    n: Z.length, rises: heights.filter((height, k) => k && height > heights[k - 1]).length,
    w: run.w.join(" ") });
}

const MET = [(d) => d.converged === "true", (d) => d.batch === d.n && d.rises > 0,
  (d) => d.converged === "true" && d.updates <= 4];

function layOut(view) {
  const [step, play, back, again, undo] = stepper(view, () => replay(view.model), MAX_STEPS, ["One batch, "
    + "one step", "Repeat the step until no slope is left", "Undo one step", "Restore step size and batch, and w = 0"], BEAT);
  const set = (name) => (value) => { pause(view); change(view, { [name]: value, n_steps: 0 }); };
  view.eta = slider("step size, _\u03b7_", [0.25, 8, 0.25], set("eta"));
  view.batch = slider("batch", [1, view.Z.length, 1], set("batch"));
  return shell("ptx-descent", view, {
    picture: [prose("ptx-title", "Examples, with the line of _w_"), view.plane.root],
    side: [prose("ptx-title", "Weights: each place is a _w_, its color the risk"), view.land],
    controls: [step, play, view.eta.root, view.batch.root],
    more: [row("Run", back, again, undo)], met: MET });
}

export { contours, descend, risk, signedExamples };
export default { initialize, render };
