// The most mistakes of all orders, the theorem's limit, and drawings; nothing here draws.

import { bestMargin, dot, plus, radius, signedExamples } from "./perceptron_math.js";

const HAIR = 1e-9; // a score this small is a tie: the pushed points are no sixteenths

// The most mistakes that any choice of them can force from w = 0, as one such run. What can still
// come depends on w alone, so every w is looked at once; as R^2 / eps^2 is finite, it ends.
export function longestRun(Z) {
  const known = new Map();
  const after = (w) => {
    const name = String(w.map((value) => Math.round(value / HAIR ** 0.75)));
    if (known.has(name)) return known.get(name);
    let best = { length: 0, first: null };
    Z.forEach((z, i) => {
      if (dot(z, w) > HAIR) return;
      const length = 1 + after(plus(w, z)).length;
      if (length > best.length) best = { length, first: i };
    });
    known.set(name, best);
    return best;
  };
  const order = [];
  let w = Z[0].map(() => 0);
  for (let next = after(w); next.first !== null; next = after(w)) {
    order.push(next.first);
    w = plus(w, Z[next.first]);
  }
  return order;
}

// The largest whole number up to R^2 / eps^2.
export const ceiling = (Z, margin) => Math.floor((radius(Z) / margin) ** 2 * (1 + HAIR));

// Both classes pushed towards the best line by a share of its margin, which every margin loses.
export function pushed(points, share) {
  const { margin, w_star } = bestMargin(signedExamples(points, false));
  return points.map(([x, y, label]) => [x - label * share * margin * w_star[0],
    y - label * share * margin * w_star[1], label]);
}

// ---- pictures ----

// The first example from place p on, in turn, that w has wrong; -1 if there is none.
export function nextMistake(Z, w, p) {
  for (let k = 0; k < Z.length; k++)
    if (dot(Z[(p + k) % Z.length], w) <= 0) return (p + k) % Z.length;
  return -1;
}

// Strokes in the unit square, written as another hand would: turned, leant, stretched.
export function rewritten(strokes, random = Math.random) {
  const about = (size) => size * (2 * random() - 1);
  const [turn, lean, wide, tall] = [about(0.2), about(0.25), 1 + about(0.2), 1 + about(0.1)];
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return strokes.map((stroke) => stroke.map(([x, y]) => {
    const [u, v] = [wide * (x - 0.5) - lean * (y - 0.5), tall * (y - 0.5)];
    return [c * u - s * v, s * u + c * v].map((a) => Math.min(0.97, Math.max(0.03, 0.5 + a)));
  }));
}
