// The explorer of chapter 9: drag the corners of two polygons. The model holds points and eps.

import { button, number, setProse, slider, svg } from "./dom.js";
import { shell } from "./shell.js";
import { disc } from "./draw.js";
import { mover } from "./tween.js";
import { mount, permalink, rows, within, write } from "./model.js";
import { dot, hull, minus, norm, plus, worst } from "./perceptron_math.js";
import { GRID, at, createPlane, pointHandlers, region, segment } from "./plane.js";

function separateHulls(P, Q, eps, maxUpdates = 20000) {
  let w = [0, 0];
  let beta = 0;
  const picks = [[], []];
  for (let t = 1; ; t++) {
    const u = w[0] || w[1] ? w : [1, 1]; // at 0 all pairs tie
    const [i, j] = [worst(P, u).index, worst(Q, [-u[0], -u[1]]).index];
    const z = minus(P[i], Q[j]);
    const score = dot(w, z);
    if (score > beta) {
      const b = (dot(w, P[i]) + dot(w, Q[j])) / 2;
      return { kind: "Wall", w, b, gap: score / (2 * norm(w)), picks, beta };
    }
    if (t > maxUpdates) return { kind: "Undecided", w, picks, beta };
    w = plus(w, z);
    beta = Math.max(beta, dot(z, z));
    picks[0].push(i);
    picks[1].push(j);
    const length = norm(w);
    if (length < eps * t) {
      const [p, q] = [mean(P, picks[0]), mean(Q, picks[1])];
      return { kind: "Close", p, q, distance: length / t, picks, beta, w };
    }
  }
}

const mean = (points, chosen) =>
  [0, 1].map((k) => chosen.reduce((sum, i) => sum + points[i][k], 0) / chosen.length);

const part = (points, label) =>
  points.filter((point) => point[2] === label).map(([x, y]) => [x, y]);

function initialize({ model }) {
  const labels = model.get("points").map(([, , label]) => label);
  const corners = rows(3, labels.length, labels.length);
  permalink(model, "hulls", { eps: (value) => within(0.125, 2)(value) && Number.isInteger(value / GRID),
    points: (value) => corners(value) && value.every(([, , label], i) => label === labels[i]) });
}

function render({ model, el }) {
  const view = { model, selected: null, redraw: () => draw(view) };
  view.plane = createPlane(pointHandlers(view, { moved: (points) => write(model, { points }) }));
  view.move = mover((w) => view.plane.turn({ ...view.scene, w }));
  view.bodies = svg("g", { class: "ptx-bodies" });
  view.plane.root.insertBefore(view.bodies, view.plane.root.querySelector(".ptx-points"));
  view.root = layOut(view);
  mount(el, view.root, model, "change:points change:eps", view.redraw);
}

function draw(view) {
  const points = view.model.get("points");
  const eps = view.model.get("eps");
  const sets = [part(points, 1), part(points, -1)];
  const found = separateHulls(...sets, eps);
  const wall = found.kind === "Wall";
  const unit = wall && [...found.w, -found.b].map((value) => value / norm(found.w));
  const jump = points !== view.scene?.points || !wall || !view.scene.showBest;
  view.scene = { points, path: [], showBest: wall,
    best: wall && { separable: true, margin: found.gap, w_star: unit } };
  view.move(unit || [0, 0, 0], jump);
  view.plane.drawPoints({ points, mistakes: [], selected: view.selected });
  drawBodies(view.bodies, sets, found);
  mark(view.plane.root, points, found);
  setProse(view.status, sentence(found, eps));
  const [R, count] = [Math.sqrt(found.beta), found.picks[0].length];
  view.show({ eps: number(eps, 4), updates: count, used: 2 * count,
    bound: number(3 * (R / eps) ** 2 + (found.kind === "Close" ? 1 : 0), 1), R: number(R, 3) });
  view.slider.show(Math.round(eps / GRID), number(eps, 3));
  Object.assign(view.root.dataset, { kind: found.kind, updates: found.picks[0].length,
    gap: found.gap ?? "", distance: found.distance ?? "", eps });
}

function drawBodies(layer, sets, found) {
  layer.replaceChildren(...sets.map((set, k) => region(hull(set), k ? "ptx-body-q" : "ptx-body-p")));
  if (found.kind !== "Close") return;
  const ends = [found.p, found.q];
  layer.append(segment(ends), ...ends.map((end) => disc("", at(end), 5)));
}

// A ring around each corner that was used.
function mark(root, points, found) {
  const rank = { "1": 0, "-1": 0 };
  root.querySelectorAll(".ptx-point").forEach((node, i) => {
    const label = points[i][2];
    const used = found.picks[label > 0 ? 0 : 1].includes(rank[label]++);
    node.classList.toggle("ptx-last", used);
    node.setAttribute("aria-label", `corner ${i} of ${label > 0 ? "K" : "L"}, at `
      + `(${points[i][0]}, ${points[i][1]})${used ? ", used" : ""}`);
  });
}

function sentence(found, eps) {
  if (found.kind === "Wall")
    return `A wall: each polygon keeps a distance of ${number(found.gap, 3)} from it, `
      + `and ${number(eps / 6, 3)} was promised.`;
  if (found.kind === "Close")
    return `Close: a point of each polygon, ${number(found.distance, 3)} apart, `
      + `less than ${number(eps, 3)}.`;
  return "Stopped without an answer.";
}

const MET = [(d, was) => d.kind === "Close" && was.eps === d.eps,
  (d, was) => d.kind !== was.kind && d.eps !== was.eps];

function layOut(view) {
  view.slider = slider("distance asked about", [2, 32, 1],
    (value) => write(view.model, { eps: value * GRID }),
    { "aria-label": "distance asked about, in sixteenths" }, "ptx-slider ptx-long");
  const restore = button("Start again", "Restore the polygons that this picture began with", () =>
    write(view.model, view.model.get("start")));
  return shell("ptx-hulls", view, { picture: [view.plane.root], controls: [view.slider.root, restore],
    met: MET });
}

export { hull, separateHulls };
export default { initialize, render };
