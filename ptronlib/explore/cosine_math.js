// The cosine perceptron on points of the plane; nothing here draws.
//   while some cos(w, z_i) <= -sigma:  w <- w - (w . z_i) z_i / (z_i . z_i),      z_i = y_i x_i

import { dot, norm, signedExamples } from "./perceptron_math.js";

export const unitVector = (degrees) =>
  [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

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

// Examine z_p, project if it violates, p <- p + 1 mod n in every case; stop after n clean ones.
// A point at the origin has no direction and is passed over.
export function cosineRun(points, sigma, start, maxSteps) {
  const Z = signedExamples(points, false);
  let w = start;
  const run = { mistakes: [], cosines: [], path: [w], examinations: 0 };
  let p = 0;
  let clean = 0;
  while (clean < Z.length && run.mistakes.length < maxSteps) {
    const z = Z[p];
    const size = norm(z);
    run.examinations += 1;
    clean += 1;
    if (size > 0 && dot(z, w) <= -sigma * lengthOf(w) * size) {
      run.mistakes.push(p);
      run.cosines.push(cosineOf(w, z));
      w = project(w, z);
      run.path.push(w);
      clean = 0;
    }
    p = (p + 1) % Z.length;
  }
  return { ...run, w, converged: clean >= Z.length };
}

// 2 ln(1/c) / ln(1/(1 - sigma^2)), and no bound for a start on the wrong side.
export const updateBound = (sigma, c) =>
  c > 0 ? (2 * Math.log(Math.min(c, 1))) / Math.log1p(-sigma * sigma) + 0 : Infinity;
