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
