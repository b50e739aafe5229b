// The first minute. The board plays itself (watch) and comes to rest; the reader plays (try), until
// no point is wrong (over); then the street and the theorem's limit are shown (street).

import { createBoard } from "./board.js";
import { bestMargin, dot, signedExamples } from "./perceptron_math.js";
import { followRun } from "./proof_math.js";
import { html } from "./dom.js";
import { calm } from "./tween.js";
import { ceiling, longestRun, pushed } from "./landing_math.js";

// x, y in quarters, and the label: points on which a game at random goes on for a while.
export const SAMPLE = [[7, -6, -1], [-6, 1, 1], [-4, 7, -1], [0, -3, 1], [-3, -6, 1], [0, 4, -1]]
  .map(([x, y, label]) => [x / 4, y / 4, label]);
const OVERLAP = 1.06; // of the margin, by which the colors are pushed at the end of the slider
const HINTED = 8; // mistakes that the hint leads to, whatever comes first
const LONG = 5; // the length of the arrow in the middle of the street
const PACE = 500; // milliseconds for a mistake
const FIRST = 1100; // and for each of the first two, while one looks for what happens

export const part = (name) => document.getElementById(name);
export const mistakesOf = (n) => `${n} mistake${n === 1 ? "" : "s"}`;

const PHASES = { // what the button says that begins anew, and which others there are
  watch: ["", "step"],
  rest: ["Watch again", "why"],
  try: ["Start again"],
  over: ["Try again", "why"],
  street: ["Play again", "proof"],
};

export function startPlay() {
  const [place, count, unit, bar, said, slider, again, ...extras] = ["board", "count", "unit", "bar",
    "said", "push", "again", "step", "why", "proof"].map(part);
  const [step, why] = extras;
  const Z = signedExamples(SAMPLE, false);
  const longest = longestRun(Z);
  const { margin, w_star } = bestMargin(Z);
  const board = createBoard(SAMPLE, press);
  let [phase, mistakes, playing] = ["watch", [], false];

  const now = () => followRun(Z, mistakes, [0, 0], 1);
  const isOver = () => !now().violated.some(Boolean);

  function show(next, news) {
    phase = next;
    const t = mistakes.length;
    const focused = document.activeElement;
    count.textContent = t;
    unit.textContent = t === 1 ? "mistake" : "mistakes";
    [...bar.children].forEach((cell, k) => cell.classList.toggle("full", k < t));
    said.textContent = news;
    const [name, ...others] = PHASES[phase];
    again.textContent = name;
    again.hidden = !name;
    for (const extra of extras) extra.hidden = !others.includes(extra.id);
    step.textContent = playing ? "Pause" : "Next mistake";
    if (focused.hidden) (again.hidden ? step : again).focus({ preventScroll: true });
    Object.assign(part("play").dataset, { phase, mistakes: mistakes.join(" ") });
  }

  // Back to no mistakes, all six points in their places.
  function clear() {
    mistakes = [];
    slider.value = 0;
    board.place(SAMPLE);
    board.light(w_star, 0);
    board.still([0, 0]);
    board.mark(now().violated);
  }

  // One more mistake: say so at once, and then draw how the machine learns from it.
  function add(i, ms, say, done) {
    const { w } = now();
    mistakes = [...mistakes, i];
    say();
    board.learn(w, i, ms, () => {
      board.mark(now().violated);
      done();
    });
  }

  // ---- it plays itself ----

  function watch() {
    clear();
    playing = !calm();
    show("watch", "The arrow in the middle is the machine; its line lies across it. At each mistake it adds "
      + "the arrow that leads to the point, and the line turns.");
    if (playing) next();
  }

  function next() {
    const t = mistakes.length;
    if (t === longest.length) return rest();
    add(longest[t], t < 2 ? FIRST : PACE, () => show("watch", said.textContent), () => {
      if (playing || t + 1 === longest.length) next();
    });
  }

  function rest() {
    playing = false;
    show("rest", `${longest.length} mistakes, then none. Your turn: tap a point to begin. `
      + "The order is yours: can you make it err as often?");
  }

  step.addEventListener("click", () => {
    if (playing) {
      playing = false;
      show("watch", said.textContent);
    } else next();
  });

  // ---- the reader plays ----

  function press(i) {
    playing = false;
    const fresh = ["over", "street"].includes(phase) ? "A new try. " : "";
    if (phase !== "try") clear();
    const { violated } = now();
    if (!violated[i]) return isOver() ? end() : show("try",
      "It has that point right, so it learns nothing. Tap a point with a dashed ring.");
    add(i, PACE, () => {
      const left = now().violated.filter(Boolean).length;
      show("try", `${fresh}Mistake ${mistakes.length}. ` + (left === 0 ? "Now it has all six right."
        : left === 1 ? "One point is wrong now: tap it." : `${left} points are wrong now: which one next?`));
    }, () => isOver() && end());
  }

  function end() {
    const t = mistakes.length;
    show("over", `It stopped after ${mistakesOf(t)}. ` + (
      t < HINTED ? "Try again: always tap the wrong point nearest to the line."
      : t < longest.length ? `Another order reaches ${longest.length}.`
      : "Nobody can get more: all orders were tried."));
  }

  again.addEventListener("click", () => {
    place.scrollIntoView({ block: "nearest" });
    if (phase === "rest") return watch();
    clear();
    show("try", "It has no line yet, so all six are wrong. Tap a point.");
  });

  // ---- why it must stop ----

  function push() {
    const pushedBy = Number(slider.value) / Number(slider.max);
    const share = pushedBy < 1 ? pushedBy : OVERLAP;
    const width = Math.max(0, 1 - share) * margin;
    const points = pushed(SAMPLE, share);
    const most = width > 0 ? ceiling(signedExamples(points, false), width).toLocaleString("en") : "no limit";
    board.place(points);
    board.light(w_star, width);
    board.mark(signedExamples(points, false).map((z) => dot(z, w_star) <= 0));
    show("street", width === 0 ? "Now no line separates the colors, and the machine never stops making mistakes."
      : share > 0 ? "The narrower the street, the smaller the steps, and the more mistakes there can be."
      : "Between the colors lies a green street. Each mistake moves the arrow a step across it, but lengthens "
        + "it less and less. So it must stop.");
    count.textContent = most;
    unit.textContent = width > 0 ? "mistakes at most, in any order" : "to its mistakes";
    slider.setAttribute("aria-valuetext", width > 0 ? `at most ${most} mistakes` : most);
    part("play").dataset.most = most;
  }

  why.addEventListener("click", () => {
    board.turn(now().w, w_star.map((value) => LONG * value));
    push();
    slider.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" }); // a phone's buttons lie below it
  });
  slider.addEventListener("input", push);

  place.append(board.root);
  bar.append(...longest.map(() => html("span")));
  watch();
}
