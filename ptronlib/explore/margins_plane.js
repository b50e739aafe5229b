// A fixed sample, the line of w with its margin on both sides, and the best line.

import { svg } from "./dom.js";
import { disc, line, polygon } from "./draw.js";
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
