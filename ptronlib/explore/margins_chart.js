// Two curves over all positions of a slider: what was reached (solid), what is promised (dashed).

import { svg } from "./dom.js";

const WIDTH = 340;
const HEIGHT = 150;
const LEFT = 52;
const RIGHT = 332;
const TOP = 20;
const BASE = 126;

export function createCurve(title) {
  const root = svg("svg", { class: "ptm-chart", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  return { root, draw: (facts) => root.replaceChildren(...parts(title, facts)) };
}

// values: slider positions; reached, promised: one number for each; ticks: [height, text] pairs.
function parts(title, { values, reached, promised, ticks, low, high, now, name, marks }) {
  const [first, last] = [values[0], values.at(-1)];
  const x = (value) => LEFT + ((RIGHT - LEFT) * (value - first)) / (last - first);
  const y = (value) =>
    BASE - ((BASE - TOP) * (Math.min(Math.max(value, low), high) - low)) / (high - low);
  const curve = (heights, kind) => svg("polyline", { class: kind,
    points: heights.map((height, k) => `${x(values[k])},${y(height)}`).join(" ") });
  const text = (attributes, content) => svg("text", attributes, content);
  return [
    text({ x: LEFT, y: 11 }, title),
    ...ticks.flatMap(([height, label]) => [
      svg("line", { class: "ptx-rule", x1: LEFT, x2: RIGHT, y1: y(height), y2: y(height) }),
      text({ x: LEFT - 6, y: y(height) + 4, "text-anchor": "end" }, label)]),
    ...marks.map(([value, label], k) => text({ x: x(value), y: BASE + 18,
      "text-anchor": k === 0 ? "start" : k === marks.length - 1 ? "end" : "middle" }, label)),
    curve(promised, "ptm-promised"),
    curve(reached, "ptm-reached"),
    svg("line", { class: "ptm-now", x1: x(values[now]), x2: x(values[now]), y1: TOP, y2: BASE }),
    svg("circle", { class: "ptm-dot", cx: x(values[now]), cy: y(reached[now]), r: 4.5 }),
    text({ class: "ptm-name", x: RIGHT, y: 11, "text-anchor": "end" }, name),
  ];
}
