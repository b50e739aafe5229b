// The landing page: make the machine err, push the classes together, teach it with drawings.

import { html, svg } from "./dom.js";
import { arrowKey, disc, draggable, onKeys } from "./draw.js";
import { bestMargin, clip, dot, minus, plus, signedExamples, strip } from "./perceptron_math.js";
import { followRun } from "./proof_math.js";
import { SQUARE, across, down, region, segment } from "./plane.js";
import { EXAMPLES, SIDE, frameOf, inkOf } from "./digits_math.js";
import { calm, tween } from "./tween.js";
import { ceiling, ceilingOfMany, longestRun, nextMistake, pushed, rewritten } from "./err_math.js";

// x, y in quarters, and the label.
const SAMPLES = [
  [[5, 1, -1], [-5, 5, 1], [2, -6, 1], [-6, -1, 1], [5, 5, -1], [4, -3, -1]],
  [[1, -3, 1], [-7, -3, -1], [7, -2, 1], [-4, 5, -1], [-2, -6, 1], [5, 5, -1]],
  [[-3, -1, 1], [4, 0, -1], [3, -3, -1], [0, -7, -1], [-5, 2, 1], [-3, -7, 1]],
].map((sample) => sample.map(([x, y, label]) => [x / 4, y / 4, label]));

const signed = (points) => signedExamples(points, false);
const NO_LINE = "It has no line yet: whatever you show it first is a mistake. Tap a point.";
const times = (n) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);
const whole = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const part = (name) => document.getElementById(name);

function blink(node) {
  node.classList.remove("hit");
  node.getBoundingClientRect(); // so that the flash begins anew
  node.classList.add("hit");
}

// ---- the plane: two sides, a line, points ----

