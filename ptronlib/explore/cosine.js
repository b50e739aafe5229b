// The explorer of chapter 5. The model holds points, sigma, angle and n_steps; the rest follows.

import { button, html, number, setProse, svg } from "./dom.js";
import { bestMargin, clip, signedExamples } from "./perceptron_math.js";
import { across, corners, createPlane, describe, down, nudged } from "./plane.js";
import { cosineOf, cosineRun, lengthOf, unitVector, updateBound } from "./cosine_math.js";
import { permalink, rows, whole, within } from "./model.js";
import { change, pause, play, reportRun, stepper } from "./player.js";

const MAX_STEPS = 40;
const TIE = 1e-9; // what was projected lies on the line: rounding must not call it right
const BEAT = { usual: 900, calm: 1800 }; // milliseconds between the steps of Play
const SAMPLE = "change:points";
const STATE = "change:points change:sigma change:angle change:n_steps";
const FRAME = [[-2.2, -2.2], [2.2, -2.2], [2.2, 2.2], [-2.2, 2.2]];
const TWO_POINTS = { points: [[1.75, 1, 1], [-1.75, 1, 1]], sigma: 0.5, angle: 250, n_steps: 0 };
const CHART = { width: 320, height: 170, left: 36, right: 8, top: 10, base: 146 };

const replay = (model, steps = model.get("n_steps")) =>
  cosineRun(model.get("points"), model.get("sigma"), unitVector(model.get("angle")), steps);

function initialize({ model }) {
  permalink(model, "cosine", { points: rows(3, 1, 16, false), sigma: within(0.01, 0.99),
    angle: whole(0, 359), n_steps: whole(0, MAX_STEPS + 1) });
  reportRun(model, () => replay(model), STATE);
}

function render({ model, el }) {
  const view = { model, selected: null, notice: null, writing: false, timer: null };
  view.run = stepper(view, () => replay(model), MAX_STEPS);
  view.plane = createPlane(planeHandlers(view));
  view.wedge = svg("g", { class: "ptx-wedge" });
  view.trail = svg("g", { class: "ptx-trail" });
  view.plane.root.insertBefore(view.wedge, view.plane.root.children[1]);
  view.plane.root.insertBefore(view.trail, view.plane.root.querySelector(".ptx-arrows"));
  view.chart = svg("svg", { viewBox: `0 0 ${CHART.width} ${CHART.height}`, class: "ptx-chart",
    role: "img" });
  view.root = layOut(view);
  let best = bestMargin(signedExamples(model.get("points"), false));
  view.redraw = () => draw(view, study(view, best));
  model.on(SAMPLE, () => { best = bestMargin(signedExamples(model.get("points"), false)); });
  model.on(STATE, () => {
    if (!view.writing) view.notice = null; // Python or another view has changed something
    view.redraw();
  });
  el.append(view.root);
  view.redraw();
  return () => pause(view);
}

function study({ model, selected }, best) {
  const [points, sigma] = [model.get("points"), model.get("sigma")];
  const run = replay(model);
  const star = best?.separable ? best.w_star : null;
  const c = star ? cosineOf(run.path[0], star) : NaN;
  const Z = signedExamples(points, false);
  const wrong = Z.filter((z) => cosineOf(run.w, z) <= TIE).length;
  const plain = Z.filter((z) => cosineOf(run.w, z) <= -sigma).length;
  return { ...run, points, sigma, star, c, wrong, plain, selected, bound: updateBound(sigma, c),
    lengths: run.path.map(lengthOf), potential: star && run.path.map((w) => cosineOf(w, star)) };
}

// ---- drawing ----

