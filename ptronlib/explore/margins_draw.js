// A fixed sample with the line of w, its margin and the best line; and two curves over all positions
// of a slider: what was reached (solid), what is promised (dashed).

import { svg } from "./dom.js";
import { chart, disc, line, linear, polygon, polyline, words } from "./draw.js";
import { strip } from "./perceptron_math.js";

const HALF = 200;
const REACH = 1.4; // half the side of what is shown
const PART = [[-REACH, -REACH], [REACH, -REACH], [REACH, REACH], [-REACH, REACH]];

const place = ([x, y]) => [HALF + (HALF * x) / REACH, HALF - (HALF * y) / REACH];

// The line through 0 with the unit normal [a, b].
const straight = (name, [a, b]) =>
  line(name, place([-2 * REACH * b, 2 * REACH * a]), place([2 * REACH * b, -2 * REACH * a]));

const band = (name, [a, b], margin) => polygon(name, strip(PART, [a, b, 0], margin).map(place));

function marker([x, y, label]) {
  const [u, v] = place([x, y]);
  return label > 0 ? disc("ptm-plus", [u, v], 9)
    : svg("rect", { class: "ptm-minus", x: u - 8.5, y: v - 8.5, width: 17, height: 17, rx: 2 });
}

export function createMarginPlane(points) {
  const lines = svg("g");
  const root = svg("svg", { class: "ptm-plane", role: "img", viewBox: `0 0 ${2 * HALF} ${2 * HALF}` },
    line("ptx-axis", [0, HALF], [2 * HALF, HALF]), line("ptx-axis", [HALF, 0], [HALF, 2 * HALF]),
    lines, ...points.map(marker));
  const draw = ({ direction, margin, best }) => lines.replaceChildren(
    band("ptm-best-strip", best.w_star, best.margin), band("ptm-strip", direction, margin),
    straight("ptm-best", best.w_star), straight("ptm-line", direction));
  return { root, draw };
}

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
