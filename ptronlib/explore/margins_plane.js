// A fixed sample, the line of w with its margin on both sides, and the best line.

import { clip } from "./perceptron_math.js";
import { svg } from "./dom.js";

const MIDDLE = 200;
const REACH = 1.4; // half the side of what is shown
const SCALE = MIDDLE / REACH;
const FRAME = [[-REACH, -REACH], [REACH, -REACH], [REACH, REACH], [-REACH, REACH]];

const right = (x) => MIDDLE + SCALE * x;
const below = (y) => MIDDLE - SCALE * y;

// The strip of half-width margin around the line through 0 with the unit normal [a, b].
function strip([a, b], margin, name) {
  const kept = clip(clip(FRAME, [a, b, margin]), [-a, -b, margin]);
  const points = kept.map(([x, y]) => `${right(x)},${below(y)}`).join(" ");
  return svg("polygon", { class: name, points });
}

function ray([a, b], name) {
  const far = 2 * REACH;
  return svg("line", { class: name, x1: right(-far * b), y1: below(far * a), x2: right(far * b),
    y2: below(-far * a) });
}

function marker([x, y, label]) {
  const [u, v] = [right(x), below(y)];
  return label > 0
    ? svg("circle", { class: "ptm-plus", cx: u, cy: v, r: 9 })
    : svg("rect", { class: "ptm-minus", x: u - 8.5, y: v - 8.5, width: 17, height: 17, rx: 2 });
}

export function createMarginPlane(points) {
  const lines = svg("g");
  const root = svg("svg", { class: "ptm-plane", role: "img",
    viewBox: `0 0 ${2 * MIDDLE} ${2 * MIDDLE}` },
    svg("line", { class: "ptx-axis", x1: 0, x2: 2 * MIDDLE, y1: MIDDLE, y2: MIDDLE }),
    svg("line", { class: "ptx-axis", y1: 0, y2: 2 * MIDDLE, x1: MIDDLE, x2: MIDDLE }),
    lines, svg("g", {}, ...points.map(marker)));
  const draw = ({ direction, margin, best }) => lines.replaceChildren(
    strip(best.w_star, best.margin, "ptm-best-strip"),
    strip(direction, margin, "ptm-strip"),
    ray(best.w_star, "ptm-best"),
    ray(direction, "ptm-line"));
  return { root, draw };
}
