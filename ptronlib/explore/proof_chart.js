// The chain of the proof over the updates: its ends, known in advance, and where they meet.

import { ceilingAt, chainAlong, floorAt } from "./proof_math.js";
import { svg } from "./dom.js";

const CHAIN_WIDTH = 340;
const CHAIN_HEIGHT = 190;
const CHAIN_SIDE = 10;
const CHAIN_BASE = CHAIN_HEIGHT - 22;
const CHAIN_TOP = 10;
const CHAIN_SAMPLES = 60;
const LONGEST_AXIS = 400; // updates; beyond, the meeting point is off the page
export const GAPS = ["progress", "angle", "length"];

export function createChain() {
  const root = svg("svg", { viewBox: `0 0 ${CHAIN_WIDTH} ${CHAIN_HEIGHT}`, class: "ptx-chart",
    role: "img" });
  return { root, draw: (facts) => root.replaceChildren(...drawChain(facts)) };
}

function drawChain(facts) {
  const { path, best, meeting } = facts;
  const now = path.length - 1;
  const chain = chainAlong(path, facts);
  const end = Math.max(now + 1, meeting <= LONGEST_AXIS ? 1.06 * meeting : 1.4 * now, 4);
  const separable = Boolean(best?.separable);
  const low = Math.min(0, ...(separable ? chain.map(({ progress }) => progress) : []),
    separable ? floorAt(0, facts) : 0);
  const high = Math.max(ceilingAt(end, facts), separable ? floorAt(end, facts) : 0);
  const x = (t) => CHAIN_SIDE + ((CHAIN_WIDTH - 2 * CHAIN_SIDE) * t) / end;
  const y = (v) => CHAIN_BASE - ((CHAIN_BASE - CHAIN_TOP) * (v - low)) / (high - low || 1);
  const join = (pairs) => pairs.map(([t, v]) => `${x(t)},${y(v)}`).join(" ");
  const curve = (name, pairs) => svg("polyline", { class: name, points: join(pairs) });
  const link = (name) => chain.map((values, t) => [t, values[name]]);
  const gap = (below, above, k) => svg("polygon", { class: `ptp-gap ptp-${GAPS[k]}`,
    points: join([...link(below), ...link(above).reverse()]) });
  const times = Array.from({ length: CHAIN_SAMPLES + 1 }, (_, k) => end * (k / CHAIN_SAMPLES) ** 2);

  const parts = [svg("line", { class: "ptx-axis", x1: CHAIN_SIDE, x2: CHAIN_WIDTH - CHAIN_SIDE,
    y1: y(0), y2: y(0) })];
  if (separable)
    parts.push(gap("floor", "progress", 0), gap("progress", "length", 1),
      curve("ptp-floor", [[0, floorAt(0, facts)], [end, floorAt(end, facts)]]));
  parts.push(gap("length", "ceiling", 2),
    curve("ptx-theory", times.map((t) => [t, ceilingAt(t, facts)])));
  if (separable) parts.push(curve("ptx-progress", link("progress")));
  parts.push(curve("ptx-norm", link("length")),
    svg("line", { class: "ptp-slice", x1: x(now), x2: x(now), y1: CHAIN_TOP, y2: CHAIN_BASE }));
  const met = separable && meeting <= end;
  if (met)
    parts.push(svg("circle", { class: "ptx-now", cx: x(meeting), cy: y(ceilingAt(meeting, facts)),
      r: 4 }));
  return [...parts, ...marks(met ? [0, now, meeting] : [0, now], x)];
}

function marks(times, x) {
  let free = -Infinity;
  return times.flatMap((t) => {
    if (x(t) < free) return [];
    free = x(t) + 30;
    const anchor = t === 0 ? "start" : x(t) > CHAIN_WIDTH - 30 ? "end" : "middle";
    return [svg("text", { x: x(t), y: CHAIN_HEIGHT - 5, "text-anchor": anchor },
      Number.isInteger(t) ? String(t) : t.toFixed(1))];
  });
}
