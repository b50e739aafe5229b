// The walk on the differences of two finite sets of the plane: separate_hulls in JavaScript.

const inner = (a, b) => a[0] * b[0] + a[1] * b[1];

function farthest(points, u) {
  let best = 0;
  points.forEach((point, i) => { if (inner(point, u) > inner(points[best], u)) best = i; });
  return best;
}

export function separateHulls(P, Q, eps, maxUpdates = 20000) {
  let w = [0, 0];
  let beta = 0;
  const picks = [[], []];
  for (let t = 1; ; t++) {
    const u = w[0] || w[1] ? w : [1, 1]; // at 0 all pairs tie
    const [i, j] = [farthest(P, [-u[0], -u[1]]), farthest(Q, u)];
    const z = [P[i][0] - Q[j][0], P[i][1] - Q[j][1]];
    const score = inner(w, z);
    if (score > beta) {
      const b = (inner(w, P[i]) + inner(w, Q[j])) / 2;
      return { kind: "Wall", w, b, gap: score / (2 * Math.sqrt(inner(w, w))), picks, beta };
    }
    if (t > maxUpdates) return { kind: "Undecided", w, picks, beta };
    w = [w[0] + z[0], w[1] + z[1]];
    beta = Math.max(beta, inner(z, z));
    picks[0].push(i);
    picks[1].push(j);
    const length = Math.sqrt(inner(w, w));
    if (length < eps * t) {
      const [p, q] = [mean(P, picks[0]), mean(Q, picks[1])];
      return { kind: "Close", p, q, distance: length / t, picks, beta, w };
    }
  }
}

const mean = (points, chosen) =>
  [0, 1].map((k) => chosen.reduce((sum, i) => sum + points[i][k], 0) / chosen.length);

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
