// The explorer of chapter 2. The model holds points, w_init, eta and the chosen mistakes.

import { button, html, number, prose, row, setProse } from "./dom.js";
import { shell } from "./shell.js";
import { bestMargin, norm, radius, signedExamples } from "./perceptron_math.js";
import { createPlane, describe, flipped, pointHandlers } from "./plane.js";
import { CHOICES, chainAlong, followRun, meetingPoint } from "./proof_math.js";
import { createLens } from "./lens.js";
import { GAPS, createChain } from "./proof_chart.js";
import { either, indices, permalink, rows } from "./model.js";
import { change, newView, own, pause, playButton, reportRun, show } from "./player.js";
import { follower } from "./tween.js";

const MOST_UPDATES = 400;
const TEMPO = { usual: 600, calm: 1500 };
const SET = "change:points change:w_init change:eta change:mistakes";
const ETAS = [["\u00bc", 0.25], ["\u00bd", 0.5], ["1", 1], ["2", 2], ["4", 4]];

const LINES = [
  ["progress", "_w_\u2080\u00b7_w_\u2605 + _t\u03b7\u03b5_ \u2264 _w_\u00b7_w_\u2605"],
  ["angle", "_w_\u00b7_w_\u2605 \u2264 \u2016_w_\u2016"],
  ["length", "\u2016_w_\u2016 \u2264 \u221a(\u2016_w_\u2080\u2016\u00b2 + _t\u03b7_\u00b2_R_\u00b2)"],
  ["bound", "_t_ \u2264 where the ends meet"],
];
const CLOSING = "Dashed: the two ends of the chain, which meet at the dot. Solid: _w_\u00b7_w_\u2605 "
  + "(green) and \u2016_w_\u2016. Shaded: what each line gives away.";
const OPEN = "No _w_\u2605 separates these points. Only the third line is left, and nothing stops the run.";

function study(model) {
  const Z = signedExamples(model.get("points"), false);
  const [start, eta] = [model.get("w_init"), model.get("eta")];
  const facts = { Z, start, eta, best: bestMargin(Z), R: radius(Z), points: model.get("points") };
  return { ...facts, meeting: meetingPoint(facts), ...followRun(Z, model.get("mistakes"), start, eta) };
}

// Whoever changed the sample or the start: only mistakes that are still mistakes remain.
function initialize({ model }) {
  permalink(model, "proof", { points: rows(3, 1, 16), w_init: (value) => rows(2, 1, 1)([value]),
    eta: either(...ETAS.map(([, eta]) => eta)), mistakes: indices(MOST_UPDATES) });
  reportRun(model, () => study(model), SET);
}

function render({ model, el }) {
  const view = { ...newView(model), moved: false };
  view.plane = createPlane(pointHandlers(view, {
    moved: (points, i) => {
      view.moved = true;
      change(view, { points }, `Moved ${describe(i, points[i])}.`);
    },
    touched: () => { view.moved = false; },
    key: (i, { key }) => pressed(view, i, key),
  }));
  view.lens = createLens((place) => restart(view, { w_init: place }));
  view.chain = createChain();
  view.move = follower((facts) => {
    view.plane.turn(facts);
    view.lens.draw(facts);
    view.chain.draw(facts);
  });
  view.root = assemble(view);
  view.redraw = () => drawProof(view, study(model));
  view.plane.root.addEventListener("pointerup", (event) => {
    const node = event.target.closest(".ptx-point");
    if (node && !view.moved) use(view, Number(node.dataset.index));
  });
  return show(view, el, SET);
}

function drawProof(view, facts) {
  const { Z, best, R, points, mistakes, violated, w, start, eta, meeting } = facts;
  view.move({ ...facts, showBest: true });
  view.plane.drawPoints({ ...facts, selected: view.selected });
  view.plane.root.querySelectorAll(".ptx-point").forEach((node, i) => {
    node.classList.toggle("ptp-violated", violated[i]);
    node.setAttribute("aria-label", describe(i, points[i]) + (violated[i] ? ", a mistake now" : ""));
  });
  const over = !violated.some(Boolean);
  const gaps = ledger(view, facts);
  setProse(view.status, view.notice ?? news(facts, over));
  setProse(view.law, best?.separable ? CLOSING : OPEN);
  view.chain.root.setAttribute("aria-label", `After ${mistakes.length} updates the norm of w is `
    + `${number(norm(w), 3)}. The ends of the chain meet at ${number(meeting, 1)} updates.`);
  view.show({ updates: mistakes.length, most: best?.separable ? most(meeting) : "no limit",
    R: number(R, 3), eps: best?.separable ? number(best.margin, 3) : "none", start: number(norm(start), 3) });
  view.eta.value = String(eta);
  for (const node of view.choosers) node.disabled = over;
  Object.assign(view.root.dataset, { mistakes: mistakes.join(" "), updates: mistakes.length,
    converged: over, separable: Boolean(best?.separable), bound: meeting, start: start.join(" "),
    slack: gaps.join(" "), examples: Z.length });
}

const most = (meeting) => Math.floor(meeting + 1e-9);

