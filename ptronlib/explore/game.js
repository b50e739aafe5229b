// Play against the perceptron: the reader turns a direction, the perceptron mixes points.

import { button, html, number, slider, svg, tick } from "./dom.js";
import { shell } from "./shell.js";
import { chart, disc, draggable, hand, line, linear, words } from "./draw.js";
import { mover } from "./tween.js";
import { mount, permalink, whole, write } from "./model.js";
import { bestMargin, degreesOf, norm, plus, radius, unitVector, worst } from "./perceptron_math.js";
import { across, arrow, at, drawGrid } from "./plane.js";

const MOST_ROUNDS = 500;
const SIZE = 2 * across(0);
const TRACK = 40; // a bar of this height stands for the whole mixture
const BAR = { left: 12, width: 436, height: 62, top: 10, base: 36 };

// The perceptron adds the point of smallest score, the first among equals, while that score is at
// most R^2: sparse_strategies(V, order="worst"). R is rounded before it is squared, as there.
function playRounds(V, rounds) {
  const R = radius(V);
  const beta = R * R;
  let w = [0, 0];
  const picks = [];
  for (;;) {
    const { index, score } = worst(V, w);
    const finished = score > beta;
    if (finished || picks.length >= rounds) return { picks, w, finished, R, index };
    w = plus(w, V[index]);
    picks.push(index);
  }
}

// What each player is sure of: the payment lies between lower and upper, and so does the value.
function bracket(V, angle, play) {
  const t = play.picks.length;
  const { index, score } = worst(V, unitVector(angle));
  return { lower: score, worst: index, upper: t ? norm(play.w) / t : null,
    value: bestMargin(V).margin, used: new Set(play.picks).size,
    counts: V.map((_, i) => play.picks.filter((pick) => pick === i).length) };
}

function initialize({ model }) {
  permalink(model, "game", { angle: whole(0, 359), rounds: whole(0, MOST_ROUNDS) });
}

function render({ model, el }) {
  const view = { model, revealed: false };
  const last = playRounds(model.get("points"), MOST_ROUNDS).w; // the direction that it ends with
  view.goal = worst(model.get("points"), last).score / norm(last);
  view.move = mover((mixture) => drawMixture(view, mixture));
  view.root = layOut(view);
  mount(el, view.root, model, "change:points change:angle change:rounds", () => draw(view));
}

function advance(view, more) {
  const [V, rounds] = [view.model.get("points"), view.model.get("rounds")];
  const play = playRounds(V, Math.min(MOST_ROUNDS, rounds + more));
  write(view.model, { rounds: play.picks.length });
}

function draw(view) {
  const [V, angle] = [view.model.get("points"), view.model.get("angle")];
  const play = playRounds(V, view.model.get("rounds"));
  const found = bracket(V, angle, play);
  if (String(view.model.get("picks")) !== String(play.picks)) write(view.model, { picks: play.picks });
  drawPlane(view, V, angle, play, found);
  drawBar(view, play, found);
  view.status.textContent = sentence(play, found, view.goal);
  const { lower, upper, value, used } = found;
  view.show({ lower: number(lower, 3), goal: number(view.goal, 3), rounds: play.picks.length,
    used, upper: upper === null ? "\u2013" : number(upper, 3),
    gap: upper === null ? "\u2013" : number(upper - lower, 3),
    value: view.revealed ? number(value, 4) : "?" });
  view.slider.show(angle, `${angle}\u00b0`);
  view.slider.input.setAttribute("aria-valuetext", `${angle} degrees`);
  const over = play.finished || play.picks.length >= MOST_ROUNDS;
  for (const node of view.onward) node.disabled = over;
  Object.assign(view.root.dataset, { picks: play.picks.join(" "), lower, upper: upper ?? "", value,
    used, angle, finished: play.finished, goal: view.goal });
}

function drawPlane(view, V, angle, play, { worst, value, counts }) {
  const t = play.picks.length;
  const head = unitVector(angle);
  view.kappa.replaceChildren(...arrow([0, 0], head, "ptx-w"));
  view.handle.setAttribute("transform", `translate(${at(head).join(" ")})`);
  view.scene = { V, worst, last: play.picks.at(-1), value };
  view.move([play.w, counts].map((part) => part.map((sum) => (t ? sum / t : 0))));
  view.plane.setAttribute("aria-label", `${V.length} points; your direction, ${angle} degrees; `
    + `shares of the perceptron's mixture: ${V.map((_, i) =>
      `point ${i} ${t ? number(counts[i] / t, 2) : 0}`).join(", ")}`);
}

