// The explorer of chapter 3: two thresholds on one sample. The model holds kind, beta and alpha.

import { button, number, setProse, slider, svg } from "./dom.js";
import { shell } from "./shell.js";
import { bestMargin, marginOf, norm, radius, signedExamples, strip } from "./perceptron_math.js";
import { either, mount, permalink, write } from "./model.js";
import { guarantee, thresholdRun } from "./margins_math.js";
import { chart, disc, line, linear, polyline, words } from "./draw.js";
import { SQUARE, createPlane, region } from "./plane.js";
import { mover } from "./tween.js";

const STRIDE = 1 / 16;
const MOST = { beta: 4, alpha: 1.75 }; // beta in units of R^2
const BUDGET = 100000; // updates
const LETTER = { beta: "\u03b2", alpha: "\u03b1" };

const range = (first, last) =>
  Array.from({ length: Math.round((last - first) / STRIDE) + 1 }, (_, k) => first + k * STRIDE);

// One run for each position of each slider, all in a few milliseconds.
function study(points) {
  const Z = signedExamples(points, false);
  const [best, R] = [bestMargin(Z), radius(Z)];
  const table = (kind, values) => values.map((value) => {
    const run = thresholdRun(Z, kind, value, R, BUDGET);
    return { value, ...run, margin: marginOf(run.w, Z),
      promised: guarantee(kind, value, R, best.margin) };
  });
  return { R, best, beta: table("beta", range(0, MOST.beta * R * R)),
    alpha: table("alpha", range(1, MOST.alpha)) };
}

function current(model, studied) {
  const rows = studied[model.get("kind")];
  return rows[Math.round((model.get(model.get("kind")) - rows[0].value) / STRIDE)];
}

function initialize({ model }) {
  const studied = study(model.get("points"));
  permalink(model, "margins", { kind: either("beta", "alpha"),
    beta: (value) => studied.beta.some((row) => row.value === value),
    alpha: (value) => studied.alpha.some((row) => row.value === value) });
  const report = () => {
    const { mistakes, margin } = current(model, studied);
    if (model.get("n_updates") === mistakes.length && model.get("margin") === margin) return;
    write(model, { n_updates: mistakes.length, margin });
  };
  report();
  model.on("change:kind change:beta change:alpha", report);
}

function render({ model, el }) {
  const studied = study(model.get("points"));
  const view = { model, studied, plane: createPlane(), seen: { beta: 0, alpha: 0 },
    share: createCurve("margin reached / best margin"), count: createCurve("updates, T") };
  view.move = mover(([a, b, margin, ...dots]) => {
    view.plane.turn({ w: [a, b], best: studied.best, showBest: true, path: [] });
    view.strip.replaceChildren(region(strip(SQUARE, [a, b, 0], margin), "ptm-strip"));
    drawCurves(view, dots);
  });
  view.strip = svg("g");
  view.plane.root.insertBefore(view.strip, view.plane.root.querySelector(".ptx-best"));
  view.plane.drawPoints({ points: model.get("points"), mistakes: [], selected: null });
  view.root = layOutMargins(view);
  mount(el, view.root, model, "change:kind change:beta change:alpha", () => drawMargins(view));
}

function drawMargins(view) {
  const { model, studied, plane } = view;
  const { best, R } = studied;
  const kind = model.get("kind");
  const row = current(model, studied);
  const length = norm(row.w);
  view.seen[kind] = Math.max(view.seen[kind], studied[kind].indexOf(row) + 1);
  view.move([row.w[0] / length, row.w[1] / length, row.margin, row.value, row.margin / best.margin,
    Math.log10(row.mistakes.length)], kind !== view.kind);
  view.kind = kind;
  for (const name of ["beta", "alpha"]) {
    const control = view.controls[name];
    control.root.classList.toggle("ptm-idle", name !== kind);
    control.show(model.get(name), number(model.get(name)));
    control.input.setAttribute("aria-valuetext", `${name} ${number(model.get(name))}`
      + (name === kind ? "" : ", not in use"));
  }
  const share = row.margin / best.margin;
  view.show({
    updates: row.mistakes.length,
    most: number(Math.floor(row.promised.updates), 0),
    margin: `${number(row.margin, 3)}, at least ${number(Math.max(0, row.promised.margin), 3)}`,
    best: number(best.margin, 3),
    share: `${number(100 * share, 1)} %`,
    last: number(row.beta, 3),
    R: number(R, 3),
  });
  setProse(view.status, `${LETTER[kind]} = ${number(row.value)}: ${row.mistakes.length} updates, `
    + `and the margin of _w_ is ${number(100 * share, 1)} % of the best one.`);
  plane.root.setAttribute("aria-label", `The sample, the line of w with margin `
    + `${number(row.margin, 3)} and the best line with margin ${number(best.margin, 3)}`);
  view.share.root.setAttribute("aria-label", `Share of the best margin, at ${number(row.value)}: `
    + `${number(share, 3)}, promised ${number(row.promised.margin / best.margin, 3)}`);
  view.count.root.setAttribute("aria-label", `Updates, at ${number(row.value)}: `
    + `${row.mistakes.length}, promised at most ${number(row.promised.updates, 1)}`);
  Object.assign(view.root.dataset, { kind, value: row.value, updates: row.mistakes.length,
    margin: row.margin, eps: best.margin, promisedUpdates: row.promised.updates,
    promisedMargin: row.promised.margin, w: row.w.join(" ") });
}

