// Turn k down, row by row of one random matrix, and watch the margins of all labelings shrink.

import { button, number, setProse, slider, svg } from "./dom.js";
import { shell } from "./shell.js";
import { chart, disc, line, linear, polygon, words } from "./draw.js";
import { mover } from "./tween.js";
import { mount, permalink, write } from "./model.js";

const [WIDTH, HEIGHT, LEFT, TOP] = [420, 340, 44, 12];
const [RIGHT, BASE] = [WIDTH - 14, HEIGHT - 44];

// A labeling is lost when nothing separates it any more: its margin is 0.
function fate(before, after) {
  if (after === 0) return "lost";
  return 2 * after >= before ? "kept" : "shrunk";
}

function tally(before, after) {
  const counts = { kept: 0, shrunk: 0, lost: 0, smallest: Infinity };
  before.forEach((margin, i) => {
    counts[fate(margin, after[i])] += 1;
    counts.smallest = Math.min(counts.smallest, after[i] / margin);
  });
  return counts;
}

const MET = [(d) => d.k === d.least, (d) => d.lost > 64];

function initialize({ model }) {
  permalink(model, "projection", { k: (value) => model.get("ks").includes(value) });
}

function render({ model, el }) {
  const ks = model.get("ks"); // they fall, the slider rises
  const control = slider("dimensions, _k_", [0, ks.length - 1, 1],
    (place) => write(model, { k: ks.at(-1 - place) }),
    { "aria-label": "dimensions after the map, k" });
  const picture = chart(WIDTH, HEIGHT);
  const view = { model };
  const root = shell("ptx-projecting", view, { picture: [picture], controls: [control.root,
    button("Start again", "Back to the first k", () => write(model, { k: ks[0] }))], met: MET });
  const move = mover((after) =>
    picture.replaceChildren(...dots(model.get("before"), after, model.get("after"))));
  const draw = () => {
    const [k, before] = [model.get("k"), model.get("before")];
    const after = model.get("after")[ks.indexOf(k)];
    const counts = tally(before, after);
    control.show(ks.length - 1 - ks.indexOf(k), String(k));
    control.input.setAttribute("aria-valuetext", `${k} of ${model.get("d")} dimensions`);
    move(after);
    picture.setAttribute("aria-label", "Margins of all labelings, before the map (across) and after "
      + `it (upwards), with k = ${k}: ${counts.kept} dots lie on or above the dashed line of half `
      + `the margin, ${counts.shrunk} below it, ${counts.lost} at zero.`);
    view.show({ ...counts, smallest: number(counts.smallest) });
    setProse(view.status, `With _k_ = ${k}, ${counts.kept} of ${before.length} labelings keep at least `
      + `half their margin; ${counts.lost} are no longer separable.`);
    const least = Math.min(...ks.filter((_, i) => tally(before, model.get("after")[i]).kept
      === before.length));
    Object.assign(root.dataset, { k, ...counts, least });
  };
  mount(el, root, model, "change:k", draw);
}

function dots(before, after, every) {
  const most = 1.05 * Math.max(...before, ...every.flat());
  const widest = 1.05 * Math.max(...before);
  const [across, up] = [linear(0, widest, LEFT, RIGHT), linear(0, most, BASE, TOP)];
  const place = ([x, y]) => [across(x), up(y)];
  const ray = (slope, name) => line(name, place([0, 0]),
    place([Math.min(widest, most / slope), Math.min(slope * widest, most)]));
  const middle = (TOP + BASE) / 2;
  const step = most > 5 ? 10 ** Math.floor(Math.log10(most)) : most > 0.75 ? 0.5 : 0.1;
  const upTo = (end) => Array.from({ length: Math.ceil(end / step) }, (_, i) => i * step);
  return [
    polygon("ptx-loss", [[0, 0], [widest, 0], [widest, widest / 2]].map(place)),
    line("ptx-axis", [LEFT, BASE], [RIGHT, BASE]),
    line("ptx-axis", [LEFT, BASE], [LEFT, TOP]),
    ray(1, "ptx-axis"),
    ray(0.5, "ptx-theory"),
    words("same", [across(0.12 * widest), up(0.12 * widest) - 12]),
    words("half", [across(0.3 * widest), up(0.15 * widest) + 22]),
    words("margin before the map", [(LEFT + RIGHT) / 2, HEIGHT - 6]),
    words("margin after the map", [13, middle], "middle", { transform: `rotate(-90 13 ${middle})` }),
    ...upTo(widest).map((value) => words(number(value), [across(value), BASE + 18])),
    ...upTo(most).slice(1).map((value) => words(number(value), [LEFT - 4, up(value) + 4], "end")),
    ...before.map((margin, i) => {
      const [x, y] = place([margin, after[i]]);
      const kind = fate(margin, after[i]);
      return kind === "lost" ? svg("path", { class: "ptx-lost", d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` })
        : disc(`ptx-${kind}`, [x, y], 4);
    }),
  ];
}

export default { initialize, render };