function drawMixture(view, [mean, shares]) {
  const { V, worst, last, value } = view.scene;
  view.mean.replaceChildren(
    ...(view.revealed ? [disc("ptx-game-value", at([0, 0]), 100 * value)] : []),
    ...arrow([0, 0], mean, "ptx-game-mean"));
  view.points.replaceChildren(...V.map((v, i) => {
    const high = TRACK * shares[i];
    const name = `ptx-game-point${i === last ? " ptx-last" : ""}`
      + (i === worst ? " ptx-game-worst" : "");
    return svg("g", { class: name, transform: `translate(${at(v).join(" ")})` },
      disc("ptx-ring", [0, 0], 14.5), disc("ptx-disc", [0, 0], 10),
      svg("text", { "text-anchor": "middle", y: 4.6 }, String(i)),
      svg("rect", { class: "ptx-game-track", x: 12, y: -TRACK / 2, width: 7, height: TRACK }),
      svg("rect", { class: "ptx-game-share", x: 12, y: TRACK / 2 - high, width: 7, height: high }));
  }));
}

function drawBar(view, { R }, { lower, upper, value }) {
  const scale = linear(-R, R, BAR.left, BAR.width - BAR.left);
  const place = (coins) => scale(Math.max(-R, Math.min(R, coins)));
  const rule = (coins, name, from, to) => line(name, [place(coins), from], [place(coins), to]);
  const parts = [
    line("ptx-axis", [place(-R), BAR.base], [place(R), BAR.base]),
    svg("rect", { class: "ptx-game-gap", x: place(lower), y: BAR.top + 6,
      width: Math.max(0, place(upper ?? R) - place(lower)), height: BAR.base - BAR.top - 6 }),
    rule(view.goal, "ptx-theory", BAR.top - 6, BAR.base),
    rule(lower, "ptx-game-lower", BAR.top, BAR.base),
  ];
  if (upper !== null) parts.push(rule(upper, "ptx-game-upper", BAR.top, BAR.base));
  if (view.revealed) parts.push(rule(value, "ptx-game-value", 0, BAR.base + 4));
  for (let coins = -Math.floor(R); coins <= R; coins += 0.5)
    parts.push(rule(coins, "ptx-axis", BAR.base, BAR.base + 5),
      words(number(coins), [place(coins), BAR.height - 6]));
  view.bar.replaceChildren(...parts);
  view.bar.setAttribute("aria-label", `The value lies between ${number(lower, 3)} and `
    + (upper === null ? "what the perceptron has still to show" : number(upper, 3))
    + (view.revealed ? `; it is ${number(value, 3)}` : ""));
}

function sentence({ picks, finished }, { lower, upper, worst }, goal) {
  const yours = lower > goal ? `You beat the perceptron's direction, with ${number(lower, 3)}.`
    : `Your direction is sure of ${number(lower, 3)}: point ${worst} pays the least. `
      + `The perceptron's ends with ${number(goal, 3)}.`;
  const t = picks.length;
  if (!t) return `The perceptron has not played yet. ${yours}`;
  const theirs = finished ? `The perceptron stops after ${t} rounds: every score is above R\u00b2.`
    : `Round ${t}: the perceptron adds point ${picks.at(-1)}.`;
  return `${theirs} Its mixture loses at most ${number(upper, 3)}. ${yours}`;
}

// The whole plane takes a click, and the head of the arrow can be dragged.
function gamePlane(view) {
  const grid = svg("g", { class: "ptx-grid" });
  drawGrid(grid);
  [view.mean, view.kappa, view.points] = [0, 1, 2].map(() => svg("g"));
  view.handle = svg("g", { class: "ptx-game-handle" }, disc("ptx-touch", [0, 0], 22),
    disc("ptx-game-knob", [0, 0], 7));
  view.plane = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "ptx-plane", role: "img" },
    grid, view.mean, view.kappa, view.points, view.handle);
  const turn = (event) => {
    const [x, y] = hand(view.plane, event);
    write(view.model, { angle: degreesOf([x - across(0), across(0) - y]) });
  };
  view.plane.addEventListener("click", turn);
  draggable(view.handle, turn);
  return view.plane;
}

const MET = [(d) => +d.lower > +d.goal, (d) => d.finished === "true",
  (d) => d.upper !== "" && d.upper - d.lower < 0.05];

function layOut(view) {
  view.bar = chart(BAR.width, BAR.height);
  view.slider = slider("your direction", [0, 359, 1], (angle) => write(view.model, { angle }),
    { "aria-label": "your direction, in degrees" });
  const reveal = tick("checkbox", "Show the value", (on) => { view.revealed = on; draw(view); }, {},
    html("span", { class: "ptx-dash" }));
  view.onward = [
    button("Next round", "The perceptron adds one point", () => advance(view, 1)),
    button("Ten rounds", "The perceptron adds ten points", () => advance(view, 10)),
  ];
  const reset = button("Reset", "Back to no rounds", () => write(view.model, { rounds: 0 }));
  return shell("ptx-game", view, { picture: [gamePlane(view)], side: [view.bar], more: [reveal.root],
    controls: [view.slider.root, ...view.onward, reset], met: MET });
}

export { bracket, playRounds };
export default { initialize, render };
