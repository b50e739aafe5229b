// What the explorer says in words, in numbers and with a chart: the run, the sample, the last step.

import { html, list, number, plural, prose, setProse, vector } from "./dom.js";
import { marginOf, norm } from "./perceptron_math.js";
import { LONGEST } from "./plane.js";

const subscript = (i) =>
  String(i).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));

const LAW = "Why it stops. Solid: _w_·_w_★ (green) is at most ‖_w_‖. Dashed: _εt_ from below and _R_√_t_ "
  + "from above, which meet at the bound (dot). Shaded: what each line of the proof gives away.";
const NO_LAW = "Without a best margin only ‖_w_‖ ≤ _R_√_t_ is left, and nothing stops the run.";

export function createPanel() {
  const mistakes = html("ol", { class: "ptx-mistakes", tabindex: "0",
    "aria-label": "Points updated so far, in order" });
  const [certificate, law] = [prose("ptx-certificate"), prose("ptx-law")];
  const draw = (facts) => {
    mistakes.replaceChildren(...facts.mistakes.map((i) => chip(i, facts.points[i][2])));
    setProse(certificate, evidence(facts));
    setProse(law, facts.best?.separable ? LAW : NO_LAW);
  };
  return { mistakes, certificate, law, draw };
}

export function values({ mistakes, examinations, w, Z, bias, best, R, bound }) {
  const margin = marginOf(w, Z);
  const found = best?.separable;
  return {
    updates: mistakes.length,
    examinations,
    w: vector(w.slice(0, 2)) + (bias ? `, b = ${number(w[2])}` : ""),
    norm: number(norm(w), 3) + (Math.hypot(w[0], w[1]) > LONGEST ? ", drawn shorter" : ""),
    margin: margin === null ? "none yet" : number(margin, 3),
    eps: found ? number(best.margin, 3) : best ? "none: not separable" : "no points yet",
    R: number(R, 3),
    bound: found ? number(Math.floor(bound + 1e-9), 0) : best ? "no limit" : "\u2013",
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
    ? `No margin is larger, for ${weighted} has length _ε_, with ${z} (see the section “The best margin is a distance”).`
    : `${weighted}\u00a0=\u00a00 with ${z}, so no _w_ gives all of these a positive score.`;
}

// What a change of the sample means for the run.
export function outlook({ best, bound }) {
  if (!best) return "";
  return best.separable ? ` The run can make at most ${number(Math.floor(bound + 1e-9), 0)} mistakes now.`
    : " No line separates the classes now, so the run would never end.";
}

export function lastStep({ mistakes, scores, examinedAt, converged, points, bias, most }) {
  const n = points.length;
  const t = mistakes.length;
  if (n === 0) return "There are no points: click the plane or press Add point.";
  if (converged)
    return `No mistake left: every point is on its side. The run is over after ${plural(t, "mistake")}.`;
  if (t >= most) return `Paused after ${most} mistakes, and more are left.`;
  if (t === 0) return "_w_ is 0 and takes no side yet, which counts as a mistake. Press Step.";
  const i = mistakes.at(-1);
  const passed = examinedAt.at(-1) - (examinedAt.at(-2) ?? 0) - 1;
  const names = Array.from({ length: passed }, (_, k) => (i - passed + k + n) % n);
  const before = passed === 0 ? "" : passed > 4 ? `${passed} points pass; `
    : `${passed > 1 ? "points" : "point"} ${list(names)} ${passed > 1 ? "pass" : "passes"}; `;
  const wrong = scores.at(-1) === 0 ? "is a tie (score 0)"
    : `is on the wrong side (score ${number(scores.at(-1), 3)})`;
  const x = bias ? `(_x_${subscript(i)}, 1)` : `_x_${subscript(i)}`;
  const sign = points[i][2] > 0 ? "+" : "\u2212";
  return `Mistake ${t}: ${before}point ${i} ${wrong}, so _w_\u00a0\u2190\u00a0_w_\u00a0${sign}\u00a0${x}.`;
}
