// The game of points against directions: the perceptron's side, the reader's, and the value.

import { bestMargin, dot, norm, plus, radius } from "./perceptron_math.js";

// The perceptron adds the point of smallest score, the first among equals, while that score is at
// most R^2: sparse_strategies(V, order="worst"). R is rounded before it is squared, as there.
export function playRounds(V, rounds) {
  const R = radius(V);
  const beta = R * R;
  let w = [0, 0];
  const picks = [];
  for (;;) {
    const { index, score } = worst(V, w);
    const finished = score > beta;
    if (finished || picks.length >= rounds) return { picks, w, finished, R, index };
    w = plus(w, V[index]);
    picks.push(index);
  }
}

export function worst(V, u) {
  let index = 0;
  let score = Infinity;
  V.forEach((v, i) => {
    const here = dot(v, u);
    if (here < score) [index, score] = [i, here];
  });
  return { index, score };
}

export const direction = (degrees) => {
  const turn = (degrees * Math.PI) / 180;
  return [Math.cos(turn), Math.sin(turn)];
};

// What each player is sure of: the payment lies between lower and upper, and so does the value.
export function bracket(V, angle, play) {
  const t = play.picks.length;
  const { index, score } = worst(V, direction(angle));
  return { lower: score, worst: index, upper: t ? norm(play.w) / t : null,
    value: bestMargin(V).margin, used: new Set(play.picks).size,
    counts: V.map((_, i) => play.picks.filter((pick) => pick === i).length) };
}
