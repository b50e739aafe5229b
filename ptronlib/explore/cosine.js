// The explorer of chapter 5. The model holds points, sigma, angle and n_steps; the rest follows.

import { button, number, row, setProse, slider, svg } from "./dom.js";
import { shell } from "./shell.js";
import { bestMargin, clip, degreesOf, signedExamples, unitVector } from "./perceptron_math.js";
import { SQUARE, across, at, createPlane, pointHandlers, region } from "./plane.js";
import { cosineOf, cosineRun, lengthOf, updateBound } from "./cosine_math.js";
import { chart, disc, line, linear, polyline, words } from "./draw.js";
import { permalink, rows, whole, within } from "./model.js";
import { change, newView, own, pause, reportRun, show, stepper } from "./player.js";
import { follower } from "./tween.js";

const MAX_STEPS = 40;
const TIE = 1e-9; // what was projected lies on the line: rounding must not call it right
const BEAT = { usual: 900, calm: 1800 }; // milliseconds between the steps of Play
const SAMPLE = "change:points";
const STATE = "change:points change:sigma change:angle change:n_steps";
const TWO_POINTS = { points: [[1.75, 1, 1], [-1.75, 1, 1]], sigma: 0.5, angle: 250, n_steps: 0 };
const CHART = { width: 340, height: 200, left: 56, right: 8, top: 10, base: 160 };

const replay = (model, steps = model.get("n_steps")) =>
  cosineRun(model.get("points"), model.get("sigma"), unitVector(model.get("angle")), steps);

function initialize({ model }) {
  permalink(model, "cosine", { points: rows(3, 1, 16, false), sigma: within(0.01, 0.99),
    angle: whole(0, 359), n_steps: whole(0, MAX_STEPS + 1) });
  reportRun(model, () => replay(model), STATE);
}

function render({ model, el }) {
  const view = newView(model);
  view.plane = createPlane(pointHandlers(view, {
    add: ([x, y]) => {
      if (x === 0 && y === 0) return;
      pause(view);
      turn(view, degreesOf([x, y]));
    },
    moved: (points, i) => {
      const [x, y] = points[i];
      if (x || y) change(view, { points }, `Moved point ${i}.`);
    },
  }));
  view.wedge = svg("g", { class: "ptx-wedge" });
  view.trail = svg("g", { class: "ptx-trail" });
  view.plane.root.insertBefore(view.wedge, view.plane.root.children[1]);
  view.plane.root.insertBefore(view.trail, view.plane.root.querySelector(".ptx-arrows"));
  view.chart = chart(CHART.width, CHART.height);
  view.move = follower((facts) => drawRun(view, { ...facts, ...measured(facts) }));
  view.root = layOut(view);
  const findBest = () => bestMargin(signedExamples(model.get("points"), false));
  let best = findBest();
  view.redraw = () => draw(view, study(view, best));
  model.on(SAMPLE, () => { best = findBest(); });
  return show(view, el, STATE);
}

const turn = (view, angle) => change(view, { angle, n_steps: 0 });

function study({ model, selected }, best) {
  const [points, sigma] = [model.get("points"), model.get("sigma")];
  const run = replay(model);
  const star = best?.separable ? best.w_star : null;
  const c = star ? cosineOf(run.path[0], star) : NaN;
  const Z = signedExamples(points, false);
  const wrong = Z.filter((z) => cosineOf(run.w, z) <= TIE).length;
  const plain = Z.filter((z) => cosineOf(run.w, z) <= -sigma).length;
  return { ...run, ...measured({ ...run, star }), points, sigma, star, c, wrong, plain, selected,
    bound: updateBound(sigma, c) };
}

const measured = ({ path, star }) =>
  ({ lengths: path.map(lengthOf), potential: star && path.map((w) => cosineOf(w, star)) });

function drawRun(view, facts) {
  const { star, w, path, sigma } = facts;
  view.plane.turn({ ...facts, showBest: true,
    best: star && { separable: true, w_star: star, margin: 0 } });
  drawWedge(view.wedge, w, sigma);
  drawTrail(view.trail, path);
  view.chart.replaceChildren(...curves(facts));
}

