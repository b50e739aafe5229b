// The loop of all algorithms, and the best margin of a small sample; nothing here draws.
//   while some z violates:  update w, and ask for the next threshold,      z_i = y_i x_i
// Coordinates are sixteenths, so the sums and determinants that decide anything are exact.

// Added in the order of ptronlib's own scores: eight sums at a time, then the rest.
export function dot(a, b) {
  const s = [0, 0, 0, 0, 0, 0, 0, 0];
  const whole = a.length - (a.length % 8);
  for (let j = 0; j < whole; j++) s[j % 8] += a[j] * b[j];
  let sum = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
  for (let j = whole; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}

export const norm = (a) => Math.sqrt(dot(a, a));

export const plus = (a, b) => a.map((value, j) => value + b[j]);
export const minus = (a, b) => a.map((value, j) => value - b[j]);

// A bias is the weight of a third input that is always 1. Adding 0 turns -0 into 0.
export const signedExamples = (points, bias) =>
  points.map(([x, y, label]) => [label * x + 0, label * y + 0, ...(bias ? [label] : [])]);

// Examine z_p, update if it violates, p <- p + 1 mod n in every case; stop after n clean ones.
export function loop(Z, start, maxUpdates, {
  beta = 0,
  next = () => beta, // from the number of updates
  violates = (score, threshold) => score <= threshold, // (score, beta, w, z)
  update = plus,
} = {}) {
  const run = { mistakes: [], scores: [], examinedAt: [], path: [start], examinations: 0,
    w: start, beta };
  let [p, clean] = [0, 0];
  while (clean < Z.length && run.mistakes.length < maxUpdates) {
    const score = dot(Z[p], run.w);
    run.examinations += 1;
    clean += 1;
    if (violates(score, run.beta, run.w, Z[p])) {
      run.w = update(run.w, Z[p]);
      run.mistakes.push(p);
      run.scores.push(score);
      run.examinedAt.push(run.examinations);
      run.path.push(run.w);
      run.beta = next(run.mistakes.length);
      clean = 0;
    }
    p = (p + 1) % Z.length;
  }
  return { ...run, converged: clean === Z.length };
}

export const perceptronRun = (points, bias, maxUpdates) =>
  loop(signedExamples(points, bias), bias ? [0, 0, 0] : [0, 0], maxUpdates);

// The margin of w, and null for w = 0, which has no direction.
export function marginOf(w, Z) {
  const length = norm(w);
  return length > 0 && Z.length ? Math.min(...Z.map((z) => dot(z, w))) / length : null;
}

export const radius = (Z) => Math.max(0, ...Z.map(norm));

// The first of the vectors with the smallest score, and that score.
export function worst(V, u) {
  let [index, score] = [0, Infinity];
  V.forEach((v, i) => {
    const here = dot(v, u);
    if (here < score) [index, score] = [i, here];
  });
  return { index, score };
}

// The corners of the convex hull, counterclockwise.
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

export const unitVector = (degrees) =>
  [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

export const degreesOf = ([x, y]) =>
  (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360;

function determinant(M) {
  if (M.length === 0) return 1;
  let sum = 0;
  for (let j = 0; j < M.length; j++) {
    if (M[0][j] === 0) continue;
    const minor = M.slice(1).map((row) => row.filter((_, k) => k !== j));
    sum += (j % 2 ? -1 : 1) * M[0][j] * determinant(minor);
  }
  return sum;
}

// The point nearest to 0 of the affine hull of S is sum_i share_i S_i / total, by Cramer's rule.
// A total of 0 means that S is affinely dependent: smaller subsets cover it.
function nearestInHull(S) {
  const edges = S.slice(1).map((z) => minus(z, S[0]));
  const gram = edges.map((a) => edges.map((b) => dot(a, b)));
  const right = edges.map((a) => -dot(a, S[0]));
  const total = determinant(gram);
  const share = edges.map((_, j) =>
    determinant(gram.map((row, i) => row.map((value, k) => (k === j ? right[i] : value)))));
  return { total, share: [total - share.reduce((sum, value) => sum + value, 0), ...share] };
}

function* subsets(n, size, from = 0) {
  if (size === 0) yield [];
  else
    for (let first = from; first <= n - size; first++)
      for (const rest of subsets(n, size - 1, first + 1)) yield [first, ...rest];
}

// The best margin is the distance from 0 to the convex hull of the signed examples. By Caratheodory
// at most d of them carry the nearest point, and d + 1 carry 0 when it is inside.
export function bestMargin(Z) {
  if (!Z.length) return null;
  const d = Z[0].length;
  for (let size = 1; size <= Math.min(Z.length, d + 1); size++)
    for (const chosen of subsets(Z.length, size)) {
      const S = chosen.map((i) => Z[i]);
      const { total, share } = nearestInHull(S);
      if (total === 0 || share.some((value) => value < 0)) continue;
      const p = S[0].map((_, j) => share.reduce((sum, value, i) => sum + value * S[i][j], 0));
      const inside = p.every((value) => value === 0);
      if (!inside && !Z.every((z) => dot(minus(z, S[0]), p) >= 0)) continue;
      const coef = Z.map(() => 0);
      chosen.forEach((i, k) => (coef[i] = share[k] / total));
      const length = norm(p);
      return inside
        ? { separable: false, margin: 0, w_star: null, coef }
        : { separable: true, margin: length / total, w_star: p.map((v) => v / length), coef };
    }
  return null;
}

// The part of a convex polygon where a x + b y + c >= 0.
export function clip(polygon, [a, b, c]) {
  const kept = [];
  polygon.forEach((point, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const here = a * point[0] + b * point[1] + c;
    const there = a * next[0] + b * next[1] + c;
    if (here >= 0) kept.push(point);
    if (here * there < 0) {
      const s = here / (here - there);
      kept.push([point[0] + s * (next[0] - point[0]), point[1] + s * (next[1] - point[1])]);
    }
  });
  return kept;
}

// The part of a polygon within so small a distance of a line, whose normal has length 1.
export const strip = (part, [a, b, c], width) =>
  clip(clip(part, [a, b, c + width]), [-a, -b, width - c]);
