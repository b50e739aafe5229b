// What a direction is sure of, against its angle, and the bound of the mixture, which comes down.

import { number, svg } from "./dom.js";
import { chart, disc, draggable, hand, line, linear, polygon, polyline, words } from "./draw.js";
import { degreesOf, plus, radius, unitVector, worst } from "./perceptron_math.js";

const [CURVE_WIDTH, CURVE_HEIGHT] = [440, 274];
const [WEST, EAST, NORTH, SOUTH] = [44, 428, 26, 230];
const LONG = 185; // what the words of the dot take on a phone
export const HALF = 90; // degrees on either side of the middle

// The best direction has a positive product with every point, so with their mean, too.
export function middleOf(V) {
  const sum = V.reduce((total, v) => plus(total, v), [0, 0]);
  return sum[0] || sum[1] ? degreesOf(sum) : 90;
}

// Degrees from the middle, between -HALF and HALF.
export const turned = (angle, middle) =>
  Math.max(-HALF, Math.min(HALF, ((angle - middle + 540) % 360) - 180));

export function createCurve(V, turn) {
  const R = radius(V);
  const middle = middleOf(V);
  const x = linear(-HALF, HALF, WEST, EAST);
  const y = linear(-R / 2, 0.56 * R, SOUTH, NORTH);
  const inside = (coins) => Math.max(NORTH, Math.min(SOUTH, y(coins)));
  const places = Array.from({ length: 2 * HALF + 1 }, (_, k) =>
    [x(k - HALF), y(worst(V, unitVector(middle - HALF + k)).score)]);
  const root = chart(CURVE_WIDTH, CURVE_HEIGHT, "ptx-game-chart");
  const [ceiling, found, front] = [svg("g"), svg("g"), svg("g")];
  const handle = svg("g", { class: "ptx-game-handle" }, disc("ptx-touch", [0, 0], 22),
    disc("ptx-game-knob", [0, 0], 8));
  const frame = { x: WEST, y: NORTH, width: EAST - WEST, height: SOUTH - NORTH };
  const pane = svg("svg", { ...frame, viewBox: Object.values(frame).join(" ") }, // cuts off what is lower
    polygon("ptx-game-sure", [...places, [EAST, y(-3 * R)], [WEST, y(-3 * R)]]), ceiling,
    polyline("ptx-game-curve", places), found);
  root.append(pane, ...axes(x, y, middle, R), front, handle);
  // Where the words of the dot stand: in the gray where they have room, or else below or above the dot.
  const beside = ([left, height]) => {
    const below = places.filter((place) => place[1] <= height + 0.5).map((place) => place[0]);
    const [west, east] = [Math.min(...below), Math.max(...below)];
    const right = left < (west + east) / 2;
    if (east - west > LONG)
      return [[left + (right ? 16 : -16), Math.min(height + 5, SOUTH - 6)], right ? "start" : "end"];
    return [[Math.max(WEST + LONG / 2, Math.min(EAST - LONG / 2, left)),
      height + (height > SOUTH - 30 ? -16 : 26)], "middle"];
  };
  const move = (event) => {
    const [place] = hand(root, event);
    turn(middle + Math.max(-HALF, Math.min(HALF, Math.round(linear(WEST, EAST, -HALF, HALF)(place)))));
  };
  root.addEventListener("click", move);
  draggable(handle, move);
  return { root, middle,
    drawDot(angle, lower, value) {
      const place = [x(turned(angle, middle)), inside(lower)];
      handle.setAttribute("transform", `translate(${place.join(" ")})`);
      front.replaceChildren(words(`you are sure of ${number(lower, 2)}${y(lower) > SOUTH ? " \u2193" : ""}`,
        ...beside(place), { class: "ptx-game-label" }));
      found.replaceChildren(...(value === null ? [] : [
        line("ptx-game-value", [WEST, y(value)], [EAST, y(value)]),
        words(`value ${number(value, 3)}`, [EAST - 4, y(value) + 19], "end", { class: "ptx-game-label" })]));
    },
    drawCeiling(upper) {
      if (upper > R) return ceiling.replaceChildren();
      const height = inside(upper);
      ceiling.replaceChildren(
        svg("rect", { class: "ptx-game-over", x: WEST, y: NORTH, width: EAST - WEST, height: height - NORTH }),
        line("ptx-game-upper", [WEST, height], [EAST, height]),
        words(`the mixture pays at most ${upper.toFixed(2)}${y(upper) < NORTH ? " \u2191" : ""}`,
          [WEST + 6, height + (height < NORTH + 28 ? 18 : -14)], "start", { class: "ptx-game-label" }));
    } };
}

function axes(x, y, middle, R) {
  const parts = [line("ptx-axis", [WEST, y(0)], [EAST, y(0)]), line("ptx-axis", [WEST, SOUTH], [WEST, NORTH]),
    words("your direction, in degrees", [(WEST + EAST) / 2, CURVE_HEIGHT - 6]),
    words("what a direction is sure of, in coins a round", [2, 15], "start")];
  for (let angle = 30 * Math.ceil((middle - HALF) / 30); angle <= middle + HALF; angle += 30)
    parts.push(words(`${((angle % 360) + 360) % 360}\u00b0`, [x(angle - middle), SOUTH + 17]));
  for (let coins = -0.5 * Math.floor(R); coins <= 0.56 * R; coins += 0.5)
    parts.push(line("ptx-axis", [WEST - 4, y(coins)], [WEST, y(coins)]),
      words(number(coins, 1), [WEST - 6, y(coins) + 4], "end"));
  return parts;
}
