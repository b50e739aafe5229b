// Play against the perceptron: the reader turns a direction, the perceptron mixes points.

import { button, number, plural, setProse, slider, svg } from "./dom.js";
import { shell } from "./shell.js";
import { disc, draggable, hand, line, words } from "./draw.js";
import { HALF, createCurve, turned } from "./game_chart.js";
import { mover } from "./tween.js";
import { permalink, whole, write } from "./model.js";
import { bestMargin, degreesOf, hull, norm, plus, radius, unitVector, worst } from "./perceptron_math.js";
import { EDGE, across, arrow, at, drawGrid, region } from "./plane.js";
import { change, newView, own, playButton, show } from "./player.js";

const MOST_ROUNDS = 500;
const CLOSE = 0.006; // Play ends when the bound is so close to the value
const NEAR = 0.05; // and is said to be down on the top of the curve when it is so close
const TOUCH = 0.04; // coins between the middle of the dot and the bound, when the dot lies on it
const BEAT = { usual: 200, calm: 1000 };
const SHARE = 1600; // area of the disc that stands for the whole mixture

// The perceptron adds the point of smallest score, the first among equals, as in
// sparse_strategies(V, order="worst"), but for as many rounds as are asked for.
function playRounds(V, rounds) {
  let w = [0, 0];
  const picks = [];
  while (picks.length < rounds) {
    const { index } = worst(V, w);
    w = plus(w, V[index]);
    picks.push(index);
  }
  return { picks, w };
}

// What each player is sure of: the payment lies between lower and upper, and so does the value.
function bracket(V, angle, { picks, w }) {
  const t = picks.length;
  const { index, score } = worst(V, unitVector(angle));
  return { lower: score, worst: index, upper: t ? norm(w) / t : null, value: bestMargin(V).margin,
    used: new Set(picks).size, counts: V.map((_, i) => picks.filter((pick) => pick === i).length) };
}

function initialize({ model }) {
  permalink(model, "game", { angle: whole(0, 359), rounds: whole(0, MOST_ROUNDS) });
}

function render({ model, el }) {
  const V = model.get("points");
  const view = newView(model);
  view.curve = createCurve(V, (angle) => turn(view, angle));
  view.moveMixture = mover((mixture) => drawMixture(view, mixture));
  view.moveCeiling = mover((upper) => view.curve.drawCeiling(upper));
  view.root = layOut(view);
  view.redraw = () => draw(view);
  return show(view, el, "change:points change:angle change:rounds");
}

// Directions more than a right angle from the mean of the points lose for certain.
function turn(view, angle) {
  const { middle } = view.curve;
  change(view, { angle: (middle + turned(angle, middle) + 360) % 360 });
}

function advance(view, more) {
  const rounds = Math.min(MOST_ROUNDS, view.model.get("rounds") + more);
  change(view, { rounds });
}

function over(view) {
  const [V, rounds] = [view.model.get("points"), view.model.get("rounds")];
  const { upper, value } = bracket(V, 0, playRounds(V, rounds));
  return rounds >= MOST_ROUNDS || (rounds > 0 && upper - value < CLOSE);
}

