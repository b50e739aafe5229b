// Toss a coin for the label of each point, see whether a line separates them, and count: the shares
// land on Cover's curve. The model holds P, N and, for each number of points, [tosses, separable].

import { button, number, prose, setProse, slider, tick } from "./dom.js";
import { shell } from "./shell.js";
import { chart, disc, line, linear, polyline, words } from "./draw.js";
import { either, mount, permalink, whole, write } from "./model.js";
import { bestMargin, signedExamples } from "./perceptron_math.js";
import { createPlane } from "./plane.js";
import { mover } from "./tween.js";
import { separableFraction } from "./count_math.js";

const [WIDTH, HEIGHT, LEFT, TOP] = [420, 230, 54, 12];
const [RIGHT, BASE] = [WIDTH - 12, HEIGHT - 42];
const MOST = 4; // points per weight at the right end
const MANY = 100; // weights of the dashed curve
const KEY = "solid: Cover's curve for these weights; dashed: for a hundred; dots: what was tossed; "
  + "dotted: this number of points, not yet tossed";
const [toRight, toTop] = [linear(0, MOST, LEFT, RIGHT), linear(0, 1, BASE, TOP)];

// Toss number k for P points: coins that every browser throws alike.
function coins(P, k) {
  let state = 1000003 * P + k + 1;
  return Array.from({ length: P }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return (mixed ^ (mixed >>> 14)) & 1 ? 1 : -1;
  });
}

function toss(places, N, k) {
  const points = coins(places.length, k).map((label, i) => [...places[i], label]);
  return { points, best: bestMargin(signedExamples(points, N === 3)) };
}

const tallies = (most) => (value) => Array.isArray(value) && value.length === most
  && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(whole(0, 10000))
    && pair[1] <= pair[0]);

function initialize({ model }) {
  const most = model.get("places").length;
  permalink(model, "cover", { P: whole(1, most), N: either(2, 3), seen: tallies(most) });
}

function render({ model, el }) {
  const view = { model };
  view.plane = createPlane();
  view.chart = chart(WIDTH, HEIGHT);
  view.move = mover((shares) => view.chart.replaceChildren(...curves(model, shares)));
  view.root = layOut(view);
  mount(el, view.root, model, "change:P change:N change:seen", () => draw(view));
}

function draw(view) {
  const { model } = view;
  const [P, N, seen] = ["P", "N", "seen"].map((name) => model.get(name));
  const [tosses, hits] = seen[P - 1];
  const { points, best } = toss(model.get("places").slice(0, P), N, Math.max(0, tosses - 1));
  const found = best.separable;
  const drawn = tosses ? points : points.map(([x, y]) => [x, y, 0]); // no labels yet
  view.plane.draw({ points: drawn, best, mistakes: [], path: [], selected: null, w: found ? best.w_star : [0, 0] });
  view.plane.root.classList.toggle("ptx-untossed", tosses === 0);
  // Only tossed points have a dot; the first toss moves it from the nearer end of the axis.
  view.move(seen.map(([n, k], i) => (n ? k / n : separableFraction(i + 1, N) > 0.5 ? 1 : 0)), view.N !== N);
  view.N = N;
  const expected = separableFraction(P, N);
  view.chart.setAttribute("aria-label", `Of ${P} points ${tosses} labelings were tossed and ${hits} `
    + `were separable; Cover's curve is at ${number(expected)}.`);
  view.points.show(P);
  view.bias.input.checked = N === 3;
  view.show({ cover: `${number(100 * expected, 1)} %`,
    share: tosses ? `${number((100 * hits) / tosses, 1)} %` : "\u2013",
    ratio: number(P / N, 2), tosses, hits });
  setProse(view.status, !tosses ? `${P} points without labels. Toss a coin for each.`
    : `Toss ${tosses}: ${found ? "a line separates them" : "no line separates them"}`
      + `${N === 2 ? " through the origin" : ""}. ${hits} of ${tosses} were separable.`);
  Object.assign(view.root.dataset, { p: P, n: N, tosses, hits, separable: found, expected });
}

function throwCoins(view, times) {
  const { model } = view;
  const [P, N] = [model.get("P"), model.get("N")];
  const [from, hits] = model.get("seen")[P - 1];
  const places = model.get("places").slice(0, P);
  const now = Array.from({ length: times }, (_, k) => toss(places, N, from + k).best.separable);
  const pair = [from + times, hits + now.filter(Boolean).length];
  write(model, { seen: model.get("seen").map((old, i) => (i === P - 1 ? pair : old)) });
}

function curves(model, shares) {
  const [P, N, seen] = ["P", "N", "seen"].map((name) => model.get(name));
  const curve = (name, weights) => polyline(name, Array.from({ length: MOST * weights }, (_, k) =>
    [toRight((k + 1) / weights), toTop(separableFraction(k + 1, weights))]));
  return [
    line("ptx-axis", [LEFT, BASE], [RIGHT, BASE]),
    line("ptx-rule", [toRight(2), TOP], [toRight(2), BASE]),
    line("ptx-rule", [LEFT, toTop(0.5)], [RIGHT, toTop(0.5)]),
    words("points per weight", [(LEFT + RIGHT) / 2, HEIGHT - 6]),
    words("separable share", [13, (TOP + BASE) / 2], "middle",
      { transform: `rotate(-90 13 ${(TOP + BASE) / 2})` }),
    ...[0, 1, 2, 3, 4].map((ratio) => words(String(ratio), [toRight(ratio), BASE + 17])),
    ...[0, 0.5, 1].map((height) => words(String(height), [LEFT - 6, toTop(height) + 4], "end")),
    curve("ptx-theory", MANY), curve("ptx-norm", N),
    // Before a toss there is no share: a line marks the place on the axis only.
    ...(seen[P - 1][0] || P > MOST * N ? []
      : [line("ptx-waiting", [toRight(P / N), TOP], [toRight(P / N), BASE])]),
    ...shares.flatMap((share, i) => (seen[i][0] && i < MOST * N
      ? [disc(`ptx-place${i === P - 1 ? " ptx-here" : ""}`,
        [toRight((i + 1) / N), toTop(share)], i === P - 1 ? 7 : 5)] : [])),
  ];
}

const MET = [(d) => d.p === "4" && d.n === "3" && d.tosses > 0 && d.separable === "false",
  (d) => d.tosses >= 100 && Math.abs(d.hits / d.tosses - d.expected) < 0.05 && d.expected < 1,
  (d) => +d.p === 2 * d.n && d.tosses >= 100];

function layOut(view) {
  const { model } = view;
  const most = model.get("places").length;
  const none = () => model.get("places").map(() => [0, 0]);
  view.points = slider("points, _P_", [1, most, 1], (P) => write(model, { P }));
  view.bias = tick("checkbox", "Any line (3 weights), not only those through the origin (2)",
    (on) => write(model, { N: on ? 3 : 2, seen: none() }));
  return shell("ptx-tossing", view, { picture: [view.plane.root],
    side: [view.chart, prose("ptx-key", KEY)],
    controls: [button("Toss", "Toss a coin for the label of each point", () => throwCoins(view, 1)),
      button("100 tosses", "A hundred tosses, counted", () => throwCoins(view, 100)),
      button("Start again", "Forget all tosses", () => write(model, { ...model.get("start"), seen: none() })),
      view.points.root],
    more: [view.bias.root], met: MET });
}

export { toss };
export default { initialize, render };