// The four lines with both sides and a bar for what is given away; returns the slacks.
function ledger(view, facts) {
  const chain = chainAlong(facts.path, facts);
  const { floor, progress, length, ceiling } = chain.at(-1);
  const t = facts.path.length - 1;
  const sides = [[floor, progress], [progress, length], [length, ceiling], [t, facts.meeting]];
  return sides.map(([left, right], k) => {
    const row = view.rows[k];
    const known = k === 2 || Boolean(facts.best?.separable);
    const slack = known ? right - left : null;
    row.root.classList.toggle("ptp-lost", !known);
    const digits = k === 3 ? 1 : 2;
    row.values.textContent = known
      ? `${number(left, digits)} \u2264 ${number(right, digits)}` : "lost";
    const whole = k === 3 ? facts.meeting : ceiling;
    const share = known && whole > 0 ? Math.max(0, Math.min(1, slack / whole)) : 0;
    row.bar.style.width = `${100 * share}%`;
    return slack === null ? "" : slack;
  });
}

function news({ mistakes, scores, points, violated, best, meeting }, over) {
  const t = mistakes.length;
  const left = violated.filter(Boolean).length;
  if (over) return `No mistake left after ${t} update${t === 1 ? "" : "s"}`
    + (best?.separable ? `; the proof rules out more than ${most(meeting)}.` : ".");
  if (t === 0) return "Press a way to choose, or click a point with a dashed ring: it is a mistake.";
  const i = mistakes.at(-1);
  const score = scores.at(-1) === 0 ? "a tie" : `score ${number(scores.at(-1), 3)}`;
  const sign = points[i][2] > 0 ? "+" : "\u2212";
  return `Update ${t}: point ${i} (${score}), _w_ \u2190 _w_ ${sign} _\u03b7x_. `
    + `Now ${left} of ${points.length} points are mistakes.`;
}

const restart = (view, changes) => { pause(view); change(view, { ...changes, mistakes: [] }); };

function use(view, i) {
  pause(view);
  extend(view, i, `Point ${i} is right: only a mistake can be added.`);
}

function extend(view, i, refusal) {
  const { mistakes, violated } = study(view.model);
  if (i === null || !violated[i]) return change(view, {}, refusal);
  if (mistakes.length >= MOST_UPDATES)
    return change(view, {}, `Paused after ${MOST_UPDATES} updates, with mistakes left.`);
  change(view, { mistakes: [...mistakes, i] });
}

const ended = ({ violated, mistakes }) =>
  !violated.some(Boolean) || mistakes.length >= MOST_UPDATES;

function choose(view, way) {
  const facts = study(view.model);
  extend(view, CHOICES[way](facts.Z, facts), null);
}

function pressed(view, i, key) {
  if (key === "Enter" || key === " ") use(view, i);
  else if (key === "f" || key === "F") {
    const points = flipped(view.model.get("points"), i);
    change(view, { points }, `Flipped ${describe(i, points[i])}.`);
  } else return false;
  return true;
}

const MET = [(d) => d.updates > 8 && d.start === "0 0" && d.bound > 25.9 && d.bound < 26.1,
  (d) => d.start !== "0 0" && d.converged === "true", (d) => d.separable === "false"];

function assemble(view) {
  const chooser = (text, title, way) => button(text, title, own(view, () => choose(view, way)));
  const [next, worst, tie] = view.choosers = [
    chooser("Next in turn", "The next mistake after the last one, in the order of the numbers", "turn"),
    chooser("Worst", "The mistake with the smallest score", "worst"),
    chooser("Nearest tie", "The mistake with the largest score", "tie")];
  const run = { ended: () => ended(study(view.model)), restart: () => change(view, { mistakes: [] }),
    step: () => choose(view, "turn") };
  view.eta = html("select", { "aria-label": "Size of a step, \u03b7" },
    ...ETAS.map(([text, value]) => html("option", { value: String(value) }, text)));
  view.eta.addEventListener("change", () => restart(view, { eta: Number(view.eta.value) }));
  const back = () => change(view, { mistakes: study(view.model).mistakes.slice(0, -1) });
  view.law = prose("ptx-law");
  view.rows = LINES.map(([name, statement], k) => ledgerRow(name, statement, GAPS[k] ?? "bound"));
  const controls = [next, playButton(view, "In turn, until no mistake is left", run, TEMPO),
    button("Back", "Undo one update", own(view, back)),
    button("Reset", "Undo all updates", () => restart(view, {}))];
  return shell("ptp", view, { picture: [view.plane.root], controls,
    side: [view.lens.root], more: [
      row("Choose the next mistake", worst, tie),
      row("Start and step", html("label", {}, html("span", {}, "Step \u03b7"), view.eta),
        button("Start at 0", "Put the start of the weights at the origin",
          () => restart(view, { w_init: [0, 0] })),
        button("Starting sample", "Restore everything that this picture began with",
          () => restart(view, view.model.get("start")))),
      html("dl", { class: "simple ptp-ledger" }, ...view.rows.map(({ root }) => root)),
      view.chain.root, view.law], met: MET });
}

function ledgerRow(name, statement, kind) {
  const values = html("dd", { class: `ptp-value-${name}` });
  const bar = html("span", { class: `ptp-bar ptp-${kind}` });
  const root = html("div", {}, setProse(html("dt"), statement), values,
    html("dd", { class: "ptp-track", "aria-hidden": "true" }, bar));
  return { root, values, bar };
}

export { CHOICES, bestMargin, chainAlong, followRun, meetingPoint, radius, signedExamples };
export default { initialize, render };
