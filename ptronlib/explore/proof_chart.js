// The length of w over the mistakes, between the two ends of the proof, which meet at the bound.

import { ceilingAt, chainAlong, floorAt } from "./proof_math.js";
import { chart, disc, line, linear, polygon, polyline, ticks, words } from "./draw.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP] = [340, 200, 40, 330, 12];
const BASE = HEIGHT - 40;
const SAMPLES = 60; // of the root
const LONGEST_AXIS = 400; // updates; beyond, the meeting point is off the page
const GAPS = ["progress", "angle", "length"];

export function createChain() {
  const root = chart(WIDTH, HEIGHT);
  return { root, draw: (facts) => root.replaceChildren(...drawChain(facts)) };
}

function drawChain(facts) {
  const { path, best, meeting, t: now } = facts;
  const chain = chainAlong(path, facts);
  const end = Math.max(now + 1, meeting <= LONGEST_AXIS ? 1.06 * meeting : 1.4 * now, 4);
  const separable = Boolean(best?.separable);
  const ends = separable ? [floorAt(0, facts), floorAt(end, facts)] : [0, 0];
  const low = Math.min(0, ends[0], ...chain.map(({ progress }) => progress ?? 0));
  const high = Math.max(ceilingAt(end, facts), ends[1]);
  const x = linear(0, end, LEFT, RIGHT);
  const y = linear(low, high > low ? high : low + 1, BASE, TOP);
  const places = (pairs) => pairs.map(([t, v]) => [x(t), y(v)]);
  const curve = (name, pairs) => polyline(name, places(pairs));
  const link = (name) => chain.map((values, t) => [Math.min(t, now), values[name]]);
  const gap = (below, above, k) =>
    polygon(`ptp-gap ptp-${GAPS[k]}`, places([...link(below), ...link(above).reverse()]));
  const times = Array.from({ length: SAMPLES + 1 }, (_, k) => end * (k / SAMPLES) ** 2);

  const middle = (TOP + BASE) / 2;
  const step = Math.max(1, Math.ceil(high / 4));
  const parts = [line("ptx-axis", [LEFT, y(0)], [RIGHT, y(0)]), line("ptx-axis", [LEFT, BASE], [LEFT, TOP]),
    words("mistakes, t", [(LEFT + RIGHT) / 2, HEIGHT - 4]),
    words("length", [12, middle], "middle", { transform: `rotate(-90 12 ${middle})` }),
    ...[0, step, 2 * step, 3 * step].filter((length) => length <= high)
      .map((length) => words(String(length), [LEFT - 5, y(length) + 4], "end"))];
  if (separable)
    parts.push(gap("floor", "progress", 0), gap("progress", "length", 1),
      curve("ptp-floor", [[0, ends[0]], [end, ends[1]]]));
  parts.push(gap("length", "ceiling", 2),
    curve("ptx-theory", times.map((t) => [t, ceilingAt(t, facts)])));
  if (separable) parts.push(curve("ptx-progress", link("progress")));
  parts.push(curve("ptx-norm", link("length")), line("ptp-slice", [x(now), TOP], [x(now), BASE]));
  const met = separable && meeting <= end;
  if (met) parts.push(disc("ptx-now", [x(meeting), y(ceilingAt(meeting, facts))], 4));
  return [...parts, ...ticks(met ? [0, Math.ceil(now), meeting] : [0, Math.ceil(now)], x, WIDTH, 30, (t, anchor) => [
    words(Number.isInteger(t) ? String(t) : t.toFixed(1), [x(t), BASE + 17], anchor)])];
}
