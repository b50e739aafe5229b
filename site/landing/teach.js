// The drawing pad: the reader draws, the machine guesses on the pad, and learns when it was wrong.

import { html } from "./dom.js";
import { arrowKey, draggable, onKeys } from "./draw.js";
import { dot, minus, plus } from "./perceptron_math.js";
import { EXAMPLES, SIDE, frameOf, inkOf } from "./digits_math.js";
import { calm } from "./tween.js";
import { nextMistake, rewritten } from "./landing_math.js";
import { mistakesOf, part } from "./play.js";

const STEP = 0.04; // of the pad's width, by an arrow key
const SHEET = 112;
const PEN = 0.055;
const PAUSE = 260; // milliseconds between two mistakes
const PICTURES = [, "this picture", "both pictures"];
const TOO_MANY = 300; // mistakes in a row: it will not come to rest

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

// A sheet to draw on by hand or with arrow keys; changed() is called whenever its strokes change.
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
  return { keep, draw, isEmpty: () => state.strokes.length === 0,
    picture: () => frameOf(inkOf(state.strokes, SHEET, PEN)) };
}

export function startTeach() {
  const [guess, seen, legend, count, tray, said, pair, write] = ["guess", "weights", "legend", "count",
    "tray", "said", "pair", "write"].map((name) => part(`teach-${name}`));
  const truths = ["teach-first", "teach-second"].map(part);
  const sheet = createSheet(part("teach-sheet"), look);
  let [shown, w, errors, timer] = [[], [], 0, null]; // shown: { z, label, canvas } for each picture
  const names = () => pair.value.split("|").slice(0, 2);
  const digits = () => pair.value.split("|").slice(2).map(Number);
  const nameOf = (label) => names()[label > 0 ? 1 : 0];

  function begin() {
    clearInterval(timer);
    [shown, w, errors, timer] = [[], new Array(SIDE * SIDE).fill(0), 0, null];
    tray.replaceChildren();
    truths.forEach((node, k) => { node.textContent = `It is ${names()[k]}`; });
    write.disabled = !digits().length;
    sheet.keep([]);
    show("Draw, then say what it is. It learns only when its guess was wrong.");
  }

  // The guess, on the pad.
  function look() {
    sheet.draw();
    const empty = sheet.isEmpty();
    for (const node of truths) node.disabled = empty;
    const score = empty ? 0 : dot(w, sheet.picture());
    guess.textContent = empty ? `Draw ${names().join(" or ")} here`
      : score === 0 ? "No idea yet. What is it?" : `I guess: ${nameOf(score)}`;
  }

  function show(news) {
    const most = Math.max(...w.map(Math.abs)) || 1;
    const [more, less] = [rgb("--blue"), rgb("--orange")];
    seen.width = SIDE;
    if (errors) paint(seen, w, (value) =>
      [...(value > 0 ? more : less), 255 * Math.sqrt(Math.abs(value) / most)]);
    legend.textContent = errors ? `blue speaks for ${names()[1]}, orange for ${names()[0]}`
      : "it knows nothing yet";
    seen.setAttribute("aria-label", `What it has learned: ${legend.textContent}`);
    count.textContent = mistakesOf(errors);
    said.textContent = news;
    Object.assign(part("teach").dataset, { errors, examples: shown.length, busy: timer !== null });
  }

  function tell(label) {
    const x = sheet.picture();
    if (!x.some((ink) => ink > 0)) return;
    const canvas = html("canvas", { width: SIDE, height: SIDE, role: "img",
      class: label > 0 ? "blue" : "orange", "aria-label": nameOf(label) });
    paint(canvas, x, (level) => [...rgb("--ink"), 255 * level]);
    tray.append(canvas);
    shown.push({ z: x.map((ink) => label * ink), label, canvas });
    sheet.keep([]);
    clearInterval(timer);
    const before = errors;
    let p = shown.length - 1; // the new one first, then all of them again
    const go = () => {
      const i = errors - before < TOO_MANY ? nextMistake(shown.map(({ z }) => z), w, p) : -1;
      if (i >= 0) {
        learn(i);
        p = (i + 1) % shown.length;
        return true;
      }
      clearInterval(timer);
      timer = null;
      show(verdict(before));
      return false;
    };
    if (calm()) while (go());
    else {
      timer = setInterval(go, PAUSE);
      go();
    }
  }

  function learn(i) {
    const { z, label, canvas } = shown[i];
    const none = dot(w, z) === 0 ? " (to have no idea is one, too)" : "";
    w = plus(w, z);
    errors += 1;
    canvas.getAnimations().forEach((animation) => animation.cancel());
    if (!calm()) canvas.animate({ scale: [1, 1.3, 1] }, PAUSE);
    show(`Mistake ${errors}${none}: it ${label > 0 ? "adds the picture to" : "takes the picture from"} its weights.`);
  }

  function verdict(before) {
    if (errors === before) return "Right: so it learns nothing, and its weights stay.";
    if (errors - before >= TOO_MANY)
      return "It does not come to rest: perhaps you called the same drawing by both names.";
    return `After ${mistakesOf(errors)} it has ${PICTURES[shown.length] ?? `all ${shown.length} pictures`} right. `
      + "Draw another one, and try to fool it.";
  }

  truths.forEach((node, k) => node.addEventListener("click", () => tell(k ? 1 : -1)));
  part("teach-clear").addEventListener("click", () => sheet.keep([]));
  write.addEventListener("click", () => sheet.keep(rewritten(EXAMPLES[digits()[shown.length % 2]])));
  part("teach-again").addEventListener("click", begin);
  pair.addEventListener("change", begin);
  new MutationObserver(() => { sheet.draw(); show(said.textContent); })
    .observe(document.documentElement, { attributeFilter: ["data-theme"] });
  begin();
}