function draw(view, facts) {
  const { sigma, w } = facts;
  view.move(facts);
  view.plane.drawPoints(facts);
  view.chart.setAttribute("aria-label", chartText(facts));
  view.show(values(facts));
  setProse(view.status, view.notice ? view.notice + (view.changed ? outlook(facts) : "") : lastStep(facts));
  view.sigma.show(sigma, number(sigma, 2));
  view.angle.show(view.model.get("angle"), `${view.model.get("angle")}°`);
  Object.assign(view.root.dataset, { mistakes: facts.mistakes.join(" "), updates: facts.mistakes.length,
    converged: facts.converged, length: lengthOf(w), cosine: facts.potential?.at(-1) ?? "",
    bound: facts.bound, wrong: facts.wrong, w: w.join(" ") });
}

// Where an error is forgiven: |cos(w, x)| < sigma, a double wedge round the line.
function drawWedge(layer, w, sigma) {
  layer.replaceChildren();
  const length = lengthOf(w);
  if (length === 0) return;
  const [a, b] = [w[0] / length, w[1] / length];
  const c = Math.sqrt(1 - sigma * sigma);
  for (const side of [1, -1]) {
    const [u, v] = [-side * b * sigma, side * a * sigma];
    const piece = clip(clip(SQUARE, [u - c * a, v - c * b, 0]), [u + c * a, v + c * b, 0]);
    if (piece.length) layer.append(region(piece));
  }
}

function drawTrail(layer, path) {
  layer.replaceChildren(disc("ptx-unit", at([0, 0]), across(1) - across(0)),
    polyline("", path.map(at)), ...path.slice(0, -1).map((w) => disc("", at(w), 3)));
}

function curves({ lengths, potential, bound, c, sigma, t: time }) {
  const now = Math.ceil(time);
  const last = Math.max(4, now + 1, Math.min(Math.ceil(bound) + 1, 12));
  const low = Math.min(0, ...(potential ?? []));
  const { width, height, left, right, top, base } = CHART;
  const [x, y] = [linear(0, last, left, width - right), linear(low, 1, base, top)];
  const rate = -Math.log1p(-sigma * sigma) / 2;
  const along = (end, f) => polyline("ptx-theory", Array.from({ length: 81 }, (_, k) =>
    [x((end * k) / 80), y(f((end * k) / 80))]));
  const [burned, raised] = [(t) => Math.exp(-rate * t), (t) => c * Math.exp(rate * t)];
  const met = Math.min(last, bound);
  const reading = (value) => words(number(value, 1), [left - 5, y(value) + 4 * (value >= 0)], "end");
  const run = (name, series) => {
    const places = series.map((value, t) => [x(Math.min(t, time)), y(value)]);
    return [polyline(name, places), ...places.map((place, t) =>
      disc(`${name} ptx-dot`, place, t === now ? 4 : 2.5))];
  };
  return [
    ...[0, 1].map((value) => line("ptx-axis", [left, y(value)], [width - right, y(value)])),
    ...(low < 0 ? [0, 1, low] : [0, 1]).map(reading),
    along(last, burned),
    ...(c > 0 ? [along(met, raised)] : []),
    ...promises({ x, y, c, last, bound, met, burned, raised }),
    ...(potential ? run("ptx-progress", potential) : []),
    ...run("ptx-norm", lengths),
    ...[...new Set([0, now, last])].map((t) =>
      words(String(t), [x(t), base + 17], t === last ? "end" : "middle")),
    words("updates, t", [(left + width - right) / 2, height - 5]),
    words("length of w", [12, (top + base) / 2], "middle",
      { transform: `rotate(-90 12 ${(top + base) / 2})` }),
    words("cosine", [27, (top + base) / 2], "middle",
      { class: "ptx-cosine-name", transform: `rotate(-90 27 ${(top + base) / 2})` }),
  ];
}