function draw(view) {
  const [V, angle] = [view.model.get("points"), view.model.get("angle")];
  const play = playRounds(V, view.model.get("rounds"));
  const found = bracket(V, angle, play);
  if (String(view.model.get("picks")) !== String(play.picks)) write(view.model, { picks: play.picks });
  drawPlane(view, V, angle, play, found);
  const { lower, upper, value, used } = found;
  const touches = upper !== null && upper - lower < TOUCH;
  view.known = touches || (upper !== null && view.known); // the value is the reader's to find, once
  view.curve.drawDot(angle, lower, view.known ? value : null);
  view.moveCeiling(upper ?? 2 * radius(V), upper === null); // from above, where it is not seen
  const gap = upper === null ? null : upper - lower;
  view.curve.root.setAttribute("aria-label", `Your direction, ${angle} degrees, is sure of ${number(lower, 3)}`
    + (upper === null ? "." : `; the mixture pays at most ${number(upper, 3)}.`));
  setProse(view.status, sentence(play, found, touches, view.known));
  view.show({ lower: number(lower, 3), upper: upper === null ? "\u2013" : number(upper, 3),
    rounds: play.picks.length, used, gap: gap === null ? "\u2013" : number(gap, 3),
    value: view.known ? number(value, 4) : "?" });
  view.slider.show(view.curve.middle + turned(angle, view.curve.middle), `${angle}\u00b0`);
  view.slider.input.setAttribute("aria-valuetext", `${angle} degrees`);
  view.next.disabled = play.picks.length >= MOST_ROUNDS;
  Object.assign(view.root.dataset, { picks: play.picks.join(" "), lower, upper: upper ?? "", value,
    used, angle });
}

function drawPlane(view, V, angle, play, { worst, lower, value, counts }) {
  const t = play.picks.length;
  const head = unitVector(angle);
  const foot = head.map((part) => lower * part);
  const far = head.map((part) => 4 * part);
  view.kappa.replaceChildren(
    line("ptx-game-ray", at(far.map((part) => -part)), at(far)),
    line("ptx-game-drop", at(V[worst]), at(foot)),
    ...arrow([0, 0], head, "ptx-w"),
    line("ptx-game-pay", at([0, 0]), at(foot)));
  view.handle.setAttribute("transform", `translate(${at(head).join(" ")})`);
  view.scene = { V, worst, last: play.picks.at(-1) };
  view.you.replaceChildren(beside("you", head));
  view.moveMixture([play.w, counts].map((part) => part.map((sum) => (t ? sum / t : 0))));
  view.plane.setAttribute("aria-label", `${V.length} points; your direction, ${angle} degrees; `
    + `shares of the perceptron's mixture: ${V.map((_, i) =>
      `point ${i} ${t ? number(counts[i] / t, 2) : 0}`).join(", ")}`);
}

// The name of an arrow, to the right of its head, or to the left where there is no room.
function beside(text, head) {
  const right = head[0] < EDGE / 2;
  const [x, y] = at(head);
  return words(text, [x + (right ? 18 : -18), y + 5], right ? "start" : "end", { class: "ptx-game-label" });
}

function drawMixture(view, [mean, shares]) {
  const { V, worst, last } = view.scene;
  view.mean.replaceChildren(...V.map((v, i) =>
    disc("ptx-game-share", at(v), shares[i] ? 11 + Math.sqrt((SHARE * shares[i]) / Math.PI) : 0)),
  ...arrow([0, 0], mean, "ptx-game-mean"));
  view.mixed.replaceChildren(...(shares.some(Boolean) ? [beside("mixture", mean)] : []));
  view.points.replaceChildren(...V.map((v, i) => {
    const name = `ptx-game-point${i === last ? " ptx-game-added" : ""}`;
    const frame = { class: "ptx-game-least", x: -16, y: -16, width: 32, height: 32 };
    return svg("g", { class: name, transform: `translate(${at(v).join(" ")})` },
      ...(i === worst ? [svg("rect", frame), words("pays least", [0, 31], "middle", { class: "ptx-game-label" })] : []),
      ...(i === last ? [words("added", [v[0] < -1 ? 20 : -20, 5], v[0] < -1 ? "start" : "end", { class: "ptx-game-label" })] : []),
      disc("ptx-disc", [0, 0], 11), svg("text", { "text-anchor": "middle", y: 4.6 }, String(i)));
  }));
}

