// The explorer of chapter 1. The model holds points, bias and n_steps; the rest follows from them.

import { button, html, number, setProse } from "./dom.js";
import { bestMargin, norm, perceptronRun, radius, signedExamples } from "./perceptron_math.js";
import { EDGE, GRID, createPlane, describe, nudged } from "./plane.js";
import { createChart } from "./chart.js";
import { createPanel, lastStep } from "./panel.js";
import { either, permalink, rows, whole } from "./model.js";
import { change, pause, play, reportRun, stepper } from "./player.js";

const MAX_POINTS = 16;
const MAX_STEPS = 1000;
const BEAT = { usual: 700, calm: 1600 }; // milliseconds between the steps of Play
const SAMPLE = "change:points change:bias";
const STATE = `${SAMPLE} change:n_steps`;

const replay = (model) =>
  perceptronRun(model.get("points"), model.get("bias"), model.get("n_steps"));

function initialize({ model }) {
  permalink(model, "perceptron", { points: rows(3, 0, MAX_POINTS), bias: either(true, false),
    n_steps: whole(0, MAX_STEPS + 1) });
  reportRun(model, () => replay(model), STATE);
}

function studySample(model) {
  const points = model.get("points");
  const bias = model.get("bias");
  const Z = signedExamples(points, bias);
  const best = bestMargin(Z);
  const R = radius(Z);
  const bound = best?.separable ? (R / best.margin) ** 2 : Infinity;
  const run = perceptronRun(points, bias, MAX_STEPS);
  const total = run.converged ? run.mistakes.length : null;
  return { points, bias, Z, best, R, bound, total };
}

function render({ model, el }) {
  const view = { model, selected: null, notice: null, writing: false, timer: null, showBest: true,
    newLabel: 1 };
  view.run = stepper(view, () => replay(model), MAX_STEPS);
  view.plane = createPlane(planeHandlers(view));
  view.chart = createChart();
  view.panel = createPanel();
  view.root = layOut(view);
  let sample = studySample(model);
  view.redraw = () => {
    const run = replay(model);
    draw(view, { ...sample, ...run, most: MAX_STEPS, selected: view.selected, showBest: view.showBest });
  };
  model.on(SAMPLE, () => { sample = studySample(model); });
  model.on(STATE, () => {
    if (!view.writing) view.notice = null; // Python or another view has changed something
    view.redraw();
  });
  el.append(view.root);
  view.redraw();
  return () => pause(view);
}

function draw(view, facts) {
  view.plane.draw(facts);
  view.panel.draw(facts);
  view.chart.draw(facts);
  setProse(view.status, view.notice ?? lastStep(facts));
  const { selected, points } = facts;
  const chosen = selected !== null && selected < points.length;
  view.chosen.textContent = chosen ? `Point ${selected}` : "No point chosen";
  view.flip.disabled = view.remove.disabled = !chosen;
  view.bias.checked = facts.bias;
  view.chart.root.setAttribute("aria-label", chartText(facts));
  Object.assign(view.root.dataset, {
    mistakes: facts.mistakes.join(" "),
    updates: facts.mistakes.length,
    examinations: facts.examinations,
    converged: facts.converged,
    separable: Boolean(facts.best?.separable),
    margin: facts.best?.margin ?? "",
    bound: facts.bound,
  });
}

const chartText = ({ mistakes, w, R, best }) =>
  `After ${mistakes.length} updates the norm of w is ${number(norm(w), 3)}, at most `
  + number(R * Math.sqrt(mistakes.length), 3)
  + (best?.separable ? ` and at least ${number(best.margin * mistakes.length, 3)}.` : ".");

// ---- the sample ----

const replaced = (points, i, point) => points.map((old, k) => (k === i ? point : old));

function move(view, i, [x, y]) {
  const points = view.model.get("points");
  const [oldX, oldY, label] = points[i];
  if (x === oldX && y === oldY) return;
  change(view, { points: replaced(points, i, [x, y, label]) },
    `Moved ${describe(i, [x, y, label])}.`);
}

function add(view, [x, y]) {
  const points = view.model.get("points");
  if (points.length >= MAX_POINTS)
    return change(view, {}, `There is room for ${MAX_POINTS} points: remove one first.`);
  const point = [x, y, view.newLabel];
  view.selected = points.length;
  change(view, { points: [...points, point] }, `Added ${describe(points.length, point)}.`);
  view.plane.focus(points.length);
}

// Near the centre but not on it: the origin lies on every line through the origin.
function addNearCentre(view) {
  const points = view.model.get("points");
  const gap = (x, y) => Math.min(...points.map((p) => Math.hypot(p[0] - x, p[1] - y)), 9);
  const places = [];
  for (let x = -EDGE; x <= EDGE; x += 0.25)
    for (let y = -EDGE; y <= EDGE; y += 0.25) if (x || y) places.push([x, y]);
  places.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  add(view, places.find(([x, y]) => gap(x, y) >= 0.35) ?? [GRID, GRID]);
}

