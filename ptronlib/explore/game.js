// Play against the perceptron: the reader turns a direction, the perceptron mixes points.

import { button, html, number, svg } from "./dom.js";
import { permalink, whole, write } from "./model.js";
import { bracket, direction, playRounds } from "./game_math.js";
import { across, arrow, down, drawGrid } from "./plane.js";

const MOST_ROUNDS = 500;
const SIZE = 2 * across(0);
const TRACK = 40; // a bar of this height stands for the whole mixture
const BAR = { left: 12, width: 436, height: 62, top: 10, base: 36 };

function initialize({ model }) {
  permalink(model, "game", { angle: whole(0, 359), rounds: whole(0, MOST_ROUNDS) });
}

function render({ model, el }) {
  const view = { model, show: false };
  view.root = layOut(view);
  model.on("change:points change:angle change:rounds", () => draw(view));
  el.append(view.root);
  draw(view);
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
  view.numbers.replaceChildren(...facts(view, play, found));
  view.slider.value = String(angle);
  view.slider.setAttribute("aria-valuetext", `${angle} degrees`);
  view.reading.textContent = `${angle}\u00b0`;
  const over = play.finished || play.picks.length >= MOST_ROUNDS;
  for (const node of view.onward) node.disabled = over;
  Object.assign(view.root.dataset, { picks: play.picks.join(" "), lower: found.lower,
    upper: found.upper ?? "", value: found.value, used: found.used, angle,
    finished: play.finished });
}

function drawPlane(view, V, angle, play, { worst, value, counts }) {
  const t = play.picks.length;
  const [a, b] = direction(angle);
  const [x, y] = [across(a), down(b)];
  view.kappa.replaceChildren(...arrow([0, 0], [a, b], "ptx-w"));
  view.handle.setAttribute("transform", `translate(${x} ${y})`);
  const circle = (place, r, name) =>
    svg("circle", { cx: across(place[0]), cy: down(place[1]), r, class: name });
  view.mean.replaceChildren(
    ...(view.show ? [circle([0, 0], 100 * value, "ptx-game-value")] : []),
    ...(t ? arrow([0, 0], play.w.map((part) => part / t), "ptx-game-mean") : []));
  view.points.replaceChildren(...V.map((v, i) => {
    const high = t ? (TRACK * counts[i]) / t : 0;
    const name = `ptx-game-point${i === play.picks.at(-1) ? " ptx-last" : ""}`
      + (i === worst ? " ptx-game-worst" : "");
    return svg("g", { class: name, transform: `translate(${across(v[0])} ${down(v[1])})` },
      svg("circle", { class: "ptx-ring", r: 14.5 }),
      svg("circle", { class: "ptx-disc", r: 10 }),
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
  const place = (coins) =>
    BAR.left + (BAR.width - 2 * BAR.left) * Math.max(0, Math.min(1, (coins / R + 0.5) / 1.5));
  const rule = (coins, name, y1, y2) =>
    svg("line", { class: name, x1: place(coins), x2: place(coins), y1, y2 });
  const right = upper ?? R;
  const parts = [
    svg("line", { class: "ptx-axis", x1: place(-R), x2: place(R), y1: BAR.base, y2: BAR.base }),
    svg("rect", { class: "ptx-game-gap", x: place(lower), y: BAR.top + 6,
      width: Math.max(0, place(right) - place(lower)), height: BAR.base - BAR.top - 6 }),
    rule(lower, "ptx-game-lower", BAR.top, BAR.base),
  ];
  if (upper !== null) parts.push(rule(upper, "ptx-game-upper", BAR.top, BAR.base));
  if (view.show) parts.push(rule(value, "ptx-game-value", 0, BAR.base + 4));
  for (let coins = -Math.floor(R); coins <= R; coins += 0.5)
    if (coins >= -R / 2) parts.push(rule(coins, "ptx-axis", BAR.base, BAR.base + 5), svg("text",
      { x: place(coins), y: BAR.height - 6, "text-anchor": "middle" }, number(coins)));
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

function facts(view, { picks }, { lower, upper, value, used }) {
  const rows = [["you are sure of", number(lower, 3)],
    ["the perceptron loses at most", upper === null ? "\u2013" : number(upper, 3)],
    ["in between", upper === null ? "\u2013" : number(upper - lower, 3)],
    ["rounds", String(picks.length)], ["different points used", String(used)],
    ["value", view.show ? number(value, 4) : "?"]];
  return rows.map(([name, text]) =>
    html("div", {}, html("dt", {}, name), html("dd", {}, text)));
}

// The whole plane takes a click, and the head of the arrow can be dragged.
function gamePlane(view) {
  const grid = svg("g", { class: "ptx-grid" });
  drawGrid(grid);
  [view.mean, view.kappa, view.points] = [0, 1, 2].map(() => svg("g", {}));
  view.handle = svg("g", { class: "ptx-game-handle" }, svg("circle", { class: "ptx-touch", r: 22 }),
    svg("circle", { class: "ptx-game-knob", r: 7 }));
  view.plane = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "ptx-plane", role: "img" },
    grid, view.mean, view.kappa, view.points, view.handle);
  const turn = (event) => {
    const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      view.plane.getScreenCTM().inverse());
    const turned = Math.atan2(across(0) - here.y, here.x - across(0)) * (180 / Math.PI);
    write(view.model, { angle: (Math.round(turned) + 360) % 360 });
  };
  view.plane.addEventListener("click", turn);
  // Within an SVG the property touch-action does not keep the page from scrolling; this does.
  view.handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  view.handle.addEventListener("pointerdown", (event) => {
    if (event.button === 0) view.handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  view.handle.addEventListener("pointermove", (event) => {
    if (view.handle.hasPointerCapture(event.pointerId)) turn(event);
  });
  return view.plane;
}

function layOut(view) {
  view.status = html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });
  view.numbers = html("dl");
  view.bar = svg("svg", { viewBox: `0 0 ${BAR.width} ${BAR.height}`, class: "ptx-chart",
    role: "img" });
  view.slider = html("input", { type: "range", min: 0, max: 359, step: 1,
    "aria-label": "your direction, in degrees" });
  view.slider.addEventListener("input", () => write(view.model, { angle: Number(view.slider.value) }));
  view.reading = html("span", { class: "ptx-game-reading" });
  const box = html("input", { type: "checkbox" });
  box.addEventListener("change", () => { view.show = box.checked; draw(view); });
  view.onward = [
    button("Next round", "The perceptron adds one point", () => advance(view, 1)),
    button("Ten rounds", "The perceptron adds ten points", () => advance(view, 10)),
  ];
  const reset = button("Reset", "Back to no rounds", () => write(view.model, { rounds: 0 }));
  const board = html("div", { class: "ptx-board" }, gamePlane(view),
    html("div", { class: "ptx-row" }, ...view.onward, reset));
  const side = html("div", { class: "ptx-numbers" }, view.status, view.bar, view.numbers,
    html("label", { class: "ptx-game-slider" }, html("span", {}, "your direction"), view.slider,
      view.reading),
    html("label", {}, box, html("span", { class: "ptx-dash" }), "Show the value"),
    html("p", { class: "ptx-keys" }, "Black: your direction; drag its head, or click. Blue bars: "
      + "the perceptron's mixture; blue arrow: its mean. Ring: added last. Orange: the point that "
      + "pays you the least."));
  return html("div", { class: "ptx ptx-game", "data-lm-suppress-shortcuts": "true" },
    html("div", { class: "ptx-frame" }, board, side));
}

export { bracket, playRounds };
export default { initialize, render };