function sentence({ picks }, { lower, upper, value, worst }, touches, known) {
  const you = lower < 0 ? `you may lose ${number(-lower, 2)}` : `you are sure to win ${number(lower, 2)}`;
  if (!picks.length) return "You name a direction, the perceptron a point, and the point pays you, in coins, "
    + `how far it lies along your arrow. Point ${worst} (orange frame) pays the least, so ${you}. Turn, to be sure of more.`;
  if (touches) return "The dot touches the bound: you are sure of nearly as much as its mixture pays at most. "
    + `So neither side can do much better: the value of the game is ${number(value, 3)}.`;
  const rest = `Here ${you}. The value of the game is ${known ? number(value, 3) : "in between"}.`;
  if (upper - value < CLOSE) return `After ${plural(picks.length, "round")} no direction gets more than `
    + `${number(upper, 2)} from the mixture, the length of the blue arrow. More rounds would hardly lower this. ${rest}`;
  const why = picks.length === 1 ? "there was no blue arrow yet, and point 0 (filled) was added."
    : `point ${picks.at(-1)} (filled) lay least far along the blue arrow, and was added.`;
  return `Round ${picks.length}: ${why} The arrow is now ${number(upper, 2)} long, so no direction gets more. ${rest}`;
}

// The plane down to what is in it; a click turns the direction, and the arrow's head can be dragged.
function gamePlane(view) {
  const grid = svg("g", { class: "ptx-grid" });
  drawGrid(grid, false); // among the points its numbers are not seen
  [view.mean, view.kappa, view.points, view.you, view.mixed] = [0, 1, 2, 3, 4].map(() => svg("g"));
  view.handle = svg("g", { class: "ptx-game-handle" }, disc("ptx-touch", [0, 0], 22),
    disc("ptx-game-knob", [0, 0], 8));
  const V = view.model.get("points");
  const heights = V.map(([, y]) => y);
  const feet = Array.from({ length: 2 * HALF + 1 }, (_, k) => { // where a payment may end
    const u = unitVector(view.curve.middle - HALF + k);
    return worst(V, u).score * u[1];
  });
  const [top, bottom] = [Math.max(1.2, ...heights) + 0.13, Math.min(-0.35, ...heights, ...feet) - 0.09];
  const size = 2 * across(0);
  for (const k of [-1, 1]) grid.append(words(number(k, 0), [across(k), at([0, bottom])[1] - 5]));
  grid.append(words("1", [4, at([0, 1])[1] - 4], "start"));
  view.plane = svg("svg", { viewBox: `0 ${at([0, top])[1]} ${size} ${100 * (top - bottom)}`,
    class: "ptx-plane", role: "img" }, grid, region(hull(V), "ptx-game-hull"),
  view.mean, view.kappa, view.points, view.you, view.mixed, view.handle);
  const aim = (event) => {
    const [x, y] = hand(view.plane, event);
    turn(view, degreesOf([x - across(0), across(0) - y]));
  };
  view.plane.addEventListener("click", aim);
  draggable(view.handle, aim);
  return view.plane;
}

const MET = [(d) => d.lower > 0, (d) => +d.upper > 0 && d.upper - d.value < NEAR,
  (d) => d.upper !== "" && d.upper - d.lower < TOUCH];

function layOut(view) {
  const { middle } = view.curve;
  view.slider = slider("your direction", [middle - HALF, middle + HALF, 1], (angle) => turn(view, angle),
    { "aria-label": "your direction, in degrees" }, "ptx-slider ptx-long");
  view.next = button("Next round", "The perceptron adds the point that lies least far along the blue arrow",
    own(view, () => advance(view, 1)));
  const play = playButton(view, "Round after round, until the bound is close to the value", {
    ended: () => over(view), restart: () => change(view, { rounds: 0 }),
    step: () => advance(view, Math.max(1, Math.round(view.model.get("rounds") / 12))) }, BEAT);
  const again = button("Start again", "Back to the first direction and no rounds",
    own(view, () => change(view, view.model.get("start"))));
  return shell("ptx-game", view, { picture: [gamePlane(view), view.curve.root],
    controls: [view.slider.root, view.next, play, again], met: MET });
}

export { bracket, playRounds };
export default { initialize, render };
