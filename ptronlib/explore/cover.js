// Slide P and N along Cover's curve: the fraction of all labelings that are separable.

import { box, button, explorer, slider, table } from "./dom.js";
import { chart, disc, line, linear, polyline, words } from "./draw.js";
import { mount, permalink, whole, write } from "./model.js";
import { coverCount, separableFraction } from "./count_math.js";

const [WIDTH, HEIGHT, LEFT, TOP] = [420, 230, 40, 12];
const [RIGHT, BASE] = [WIDTH - 12, HEIGHT - 42];
const MOST = 4; // points per weight at the right end
const [across, down] = [linear(0, MOST, LEFT, RIGHT), linear(0, 1, BASE, TOP)];

function initialize({ model }) {
  permalink(model, "cover", { P: whole(1, 400), N: whole(1, 100) });
}

function render({ model, el }) {
  const control = (name, text, most) => slider(`${text}_${name}_`, [1, most, 1],
    (value) => write(model, { [name]: value }), { "aria-label": `${text}${name}` });
  const [points, weights] = [control("P", "points, ", 400), control("N", "weights, ", 100)];
  const picture = chart(WIDTH, HEIGHT);
  const numbers = table({ count: "separable", all: "labelings", share: "fraction",
    ratio: "points per weight" });
  const root = explorer("ptx-counting", box("row", points.root, weights.root), picture, numbers.root,
    box("row", button("Start again", "Put both sliders back", () =>
      write(model, model.get("start")))));
  const draw = () => {
    const [P, N] = [model.get("P"), model.get("N")];
    const share = separableFraction(P, N);
    points.show(P);
    weights.show(N);
    picture.replaceChildren(...curve(P, N, share));
    picture.setAttribute("aria-label", `With ${N} weights, a fraction of ${percent(share)} of the `
      + `labelings of ${P} points is separable.`);
    numbers.show({ count: big(coverCount(P, N)), all: big(2n ** BigInt(P)), share: percent(share),
      ratio: (P / N).toFixed(2) });
    Object.assign(root.dataset, { share, count: coverCount(P, N) });
  };
  mount(el, root, model, "change:P change:N", draw);
}

const percent = (share) =>
  share > 0 && share < 1e-4 ? share.toExponential(1).replace("-", "\u2212")
    : `${Number((100 * share).toFixed(3))} %`;

function big(count) {
  const digits = String(count);
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, "\u2009");
  return `${digits[0]}.${digits.slice(1, 4)} \u00b7 10^${digits.length - 1}`;
}

function curve(P, N, share) {
  const places = Array.from({ length: MOST * N }, (_, k) =>
    [across((k + 1) / N), down(separableFraction(k + 1, N))]);
  const parts = [
    line("ptx-axis", [LEFT, BASE], [RIGHT, BASE]),
    line("ptx-rule", [across(2), TOP], [across(2), BASE]),
    line("ptx-rule", [LEFT, down(0.5)], [RIGHT, down(0.5)]),
    words("points per weight", [(LEFT + RIGHT) / 2, HEIGHT - 6]),
    ...[0, 1, 2, 3, 4].map((ratio) => words(String(ratio), [across(ratio), BASE + 17])),
    ...[0, 0.5, 1].map((height) => words(String(height), [LEFT - 6, down(height) + 4], "end")),
    polyline("ptx-norm", places),
    disc("ptx-place", [across(Math.min(MOST, P / N)), down(share)], 6),
  ];
  if (P / N > MOST)
    parts.push(words(`at ${(P / N).toFixed(1)} \u2192`, [RIGHT, down(share) - 12], "end"));
  return parts;
}

export default { initialize, render };