function draw(view, facts) {
  const { star, w, path, sigma } = facts;
  view.plane.draw({ ...facts, showBest: true,
    best: star && { separable: true, w_star: star, margin: 0 } });
  drawWedge(view.wedge, w, sigma);
  drawTrail(view.trail, path);
  view.chart.replaceChildren(...curves(facts));
  view.chart.setAttribute("aria-label", chartText(facts));
  for (const [key, text] of Object.entries(values(facts))) view.cells[key].textContent = text;
  setProse(view.status, view.notice ?? lastStep(facts));
  view.sigma.value = sigma;
  view.angle.value = view.model.get("angle");
  view.sigmaText.textContent = number(sigma, 2);
  view.angleText.textContent = `${view.model.get("angle")}°`;
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
    const along = [-side * b * sigma, side * a * sigma];
    const upper = clip(FRAME, [along[0] - c * a, along[1] - c * b, 0]);
    const piece = clip(upper, [along[0] + c * a, along[1] + c * b, 0]);
    if (piece.length) layer.append(svg("polygon", { points: corners(piece) }));
  }
}

function drawTrail(layer, path) {
  layer.replaceChildren(
    svg("circle", { class: "ptx-unit", cx: across(0), cy: down(0), r: across(1) - across(0) }),
    svg("polyline", { points: corners(path) }),
    ...path.slice(0, -1).map(([x, y]) => svg("circle", { cx: across(x), cy: down(y), r: 3 })));
}

