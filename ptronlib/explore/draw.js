// Lines, curves and words of a drawing, and what can be dragged in it.

import { svg } from "./dom.js";

export const chart = (width, height, name = "ptx-chart") =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, class: name, role: "img" });

// The straight map that takes from to start and to to end.
export const linear = (from, to, start, end) => (value) =>
  start + ((end - start) * (value - from)) / (to - from);

export const line = (name, [x1, y1], [x2, y2]) => svg("line", { class: name, x1, y1, x2, y2 });

export const disc = (name, [cx, cy], r) => svg("circle", { class: name, cx, cy, r });

export const words = (text, [x, y], anchor = "middle", attributes = {}) =>
  svg("text", { x, y, "text-anchor": anchor, ...attributes }, text);

const joined = (places) => places.map((place) => place.join(",")).join(" ");

export const polyline = (name, places) => svg("polyline", { class: name, points: joined(places) });

export const polygon = (name, places) => svg("polygon", { class: name, points: joined(places) });

// Numbers below an axis, as many as have room from one to the next.
export function ticks(times, x, width, room, draw) {
  let free = -Infinity;
  return times.flatMap((t) => {
    if (x(t) < free) return [];
    free = x(t) + room;
    return draw(t, t === 0 ? "start" : x(t) > width - 30 ? "end" : "middle");
  });
}

// However small the drawing is shown, its letters have at least so many pixels.
const SMALLEST = 11.5;

export function legible(drawing) {
  const usual = 13; // in the units of the drawing
  new ResizeObserver(() => {
    const scale = drawing.clientWidth / drawing.viewBox.baseVal.width;
    if (scale) drawing.style.setProperty("--ptx-letters", `${Math.max(usual, SMALLEST / scale)}px`);
  }).observe(drawing);
}

// ---- the hand ----

// Where the hand is, in the units of the drawing.
export function hand(root, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    root.getScreenCTM().inverse());
  return [x, y];
}

export function draggable(node, move, taken = () => {}) {
  // Within an SVG the property touch-action does not keep the page from scrolling; this does.
  node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    taken(event);
    event.preventDefault(); // no text selection, and no focus moved away again
  });
  node.addEventListener("pointermove", (event) => {
    if (node.hasPointerCapture(event.pointerId)) move(event);
  });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// Where an arrow key leads, with shift by the longer of two steps; null for another key.
export function arrowKey([x, y], { key, shiftKey }, step, longer) {
  if (!(key in ARROWS)) return null;
  const [right, up] = ARROWS[key].map((sign) => sign * (shiftKey ? longer : step));
  return [x + right, y + up];
}

export function onKeys(node, use) {
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !use(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