// A curve is drawn only as far as the reader has been, so that there is something to guess.
function drawCurves(view, [value, share, count]) {
  const { best, R } = view.studied;
  const kind = view.model.get("kind");
  const rows = view.studied[kind];
  const seen = rows.slice(0, view.seen[kind]);
  const marks = kind === "beta"
    ? [[0, "0"], [R * R, "R\u00b2"], [MOST.beta * R * R, `${MOST.beta}R\u00b2`]]
    : [[1, "1"], [1.25, "1.25"], [1.5, "1.5"], [MOST.alpha, String(MOST.alpha)]];
  const shared = { values: rows.map(({ value }) => value), now: value, marks,
    name: kind === "beta" ? "against \u03b2" : "against \u03b1" };
  const log = (value) => Math.log10(value);
  const most = Math.ceil(log(rows.at(-1).promised.updates));
  view.share.draw({ ...shared, dot: share, low: 0, high: 1, ticks: [[0, "0"], [0.5, "0.5"], [1, "1"]],
    reached: seen.map(({ margin }) => margin / best.margin),
    promised: seen.map(({ promised }) => promised.margin / best.margin) });
  view.count.draw({ ...shared, dot: count, low: 0, high: most,
    ticks: Array.from({ length: most + 1 }, (_, k) => [k, k % (most > 3 ? 2 : 1) ? "" : String(10 ** k)]),
    reached: seen.map(({ mistakes }) => log(mistakes.length)),
    promised: seen.map(({ promised }) => log(promised.updates)) });
}

const MET = [(d) => d.kind === "beta" && d.margin > 0.9 * d.eps,
  (d) => d.kind === "alpha" && d.margin > 0.99 * d.eps,
  (d, was) => d.kind === was.kind && +d.value > +was.value && +d.margin < +was.margin];

function layOutMargins(view) {
  const control = (name, title) => {
    const rows = view.studied[name];
    return slider(title, [rows[0].value, rows.at(-1).value, STRIDE],
      (value) => write(view.model, { kind: name, [name]: value }), { "aria-label": title }, "ptx-slider ptx-long");
  };
  view.controls = {
    beta: control("beta", "Fixed threshold \u03b2"),
    alpha: control("alpha", "Growing, exponent \u03b1"),
  };
  return shell("ptm", view, { picture: [view.plane.root], 
    controls: [view.controls.beta.root, view.controls.alpha.root,
      button("Start again", "Put both thresholds back",
        () => write(view.model, view.model.get("start")))],
    side: [view.share.root],
    more: [view.count.root], met: MET });
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BASE] = [340, 150, 52, 332, 20, 126];

function createCurve(title) {
  const root = chart(WIDTH, HEIGHT, "ptm-chart");
  return { root, draw: (facts) => root.replaceChildren(...parts(title, facts)) };
}

// values: slider positions; reached, promised: a number for each of the first of them; ticks: [height, text] pairs.
function parts(title, { values, reached, promised, ticks, low, high, now, dot, name, marks }) {
  const x = linear(values[0], values.at(-1), LEFT, RIGHT);
  const y = (value) => linear(low, high, BASE, TOP)(Math.min(Math.max(value, low), high));
  const curve = (kind, heights) => polyline(kind, heights.map((v, k) => [x(values[k]), y(v)]));
  return [
    words(title, [LEFT, 11], "start"),
    ...ticks.flatMap(([height, text]) => [
      line("ptx-rule", [LEFT, y(height)], [RIGHT, y(height)]),
      words(text, [LEFT - 6, y(height) + 4], "end")]),
    ...marks.map(([value, text], k) => words(text, [x(value), BASE + 18],
      k === 0 ? "start" : k === marks.length - 1 ? "end" : "middle")),
    curve("ptm-promised", promised),
    curve("ptm-reached", reached),
    line("ptm-now", [x(now), TOP], [x(now), BASE]),
    disc("ptm-dot", [x(now), y(dot)], 4.5),
    words(name, [RIGHT, 11], "end", { class: "ptm-name" }),
  ];
}

export { bestMargin, guarantee, signedExamples, thresholdRun };
export default { initialize, render };
