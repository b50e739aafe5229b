// The explorer of chapter 1. The model holds points, bias and n_steps; the rest follows from them.

import { box, button, html, number, row, setProse, tick } from "./dom.js";
import { shell } from "./shell.js";
import { bestMargin, norm, perceptronRun, radius, signedExamples } from "./perceptron_math.js";
import { createPlane, flipped, pointEditor, pointHandlers } from "./plane.js";
import { createPanel, lastStep, outlook, values } from "./panel.js";
import { createChain } from "./proof_chart.js";
import { either, permalink, rows, whole } from "./model.js";
import { change, newView, reportRun, show, stepper } from "./player.js";
import { follower } from "./tween.js";

const MAX_POINTS = 16;
const MAX_STEPS = 1000;
const BEAT = { usual: 700, calm: 1600 }; // milliseconds between the steps of Play
const SAMPLE = "change:points change:bias";
const STATE = `${SAMPLE} change:n_steps`;

const replay = (model) =>
  perceptronRun(model.get("points"), model.get("bias"), model.get("n_steps"));

function initialize({ model }) {
  permalink(model, model.get("brief") ? "first" : "perceptron", { points: rows(3, 0, MAX_POINTS),
    bias: either(true, false), n_steps: whole(0, MAX_STEPS + 1) });
  reportRun(model, () => replay(model), STATE);
}

function studySample(model) {
  const points = model.get("points");
  const bias = model.get("bias");
  const Z = signedExamples(points, bias);
  const best = bestMargin(Z);
  const R = radius(Z);
  const bound = best?.separable ? (R / best.margin) ** 2 : Infinity;
  return { points, bias, Z, best, R, bound, meeting: bound, eta: 1, start: bias ? [0, 0, 0] : [0, 0] };
}

function render({ model, el }) {
  const view = newView(model);
  view.editor = pointEditor(view, { most: MAX_POINTS, change });
  view.plane = createPlane(pointHandlers(view, {
    moved: (points, i) => change(view, { points }, `Moved point ${i}.`),
    add: (place) => view.editor.add(place),
    key: (i, event) => onKey(view, i, event),
  }));
  view.chart = createChain();
  view.panel = createPanel();
  view.move = follower((facts) => {
    view.plane.turn(facts);
    view.chart.draw(facts);
  });
  view.root = layOut(view);
  let sample = studySample(model);
  view.redraw = () => draw(view, { ...sample, ...replay(model), most: MAX_STEPS,
    selected: view.selected, showBest: true });
  model.on(SAMPLE, () => { sample = studySample(model); });
  return show(view, el, STATE);
}

function draw(view, facts) {
  view.move(facts);
  view.plane.drawPoints(facts);
  view.panel.draw(facts);
  view.show(values(facts));
  setProse(view.status, view.notice ? view.notice + (view.changed ? outlook(facts) : "") : lastStep(facts));
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

function flip(view, i) {
  const points = flipped(view.model.get("points"), i);
  change(view, { points }, `Point ${i} has the other label.`);
}

function onKey(view, i, event) {
  if (!["f", "F", "Enter", " "].includes(event.key)) return view.editor.key(i, event);
  flip(view, i);
  return true;
}

const MET = [(d) => d.converged === "true" && d.updates > 0,
  (d) => d.bound > 100 && d.bound < Infinity, (d) => d.separable === "false"];

function layOut(view) {
  const [step, play, back, again, undo] = stepper(view, () => replay(view.model), MAX_STEPS,
    ["Go on to the next mistake", "Repeat the step until no mistake is left", "Undo one step",
      "Restore the sample that this picture began with, and w = 0"], BEAT);
  const { panel } = view;
  const brief = view.model.get("brief");
  const drawer = [editing(view, undo), box("history", html("span", {}, "mistakes"), panel.mistakes),
    panel.certificate, panel.law];
  return shell(brief ? "ptx-brief" : "", view, { picture: [view.plane.root], controls: [step, play, back, again],
    side: brief ? [] : [view.chart.root], more: brief ? [] : drawer, met: MET });
}

function editing(view, undo) {
  view.chosen = html("span", { class: "ptx-chosen" });
  view.flip = button("Flip label", "Change the label of the chosen point (key F)",
    () => flip(view, view.selected));
  view.remove = button("Remove", "Remove the chosen point (key Delete)",
    () => view.editor.remove(view.selected));
  view.bias = tick("checkbox", "Learn a bias", (on) => change(view, { bias: on, n_steps: 0 }));
  return box("edit", row("Change the chosen point", view.chosen, view.flip, view.remove,
    button("Add point", "Add a point where there is room (key N)", view.editor.addFree)),
  row("Options", view.bias.root, undo));
}

export { bestMargin, perceptronRun, signedExamples };
export default { initialize, render };
