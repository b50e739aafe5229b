// The plane of the weights: a disc that grows, a line that moves out, and w caught between them.

import { clip, norm } from "./perceptron_math.js";
import { ceilingAt, floorAt } from "./proof_math.js";
import { svg } from "./dom.js";

const LENS_MIDDLE = 220;
const LENS_GRID = 1 / 8;
const LENS_EDGE = 6; // the start stays within [-6, 6]^2
const ROUND = 120; // corners of the polygon that is drawn for a disc
const STRIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const toGrid = (value) =>
  Math.max(-LENS_EDGE, Math.min(LENS_EDGE, Math.round(value / LENS_GRID) * LENS_GRID)) + 0;

export function createLens(moveStart) {
  const back = svg("g", { class: "ptp-back" });
  const front = svg("g", { class: "ptp-front" });
  const handle = svg("g", { class: "ptp-start", tabindex: "0", role: "button" },
    svg("circle", { class: "ptx-touch", r: 22 }),
    svg("circle", { class: "ptp-halo", r: 13 }),
    svg("circle", { class: "ptp-dot", r: 7 }));
  const root = svg("svg", { viewBox: `0 0 ${2 * LENS_MIDDLE} ${2 * LENS_MIDDLE}`,
    class: "ptp-lens", role: "group", "aria-label": "The plane of the weights" },
    back, handle, front);
  const lens = { root, back, front, handle, half: 3, held: false, start: [0, 0] };
  listen(lens, moveStart);
  return { root, draw: (facts) => drawLens(lens, facts) };
}

function listen(lens, moveStart) {
  const { root, handle } = lens;
  const place = (event) => {
    const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      root.getScreenCTM().inverse());
    const unit = lens.half / LENS_MIDDLE;
    return [toGrid((here.x - LENS_MIDDLE) * unit), toGrid((LENS_MIDDLE - here.y) * unit)];
  };
  handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    lens.held = true; // the scale stands still while the start is dragged
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) moveStart(place(event));
  });
  handle.addEventListener("lostpointercapture", () => { lens.held = false; });
  handle.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in STRIDES)) return;
    const stride = event.shiftKey ? 1 : 0.25;
    const [dx, dy] = STRIDES[event.key];
    moveStart([toGrid(lens.start[0] + stride * dx), toGrid(lens.start[1] + stride * dy)]);
    event.preventDefault();
    event.stopPropagation();
  });
}

function drawLens(lens, facts) {
  const { path, start, w, Z, violated, eta } = facts;
  const t = path.length - 1;
  const needed = Math.max(ceilingAt(Math.max(t, 3), facts), ...path.map(norm));
  if (!lens.held) lens.half = 1.12 * needed;
  lens.start = start;
  const scale = LENS_MIDDLE / lens.half;
  const at = ([x, y]) => [LENS_MIDDLE + scale * x, LENS_MIDDLE - scale * y];
  const trace = (points, name, tag = "polyline") =>
    svg(tag, { class: name, points: points.map((point) => at(point).join(",")).join(" ") });
  const straight = (from, to, name) => trace([from, to], name);
  const far = 2 * lens.half;
  lens.back.replaceChildren(
    straight([-far, 0], [far, 0], "ptx-axis"), straight([0, -far], [0, far], "ptx-axis"),
    ...limits(facts, t, trace, straight, far, at));
  const nexts = Z.flatMap((z, i) => (violated[i]
    ? [straight(w, w.map((value, j) => value + eta * z[j]), "ptp-next")] : []));
  const [x, y] = at(w);
  lens.front.replaceChildren(...nexts, trace(path, "ptp-path"),
    ...path.slice(1).map((point) => {
      const [cx, cy] = at(point);
      return svg("circle", { class: "ptp-step", cx, cy, r: 3 });
    }),
    svg("circle", { class: "ptp-now", cx: x, cy: y, r: t ? 5.5 : 0 }),
    svg("text", { class: "ptx-name", x: x + 10, y: y - 9 }, t ? "w" : ""));
  lens.handle.setAttribute("transform", `translate(${at(start).join(" ")})`);
  lens.handle.setAttribute("aria-label",
    `start of the weights, at (${start[0]}, ${start[1]}): the arrow keys move it`);
}

// The disc, and of it what lies beyond the line: there w must be.
function limits(facts, t, trace, straight, far, at) {
  const { best } = facts;
  const radius = ceilingAt(t, facts);
  const disc = Array.from({ length: ROUND }, (_, k) => {
    const turn = (2 * Math.PI * k) / ROUND;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  const parts = [trace(disc, best?.separable ? "ptp-disc" : "ptp-disc ptp-only", "polygon")];
  if (!best?.separable) return parts;
  const [a, b] = best.w_star;
  const height = floorAt(t, facts);
  const cap = clip(disc, [a, b, -height]);
  if (cap.length) parts.push(trace(cap, "ptp-cap", "polygon"));
  const foot = [a * height, b * height];
  const [x, y] = at([0.86 * far * 0.5 * a, 0.86 * far * 0.5 * b]);
  parts.push(straight([0, 0], [a * far, b * far], "ptp-ray"),
    straight([foot[0] - far * b, foot[1] + far * a], [foot[0] + far * b, foot[1] - far * a],
      "ptp-line"),
    svg("text", { class: "ptx-name ptp-star", x, y, "text-anchor": "middle" }, "w\u2605"));
  return parts;
}
