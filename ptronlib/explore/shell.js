// What all explorers have in common: five controls and two numbers at first sight, the rest in a
// drawer, a link to the picture as it stands, and what to try in it.

import { box, button, explorer, html, prose, row, setProse, status, table } from "./dom.js";
import { legible } from "./draw.js";
import { addressOf } from "./model.js";

// side: what stands below the picture, and on a phone below the numbers; more: what the drawer
// holds; met: for each challenge whether what the picture says of itself, told what it said before,
// shows it done. The words, also the names of the numbers that view.show fills in, are the model's.
export function shell(name, view, { picture, controls, side = [], more = [], met }) {
  const { live, rest, keys, tries } = view.model.get("card");
  const tables = [table(live, "ptx-live"), table(rest)];
  view.show = (values) => tables.forEach((part) => part.show(values));
  view.status = status();
  const buttons = row("Controls", ...controls, ...copyLink(view.model));
  buttons.classList.add("ptx-controls");
  const root = explorer(name,
    box("frame",
      box("column", box("board", ...picture), box("side", ...side)),
      box("column", buttons, box("numbers", tables[0].root, view.status), card(() => root, tries, met))),
    ...(keys ? [html("details", { class: "ptx-more" },
      html("summary", {}, "More controls and numbers"), ...more, tables[1].root,
      prose("ptx-keys", keys))] : []));
  // A ring shows where the keys act, and only to those who use them.
  root.addEventListener("pointerdown", () => root.classList.add("ptx-by-hand"));
  root.addEventListener("keydown", () => root.classList.remove("ptx-by-hand"), true);
  root.querySelectorAll("svg").forEach(legible);
  return root;
}

function copyLink(model) {
  if (!addressOf(model)) return [];
  const node = button("Copy link", "Copy a link to the picture as it stands", () => {
    const address = addressOf(model);
    history.replaceState(history.state, "", address);
    const say = (text) => {
      node.textContent = text;
      setTimeout(() => { node.textContent = "Copy link"; }, 2500);
    };
    // Without leave to copy, the link is still the address of the page.
    Promise.resolve(navigator.clipboard?.writeText(address)).then(
      () => say(navigator.clipboard ? "Copied" : "In the address"), () => say("In the address"));
  });
  node.setAttribute("aria-live", "polite");
  node.classList.add("ptx-copy");
  return [node];
}

// Pairs of a task and what it shows, which is told when the task is done, or to those who give up.
function card(rootOf, tries, met) {
  const items = tries.map(([task, lesson], k) => {
    const mark = html("span", { class: "ptx-mark" }, "\u25cb");
    const note = prose("ptx-note", lesson);
    note.hidden = true;
    const words = html("div", {}, setProse(html("span", { class: "ptx-task" }), task), note);
    return { root: html("li", {}, mark, words), mark, note, done: met[k] };
  });
  const tell = (told) => {
    for (const { note } of told) note.hidden = false;
    giveUp.hidden = items.every(({ note }) => !note.hidden);
  };
  const giveUp = button("Show the notes", "Show what each of these teaches", () => tell(items));
  giveUp.classList.add("ptx-give-up");
  let was = null;
  const check = () => {
    const now = { ...rootOf().dataset };
    was ??= now;
    const fresh = items.filter(({ root, done }) => !root.classList.contains("ptx-met") && done(now, was));
    for (const { root, mark } of fresh) {
      root.classList.add("ptx-met");
      mark.textContent = "\u2713";
      mark.setAttribute("aria-label", "met:");
      mark.setAttribute("role", "img");
    }
    if (fresh.length) tell(fresh);
    was = now;
  };
  queueMicrotask(() => {
    check();
    new MutationObserver(check).observe(rootOf(), { attributes: true });
  });
  return html("details", { class: "ptx-card", open: "" }, html("summary", {}, "Try this"),
    html("ul", { "aria-live": "polite" }, ...items.map(({ root }) => root)), giveUp);
}
