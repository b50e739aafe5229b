// The plane of the weights: a disc that grows, a line that moves out, and w caught between them.

import { clip, norm } from "./perceptron_math.js";
import { ceilingAt, floorAt } from "./proof_math.js";
import { svg } from "./dom.js";
import { arrowKey, disc, draggable, hand, line, onKeys, polygon, polyline, words } from "./draw.js";

const LENS_MIDDLE = 220;
const LENS_GRID = 1 / 8;
const LENS_EDGE = 6; // the start stays within [-6, 6]^2
const ROUND = 120; // corners of the polygon that is drawn for a disc

const toGrid = (value) =>
  Math.max(-LENS_EDGE, Math.min(LENS_EDGE, Math.round(value / LENS_GRID) * LENS_GRID)) + 0;

export function createLens(moveStart) {
  const [back, front] = ["back", "front"].map((name) => svg("g", { class: `ptp-${name}` }));
  const handle = svg("g", { class: "ptp-start", tabindex: "0", role: "button" },
    disc("ptx-touch", [0, 0], 22), disc("ptp-halo", [0, 0], 13), disc("ptp-dot", [0, 0], 7));
  const root = svg("svg", { viewBox: `0 0 ${2 * LENS_MIDDLE} ${2 * LENS_MIDDLE}`,
    class: "ptp-lens", role: "group", "aria-label": "The plane of the weights" },
    back, handle, front);
  const lens = { root, back, front, handle, half: 3, held: false, start: [0, 0] };
  draggable(handle, (event) => {
    const [x, y] = hand(root, event);
    moveStart([x - LENS_MIDDLE, LENS_MIDDLE - y].map((v) => toGrid((v * lens.half) / LENS_MIDDLE)));
  }, () => {
    lens.held = true; // the scale stands still while the start is dragged
    handle.focus({ preventScroll: true });
  });
  handle.addEventListener("lostpointercapture", () => { lens.held = false; });
  onKeys(handle, (event) => {
    const goal = arrowKey(lens.start, event, 0.25, 1);
    if (goal) moveStart(goal.map(toGrid));
    return Boolean(goal);
  });
  return { root, draw: (facts) => drawLens(lens, facts) };
}

function drawLens(lens, facts) {
  const { path, start, w, Z, violated, eta, t = path.length - 1 } = facts;
  const needed = Math.max(ceilingAt(Math.max(Math.ceil(t), 3), facts), ...path.map(norm));
  if (!lens.held) lens.half = 1.12 * needed;
  lens.start = start;
  const scale = LENS_MIDDLE / lens.half;
  const place = ([x, y]) => [LENS_MIDDLE + scale * x, LENS_MIDDLE - scale * y];
  const straight = (name, from, to) => line(name, place(from), place(to));
  const far = 2 * lens.half;
  lens.back.replaceChildren(
    straight("ptx-axis", [-far, 0], [far, 0]), straight("ptx-axis", [0, -far], [0, far]),
    ...limits(facts, t, far, place, straight));
  const nexts = Z.filter((_, i) => violated[i])
    .map((z) => straight("ptp-next", w, w.map((value, j) => value + eta * z[j])));
  const [x, y] = place(w);
  lens.front.replaceChildren(...nexts, polyline("ptp-path", path.map(place)),
    ...path.slice(1).map((point) => disc("ptp-step", place(point), 3)),
    disc("ptp-step", [x, y], t ? 5.5 : 0),
    words(t ? "w" : "", [x + 10, y - 9], "start", { class: "ptx-name" }));
  lens.handle.setAttribute("transform", `translate(${place(start).join(" ")})`);
  lens.handle.setAttribute("aria-label",
    `start of the weights, at (${start[0]}, ${start[1]}): the arrow keys move it`);
}

// The disc, and of it what lies beyond the line: there w must be.
function limits(facts, t, far, place, straight) {
  const { best } = facts;
  const radius = ceilingAt(t, facts);
  const ball = Array.from({ length: ROUND }, (_, k) => {
    const turn = (2 * Math.PI * k) / ROUND;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  const parts = [polygon(best?.separable ? "ptp-disc" : "ptp-disc ptp-only", ball.map(place))];
  if (!best?.separable) return parts;
  const [a, b] = best.w_star;
  const height = floorAt(t, facts);
  const cap = clip(ball, [a, b, -height]);
  if (cap.length) parts.push(polygon("ptp-cap", cap.map(place)));
  const [x, y] = [a * height, b * height];
  parts.push(straight("ptp-ray", [0, 0], [a * far, b * far]),
    straight("ptp-line", [x - far * b, y + far * a], [x + far * b, y - far * a]),
    words("w\u2605", place([0.43 * far * a, 0.43 * far * b]), "middle",
      { class: "ptx-name ptp-star" }));
  return parts;
}
