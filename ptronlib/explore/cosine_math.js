// The cosine perceptron on points of the plane; nothing here draws.
//   while some cos(w, z_i) <= -sigma:  w <- w - (w . z_i) z_i / (z_i . z_i),      z_i = y_i x_i

import { dot, loop, norm, signedExamples } from "./perceptron_math.js";

// The norm, also where its squares underflow: an endless run makes w as short as it likes.
export function lengthOf(w) {
  const largest = Math.max(...w.map(Math.abs));
  return largest === 0 ? 0 : largest * norm(w.map((value) => value / largest));
}

export const cosineOf = (w, v) => {
  const lengths = lengthOf(w) * lengthOf(v);
  return lengths === 0 ? 0 : dot(w, v) / lengths;
};

const project = (w, z) => {
  const share = dot(z, w) / dot(z, z);
  return w.map((value, j) => value - share * z[j]);
};

export function cosineRun(points, sigma, start, maxUpdates) {
  const Z = signedExamples(points, false);
  const violates = (score, beta, w, z) => score <= beta * lengthOf(w) * norm(z);
  const run = loop(Z, start, maxUpdates, { beta: -sigma, violates, update: project });
  return { ...run, cosines: run.mistakes.map((p, t) => cosineOf(run.path[t], Z[p])) };
}

// 2 ln(1/c) / ln(1/(1 - sigma^2)), and no bound for a start on the wrong side.
export const updateBound = (sigma, c) =>
  c > 0 ? (2 * Math.log(Math.min(c, 1))) / Math.log1p(-sigma * sigma) + 0 : Infinity;
