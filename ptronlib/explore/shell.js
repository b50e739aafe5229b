// What all explorers have in common: five controls and two numbers at first sight, the rest in a
// drawer, a link to the picture as it stands, and what to try in it.

import { box, button, explorer, html, prose, row, setProse, status, table } from "./dom.js";
import { addressOf } from "./model.js";

// side: what stands below the two numbers; more: what the drawer holds; met: for each challenge
// whether what the picture says of itself, told what it said before, shows it done. The words, also
// the names of the numbers that view.show fills in, are the model's.
export function shell(name, view, { picture, controls, side = [], more = [], met }) {
  const { live, rest, keys, ...told } = view.model.get("card");
  const tables = [table(live, "ptx-live"), table(rest)];
  view.show = (values) => tables.forEach((part) => part.show(values));
  view.status = status();
  const root = explorer(name,
    box("frame", box("board", ...picture, row("Controls", ...controls, ...copyLink(view.model))),
      box("numbers", tables[0].root, view.status, ...side, card(() => root, told, met))),
    ...(keys ? [html("details", { class: "ptx-more" },
      html("summary", {}, "More controls and numbers"), ...more, tables[1].root,
      prose("ptx-keys", keys))] : []));
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

function card(rootOf, { tries, notice, why }, met) {
  const items = tries.map((text, k) => {
    const mark = html("span", { class: "ptx-mark" }, "\u25cb");
    return { root: html("li", {}, mark, setProse(html("span"), text)), mark, done: met[k] };
  });
  let was = null;
  const check = () => {
    const now = { ...rootOf().dataset };
    was ??= now;
    for (const { root, mark, done } of items)
      if (!root.classList.contains("ptx-met") && done(now, was)) {
        root.classList.add("ptx-met");
        mark.textContent = "\u2713";
        mark.setAttribute("aria-label", "met:");
        mark.setAttribute("role", "img");
      }
    was = now;
  };
  queueMicrotask(() => {
    check();
    new MutationObserver(check).observe(rootOf(), { attributes: true });
  });
  return html("details", { class: "ptx-card", open: "" }, html("summary", {}, "Try, notice, why"),
    html("ul", { "aria-live": "polite" }, ...items.map(({ root }) => root)),
    prose("", `Notice: ${notice}`), prose("", `Why: ${why}`));
}
