// Draw a digit; the network of the recorded run answers in the page.

import { button, html, number, row, setProse, svg } from "./dom.js";
import { shell } from "./shell.js";
import { arrowKey, chart, draggable, line, onKeys, words } from "./draw.js";
import { mount, permalink, within, write } from "./model.js";
import { EXAMPLES, SIDE, frameOf, inkOf, ranking, readNetwork, scoresOf } from "./digits_math.js";

const STEP = 0.04; // what an arrow key moves the pen by
const WIDTH = 320;
const ROW = 22;

const inSquare = (value) => Array.isArray(value) && value.flat().length <= 4000
  && value.every((stroke) => Array.isArray(stroke) && stroke.length && stroke.every((point) =>
    Array.isArray(point) && point.length === 2 && point.every(within(0, 1))));

const MET = [(d) => d.sure === "true",
  (d, was) => was.answer >= "0" && d.answer !== was.answer && +d.strokes === +was.strokes + 1,
  (d) => d.answer === "none of the ten"];

function render({ model, el }) {
  permalink(model, "digits", { strokes: inSquare });
  const sheet = html("canvas", { width: 112, height: 112, class: "ptx-sheet", tabindex: 0,
    role: "img" });
  const seen = html("canvas", { width: SIDE, height: SIDE, class: "ptx-seen", role: "img",
    "aria-label": "What the network sees: 28 by 28 pixels, centred." });
  const scale = chart(WIDTH, 10 * ROW + 22);
  const examples = row("Write a digit", ...EXAMPLES.map((strokes, k) =>
    button(String(k), `Write a ${k}`, () => keep(strokes))));
  examples.classList.add("ptx-examples");
  const view = { model };
  const root = shell("ptx-digits", view, { picture: [sheet], side: [scale], controls: [
    button("Clear", "Remove all ink", () => keep([])), html("span", {}, "it sees"), seen],
    more: [examples], met: MET });
  let net = null;
  let trouble = "";
  let pen = { x: 0.5, y: 0.5, down: false };

  const strokes = () => model.get("strokes");
  const keep = (next) => write(model, { strokes: next });
  function draw() {
    const picture = inkOf(strokes());
    const input = frameOf(picture);
    paint(sheet, picture.flat());
    paint(seen, input);
    if (document.activeElement === sheet) mark(sheet, pen);
    say(net && strokes().length ? scoresOf(net, input) : null);
  }
  function say(scores) {
    sheet.setAttribute("aria-label", strokes().length
      ? `Drawing of ${strokes().length} strokes.` : "An empty sheet to draw a digit on.");
    scale.replaceChildren(...bars(scores, net));
    setProse(view.status, trouble || (!net ? "The network is loaded when this comes into view."
      : scores ? sentence(scores, net) : "Draw a digit: the network reads it at every stroke."));
    const order = scores ? ranking(scores) : [];
    view.show({ answer: scores ? answerTo(scores) : "\u2013",
      score: scores ? number(scores[order[0]], 1) : "\u2013" });
    Object.assign(root.dataset, { answer: scores ? answerTo(scores) : "",
      sure: Boolean(scores && certain(scores, net)), strokes: strokes().length, ranking: order.join(" "),
      scores: (scores ?? []).map((s) => s.toFixed(3)).join(" "), ready: String(Boolean(net)) });
    scale.setAttribute("aria-label", scores
      ? `Scores from the largest: ${order.map((k) => `${k}: ${number(scores[k], 1)}`).join(", ")}.`
      : "No scores yet.");
  }

  const at = (event) => {
    const box = sheet.getBoundingClientRect();
    const unit = (value) => Math.round(1000 * Math.min(1, Math.max(0, value))) / 1000;
    return [unit((event.clientX - box.left) / box.width), unit((event.clientY - box.top) / box.height)];
  };
  const longer = (point) => [...strokes().slice(0, -1), [...strokes().at(-1), point]];
  draggable(sheet, (event) => {
    const [[x, y], point] = [strokes().at(-1).at(-1), at(event)];
    if (Math.hypot(point[0] - x, point[1] - y) >= 0.01) model.set("strokes", longer(point));
  }, (event) => model.set("strokes", [...strokes(), [at(event)]]));
  sheet.addEventListener("pointerup", () => model.save_changes());
  onKeys(sheet, (event) => {
    const goal = arrowKey([pen.x, -pen.y], event, STEP, STEP);
    if (event.key === "Delete" || event.key === "Backspace") keep([]);
    else if (event.key === " ") {
      pen = { ...pen, down: !pen.down };
      if (pen.down) keep([...strokes(), [[pen.x, pen.y]]]);
      else draw();
    } else if (goal) {
      const inside = (value) => Math.round(1000 * Math.min(0.96, Math.max(0.04, value))) / 1000;
      pen = { ...pen, x: inside(goal[0]), y: inside(-goal[1]) };
      if (pen.down && strokes().length) keep(longer([pen.x, pen.y]));
      else draw();
    } else return false;
    return true;
  });
  sheet.addEventListener("focus", draw);
  sheet.addEventListener("blur", draw);
  mount(el, root, model, "change:strokes", draw);

  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    load(model).then((buffer) => { net = readNetwork(buffer); })
      .catch((error) => { trouble = `The network could not be loaded (${error.message}). `
        + (location.protocol === "file:" ? "A page opened from a folder may fetch nothing: see it on a server."
          : "Reload the page."); })
      .finally(draw);
  }, { rootMargin: "200px" });
  watch.observe(root);
  return () => watch.disconnect();
}