function remove(view, i) {
  const points = view.model.get("points").filter((_, k) => k !== i);
  view.selected = points.length ? Math.min(i, points.length - 1) : null;
  change(view, { points }, `Removed point ${i}; the points after it move up by one number.`);
}

function flip(view, i) {
  const points = view.model.get("points");
  const [x, y, label] = points[i];
  change(view, { points: replaced(points, i, [x, y, -label]) },
    `Flipped ${describe(i, [x, y, -label])}.`);
}

function planeHandlers(view) {
  return {
    add: (place) => add(view, place),
    drag: (i, place) => move(view, i, place),
    select: (i) => {
      if (view.selected === i) return;
      view.selected = i;
      view.redraw();
    },
    key: (i, event) => onKey(view, i, event),
  };
}

function onKey(view, i, event) {
  const { key } = event;
  const goal = nudged(view.model.get("points")[i], event);
  if (goal) move(view, i, goal);
  else if (key === "Delete" || key === "Backspace") {
    remove(view, i);
    view.plane.focus(view.selected);
  } else if (["f", "F", "Enter", " "].includes(key)) flip(view, i);
  else if (key === "n" || key === "N") addNearCentre(view);
  else return false;
  return true;
}

// ---- the controls ----

function layOut(view) {
  const { model } = view;
  view.play = button("Play", "Repeat the step until no mistake is left", () => play(view, view.run, BEAT));
  const own = (act) => () => { pause(view); act(); };
  const run = html("div", { class: "ptx-row", role: "group", "aria-label": "Run the perceptron" },
    button("Step", "Go on to the next mistake", own(view.run.step)),
    view.play,
    button("Back", "Undo one step", own(view.run.back)),
    button("Reset", "Go back to w = 0", own(view.run.restart)));
  view.status = html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });
  const { panel } = view;
  const board = html("div", { class: "ptx-board" }, view.plane.root, run, view.status);
  const numbers = html("div", { class: "ptx-numbers" }, panel.run,
    html("div", { class: "ptx-history" }, html("span", {}, "mistakes"), panel.mistakes),
    panel.sample, panel.certificate, view.chart.root, panel.law);
  const frame = html("div", { class: "ptx-frame" }, board, editing(view, model), numbers);
  return html("div", { class: "ptx", "data-lm-suppress-shortcuts": "true" }, frame);
}

function editing(view, model) {
  const group = `ptx-${Math.random().toString(36).slice(2)}`;
  const radio = (label, name) => {
    const input = html("input", { type: "radio", name: group });
    input.checked = label === view.newLabel;
    input.addEventListener("change", () => { view.newLabel = label; });
    return html("label", { class: label > 0 ? "ptx-plus" : "ptx-minus" }, input,
      html("span", { class: "ptx-glyph" }), name);
  };
  view.chosen = html("span", { class: "ptx-chosen" });
  view.flip = button("Flip label", "Change the label of the chosen point (key F)",
    () => flip(view, view.selected));
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => remove(view, view.selected));
  const restore = button("Starting sample", "Restore the sample that this picture began with", () =>
    change(view, { points: model.get("start"), n_steps: 0 }, "Starting sample restored."));
  const bias = checkbox("Learn a bias", (on) => change(view, { bias: on, n_steps: 0 }));
  const best = checkbox("Best line and its margin", (on) => {
    view.showBest = on;
    view.redraw();
  });
  view.bias = bias.firstChild;
  best.firstChild.checked = view.showBest;
  best.insertBefore(html("span", { class: "ptx-dash" }), best.lastChild);
  const row = (name, ...parts) =>
    html("div", { class: "ptx-row", role: "group", "aria-label": name }, ...parts);
  return html("div", { class: "ptx-edit" },
    row("Add points", html("span", {}, "New point"), radio(1, "+1"), radio(-1, "\u22121"),
      button("Add point", "Add a point near the centre (key N)", () => addNearCentre(view))),
    row("Change the chosen point", view.chosen, view.flip, view.remove),
    row("Options", bias, best, restore),
    html("p", { class: "ptx-keys" }, "Click the plane to add a point; drag points to move them. Keys on "
      + "a point: the arrows move it (Shift: further), F flips its label, Delete removes it, N adds one."));
}

function checkbox(name, toggle) {
  const input = html("input", { type: "checkbox" });
  input.addEventListener("change", () => toggle(input.checked));
  return html("label", {}, input, html("span", {}, name));
}

export { bestMargin, perceptronRun, signedExamples };
export default { initialize, render };
