// Why the run must stop: eps t <= w . w* <= norm(w) <= R sqrt(t), and the ends meet.

import { dot, norm } from "./perceptron_math.js";
import { chart, disc, line, linear, polyline, ticks, words } from "./draw.js";

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