function createBoard(points, press) {
  const layers = ["sides", "street", "line", "points"].map((name) => svg("g", { class: name }));
  const [sides, street, border, dots] = layers;
  const root = svg("svg", { viewBox: "20 20 400 400", class: "plane", role: "group",
    "aria-label": "Six points and the machine's line" }, ...layers);
  const nodes = points.map(([, , label], i) => {
    const node = svg("g", { class: `point ${label > 0 ? "blue" : "orange"}`,
      ...(press ? { tabindex: "0", role: "button" } : {}) },
      disc("touch", [0, 0], 33), disc("flash", [0, 0], 17), disc("ring", [0, 0], 23), label > 0
        ? disc("shape", [0, 0], 15)
        : svg("rect", { class: "shape", x: -14, y: -14, width: 28, height: 28, rx: 4 }));
    if (press) {
      node.addEventListener("click", () => press(i));
      onKeys(node, ({ key }) => (key === "Enter" || key === " ") && (press(i), true));
    }
    return node;
  });
  dots.append(disc("centre", [0, 0], 4), ...nodes); // through which every line goes
  let [shown, stop] = [null, () => {}];
  const draw = (angle, certain) => {
    shown = angle;
    const w = [Math.cos(angle), Math.sin(angle), 0];
    const ends = [[-3 * w[1], 3 * w[0]], [3 * w[1], -3 * w[0]]];
    sides.replaceChildren(...(certain ? [region(clip(SQUARE, w), "blue"),
      region(clip(SQUARE, w.map((v) => -v)), "orange")] : []));
    border.replaceChildren(...(certain ? [segment(ends)] : []));
    root.classList.toggle("unsure", !certain);
  };
  const turn = ([x, y]) => {
    stop();
    if (x === 0 && y === 0) return draw(shown ?? 0.65, false); // it has no line
    const goal = Math.atan2(y, x);
    const way = shown === null ? 0 : ((goal - shown + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    stop = tween(goal - way, goal, (angle) => draw(angle, true));
  };
  const place = (now) => now.forEach(([x, y], i) =>
    nodes[i].setAttribute("transform", `translate(${across(x)} ${down(y)})`));
  const widen = (w_star, margin) => street.replaceChildren(...(w_star
    ? [region(strip(SQUARE, [...w_star, 0], margin))] : []));
  place(points);
  return { root, nodes, turn, place, widen };
}

const where = ([x, y]) => `${y > 0.2 ? "upper" : y < -0.2 ? "lower" : "middle"} `
  + (x > 0.2 ? "right" : x < -0.2 ? "left" : "middle");

// ---- first screen ----

function startGame() {
  const [board, bar, said, dare] = ["err-plane", "err-bar", "err-said", "err-dare"].map(part);
  const rival = Number(new URLSearchParams(location.hash.slice(1)).get("beat")) || 0;
  let game = null;

  function begin(k) {
    const points = SAMPLES[k];
    const Z = signed(points);
    game = { k, points, Z, order: longestRun(Z), most: ceiling(Z, bestMargin(Z).margin), mistakes: [], record: 0 };
    game.plane = createBoard(points, press);
    // What beats before the first touch lies above the drawing, where it costs nothing.
    board.replaceChildren(game.plane.root, ...points.map(([x, y]) => html("div", { class: "beat",
        style: `left: ${(across(x) - 20) / 4}%; top: ${(down(y) - 20) / 4}%` })));
    bar.replaceChildren(...Array.from({ length: game.most }, (_, t) =>
      html("span", t + 1 === game.order.length ? { class: "goal" } : {})));
    part("err-most").textContent = String(game.most);
    part("err-best").textContent = String(game.order.length);
    show(rival > 0 && rival <= game.order.length && k === 0
      ? `Somebody made it err ${times(rival)}. Can you do better?`
      : NO_LINE);
  }

  function show(news) {
    const { points, Z, order, mistakes, plane } = game;
    const run = followRun(Z, mistakes, [0, 0], 1);
    const over = !run.violated.some(Boolean);
    plane.turn(run.w);
    plane.nodes.forEach((node, i) => {
      node.classList.toggle("wrong", run.violated[i]);
      node.setAttribute("aria-label", `${points[i][2] > 0 ? "blue disc" : "orange square"}, `
        + `${where(points[i])}: ${run.violated[i] ? "a mistake" : "right"}`);
    });
    const t = mistakes.length;
    [...bar.children].forEach((cell, i) => cell.classList.toggle("full", i < t));
    bar.setAttribute("aria-label", `${t} of at most ${game.most} mistakes`);
    part("err-count").textContent = String(t);
    part("err-unit").textContent = t === 1 ? "mistake" : "mistakes";
    if (over && !game.told) game.record = Math.max(game.record, t);
    [...bar.children].forEach((cell, i) => cell.classList.toggle("record", i === game.record - 1));
    const left = run.violated.filter(Boolean).length;
    said.textContent = news ?? (!t ? NO_LINE : !over ? `Mistake ${t}: its line `
      + (t > 1 ? "turns. " : "goes through the middle; on it is wrong, too. ")
      + `${left === 1 ? "One point is" : `${left} points are`} wrong now.`
      : game.told ? `This was the longest way there is: ${order.length} mistakes, then none.`
      : t === order.length ? `${t} of ${t}: nobody can make it err more often. All orders were tried.`
      : `It errs no more. You made it err ${times(t)}; ${order.length} are possible.`
        + (rival && t > rival && !game.k ? " You win the dare." : ""));
    part("err-back").disabled = !t;
    dare.hidden = !over;
    part("err-play").hidden = over;
    part("err-show").hidden = t === order.length;
    board.closest("section").classList.toggle("over", over);
    Object.assign(board.dataset, { mistakes: mistakes.join(" "), over, most: game.most,
      best: order.length, sample: game.k });
  }

  function press(i) {
    clearInterval(game.timer);
    const { violated } = followRun(game.Z, game.mistakes, [0, 0], 1);
    if (!violated[i]) return show(violated.some(Boolean)
      ? "It has that one right, so it learns nothing. Tap a point with a ring." : null);
    if (!game.mistakes.length) game.told = false;
    add(i);
  }

  function add(i) {
    game.mistakes = [...game.mistakes, i];
    blink(game.plane.nodes[i]);
    show();
  }

  function back(mistakes, news) {
    clearInterval(game.timer);
    Object.assign(game, { mistakes, told: false });
    show(news);
  }

  const again = () => back([], "Once more from the start. Tap a point.");
  for (const name of ["err-again", "err-afresh"]) part(name).addEventListener("click", again);
  part("err-back").addEventListener("click", () =>
    back(game.mistakes.slice(0, -1), game.mistakes.length > 1 ? "One mistake taken back." : undefined));
  for (const name of ["err-other", "err-more"])
    part(name).addEventListener("click", () => {
      clearInterval(game.timer);
      begin((game.k + 1) % SAMPLES.length);
    });
  part("err-show").addEventListener("click", () => {
    again();
    game.told = true;
    const next = () => (game.mistakes.length < game.order.length
      ? add(game.order[game.mistakes.length]) : clearInterval(game.timer));
    if (calm()) while (game.mistakes.length < game.order.length) next();
    else game.timer = setInterval(next, 520);
  });
  part("err-copy").addEventListener("click", async () => {
    const address = new URL(location.href);
    address.hash = game.k === 0 && game.record ? `beat=${game.record}` : "";
    try {
      await navigator.clipboard.writeText(address.href);
      said.textContent = "The link is copied: whoever opens it sees your number.";
    } catch {
      said.textContent = `Copy this: ${address.href}`;
    }
  });
  begin(0);
}

// ---- the classes pushed together ----

const FOR_EVER = 1000;
const OVERLAP = 1.06; // of the margin, at the end of the slider

function endlessRun(Z) {
  const order = [];
  let [w, i] = [[0, 0], -1];
  while (order.length < FOR_EVER && (i = nextMistake(Z, w, i + 1)) >= 0) {
    order.push(i);
    w = plus(w, Z[i]);
  }
  return order;
}

function startPush() {
  const points = SAMPLES[0];
  const { margin, w_star } = bestMargin(signed(points));
  const plane = createBoard(points, null);
  const [board, slider, said] = ["push-plane", "push-slider", "push-said"].map(part);
  board.append(plane.root);
  plane.turn(w_star);
  let [shown, now] = [0, null];
  let [stop, stopPush] = [() => {}, () => {}]; // the run, and the way of the points

  function show() {
    stop();
    stopPush();
    const share = Number(slider.value) / 10;
    const Z = signed(pushed(points, share < 1 ? share : OVERLAP));
    const most = share < 1 ? ceiling(Z, (1 - share) * margin) : Infinity;
    now = { Z, most, order: share < 1 ? longestRun(Z) : endlessRun(Z) };
    const text = most === Infinity ? "no limit" : whole(most);
    part("push-most").textContent = text;
    part("push-best").textContent = most === Infinity ? "no end" : whole(now.order.length);
    part("push-count").textContent = "0";
    slider.setAttribute("aria-valuetext", `at most ${text}`);
    said.textContent = "";
    Object.assign(board.dataset, { most, best: now.order.length });
    plane.turn(w_star);
    stopPush = tween(shown, share < 1 ? share : OVERLAP, (at) => {
      shown = at;
      plane.place(pushed(points, at));
      plane.widen(w_star, Math.max(0, 1 - at) * margin);
    }, { ms: 250 });
  }

  function play() {
    const { Z, most, order } = now;
    const path = [[0, 0]];
    for (const i of order) path.push(plus(path.at(-1), Z[i]));
    const last = order.length;
    let t = -1;
    stop();
    stop = tween(0, last, (at) => {
      if (Math.floor(at) === t) return;
      t = Math.floor(at);
      if (t) blink(plane.nodes[order[t - 1]]);
      plane.turn(path[t]);
      part("push-count").textContent = whole(t);
      if (t < last) return;
      said.textContent = most === Infinity
        ? `${whole(last)} mistakes, and it would go on for ever: no line parts these points.`
        : `${whole(last)} mistakes, of at most ${whole(most)}. Now it has all six right.`;
    }, { ms: Math.min(6000, 250 * last) });
  }

  slider.addEventListener("input", show);
  part("push-run").addEventListener("click", play);
  show();
}

// ---- digits drawn by the reader ----

const STEP = 0.04;
const SHEET = 112;
const TOO_MANY = 300;
const PEN = 0.055;

function paint(canvas, levels, colour) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(canvas.width, canvas.height);
  levels.forEach((level, i) => image.data.set(colour(level), 4 * i));
  context.putImageData(image, 0, 0);
}

const rgb = (name) => {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
};

function createSheet(sheet, changed) {
  const state = { strokes: [], pen: [0.5, 0.5], down: false };
  const keep = (strokes) => { state.strokes = strokes; changed(); };
  const longer = (point) => keep([...state.strokes.slice(0, -1), [...state.strokes.at(-1), point]]);
  const at = (event) => {
    const box = sheet.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
      .map((value) => Math.min(1, Math.max(0, value)));
  };
  draggable(sheet, (event) => {
    const [point, last] = [at(event), state.strokes.at(-1).at(-1)];
    if (Math.hypot(...minus(point, last)) >= 0.01) longer(point);
  }, (event) => keep([...state.strokes, [at(event)]]));
  onKeys(sheet, (event) => {
    const [x, y] = state.pen;
    const goal = arrowKey([x, -y], event, STEP, 3 * STEP);
    if (event.key === "Delete" || event.key === "Backspace") keep([]);
    else if (event.key === " ") {
      state.down = !state.down;
      keep(state.down ? [...state.strokes, [state.pen]] : state.strokes);
    } else if (goal) {
      state.pen = [goal[0], -goal[1]].map((value) => Math.min(0.96, Math.max(0.04, value)));
      if (state.down && state.strokes.length) longer(state.pen);
      else changed();
    } else return false;
    return true;
  });
  const draw = () => {
    sheet.width = SHEET; // which clears it
    if (state.strokes.length) {
      const ink = rgb("--ink");
      paint(sheet, inkOf(state.strokes, SHEET, PEN).flat(), (level) => [...ink, 255 * level]);
    }
    if (document.activeElement !== sheet) return;
    const context = sheet.getContext("2d");
    context.strokeStyle = `rgb(${rgb(state.down ? "--blue" : "--orange")})`;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(...state.pen.map((value) => value * SHEET), 5, 0, 2 * Math.PI);
    context.stroke();
  };
  for (const event of ["focus", "blur"]) sheet.addEventListener(event, draw);
  return { state, keep, draw };
}

function startTeach() {
  const [sheet, seen, tray, said, pair] =
    ["teach-sheet", "teach-weights", "teach-tray", "teach-said", "teach-pair"].map(part);
  const truths = ["teach-first", "teach-second"].map(part);
  let machine = null;
  let timer = null;
  const page = createSheet(sheet, guess);
  const names = () => pair.value.split("|").slice(0, 2);
  const digits = () => pair.value.split("|").slice(2).map(Number);

  function begin(news) {
    clearInterval(timer);
    machine = { Z: [], w: new Array(SIDE * SIDE).fill(0), errors: 0, p: 0, news };
    tray.replaceChildren();
    truths.forEach((node, k) => { node.textContent = `It is ${names()[k]}`; });
    part("teach-hint").textContent = `Draw ${names().join(" or ")} here`;
    part("teach-write").disabled = !digits().length;
    page.keep([]);
    show();
  }

  function guess() {
    page.draw();
    const drawn = page.state.strokes.length > 0;
    for (const node of truths) node.disabled = !drawn;
    part("teach-hint").hidden = drawn;
    if (!drawn || timer) return;
    const score = dot(machine.w, frameOf(inkOf(page.state.strokes, SHEET, PEN)));
    machine.news = score === 0 ? "It has seen nothing yet, and cannot say. Tell it what this is."
      : `It takes this for ${names()[score > 0 ? 1 : 0]}. Tell it what it is.`;
    said.textContent = machine.news;
  }

  function show() {
    const { w, Z, errors } = machine;
    const most = Math.max(...w.map(Math.abs)) || 1;
    const [more, less] = [rgb("--blue"), rgb("--orange")];
    seen.width = SIDE;
    const shade = (value) => 255 * Math.sqrt(Math.abs(value) / most);
    if (errors) paint(seen, w, (value) => [...(value > 0 ? more : less), shade(value)]);
    part("teach-legend").textContent = errors ? `blue says ${names()[1]}, orange ${names()[0]}`
      : "it knows nothing yet";
    seen.setAttribute("aria-label", errors ? `The machine's weights: ${names()[1]} minus ${names()[0]}`
      : "The machine's weights: all of them zero");
    part("teach-count").textContent = `${errors} mistake${errors === 1 ? "" : "s"}`;
    const both = new Set(Z.map(({ label }) => label)).size === 2;
    const known = both ? ceilingOfMany(Z.map(({ z }) => z)) : null;
    part("teach-most").parentElement.hidden = !both;
    part("teach-most").textContent = known === Infinity ? "no limit" : whole(known ?? 0);
    said.textContent = machine.news;
    Object.assign(part("teach").dataset, { errors, examples: Z.length, most: known ?? "",
      busy: timer !== null });
  }

  function tell(label) {
    const x = frameOf(inkOf(page.state.strokes, SHEET, PEN));
    if (!x.some((ink) => ink > 0)) return;
    const canvas = html("canvas", { width: SIDE, height: SIDE, role: "img",
      class: label > 0 ? "blue" : "orange", "aria-label": names()[label > 0 ? 1 : 0] });
    paint(canvas, x, (level) => [...rgb("--ink"), 255 * level]);
    tray.append(canvas);
    machine.Z.push({ z: x.map((ink) => label * ink), label, canvas });
    machine.p = machine.Z.length - 1; // the new one first, then all of them again
    page.keep([]);
    clearInterval(timer);
    const before = machine.errors;
    const go = () => {
      if (learn(before)) return show();
      clearInterval(timer);
      timer = null;
      show();
    };
    if (calm()) while (learn(before)) show();
    timer = calm() ? null : setInterval(go, 260);
    go();
  }

  // One mistake; false when there is none left.
  function learn(before) {
    const Z = machine.Z.map(({ z }) => z);
    const i = nextMistake(Z, machine.w, machine.p);
    const n = Z.length;
    const all = n === 1 ? "this picture" : `all ${n} pictures`;
    if (i < 0) {
      machine.news = machine.errors === before ? `Right: it learns nothing, and its weights stay.`
        : `It has ${all} right now, after ${machine.errors} mistake${machine.errors === 1 ? "" : "s"}. `
          + "Draw another, and try to fool it.";
      return false;
    }
    if (machine.errors - before >= TOO_MANY) {
      machine.news = "It does not come to rest: perhaps the same drawing was told to be both.";
      return false;
    }
    machine.w = plus(machine.w, Z[i]);
    machine.errors += 1;
    machine.p = (i + 1) % n;
    const how = machine.Z[i].label > 0 ? ["adds", "to"] : ["takes", "from"];
    machine.news = `Mistake ${machine.errors}: it ${how[0]} the picture ${how[1]} its weights.`;
    blink(machine.Z[i].canvas);
    return true;
  }

  truths.forEach((node, k) => node.addEventListener("click", () => tell(k ? 1 : -1)));
  part("teach-clear").addEventListener("click", () => page.keep([]));
  part("teach-write").addEventListener("click", () => {
    const k = machine.Z.length % 2;
    page.keep(rewritten(EXAMPLES[digits()[k]]));
    said.textContent = machine.news = `Here is ${names()[k]}. ${machine.news}`;
  });
  const fresh = "Draw, and say what it is. Only when it is wrong will it learn.";
  part("teach-again").addEventListener("click", () => begin(fresh));
  pair.addEventListener("change", () => begin(fresh));
  new MutationObserver(() => { page.draw(); show(); }).observe(document.documentElement,
    { attributeFilter: ["data-theme"] });
  begin(fresh);
}

// ---- the page ----

// The same choice as on all pages of the book: light, dark, or what the system says.
function startTheme() {
  const root = document.documentElement;
  part("theme").addEventListener("click", () => {
    const mode = root.dataset.theme === "dark" ? "light" : "dark";
    Object.assign(root.dataset, { mode, theme: mode });
    localStorage.setItem("mode", mode);
    localStorage.setItem("theme", mode);
  });
}

// The game first; a touch is answered between the others.
if (typeof document !== "undefined") {
  startGame();
  for (const start of [startTheme, startPush, startTeach]) setTimeout(start);
}

export { SAMPLES, bestMargin, ceiling, ceilingOfMany, longestRun, nextMistake, pushed, signedExamples };
