// The explorer of chapter 2. The model holds points, w_init, eta and the chosen mistakes.

import { button, html, number, plural, prose, row, setProse } from "./dom.js";
import { shell } from "./shell.js";
import { bestMargin, norm, radius, signedExamples } from "./perceptron_math.js";
import { createPlane, describe, flipped, pointHandlers } from "./plane.js";
import { CHOICES, chainAlong, followRun, meetingPoint } from "./proof_math.js";
import { createLens } from "./lens.js";
import { createRace } from "./proof_race.js";
import { either, indices, permalink, rows } from "./model.js";
import { change, newView, own, pause, playButton, reportRun, show } from "./player.js";
import { follower, tween } from "./tween.js";

const MOST_UPDATES = 400;
const TEMPO = { usual: 900, calm: 1500 };
const RACE = 3000; // milliseconds from now to where the bars meet
const SET = "change:points change:w_init change:eta change:mistakes";
const ETAS = [["\u00bc", 0.25], ["\u00bd", 0.5], ["1", 1], ["2", 2], ["4", 4]];

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
  const view = { ...newView(model), moved: false, racing: false, stopRace: () => {} };
  view.plane = createPlane(pointHandlers(view, {
    moved: (points, i) => {
      view.moved = true;
      change(view, { points }, `Moved point ${i}.`);
    },
    touched: () => { view.moved = false; },
    key: (i, { key }) => pressed(view, i, key),
  }));
  view.lens = createLens((place) => restart(view, { w_init: place }));
  view.race = createRace();
  view.move = follower((facts) => {
    view.plane.turn(facts);
    view.lens.draw(facts);
    if (!view.racing) view.race.draw(facts);
  });
  view.root = assemble(view);
  view.redraw = () => drawProof(view, study(model));
  view.plane.root.addEventListener("pointerup", (event) => {
    const node = event.target.closest(".ptx-point");
    if (node && !view.moved) use(view, Number(node.dataset.index));
  });
  const stop = show(view, el, SET);
  return () => { stop(); view.stopRace(); };
}

function drawProof(view, facts) {
  const { Z, best, R, points, mistakes, violated, start, eta, meeting } = facts;
  view.stopRace();
  view.racing = false;
  view.move({ ...facts, showBest: true, bestName: "best line" });
  view.plane.drawPoints({ ...facts, selected: view.selected });
  view.plane.root.querySelectorAll(".ptx-point").forEach((node, i) => {
    node.classList.toggle("ptp-violated", violated[i]);
    node.setAttribute("aria-label", describe(i, points[i]) + (violated[i] ? ", a mistake now" : ""));
  });
  const over = !violated.some(Boolean);
  const separable = Boolean(best?.separable);
  setProse(view.status, view.notice ? view.notice + (view.changed ? outlook(facts) : "") : news(facts, over));
  const slack = drawChain(view, facts);
  view.show({ updates: mistakes.length, most: separable ? most(meeting) : "no limit",
    R: number(R, 3), eps: separable ? number(best.margin, 3) : "none", start: number(norm(start), 3) });
  view.eta.value = String(eta);
  for (const node of view.choosers) node.disabled = over;
  view.raceOn.disabled = !separable;
  view.raceOn.classList.toggle("ptp-next-press", over && separable);
  Object.assign(view.root.dataset, { mistakes: mistakes.join(" "), updates: mistakes.length,
    converged: over, separable, bound: meeting, start: start.join(" "),
    slack: slack.join(" "), examples: Z.length, raced: false });
}

const most = (meeting) => Math.floor(meeting + 1e-9);

// The lines of the proof in one, with its numbers; returns what each gives away.
function drawChain(view, facts) {
  const { floor, progress, length, ceiling } = chainAlong(facts.path, facts).at(-1);
  const separable = Boolean(facts.best?.separable);
  const told = (value) => value.toFixed(2).replace("-", "\u2212");
  const end = `\u2016_w_\u2016 = ${told(length)} \u2264 ${told(ceiling)}`;
  setProse(view.chain, separable
    ? `${told(floor)} \u2264 _w_\u00b7_w_\u2605 = ${told(progress)} \u2264 ${end}` : end);
  view.race.root.setAttribute("aria-label", `After ${plural(facts.mistakes.length, "mistake")} w has length `
    + `${told(length)}; it must be at most ${told(ceiling)}`
    + (separable ? ` and at least ${told(floor)}. The two meet after ${number(facts.meeting, 1)} mistakes.` : "."));
  const t = facts.path.length - 1;
  const known = [[floor, progress], [progress, length], [length, ceiling], [t, facts.meeting]];
  return known.map(([left, right], k) => (k === 2 || separable ? right - left : ""));
}

