// The explorer of chapter 1. The model holds points, bias and n_steps; the rest follows from them.

import { box, button, explorer, frame, number, row, setProse, status, tick } from "./dom.js";
import { html, prose } from "./dom.js";
import { bestMargin, norm, perceptronRun, radius, signedExamples } from "./perceptron_math.js";
import { EDGE, GRID, createPlane, describe, flipped, pointEditor, pointHandlers } from "./plane.js";
import { room } from "./plane.js";
import { createChart, createPanel, lastStep } from "./panel.js";
import { either, permalink, rows, whole } from "./model.js";
import { change, newView, reportRun, show, stepper } from "./player.js";

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
  const view = { ...newView(model), showBest: true, newLabel: 1 };
  view.editor = pointEditor(view, { most: MAX_POINTS, label: () => view.newLabel, free: nearCentre,
    change });
  view.plane = createPlane(pointHandlers(view, {
    moved: (points, i) => change(view, { points }, `Moved ${describe(i, points[i])}.`),
    add: (place) => view.editor.add(place),
    key: (i, event) => onKey(view, i, event),
  }));
  view.chart = createChart();
  view.panel = createPanel();
  view.root = layOut(view);
  let sample = studySample(model);
  view.redraw = () => draw(view, { ...sample, ...replay(model), most: MAX_STEPS,
    selected: view.selected, showBest: view.showBest });
  model.on(SAMPLE, () => { sample = studySample(model); });
  return show(view, el, STATE);
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
  view.bias.input.checked = facts.bias;
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

// Near the centre but not on it: the origin lies on every line through the origin.
function nearCentre(points) {
  const places = [];
  for (let x = -EDGE; x <= EDGE; x += 0.25)
    for (let y = -EDGE; y <= EDGE; y += 0.25) if (x || y) places.push([x, y]);
  places.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  return places.find((place) => room(points, place) >= 0.35) ?? [GRID, GRID];
}

function flip(view, i) {
  const points = flipped(view.model.get("points"), i);
  change(view, { points }, `Flipped ${describe(i, points[i])}.`);
}

function onKey(view, i, event) {
  if (!["f", "F", "Enter", " "].includes(event.key)) return view.editor.key(i, event);
  flip(view, i);
  return true;
}

// ---- the controls ----

function layOut(view) {
  const run = stepper(view, () => replay(view.model), MAX_STEPS, "Run the perceptron", [
    "Go on to the next mistake", "Repeat the step until no mistake is left", "Undo one step",
    "Go back to w = 0"], BEAT);
  view.status = status();
  const { panel } = view;
  return explorer("", frame(box("board", view.plane.root, run, view.status), editing(view),
    box("numbers", panel.run.root, box("history", html("span", {}, "mistakes"), panel.mistakes),
      panel.sample.root, panel.certificate, view.chart.root, panel.law)));
}

function editing(view) {
  const group = `ptx-${Math.random().toString(36).slice(2)}`;
  const label = (value, name) => {
    const { root, input } = tick("radio", name, () => { view.newLabel = value; }, { name: group },
      html("span", { class: "ptx-glyph" }));
    root.setAttribute("class", value > 0 ? "ptx-plus" : "ptx-minus");
    input.checked = value === view.newLabel;
    return root;
  };
  view.chosen = html("span", { class: "ptx-chosen" });
  view.flip = button("Flip label", "Change the label of the chosen point (key F)",
    () => flip(view, view.selected));
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => view.editor.remove(view.selected));
  view.bias = tick("checkbox", "Learn a bias", (on) => change(view, { bias: on, n_steps: 0 }));
  const best = tick("checkbox", "Best line and its margin", (on) => {
    view.showBest = on;
    view.redraw();
  }, { checked: "" }, html("span", { class: "ptx-dash" }));
  return box("edit",
    row("Add points", html("span", {}, "New point"), label(1, "+1"), label(-1, "\u22121"),
      button("Add point", "Add a point near the centre (key N)", view.editor.addFree)),
    row("Change the chosen point", view.chosen, view.flip, view.remove),
    row("Options", view.bias.root, best.root,
      button("Starting sample", "Restore the sample that this picture began with", () =>
        change(view, view.model.get("start"), "Starting sample restored."))),
    prose("ptx-keys", "Click the plane to add a point; drag points to move them. Keys on a point: "
      + "the arrows move it (Shift: further), F flips its label, Delete removes it, N adds one."));
}

export { bestMargin, perceptronRun, signedExamples };
export default { initialize, render };
