// Draws the saved interactives of a page: each is an anywidget, an ES module that draws a model.
//
// There is no kernel here, so a model is what its saved state says and what the reader makes of it.
(() => {
  "use strict";
  window.ptronlibPermalinks = true; // here the address is the interactives' own
  const { states } = document.currentScript.dataset; // a file, where the page has been lightened
  const AHEAD = "100%"; // of the window: an interactive is drawn before it comes into view

  function createModel(traits) {
    const listeners = new Map(); // event -> callbacks
    const heard = (events) => events.split(/\s+/).map((event) =>
      listeners.get(event) ?? listeners.set(event, new Set()).get(event));
    const tell = (event, ...what) => (listeners.get(event) ?? []).forEach((hear) => hear(...what));
    const model = {
      get: (name) => traits[name],
      set(name, value) {
        if (JSON.stringify(traits[name]) === JSON.stringify(value)) return;
        traits[name] = value;
        tell(`change:${name}`, model, value);
        tell("change", model);
      },
      on: (events, hear) => heard(events).forEach((set) => set.add(hear)),
      off: (events, hear) => heard(events).forEach((set) => set.delete(hear)),
      save_changes() {}, // nobody to save for
      send() {},
    };
    return model;
  }

  const modules = new Map(); // name of a class -> promise of its module
  function moduleOf({ _anywidget_id: name, _esm: source, _css: css }) {
    if (!modules.has(name)) {
      const style = document.createElement("style");
      style.textContent = css ?? "";
      document.head.append(style);
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      modules.set(name, import(address).finally(() => URL.revokeObjectURL(address)));
    }
    return modules.get(name);
  }

  // The saved state stands in the page itself, unless a file of its own holds it.
  function statesInPage() {
    const saved = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
    const models = Object.entries(JSON.parse(saved.textContent).state);
    return Object.fromEntries(models.map(([name, model]) => [name, model.state]));
  }

  let fetched = null;
  function fetchStates() {
    if (!states) return Promise.resolve((fetched ??= statesInPage()));
    fetched ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = states;
      script.onload = () => resolve(window.ptronlibStates);
      script.onerror = () => reject(new Error(`The interactives of this page need ${script.src}`));
      document.head.append(script);
    });
    return fetched;
  }

  async function draw(view, box) {
    const traits = (await fetchStates())[JSON.parse(view.textContent).model_id];
    const { default: widget } = await moduleOf(traits);
    const model = createModel(traits);
    await widget.initialize?.({ model });
    const element = document.createElement("div");
    box.append(element);
    await widget.render({ model, el: element });
  }

  function start() {
    const views = new Map(); // box -> the saved view that is drawn in it
    for (const view of document.querySelectorAll('script[type$="widget-view+json"]')) {
      let box = view.previousElementSibling; // which a lightened page has, with the room it takes
      if (!box?.matches(".widget-subarea")) {
        box = document.createElement("div");
        box.className = "widget-subarea";
        view.before(box);
      }
      views.set(box, view);
    }
    const drawOnce = (box) => {
      observer.unobserve(box);
      const view = views.get(box);
      if (view && views.delete(box)) draw(view, box);
    };
    const observer = new IntersectionObserver(
      (entries) => entries.filter((e) => e.isIntersecting).forEach((e) => drawOnce(e.target)),
      { rootMargin: `${AHEAD} 0%` },
    );
    for (const box of views.keys()) observer.observe(box);
    const all = () => [...views.keys()].forEach(drawOnce);
    addEventListener("beforeprint", all);
    // Later, in a quiet moment, the others: whoever goes offline then has them all.
    const soon = window.requestIdleCallback ?? ((act) => setTimeout(act));
    addEventListener("load", () => soon(all, { timeout: 1500 }));
  }

  document.addEventListener("DOMContentLoaded", start);
})();
