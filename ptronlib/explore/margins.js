// The explorer of chapter 3: two thresholds on one sample. The model holds kind, beta and alpha.

import { box, button, explorer, frame, html, number, prose, setProse } from "./dom.js";
import { status, table } from "./dom.js";
import { bestMargin, marginOf, norm, radius, signedExamples } from "./perceptron_math.js";
import { either, mount, permalink, write } from "./model.js";
import { guarantee, thresholdRun } from "./margins_math.js";
import { createCurve, createMarginPlane } from "./margins_draw.js";

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

const position = (rows, value) => Math.round((value - rows[0].value) / STRIDE);

function current(model, studied) {
  const kind = model.get("kind");
  return studied[kind][position(studied[kind], model.get(kind))];
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
  const view = { model, studied, plane: createMarginPlane(model.get("points")),
    share: createCurve("margin reached / best margin"), count: createCurve("updates, T") };
  view.root = layOutMargins(view);
  mount(el, view.root, model, "change:kind change:beta change:alpha", () => drawMargins(view));
}

function drawMargins(view) {
  const { model, studied, plane } = view;
  const { best, R } = studied;
  const kind = model.get("kind");
  const row = current(model, studied);
  const length = norm(row.w);
  plane.draw({ direction: row.w.map((value) => value / length), margin: row.margin, best });
  for (const name of ["beta", "alpha"]) {
    const control = view.controls[name];
    control.radio.checked = name === kind;
    control.slider.value = model.get(name);
    control.shown.textContent = number(model.get(name));
    control.slider.setAttribute("aria-valuetext", `${name} ${number(model.get(name))}`);
  }
  const share = row.margin / best.margin;
  view.table.show({
    updates: `${row.mistakes.length}, at most ${number(Math.floor(row.promised.updates), 0)}`,
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
  drawCurves(view, kind, row);
  Object.assign(view.root.dataset, { kind, value: row.value, updates: row.mistakes.length,
    margin: row.margin, eps: best.margin, promisedUpdates: row.promised.updates,
    promisedMargin: row.promised.margin, w: row.w.join(" ") });
}

function drawCurves(view, kind, row) {
  const { best, R } = view.studied;
  const rows = view.studied[kind];
  const marks = kind === "beta"
    ? [[0, "0"], [R * R, "R\u00b2"], [MOST.beta * R * R, `${MOST.beta}R\u00b2`]]
    : [[1, "1"], [1.25, "1.25"], [1.5, "1.5"], [MOST.alpha, String(MOST.alpha)]];
  const shared = { values: rows.map(({ value }) => value), now: rows.indexOf(row), marks,
    name: kind === "beta" ? "against \u03b2" : "against \u03b1" };
  const log = (value) => Math.log10(value);
  const most = Math.ceil(log(rows.at(-1).promised.updates));
  view.share.draw({ ...shared, low: 0, high: 1, ticks: [[0, "0"], [0.5, "0.5"], [1, "1"]],
    reached: rows.map(({ margin }) => margin / best.margin),
    promised: rows.map(({ promised }) => promised.margin / best.margin) });
  view.count.draw({ ...shared, low: 0, high: most,
    ticks: Array.from({ length: most + 1 }, (_, k) => [k, k % (most > 3 ? 2 : 1) ? "" : String(10 ** k)]),
    reached: rows.map(({ mistakes }) => log(mistakes.length)),
    promised: rows.map(({ promised }) => log(promised.updates)) });
  view.share.root.setAttribute("aria-label", `Share of the best margin, at ${number(row.value)}: `
    + `${number(row.margin / best.margin, 3)}, promised ${number(row.promised.margin / best.margin, 3)}`);
  view.count.root.setAttribute("aria-label", `Updates, at ${number(row.value)}: `
    + `${row.mistakes.length}, promised at most ${number(row.promised.updates, 1)}`);
}

// ---- the controls ----

function layOutMargins(view) {
  const group = `ptm-${Math.random().toString(36).slice(2)}`;
  view.controls = {
    beta: control(view, group, "beta", "Fixed threshold \u03b2"),
    alpha: control(view, group, "alpha", "Growing threshold, exponent \u03b1"),
  };
  view.status = status();
  view.table = table({ updates: "updates, _T_", margin: "margin of _w_", best: "best margin, _ε_",
    share: "share of the best", last: "last threshold, _β_", R: "radius, _R_" });
  return explorer("ptm", frame(
    box("board", view.plane.root, view.controls.beta.root, view.controls.alpha.root,
      box("row", button("Start again", "Put both thresholds back",
        () => write(view.model, view.model.get("start")))), view.status),
    box("numbers", view.table.root, view.share.root, view.count.root, prose("ptx-law",
      "Solid: what the run reached. Dashed: what the theorems promise. Green: the best line."))));
}

function control(view, group, name, title) {
  const rows = view.studied[name];
  const radio = html("input", { type: "radio", name: group, "aria-label": title });
  const slider = html("input", { type: "range", min: rows[0].value, max: rows.at(-1).value,
    step: STRIDE, "aria-label": `${title}: value` });
  const shown = html("span", { class: "ptm-shown" });
  radio.addEventListener("change", () => write(view.model, { kind: name }));
  slider.addEventListener("input", () =>
    write(view.model, { kind: name, [name]: Number(slider.value) }));
  const root = html("div", { class: "ptm-control" },
    html("label", {}, radio, html("span", {}, title)), shown, slider);
  return { root, radio, slider, shown };
}

export { bestMargin, guarantee, signedExamples, thresholdRun };
export default { initialize, render };