// The names of the dashed curves, where there is room beside them.
function promises({ x, y, c, last, bound, met, burned, raised }) {
  const { width, left, right } = CHART;
  const crossed = bound > 1.2 * last && bound < 2 * last; // by the other curve, near the right end
  const most = burned(last) > 0.2 && !crossed
    ? [[width - right, y(burned(last)) + 15], "end"]
    : [[x(last / 2) + 5, y(burned(last / 2)) - 5], "start"];
  const names = [words("length, at most", ...most)];
  const least = (...place) =>
    names.push(words("cosine, at least", ...place, { class: "ptx-cosine-name" }));
  if (c > 0.25 && burned(0.42 * last) > c) least([left + 12, y(c) + 18], "start");
  if (c > 0 && c <= 0.25 && x(0.45 * met) > left + 112)
    least([x(0.45 * met), y(raised(0.45 * met)) - 5], "end");
  return names;
}

// What a change of the sample means for the run.
const outlook = ({ star, bound, c }) => (!star ? " No line separates the points now, so a run may never end."
  : c > 0 ? ` From this start a run takes at most ${number(Math.floor(bound), 0)} updates.`
    : " The cosine of this start to _w_★ is not positive, so nothing is promised.");

const chartText = ({ lengths, potential }) =>
  `After ${lengths.length - 1} updates the length of w is ${number(lengths.at(-1), 3)}`
  + (potential ? `, its cosine to the best separator ${number(potential.at(-1), 3)}.` : ".");

function values({ mistakes, lengths, potential, bound, c, wrong, plain }) {
  return {
    updates: mistakes.length,
    length: Number(lengths.at(-1).toPrecision(3)).toString(),
    cosine: potential ? number(potential.at(-1), 3) : "no separator",
    bound: c > 0 ? `${Math.floor(bound)} updates` : "none",
    wrong: `${wrong}, of which plainly ${plain}`,
  };
}

function lastStep({ mistakes, cosines, converged, wrong, sigma, c, points }) {
  const t = mistakes.length;
  if (converged)
    return `No cosine is ${number(-sigma, 2)} or less: the run is over after ${t} updates. `
      + (wrong ? `${wrong} of ${points.length} points are still wrong or on the line, all of them in the wedge.`
        : "All points are right.");
  if (t >= MAX_STEPS) return `Paused after ${MAX_STEPS} updates: this start may go on forever.`;
  if (t === 0)
    return "_w_ starts with length 1"
      + (c > 0 ? `, at a cosine of ${number(c, 3)} to _w_★. Press Step.`
        : c <= 0 ? `, at a cosine of ${number(c, 3)} to _w_★, so nothing is promised. Press Step.` : ". Press Step.");
  return `Update ${t}: point ${mistakes.at(-1)} is plainly wrong (cosine ${number(cosines.at(-1), 3)})`
    + ", so _w_ loses its component along it.";
}

const MET = [(d) => d.converged === "true" && d.updates > 0,
  (d) => d.converged === "true" && d.wrong === "0",
  (d) => d.updates === "40" && d.converged === "false"];


function layOut(view) {
  const [step, play, back, again, undo] = stepper(view, () => replay(view.model), MAX_STEPS, ["Go on to the next plain mistake",
    "Repeat the step until no point is plainly wrong", "Undo one step",
    "Restore the sample, the threshold and the start that this picture began with"], BEAT);
  const set = (act) => (value) => { pause(view); act(value); };
  view.sigma = slider("threshold σ", [0.05, 0.9, 0.05],
    set((sigma) => change(view, { sigma, n_steps: 0 })));
  view.angle = slider("start at", [0, 359, 1], set((angle) => turn(view, angle)));
  const pair = button("Two points", "Two examples on which runs from a third of all starts never end",
    own(view, () => change(view, TWO_POINTS, "Two points, and a start at 250°.")));
  return shell("ptx-cosine", view, { picture: [view.plane.root], side: [view.chart],
    controls: [step, play, again, view.sigma.root, view.angle.root],
    more: [row("Run and sample", back, undo, pair)], met: MET });
}

export { cosineRun, updateBound };
export default { initialize, render };
