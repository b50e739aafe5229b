// Turn k down, row by row of one random matrix, and watch the margins of all labelings shrink.

import { button, html, number, setProse, svg } from "./dom.js";
import { permalink, write } from "./model.js";
import { fate, tally } from "./projection_math.js";

const WIDTH = 420;
const HEIGHT = 340;
const LEFT = 44;
const RIGHT = WIDTH - 14;
const BASE = HEIGHT - 44;
const TOP = 12;

function initialize({ model }) {
  permalink(model, "projection", { k: (value) => model.get("ks").includes(value) });
}

function render({ model, el }) {
  const { input, reading, label } = slider(model);
  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ptx-chart", role: "img" });
  const cells = {};
  const row = (key, name) => {
    cells[key] = html("dd");
    return html("div", {}, html("dt", {}, name), cells[key]);
  };
  const numbers = html("dl", {}, row("kept", "keep half their margin"),
    row("shrunk", "keep less"), row("lost", "no longer separable"),
    row("smallest", "smallest ratio"));
  const status = html("p", { class: "ptx-status", role: "status", "aria-live": "polite" });
  const root = html("div", { class: "ptx ptx-projecting", "data-lm-suppress-shortcuts": "true" },
    html("div", { class: "ptx-row" }, label,
      button("Start again", "Back to the first k", () => write(model, { k: model.get("ks")[0] }))), chart, numbers, status);
  const draw = () => {
    const [ks, k, before] = ["ks", "k", "before"].map((name) => model.get(name));
    const after = model.get("after")[ks.indexOf(k)];
    const counts = tally(before, after);
    input.value = String(ks.length - 1 - ks.indexOf(k));
    input.setAttribute("aria-valuetext", `${k} of ${model.get("d")} dimensions`);
    reading.textContent = String(k);
    chart.replaceChildren(...picture(before, after, model.get("after")));
    chart.setAttribute("aria-label", "Margins of all labelings, before the map (across) and after "
      + `it (upwards), with k = ${k}: ${counts.kept} dots lie on or above the dashed line of half `
      + `the margin, ${counts.shrunk} below it, ${counts.lost} at zero.`);
    for (const key of ["kept", "shrunk", "lost"]) cells[key].textContent = String(counts[key]);
    cells.smallest.textContent = number(counts.smallest);
    setProse(status, `With _k_ = ${k}, ${counts.kept} of ${before.length} labelings keep at least `
      + `half their margin; ${counts.lost} are no longer separable.`);
    Object.assign(root.dataset, { k, ...counts });
  };
  model.on("change:k", draw);
  el.append(root);
  draw();
}

function slider(model) {
  const input = html("input", { type: "range", min: 0, max: model.get("ks").length - 1, step: 1,
    "aria-label": "dimensions after the map, k" });
  const reading = html("span", { class: "ptx-reading" });
  input.addEventListener("input", () =>
    write(model, { k: model.get("ks").at(-1 - Number(input.value)) })); // ks falls, the slider rises
  const label = html("label", { class: "ptx-slider" },
    html("span", {}, "dimensions, ", html("i", {}, "k")), input, reading);
  return { input, reading, label };
}

function picture(before, after, every) {
  const most = 1.05 * Math.max(...before, ...every.flat());
  const widest = 1.05 * Math.max(...before);
  const across = (margin) => LEFT + ((RIGHT - LEFT) * margin) / widest;
  const up = (margin) => BASE - ((BASE - TOP) * margin) / most;
  const ray = (slope, name) => svg("line", { class: name, x1: across(0), y1: up(0),
    x2: across(Math.min(widest, most / slope)), y2: up(Math.min(slope * widest, most)) });
  const text = (x, y, words, anchor = "middle", more = {}) =>
    svg("text", { x, y, "text-anchor": anchor, ...more }, words);
  const corners = [[0, 0], [widest, 0], [widest, widest / 2]];
  const parts = [
    svg("polygon", { class: "ptx-loss",
      points: corners.map(([x, y]) => `${across(x)},${up(y)}`).join(" ") }),
    svg("line", { class: "ptx-axis", x1: LEFT, x2: RIGHT, y1: BASE, y2: BASE }),
    svg("line", { class: "ptx-axis", x1: LEFT, x2: LEFT, y1: BASE, y2: TOP }),
    ray(1, "ptx-axis"),
    ray(0.5, "ptx-theory"),
    text(across(0.12 * widest), up(0.12 * widest) - 12, "same", "middle"),
    text(across(0.3 * widest), up(0.15 * widest) + 22, "half", "middle"),
    text((LEFT + RIGHT) / 2, HEIGHT - 6, "margin before the map"),
    text(13, (TOP + BASE) / 2, "margin after the map", "middle",
      { transform: `rotate(-90 13 ${(TOP + BASE) / 2})` }),
  ];
  const step = most > 5 ? 10 ** Math.floor(Math.log10(most)) : most > 0.75 ? 0.5 : 0.1;
  for (let i = 0; i * step < widest; i++)
    parts.push(text(across(i * step), BASE + 18, number(i * step)));
  for (let i = 1; i * step < most; i++)
    parts.push(text(LEFT - 4, up(i * step) + 4, number(i * step), "end"));
  before.forEach((margin, i) => {
    const [x, y] = [across(margin), up(after[i])];
    const kind = fate(margin, after[i]);
    parts.push(kind === "lost"
      ? svg("path", { class: "ptx-lost", d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` })
      : svg("circle", { class: `ptx-${kind}`, cx: x, cy: y, r: 4 }));
  });
  return parts;
}

export { fate, tally };
export default { initialize, render };
