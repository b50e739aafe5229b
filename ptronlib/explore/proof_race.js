// The race that stops the run: the least and the greatest length that w can have after t mistakes.
// One bar grows by equal steps, the other by shorter and shorter ones, and the end of w lies between.

import { norm } from "./perceptron_math.js";
import { number, svg } from "./dom.js";
import { ceilingAt, floorAt } from "./proof_math.js";
import { chart, line, linear, words } from "./draw.js";

const [RACE_WIDTH, RACE_HEIGHT, FROM, TO] = [440, 112, 92, 428];
const LANES = { most: 4, now: 32, least: 60 };
const THICK = 20;
const MOST_TICKS = 120;

export function createRace() {
  const root = chart(RACE_WIDTH, RACE_HEIGHT, "ptp-race");
  return { root, draw: (facts) => root.replaceChildren(...drawRace(facts)) };
}

function drawRace(facts) {
  const { t, w, best, meeting } = facts;
  const separable = Boolean(best?.separable);
  const end = separable ? Math.max(meeting, t) : Math.max(4, 1.4 * t);
  const length = norm(w);
  const [most, least] = [ceilingAt(t, facts), separable ? floorAt(t, facts) : 0];
  const low = Math.min(0, separable ? floorAt(0, facts) : 0);
  const x = linear(low, Math.max(ceilingAt(end, facts), length) || 1, FROM, TO);
  const lane = (name, text, y, value) => [
    words(text, [FROM - 8, y + 15], "end"),
    svg("rect", { class: `ptp-${name}`, x: x(Math.min(0, value)), y, height: THICK,
      width: Math.max(0.5, x(Math.max(0, value)) - x(Math.min(0, value))) })];
  const steps = (at, y) => (end > MOST_TICKS ? [] : Array.from({ length: Math.floor(end + 1e-9) + 1 }, (_, k) =>
    line("ptp-tick", [x(at(k, facts)), y], [x(at(k, facts)), y + THICK])));
  const [top, bottom] = [LANES.most + THICK, separable ? LANES.least : LANES.now + THICK];
  const parts = [
    svg("rect", { class: "ptp-room", x: x(least), y: top, height: bottom - top,
      width: Math.max(0, x(most) - x(least)) }),
    ...lane("most", "at most", LANES.most, most), ...steps(ceilingAt, LANES.most),
    ...lane(facts.past ? "now ptp-past" : "now", "length of w", LANES.now, length),
    line("ptp-edge", [x(most), LANES.most], [x(most), bottom])];
  if (!separable)
    return [...parts, words("no separator, so no lower bar", [FROM, LANES.least + 15], "start")];
  return [...parts,
    ...lane("least", "at least", LANES.least, least), ...steps(floorAt, LANES.least),
    line("ptp-edge", [x(least), LANES.now], [x(least), LANES.least + THICK]),
    line("ptp-finish", [TO, 0], [TO, LANES.least + THICK + 6]),
    words(`after ${number(meeting, 1)} mistakes they would meet`, [TO + 6, RACE_HEIGHT - 5], "end")];
}
