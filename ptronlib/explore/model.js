// What an explorer does with its model: change it, and keep its state in the page's address.

export function write(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

// Show what is drawn, and draw it again after every change. The page leads a link's reader here.
export function mount(el, root, model, events, draw) {
  el.append(root);
  model.on(events, draw);
  draw();
  if (links.get(model)?.followed) root.dispatchEvent(new Event("arrive", { bubbles: true }));
}

const links = new WeakMap(); // model -> { state, followed }: what a link says, whether one was opened

// The address that brings the picture back as it stands, where the page can be shared.
export const addressOf = (model) => links.has(model)
  && `${location.href.split("#")[0]}#${links.get(model).state()}`;

// Whoever opens the link sees the same picture. Only the published site asks for this: the address
// of a notebook belongs to the notebook. What an address holds may be anything, so each trait has a
// test; tests come in order, and may ask for what was taken before.
export function permalink(model, name, tests) {
  if (!window.ptronlibPermalinks) return;
  const told = readAddress(name);
  for (const [trait, fits] of Object.entries(tests))
    if (Object.hasOwn(told, trait) && fits(told[trait], (other) => model.get(other)))
      model.set(trait, told[trait]);
  model.save_changes();
  const state = () => `${name}=${encodeURIComponent(JSON.stringify(
    Object.fromEntries(Object.keys(tests).map((trait) => [trait, model.get(trait)]))))}`;
  links.set(model, { state, followed: location.hash.startsWith(`#${name}=`) });
  addEventListener("hashchange", () => {
    if (location.hash.startsWith(`#${name}=`)) location.reload(); // the same page, another picture
  });
}

function readAddress(name) {
  try {
    const told = JSON.parse(new URLSearchParams(location.hash.slice(1)).get(name));
    return typeof told === "object" && told !== null ? told : {};
  } catch {
    return {};
  }
}

// ---- tests of what an address may say ----

export const within = (low, high) => (value) =>
  typeof value === "number" && value >= low && value <= high;

export const whole = (low, high) => (value) => Number.isInteger(value) && value >= low && value <= high;

export const either = (...choices) => (value) => choices.includes(value);

const onGrid = (value) => within(-2, 2)(value) && Number.isInteger(16 * value);

// Rows [x, y] or [x, y, label], from `least` to `most` of them; `origin` says whether (0, 0) is one.
export const rows = (width, least, most, origin = true) => (value) =>
  Array.isArray(value) && value.length >= least && value.length <= most && value.every((row) =>
    Array.isArray(row) && row.length === width && onGrid(row[0]) && onGrid(row[1])
    && (width < 3 || row[2] === 1 || row[2] === -1) && (origin || row[0] !== 0 || row[1] !== 0));

// Numbers of points, of those that the model holds.
export const indices = (most, distinct = false) => (value, get) =>
  Array.isArray(value) && value.length <= most
  && value.every((i) => whole(0, get("points").length - 1)(i))
  && (!distinct || new Set(value).size === value.length);
