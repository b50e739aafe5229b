// Play against the perceptron: the reader turns a direction, the perceptron mixes points.

import { box, button, explorer, frame, html, number, prose, slider, status } from "./dom.js";
import { svg, table, tick } from "./dom.js";
import { chart, disc, draggable, hand, line, linear } from "./draw.js";
import { words } from "./draw.js";
import { mount, permalink, whole, write } from "./model.js";
import { bestMargin, degreesOf, norm, plus, radius, unitVector, worst } from "./perceptron_math.js";
import { across, arrow, at, drawGrid } from "./plane.js";

const MOST_ROUNDS = 500;
const SIZE = 2 * across(0);
const TRACK = 40; // a bar of this height stands for the whole mixture
const BAR = { left: 12, width: 436, height: 62, top: 10, base: 36 };

// ---- the two players ----

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

// ---- the picture ----

function initialize({ model }) {
  permalink(model, "game", { angle: whole(0, 359), rounds: whole(0, MOST_ROUNDS) });
}

function render({ model, el }) {
  const view = { model, show: false };
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
  view.status.textContent = sentence(play, found);
  const { lower, upper, value, used } = found;
  view.table.show({ lower: number(lower, 3), rounds: play.picks.length, used,
    upper: upper === null ? "\u2013" : number(upper, 3),
    gap: upper === null ? "\u2013" : number(upper - lower, 3),
    value: view.show ? number(value, 4) : "?" });
  view.slider.show(angle, `${angle}\u00b0`);
  view.slider.input.setAttribute("aria-valuetext", `${angle} degrees`);
  const over = play.finished || play.picks.length >= MOST_ROUNDS;
  for (const node of view.onward) node.disabled = over;
  Object.assign(view.root.dataset, { picks: play.picks.join(" "), lower, upper: upper ?? "", value,
    used, angle, finished: play.finished });
}

function drawPlane(view, V, angle, play, { worst, value, counts }) {
  const t = play.picks.length;
  const head = unitVector(angle);
  view.kappa.replaceChildren(...arrow([0, 0], head, "ptx-w"));
  view.handle.setAttribute("transform", `translate(${at(head).join(" ")})`);
  view.mean.replaceChildren(
    ...(view.show ? [disc("ptx-game-value", at([0, 0]), 100 * value)] : []),
    ...(t ? arrow([0, 0], play.w.map((part) => part / t), "ptx-game-mean") : []));
  view.points.replaceChildren(...V.map((v, i) => {
    const high = t ? (TRACK * counts[i]) / t : 0;
    const name = `ptx-game-point${i === play.picks.at(-1) ? " ptx-last" : ""}`
      + (i === worst ? " ptx-game-worst" : "");
    return svg("g", { class: name, transform: `translate(${at(v).join(" ")})` },
      disc("ptx-ring", [0, 0], 14.5), disc("ptx-disc", [0, 0], 10),
      svg("text", { "text-anchor": "middle", y: 4.6 }, String(i)),
      svg("rect", { class: "ptx-game-track", x: 12, y: -TRACK / 2, width: 7, height: TRACK }),
      svg("rect", { class: "ptx-game-share", x: 12, y: TRACK / 2 - high, width: 7, height: high }));
  }));
  view.plane.setAttribute("aria-label", `${V.length} points; your direction, ${angle} degrees; `
    + `shares of the perceptron's mixture: ${V.map((_, i) =>
      `point ${i} ${t ? number(counts[i] / t, 2) : 0}`).join(", ")}`);
}

// From -R/2 to R; a guarantee below that is drawn at the left end.
function drawBar(view, { R }, { lower, upper, value }) {
  const scale = linear(-R / 2, R, BAR.left, BAR.width - BAR.left);
  const place = (coins) => scale(Math.max(-R / 2, Math.min(R, coins)));
  const rule = (coins, name, from, to) => line(name, [place(coins), from], [place(coins), to]);
  const parts = [
    line("ptx-axis", [place(-R), BAR.base], [place(R), BAR.base]),
    svg("rect", { class: "ptx-game-gap", x: place(lower), y: BAR.top + 6,
      width: Math.max(0, place(upper ?? R) - place(lower)), height: BAR.base - BAR.top - 6 }),
    rule(lower, "ptx-game-lower", BAR.top, BAR.base),
  ];
  if (upper !== null) parts.push(rule(upper, "ptx-game-upper", BAR.top, BAR.base));
  if (view.show) parts.push(rule(value, "ptx-game-value", 0, BAR.base + 4));
  for (let coins = -Math.floor(R); coins <= R; coins += 0.5)
    if (coins >= -R / 2) parts.push(rule(coins, "ptx-axis", BAR.base, BAR.base + 5),
      words(number(coins), [place(coins), BAR.height - 6]));
  view.bar.replaceChildren(...parts);
  view.bar.setAttribute("aria-label", `The value lies between ${number(lower, 3)} and `
    + (upper === null ? "what the perceptron has still to show" : number(upper, 3))
    + (view.show ? `; it is ${number(value, 3)}` : ""));
}

function sentence({ picks, finished }, { lower, upper, worst }) {
  const yours = `Your direction is sure of ${number(lower, 3)}; point ${worst} pays the least.`;
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

function layOut(view) {
  view.status = status();
  view.table = table({ lower: "you are sure of", upper: "the perceptron loses at most",
    gap: "in between", rounds: "rounds", used: "different points used", value: "value" });
  view.bar = chart(BAR.width, BAR.height);
  view.slider = slider("your direction", [0, 359, 1], (angle) => write(view.model, { angle }),
    { "aria-label": "your direction, in degrees" }, "ptx-game-slider");
  const reveal = tick("checkbox", "Show the value", (on) => { view.show = on; draw(view); }, {},
    html("span", { class: "ptx-dash" }));
  view.onward = [
    button("Next round", "The perceptron adds one point", () => advance(view, 1)),
    button("Ten rounds", "The perceptron adds ten points", () => advance(view, 10)),
  ];
  const reset = button("Reset", "Back to no rounds", () => write(view.model, { rounds: 0 }));
  const keys = prose("ptx-keys", "Black: your direction; drag its head, or click. Blue bars: the "
    + "perceptron's mixture; blue arrow: its mean. Ring: added last. Orange: the point that pays "
    + "you the least.");
  return explorer("ptx-game", frame(box("board", gamePlane(view), box("row", ...view.onward, reset)),
    box("numbers", view.status, view.bar, view.table.root, view.slider.root, reveal.root, keys)));
}

export { bracket, playRounds };
export default { initialize, render };