// From the site's own files on a page, from the kernel in a notebook.
async function load(model) {
  const place = document.documentElement.dataset.content_root;
  if (place !== undefined) {
    const answer = await fetch(`${place}_static/digits.safetensors`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.arrayBuffer();
  }
  return new Promise((resolve) => {
    const listen = (message, buffers) => {
      if (message?.kind !== "network") return;
      model.off("msg:custom", listen);
      const view = buffers[0];
      resolve(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
    };
    model.on("msg:custom", listen);
    model.send({ kind: "network" });
  });
}

// An output says yes with a score above 0; where none does, it is none of the ten.
const answerTo = (scores) =>
  (Math.max(...scores) > 0 ? String(ranking(scores)[0]) : "none of the ten");

function certain(scores, net) {
  const [first, second] = ranking(scores);
  return scores[first] > net.beta && scores[second] < -net.beta;
}

function sentence(scores, net) {
  const [first, second, third] = ranking(scores);
  if (answerTo(scores) !== String(first))
    return `None of the ten: no score is above 0. The nearest is ${first}, with `
      + `${number(scores[first], 1)}.`;
  const rest = `its nearest competitors are ${second} (${number(scores[second], 1)}) and `
    + `${third} (${number(scores[third], 1)})`;
  return `A ${first}, with a score of ${number(scores[first], 1)}; ${rest}. `
    + (certain(scores, net) ? `No loss at all: beyond _β_\u00a0=\u00a0${number(net.beta, 1)} on every output.`
      : `For no loss one score should exceed _β_\u00a0=\u00a0${number(net.beta, 1)} and the `
        + "nine others lie below \u2212_β_.");
}

function paint(canvas, ink) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(canvas.width, canvas.height);
  ink.forEach((value, i) => {
    const level = Math.round(255 * (1 - value));
    image.data.set([level, level, level, 255], 4 * i);
  });
  context.putImageData(image, 0, 0);
}

function mark(canvas, pen) {
  const context = canvas.getContext("2d");
  context.strokeStyle = pen.down ? "#0072b2" : "#d55e00";
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(pen.x * canvas.width, pen.y * canvas.height, 6, 0, 2 * Math.PI);
  context.stroke();
}

function bars(scores, net) {
  const beta = net ? net.beta : 1;
  const most = 1.15 * Math.max(beta, ...(scores ?? [0]).map(Math.abs));
  const across = (score) => 30 + ((WIDTH - 76) * (score + most)) / (2 * most);
  const answer = scores ? ranking(scores)[0] : -1;
  const upright = (name, score) => line(name, [across(score), 0], [across(score), 10 * ROW]);
  const parts = [upright("ptx-axis", 0), words("score 0", [across(0), 10 * ROW + 16])];
  for (const sign of net ? [-1, 1] : [])
    parts.push(upright("ptx-theory", sign * beta),
      words(sign < 0 ? "\u2212β" : "β", [across(sign * beta), 10 * ROW + 16]));
  for (let k = 0; k < 10; k++) {
    const middle = (k + 0.5) * ROW;
    const strong = k === answer ? { class: "ptx-strong" } : {};
    parts.push(words(String(k), [12, middle + 5], "middle", strong));
    if (!scores) continue;
    const [from, to] = [across(0), across(scores[k])].sort((a, b) => a - b);
    parts.push(svg("rect", { class: scores[k] > 0 ? "ptx-yes" : "ptx-no", x: from, y: middle - 6,
      width: Math.max(to - from, 0.5), height: 12 }),
      words(number(scores[k], 1), [WIDTH, middle + 5], "end", strong));
  }
  return parts;
}

export { EXAMPLES, frameOf, inkOf, ranking, readNetwork, scoresOf };
export default { render };
