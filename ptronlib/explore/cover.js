// Slide P and N along Cover's curve: the fraction of all labelings that are separable.

import { button, html, svg } from "./dom.js";
import { permalink, whole, write } from "./model.js";
import { coverCount, separableFraction } from "./count_math.js";

const WIDTH = 420;
const HEIGHT = 230;
const LEFT = 40;
const BASE = HEIGHT - 42;
const TOP = 12;
const MOST = 4; // points per weight at the right end
const across = (ratio) => LEFT + ((WIDTH - LEFT - 12) * ratio) / MOST;
const down = (share) => BASE - (BASE - TOP) * share;

function initialize({ model }) {
  permalink(model, "cover", { P: whole(1, 400), N: whole(1, 100) });
}

function render({ model, el }) {
  const sliders = { P: slider(model, "P", "points, ", 400), N: slider(model, "N", "weights, ", 100) };
  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ptx-chart", role: "img" });
  const cells = {};
  const row = (key, name) => {
    cells[key] = html("dd");
    return html("div", {}, html("dt", {}, name), cells[key]);
  };
  const numbers = html("dl", {}, row("count", "separable"), row("all", "labelings"),
    row("share", "fraction"), row("ratio", "points per weight"));
  const root = html("div", { class: "ptx ptx-counting", "data-lm-suppress-shortcuts": "true" },
    html("div", { class: "ptx-row" }, sliders.P.root, sliders.N.root), chart, numbers,
    html("div", { class: "ptx-row" },
      button("Start again", "Put both sliders back", () => write(model, model.get("start")))));
  const draw = () => {
    const [P, N] = [model.get("P"), model.get("N")];
    const share = separableFraction(P, N);
    sliders.P.show(P);
    sliders.N.show(N);
    chart.replaceChildren(...picture(P, N, share));
    chart.setAttribute("aria-label", `With ${N} weights, a fraction of ${percent(share)} of the `
      + `labelings of ${P} points is separable.`);
    cells.count.textContent = big(coverCount(P, N));
    cells.all.textContent = big(2n ** BigInt(P));
    cells.share.textContent = percent(share);
    cells.ratio.textContent = (P / N).toFixed(2);
    Object.assign(root.dataset, { share, count: coverCount(P, N) });
  };
  model.on("change:P change:N", draw);
  el.append(root);
  draw();
}

const percent = (share) =>
  share > 0 && share < 1e-4 ? share.toExponential(1).replace("-", "\u2212")
    : `${Number((100 * share).toFixed(3))} %`;

function big(count) {
  const digits = String(count);
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, "\u2009");
  return `${digits[0]}.${digits.slice(1, 4)} \u00b7 10^${digits.length - 1}`;
}

function slider(model, name, text, most) {
  const input = html("input", { type: "range", min: 1, max: most, step: 1,
    "aria-label": `${text}${name}` });
  const reading = html("span", { class: "ptx-reading" });
  input.addEventListener("input", () => write(model, { [name]: Number(input.value) }));
  const root = html("label", { class: "ptx-slider" }, html("span", {}, text, html("i", {}, name)),
    input, reading);
  const show = (value) => {
    input.value = String(value);
    reading.textContent = String(value);
  };
  return { root, show };
}

function picture(P, N, share) {
  const rule = (attributes, name = "ptx-rule") => svg("line", { class: name, ...attributes });
  const text = (x, y, words, anchor = "middle") =>
    svg("text", { x, y, "text-anchor": anchor }, words);
  const parts = [
    rule({ x1: LEFT, x2: WIDTH - 12, y1: BASE, y2: BASE }, "ptx-axis"),
    rule({ x1: across(2), x2: across(2), y1: TOP, y2: BASE }),
    rule({ x1: LEFT, x2: WIDTH - 12, y1: down(0.5), y2: down(0.5) }),
    text((LEFT + WIDTH - 12) / 2, HEIGHT - 6, "points per weight"),
  ];
  for (const ratio of [0, 1, 2, 3, 4]) parts.push(text(across(ratio), BASE + 17, String(ratio)));
  for (const height of [0, 0.5, 1])
    parts.push(text(LEFT - 6, down(height) + 4, String(height), "end"));
  const curve = [];
  for (let p = 1; p <= MOST * N; p++) curve.push(`${across(p / N)},${down(separableFraction(p, N))}`);
  parts.push(svg("polyline", { class: "ptx-norm", points: curve.join(" ") }));
  const right = P / N > MOST;
  parts.push(svg("circle", { class: "ptx-place", cx: across(Math.min(MOST, P / N)), cy: down(share),
    r: 6 }));
  if (right) parts.push(text(WIDTH - 12, down(share) - 12, `at ${(P / N).toFixed(1)} \u2192`, "end"));
  return parts;
}

export default { initialize, render };
