// Two curves over all positions of a slider: what was reached (solid), what is promised (dashed).

import { chart, disc, line, linear, polyline, words } from "./draw.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BASE] = [340, 150, 52, 332, 20, 126];

export function createCurve(title) {
  const root = chart(WIDTH, HEIGHT, "ptm-chart");
  return { root, draw: (facts) => root.replaceChildren(...parts(title, facts)) };
}

// values: slider positions; reached, promised: one number for each; ticks: [height, text] pairs.
function parts(title, { values, reached, promised, ticks, low, high, now, name, marks }) {
  const x = linear(values[0], values.at(-1), LEFT, RIGHT);
  const y = (value) => linear(low, high, BASE, TOP)(Math.min(Math.max(value, low), high));
  const curve = (kind, heights) => polyline(kind, heights.map((v, k) => [x(values[k]), y(v)]));
  return [
    words(title, [LEFT, 11], "start"),
    ...ticks.flatMap(([height, text]) => [
      line("ptx-rule", [LEFT, y(height)], [RIGHT, y(height)]),
      words(text, [LEFT - 6, y(height) + 4], "end")]),
    ...marks.map(([value, text], k) => words(text, [x(value), BASE + 18],
      k === 0 ? "start" : k === marks.length - 1 ? "end" : "middle")),
    curve("ptm-promised", promised),
    curve("ptm-reached", reached),
    line("ptm-now", [x(values[now]), TOP], [x(values[now]), BASE]),
    disc("ptm-dot", [x(values[now]), y(reached[now])], 4.5),
    words(name, [RIGHT, 11], "end", { class: "ptm-name" }),
  ];
}