function curves({ lengths, potential, bound, c, sigma }) {
  const now = lengths.length - 1;
  const last = Math.max(4, now + 1, Math.min(Math.ceil(bound) + 1, 12));
  const low = Math.min(0, ...(potential ?? []));
  const { width, height, left, right, top, base } = CHART;
  const x = (t) => left + ((width - left - right) * t) / last;
  const y = (value) => base - ((base - top) * (value - low)) / (1 - low);
  const line = (pairs, name) =>
    svg("polyline", { class: name, points: pairs.map(([t, v]) => `${x(t)},${y(v)}`).join(" ") });
  const rate = -Math.log1p(-sigma * sigma) / 2;
  const times = Array.from({ length: 81 }, (_, k) => (last * k) / 80);
  const rule = (value) => [
    svg("line", { class: "ptx-axis", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, number(value, 1)),
  ];
  const parts = [...rule(0), ...rule(1), ...(low < 0 ? [svg("text", { x: left - 5, y: y(low),
    "text-anchor": "end" }, number(low, 1))] : []),
    line(times.map((t) => [t, Math.exp(-rate * t)]), "ptx-theory")];
  if (c > 0) {
    const end = Math.min(last, bound);
    parts.push(line(times.map((t) => (end * t) / last).map((t) => [t, c * Math.exp(rate * t)]),
      "ptx-theory"));
  }
  if (potential) parts.push(...dots(potential, "ptx-progress"));
  parts.push(...dots(lengths, "ptx-norm"));
  for (const t of new Set([0, now, last]))
    parts.push(svg("text", { x: x(t), y: height - 6, "text-anchor": t === last ? "end" : "middle" },
      String(t)));
  return parts;

  function dots(series, name) {
    return [line(series.map((value, t) => [t, value]), name),
      ...series.map((value, t) => svg("circle", { class: `${name} ptx-dot`, cx: x(t), cy: y(value),
        r: t === now ? 4 : 2.5 }))];
  }
}

const chartText = ({ lengths, potential }) =>
  `After ${lengths.length - 1} updates the length of w is ${number(lengths.at(-1), 3)}`
  + (potential ? `, its cosine to the best separator ${number(potential.at(-1), 3)}.` : ".");

function values({ mistakes, lengths, potential, bound, c, wrong, plain }) {
  return {
    updates: String(mistakes.length),
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
  if (t >= MAX_STEPS) return `Paused after ${MAX_STEPS} updates: this start may go on for ever.`;
  if (t === 0)
    return `_w_ starts with length 1`
      + (c > 0 ? `, at a cosine of ${number(c, 3)} to _w_★. Press Step.`
        : c <= 0 ? ", on the wrong side of _w_★. Press Step." : ". Press Step.");
  return `Update ${t}: point ${mistakes.at(-1)} is plainly wrong (cosine ${number(cosines.at(-1), 3)})`
    + ", so _w_ loses its component along it.";
}

// ---- the sample and the start ----

function move(view, i, [x, y]) {
  const points = view.model.get("points");
  const [oldX, oldY, label] = points[i];
  if ((x === oldX && y === oldY) || (x === 0 && y === 0)) return;
  change(view, { points: points.map((old, k) => (k === i ? [x, y, label] : old)) },
    `Moved ${describe(i, [x, y, label])}.`);
}

function planeHandlers(view) {
  return {
    add: ([x, y]) => {
      if (x === 0 && y === 0) return;
      const angle = (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360;
      pause(view);
      change(view, { angle, n_steps: 0 });
    },
    drag: (i, place) => move(view, i, place),
    select: (i) => {
      if (view.selected === i) return;
      view.selected = i;
      view.redraw();
    },
    key: (i, event) => {
      const goal = nudged(view.model.get("points")[i], event);
      if (goal) move(view, i, goal);
      return Boolean(goal);
    },
  };
}

// ---- the controls ----

const ROWS = [
  ["updates", "updates, <i>t</i>"],
  ["length", "length of <i>w</i>"],
  ["cosine", "cosine to <i>w</i>★"],
  ["bound", "bound from this start"],
  ["wrong", "points wrong"],
];
const LAW = "Why it stops. Solid: the length of _w_, from 1 downwards, and in green its cosine to _w_★. "
  + "Dashed: what the proof says; the length stays below, the cosine above, and at most at 1.";

function layOut(view) {
  view.play = button("Play", "Repeat the step until no point is plainly wrong", () => play(view, view.run, BEAT));
  const own = (act) => () => { pause(view); act(); };
  const row = (name, ...parts) =>
    html("div", { class: "ptx-row", role: "group", "aria-label": name }, ...parts);
  const run = row("Run the cosine perceptron",
    button("Step", "Go on to the next plain mistake", own(view.run.step)), view.play,
    button("Back", "Undo one step", own(view.run.back)),
    button("Reset", "Go back to the start", own(view.run.restart)));
  view.status = html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });
  const board = html("div", { class: "ptx-board" }, view.plane.root, run, view.status);
  view.cells = {};
  const rows = ROWS.map(([key, name]) => {
    const term = html("dt");
    term.innerHTML = name;
    view.cells[key] = html("dd", { class: `ptx-value-${key}` });
    return html("div", {}, term, view.cells[key]);
  });
  const law = html("p", { class: "ptx-law" });
  setProse(law, LAW);
  const numbers = html("div", { class: "ptx-numbers" }, html("dl", {}, ...rows), view.chart, law);
  const frame = html("div", { class: "ptx-frame" }, board, settings(view, own, row), numbers);
  return html("div", { class: "ptx ptx-cosine", "data-lm-suppress-shortcuts": "true" }, frame);
}

function settings(view, own, row) {
  const slider = (name, min, max, stride, set) => {
    const input = html("input", { type: "range", min, max, step: stride });
    const shown = html("span", { class: "ptx-reading", "aria-hidden": "true" });
    const label = html("label", { class: "ptx-slider" }, html("span", {}, name), input, shown);
    input.addEventListener("input", () => { pause(view); set(Number(input.value)); });
    return [label, input, shown];
  };
  const [sigma, sigmaInput, sigmaText] = slider("threshold σ", 0.05, 0.9, 0.05,
    (value) => change(view, { sigma: value, n_steps: 0 }));
  const [angle, angleInput, angleText] = slider("start at", 0, 359, 1,
    (value) => change(view, { angle: value, n_steps: 0 }));
  Object.assign(view, { sigma: sigmaInput, sigmaText, angle: angleInput, angleText });
  const { model } = view;
  const restore = button("Starting sample", "Restore the sample that this picture began with",
    own(() => change(view, { ...model.get("start"), n_steps: 0 }, "Starting sample restored.")));
  const pair = button("Two points", "Two examples on which a third of all starts never ends",
    own(() => change(view, { ...TWO_POINTS }, "Two points, and a start on the wrong side.")));
  return html("div", { class: "ptx-edit" }, row("Settings", sigma, angle),
    row("Samples", restore, pair),
    html("p", { class: "ptx-keys" }, "Shaded: the wedge in which errors are forgiven. Click the plane to "
      + "start w in that direction; drag points, or move them with the arrow keys (Shift: further)."));
}

export { cosineRun, updateBound };
export default { initialize, render };
