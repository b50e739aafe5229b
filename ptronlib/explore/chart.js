// Why the run must stop: eps t <= w . w* <= norm(w) <= R sqrt(t), and the ends meet.

import { dot, norm } from "./perceptron_math.js";
import { svg } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 160;
const SIDE = 8;
const BASE = HEIGHT - 22; // height of the axis
const TOP = 8;
const SAMPLES = 60; // of the square root

export function createChart() {
  const root = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ptx-chart", role: "img" });
  return { root, draw: (facts) => root.replaceChildren(...curves(facts)) };
}

function curves({ path, best, R, total, bound }) {
  const now = path.length - 1;
  const end = Math.min(1.06 * bound, 4 + 1.6 * (total ?? now));
  const top = R * Math.sqrt(end) || 1;
  const x = (t) => SIDE + ((WIDTH - 2 * SIDE) * t) / end;
  const y = (value) => BASE - ((BASE - TOP) * value) / top;
  const line = (values, name) =>
    svg("polyline", { class: name, points: values.map(([t, v]) => `${x(t)},${y(v)}`).join(" ") });
  const along = (f, name) => line(path.map((w, t) => [t, f(w)]), name);
  const law = (text, t, value) =>
    svg("text", { class: "ptx-curve", x: x(t), y: y(value), "text-anchor": "end" }, text);
  const root = Array.from({ length: SAMPLES + 1 }, (_, k) => end * (k / SAMPLES) ** 2);

  const parts = [
    svg("line", { class: "ptx-axis", x1: SIDE, x2: WIDTH - SIDE, y1: BASE, y2: BASE }),
    line(root.map((t) => [t, R * Math.sqrt(t)]), "ptx-theory"),
    law("R\u221at", 0.8 * end, 1.09 * R * Math.sqrt(0.8 * end) - 0.02 * top),
  ];
  if (best?.separable) {
    const last = Math.min(end, top / best.margin);
    parts.push(line([[0, 0], [last, best.margin * last]], "ptx-theory"));
    parts.push(law("\u03b5t", 0.97 * end, 0.88 * best.margin * 0.97 * end - 0.09 * top));
    parts.push(along((w) => dot(w, best.w_star), "ptx-progress"));
  }
  parts.push(along(norm, "ptx-norm"));
  parts.push(svg("circle", { class: "ptx-now", cx: x(now), cy: y(norm(path[now])), r: 3.5 }));
  const meet = best?.separable && bound <= end ? [bound] : [];
  return [...parts, ...ticks([0, now, ...meet], x)];
}

function ticks(times, x) {
  let free = -Infinity;
  return times.flatMap((t) => {
    if (x(t) < free) return [];
    free = x(t) + 26;
    const anchor = t === 0 ? "start" : x(t) > WIDTH - 30 ? "end" : "middle";
    return [
      svg("line", { class: "ptx-axis", x1: x(t), x2: x(t), y1: BASE, y2: BASE + 4 }),
      svg("text", { x: x(t), y: BASE + 17, "text-anchor": anchor }, String(Math.floor(t))),
    ];
  });
}
