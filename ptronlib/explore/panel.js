// What the explorer says in words, in numbers and with a chart: the run, the sample, the last step.

import { html, list, number, prose, setProse, table, vector } from "./dom.js";
import { chart, disc, line, linear, polyline, ticks, words } from "./draw.js";
import { dot, marginOf, norm } from "./perceptron_math.js";
import { LONGEST } from "./plane.js";

const subscript = (i) =>
  String(i).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));

const RUN = { updates: "updates, _t_", examinations: "examinations", w: "_w_",
  norm: "norm of _w_", margin: "margin of _w_" };
const SAMPLE_ROWS = { eps: "best margin, _ε_", R: "radius, _R_", bound: "bound, (_R_/_ε_)²" };

const LAW = "Why it stops. Solid: _w_·_w_★ (green) is at most ‖_w_‖. Dashed: _εt_ from below and _R_√_t_ "
  + "from above, which meet at the bound.";
const NO_LAW = "Without a best margin only ‖_w_‖ ≤ _R_√_t_ is left, and nothing stops the run.";

export function createPanel() {
  const [run, sample] = [table(RUN), table(SAMPLE_ROWS)];
  const mistakes = html("ol", { class: "ptx-mistakes", tabindex: "0",
    "aria-label": "Points updated so far, in order" });
  const [certificate, law] = [prose("ptx-certificate"), prose("ptx-law")];
  const draw = (facts) => {
    run.show(valuesOfRun(facts));
    sample.show(valuesOfSample(facts));
    mistakes.replaceChildren(...facts.mistakes.map((i) => chip(i, facts.points[i][2])));
    setProse(certificate, evidence(facts));
    setProse(law, facts.best?.separable ? LAW : NO_LAW);
  };
  return { run, sample, mistakes, certificate, law, draw };
}

function valuesOfRun({ mistakes, examinations, w, Z, bias }) {
  const margin = marginOf(w, Z);
  return {
    updates: mistakes.length,
    examinations,
    w: vector(w.slice(0, 2)) + (bias ? `, b = ${number(w[2])}` : ""),
    norm: number(norm(w), 3) + (Math.hypot(w[0], w[1]) > LONGEST ? ", drawn shorter" : ""),
    margin: margin === null ? "none yet" : number(margin, 3),
  };
}

function valuesOfSample({ best, R, bound }) {
  const found = best?.separable;
  return {
    eps: found ? number(best.margin, 3) : best ? "none: not separable" : "no points yet",
    R: number(R, 3),
    bound: found ? `${number(bound, 1)} updates at most` : best ? "none: it never ends" : "",
  };
}

function chip(i, label) {
  const side = label > 0 ? "plus" : "minus";
  return html("li", { class: `ptx-chip ptx-${side}`, "aria-label": `${i}, ${side}` },
    `${i}${label > 0 ? "\u207a" : "\u207b"}`);
}

// Either way the evidence is one convex combination of signed examples.
function evidence({ best, bias }) {
  if (!best) return "";
  const weighted = best.coef
    .map((c, i) => [c, `_z_${subscript(i)}`])
    .filter(([c]) => c > 0)
    .map(([c, name]) => (c === 1 ? name : `${Number(c.toPrecision(2))}\u00a0${name}`))
    .join(" + ");
  const z = bias ? "_z_ᵢ\u00a0=\u00a0_y_ᵢ(_x_ᵢ,\u00a01)" : "_z_ᵢ\u00a0=\u00a0_y_ᵢ_x_ᵢ";
  return best.separable
    ? `No margin is larger, for ${weighted} has length _ε_, with ${z}.`
    : `${weighted}\u00a0=\u00a00 with ${z}, so no _w_ gives all of these a positive score.`;
}

export function lastStep({ mistakes, scores, examinedAt, converged, points, bias, most }) {
  const n = points.length;
  const t = mistakes.length;
  if (n === 0) return "There are no points: click the plane or press Add point.";
  if (converged)
    return `No mistake left: all ${n} points pass in a row. The run is over after ${t} updates.`;
  if (t >= most) return `Paused after ${most} updates, with mistakes left.`;
  if (t === 0) return "_w_ = 0: every score is 0, and a tie counts as a mistake. Press Step.";
  const i = mistakes.at(-1);
  const passed = examinedAt.at(-1) - (examinedAt.at(-2) ?? 0) - 1;
  const names = Array.from({ length: passed }, (_, k) => (i - passed + k + n) % n);
  const before = passed === 0 ? "" : passed > 4 ? `${passed} points pass; `
    : `${passed > 1 ? "points" : "point"} ${list(names)} ${passed > 1 ? "pass" : "passes"}; `;
  const score = scores.at(-1) === 0 ? "score 0, a tie" : `score ${number(scores.at(-1), 3)}`;
  const x = bias ? `(_x_${subscript(i)}, 1)` : `_x_${subscript(i)}`;
  const sign = points[i][2] > 0 ? "+" : "\u2212";
  return `Update ${t}: ${before}point ${i} is a mistake (${score}), so _w_\u00a0\u2190\u00a0_w_\u00a0${sign}\u00a0${x}.`;
}

// ---- why the run must stop: eps t <= w . w* <= norm(w) <= R sqrt(t), and the ends meet ----

const [WIDTH, HEIGHT, SIDE, TOP] = [320, 160, 8, 8];
const BASE = HEIGHT - 22; // height of the axis
const SAMPLES = 60; // of the square root

export function createChart() {
  const root = chart(WIDTH, HEIGHT);
  return { root, draw: (facts) => root.replaceChildren(...curves(facts)) };
}

function curves({ path, best, R, total, bound }) {
  const now = path.length - 1;
  const end = Math.min(1.06 * bound, 4 + 1.6 * (total ?? now));
  const top = R * Math.sqrt(end) || 1;
  const [x, y] = [linear(0, end, SIDE, WIDTH - SIDE), linear(0, top, BASE, TOP)];
  const curve = (name, values) => polyline(name, values.map(([t, v]) => [x(t), y(v)]));
  const along = (name, f) => curve(name, path.map((w, t) => [t, f(w)]));
  const law = (text, t, v) => words(text, [x(t), y(v)], "end", { class: "ptx-curve" });
  const root = Array.from({ length: SAMPLES + 1 }, (_, k) => end * (k / SAMPLES) ** 2);

  const parts = [line("ptx-axis", [SIDE, BASE], [WIDTH - SIDE, BASE]),
    curve("ptx-theory", root.map((t) => [t, R * Math.sqrt(t)])),
    law("R\u221at", 0.8 * end, 1.09 * R * Math.sqrt(0.8 * end) - 0.02 * top)];
  if (best?.separable) {
    const last = Math.min(end, top / best.margin);
    parts.push(curve("ptx-theory", [[0, 0], [last, best.margin * last]]),
      law("\u03b5t", 0.97 * end, 0.88 * best.margin * 0.97 * end - 0.09 * top),
      along("ptx-progress", (w) => dot(w, best.w_star)));
  }
  parts.push(along("ptx-norm", norm), disc("ptx-now", [x(now), y(norm(path[now]))], 3.5));
  const meet = best?.separable && bound <= end ? [bound] : [];
  return [...parts, ...ticks([0, now, ...meet], x, WIDTH, 26, (t, anchor) => [
    line("ptx-axis", [x(t), BASE], [x(t), BASE + 4]),
    words(String(Math.floor(t)), [x(t), BASE + 17], anchor)])];
}