function outlook({ best, meeting, mistakes }) {
  const left = mistakes.length ? ` Of your run the first ${plural(mistakes.length, "mistake")} can still be made; the others are dropped.` : "";
  return (best?.separable ? ` The bars now meet after ${number(meeting, 1)} mistakes.`
    : " No line separates the classes now: the green bar is gone, and nothing stops the run.") + left;
}

function news({ mistakes, points, violated, best, meeting }, over) {
  const t = mistakes.length;
  const left = violated.filter(Boolean).length;
  if (over) return `No mistake is left after ${plural(t, "mistake")}.`
    + (best?.separable ? ` Could it have gone on forever? Press Race on.` : "");
  if (t === 0) return "A dashed ring is a mistake. Click one, and _w_ learns it.";
  const more = `${left} of ${points.length} points are mistakes now.`;
  if (!best?.separable) return `Mistake ${t}: only the gray bar is left. ${more}`;
  if (t === 1) return "Mistake 1: _w_ is at least as long as the green bar now, and at most as long as the gray one. "
    + more;
  if (t === 2) return "Mistake 2: the green bar grew by the same step again, because every point lies at least "
    + `that far beyond the dashed line. ${more}`;
  return `Mistake ${t}: the gray bar grew by less than before, because _w_ was wrong, and so the new arrow makes `
    + `a right angle with _w_ or a wider one. ${more}`;
}

const restart = (view, changes) => { pause(view); change(view, { ...changes, mistakes: [] }); };

function use(view, i) {
  pause(view);
  extend(view, i, `Point ${i} is right: only a mistake (dashed ring) can be learned.`);
}

function extend(view, i, refusal) {
  const { mistakes, violated } = study(view.model);
  if (i === null || !violated[i]) return change(view, {}, refusal);
  if (mistakes.length >= MOST_UPDATES)
    return change(view, {}, `Paused after ${MOST_UPDATES} mistakes, and more are left.`);
  change(view, { mistakes: [...mistakes, i] });
}

// Let the two bars run on without a machine, to the mistake at which they meet.
function raceOn(view) {
  pause(view);
  view.redraw();
  const facts = study(view.model);
  const { mistakes, meeting } = facts;
  view.racing = true;
  setProse(view.status, "The bars race on, as if there were always one more mistake \u2026");
  view.stopRace = tween(mistakes.length, meeting, (t) => {
    view.race.draw({ ...facts, t, past: t > mistakes.length });
    if (t !== meeting) return;
    setProse(view.status, `After ${number(meeting, 1)} mistakes the bars meet. One more, and _w_ would have to be longer than `
      + `it can be. So no run makes more than ${plural(most(meeting), "mistake")}.`);
    view.root.dataset.raced = "true";
  }, { ms: RACE });
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
    change(view, { points }, `Point ${i} has the other label.`);
  } else return false;
  return true;
}

const MET = [(d) => d.converged === "true" && d.updates > 0, (d) => d.raced === "true",
  (d) => d.separable === "false"];

function assemble(view) {
  const chooser = (text, title, way) => button(text, title, own(view, () => choose(view, way)));
  const [next, worst, tie] = view.choosers = [
    chooser("Next in turn", "The next mistake after the last one, in the order of the numbers", "turn"),
    chooser("Worst", "The mistake with the smallest score", "worst"),
    chooser("Nearest tie", "The mistake with the largest score", "tie")];
  const run = { ended: () => ended(study(view.model)), restart: () => change(view, { mistakes: [] }),
    step: () => choose(view, "turn") };
  view.raceOn = button("Race on", "Let the bars go on to where they meet", () => raceOn(view));
  view.eta = html("select", { "aria-label": "Size of a step, \u03b7" },
    ...ETAS.map(([text, value]) => html("option", { value: String(value) }, text)));
  view.eta.addEventListener("change", () => restart(view, { eta: Number(view.eta.value) }));
  const back = () => change(view, { mistakes: study(view.model).mistakes.slice(0, -1) });
  view.chain = prose("ptp-chain");
  const controls = [next, playButton(view, "In turn, until no mistake is left", run, TEMPO), view.raceOn,
    button("Back", "Undo one mistake", own(view, back)),
    button("Start again", "Restore the sample and the start that this picture began with",
      () => restart(view, view.model.get("start")))];
  return shell("ptp", view, { controls,
    picture: [view.plane.root, view.race.root, view.chain], more: [
      row("Choose the next mistake", worst, tie,
        button("Undo all mistakes", "Back to the start, with the points as they are", () => restart(view, {}))),
      row("Start and step", html("label", {}, html("span", {}, "Step \u03b7"), view.eta),
        button("Start at 0", "Put the start of the weights at the origin",
          () => restart(view, { w_init: [0, 0] }))),
      view.lens.root], met: MET });
}

export { CHOICES, bestMargin, chainAlong, followRun, meetingPoint, radius, signedExamples };
export default { initialize, render };
