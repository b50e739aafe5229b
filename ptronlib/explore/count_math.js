// Cover's number and the exact count of affine dichotomies in the plane, as in ptronlib.counting.

// C(P, N), a BigInt: twice the sum of the first N binomial coefficients of P - 1.
export function coverCount(P, N) {
  let term = 1n;
  let total = 1n;
  for (let k = 1; k < Math.min(P, N); k++) {
    term = (term * BigInt(P - k)) / BigInt(k);
    total += term;
  }
  return 2n * total;
}

// C(P, N) / 2^P, added up from the probabilities of 0, 1, ..., N - 1 heads in P - 1 tosses.
export function separableFraction(P, N) {
  if (P <= N) return 1;
  let term = 0.5 ** (P - 1);
  let total = term;
  for (let k = 1; k < N; k++) {
    term *= (P - k) / k;
    total += term;
  }
  return Math.min(1, total);
}

// How many dichotomies each new point adds: twice the number of lines that join it to older points,
// and none if it lies on one of them. The coordinates are sixteenths, so nothing is rounded.
export function gains(points) {
  return points.map(([x, y], k) => {
    if (k === 0) return 2;
    const arms = points.slice(0, k).map((p) => [p[0] - x, p[1] - y]);
    if (arms.some(([a, b]) => a === 0 && b === 0)) return 0;
    const isNew = ([a, b], i) => arms.slice(0, i).every(([c, d]) => a * d !== b * c);
    return 2 * arms.filter(isNew).length;
  });
}

// On which side of the line a x + b y + c = 0 each point lies, 0 for on it.
export const sides = (points, [a, b, c]) => points.map(([x, y]) => {
  const height = a * x + b * y + c;
  return Math.abs(height) < 1e-9 ? 0 : Math.sign(height);
});

const TINY = 1e-4; // no point of the grid is so near to a line through two others

// Lines [a, b, c], one at least for each dichotomy of points in general position: those through two
// points, moved a little, or turned a little about their middle, seen from either side.
export function dichotomies(points) {
  const found = points.length < 2 ? [[0, 1, 9], [0, -1, -9]] : [];
  points.forEach(([x, y], i) => points.slice(0, i).forEach(([u, v]) => {
    const [dx, dy] = [x - u, y - v];
    const size = Math.hypot(dx, dy);
    if (size === 0) return;
    for (const side of [1, -1])
      for (const [turn, move] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
        const [a, b] = [(side * (-dy + TINY * turn * dx)) / size, (side * (dx + TINY * turn * dy)) / size];
        found.push([a, b, TINY * move - (a * (x + u) + b * (y + v)) / 2]);
      }
  }));
  return found;
}

// Lines through two points at least, each once, as lists of indices; coinciding points make a list too.
export function lines(points) {
  const found = new Map();
  const across = (p, q, r) =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const same = (p, q) => p[0] === q[0] && p[1] === q[1];
  points.forEach((p, i) => points.slice(i + 1).forEach((q) => {
    const on = (r) => (same(p, q) ? same(p, r) : across(p, q, r) === 0);
    const all = points.flatMap((r, k) => (on(r) ? [k] : []));
    found.set(`${same(p, q)} ${all}`, all);
  }));
  return [...found.values()];
}
