// What an explorer does with its model: change it, and keep its state in the page's address.

export function write(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

// Show what is drawn, and draw it again after every change.
export function mount(el, root, model, events, draw) {
  el.append(root);
  model.on(events, draw);
  draw();
}

// Whoever opens the address sees the same picture. Only the published site asks for this: the
// address of a notebook belongs to the notebook. What an address holds may be anything, so each
// trait has a test; tests come in order, and may ask for what was taken before.
export function permalink(model, name, tests) {
  if (!window.ptronlibPermalinks) return;
  const traits = Object.keys(tests);
  const state = () => traits.map((trait) => [trait, JSON.stringify(model.get(trait))]);
  const first = Object.fromEntries(state());
  const told = readAddress(name);
  for (const trait of traits)
    if (Object.hasOwn(told, trait) && tests[trait](told[trait], (other) => model.get(other)))
      model.set(trait, told[trait]);
  model.save_changes();
  let timer = null;
  model.on(traits.map((trait) => `change:${trait}`).join(" "), () => {
    clearTimeout(timer); // a drag changes the state with every move of the hand
    timer = setTimeout(() => writeAddress(name, state().filter(([trait, now]) => now !== first[trait])),
      PATIENCE);
  });
}

const PATIENCE = 250; // milliseconds; browsers refuse to change an address too often

function readAddress(name) {
  try {
    const told = JSON.parse(new URLSearchParams(location.search).get(name));
    return typeof told === "object" && told !== null ? told : {};
  } catch {
    return {};
  }
}

function writeAddress(name, changed) {
  const address = new URL(location.href);
  if (changed.length)
    address.searchParams.set(name, `{${changed.map(([trait, now]) => `"${trait}":${now}`)}}`);
  else address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
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
