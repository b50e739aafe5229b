// The board: two sides, an empty street, the machine's line, its arrow w, and the points.

import { svg } from "./dom.js";
import { disc, onKeys } from "./draw.js";
import { clip, plus, strip } from "./perceptron_math.js";
import { SQUARE, across, at, down, region, segment } from "./plane.js";
import { tween } from "./tween.js";

const SCALE = 0.28; // at which w is drawn, so that all of it lies on the board
const HEAD = 0.15;
const scaled = (w) => w.map((value) => SCALE * value);
const between = (a, b, share) => a.map((value, j) => value + share * (b[j] - value));

// An arrow from a place along a vector, as the data of an SVG path.
function arrowPath(from, along) {
  const length = Math.hypot(...along);
  const tip = plus(from, along);
  const head = Math.min(HEAD, length) / (length || 1);
  const barb = (side) => [tip[0] - head * (along[0] + 0.6 * side * along[1]),
    tip[1] - head * (along[1] - 0.6 * side * along[0])];
  return `M${at(from)}L${at(tip)}M${at(barb(1))}L${at(tip)}L${at(barb(-1))}`;
}

const where = ([x, y]) => `${y > 0.2 ? "upper" : y < -0.2 ? "lower" : "middle"} `
  + (x > 0.2 ? "right" : x < -0.2 ? "left" : "middle");
const nameOf = (point) => `${point[2] > 0 ? "blue disc" : "orange square"}, ${where(point)}`;

export function createBoard(points, press) {
  const [sides, street, border, dots] = ["sides", "street", "line", "points"]
    .map((name) => svg("g", { class: name }));
  const [added, normal] = ["added", "normal"].map((name) => svg("path", { class: name }));
  const root = svg("svg", { viewBox: "20 20 400 400", class: "plane", role: "group",
    "aria-label": "Six points and the machine's line" }, sides, street, border, dots, normal, added);
  const nodes = points.map(([, , label], i) => {
    const node = svg("g", { class: `point ${label > 0 ? "blue" : "orange"}`, tabindex: "0", role: "button" },
      disc("touch", [0, 0], 38), disc("ring", [0, 0], 23), label > 0
        ? disc("shape", [0, 0], 15)
        : svg("rect", { class: "shape", x: -14, y: -14, width: 28, height: 28, rx: 4 }));
    node.addEventListener("click", () => press(i));
    onKeys(node, ({ key }) => (key === "Enter" || key === " ") && (press(i), true));
    return node;
  });
  dots.append(disc("centre", [0, 0], 4), ...nodes);
  dots.firstChild.setAttribute("transform", `translate(${at([0, 0])})`);
  let stop = () => {};

  function draw(w, plusArrow = "", kind = "") {
    const none = w.every((value) => value === 0); // then there is no line
    const v = [...w, 0];
    sides.replaceChildren(...(none ? [] : [region(clip(SQUARE, v), "blue"),
      region(clip(SQUARE, v.map((value) => -value)), "orange")]));
    const far = none ? 0 : 4 / Math.hypot(...w);
    border.replaceChildren(...(none ? [] : [segment([[-far * w[1], far * w[0]], [far * w[1], -far * w[0]]])]));
    normal.setAttribute("d", none ? "" : arrowPath([0, 0], scaled(w)));
    added.setAttribute("d", plusArrow);
    added.setAttribute("class", `added ${kind}`);
  }

  return {
    root,
    still(w) {
      stop();
      draw(w);
    },
    turn(from, to) {
      stop();
      stop = tween(from, to, (w) => draw(w));
    },
    // A mistake: the point's arrow slides to the tip of w, and then w and the line turn. The arrow
    // of a blue point goes from the centre to it, that of an orange one from it to the centre.
    learn(w, i, ms, done) {
      const [x, y, label] = points[i];
      const z = [label * x, label * y];
      const home = label > 0 ? [0, 0] : [x, y];
      const show = (share) => {
        const slid = Math.min(1, share / 0.6);
        const turned = Math.min(1, Math.max(0, (share - 0.6) / 0.35));
        draw(between(w, plus(w, z), turned), arrowPath(between(home, scaled(w), slid),
          between(z, scaled(z), slid)), label > 0 ? "blue" : "orange");
      };
      stop();
      show(0);
      stop = tween(0, 1, (share) => {
        if (share < 1) return show(share);
        draw(plus(w, z));
        done();
      }, { ms });
    },
    // Which points are wrong.
    mark(wrong) {
      nodes.forEach((node, i) => {
        node.classList.toggle("wrong", wrong[i]);
        node.setAttribute("aria-label", `${nameOf(points[i])}: ${wrong[i] ? "a mistake" : "right"}`);
      });
    },
    place(now) {
      now.forEach(([x, y], i) => nodes[i].setAttribute("transform", `translate(${across(x)} ${down(y)})`));
    },
    // Nothing where the width is 0.
    light(w_star, width) {
      street.replaceChildren(...(width > 0 ? [region(strip(SQUARE, [...w_star, 0], width))] : []));
    },
  };
}
