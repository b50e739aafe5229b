// What the explorers of a run share: changes told to Python once, and Play, one step a beat.

import { button } from "./dom.js";
import { mount, write } from "./model.js";

export const newView = (model) =>
  ({ model, selected: null, notice: null, writing: false, timer: null });

// Show the view and keep it up to date; what is returned stops it.
export function show(view, el, events) {
  mount(el, view.root, view.model, events, () => {
    if (!view.writing) view.notice = null; // Python or another view has changed something
    view.redraw();
  });
  return () => pause(view);
}

// Tell Python how the run ends, whichever side has changed what it starts from.
export function reportRun(model, run, events) {
  const report = () => {
    const { mistakes, w } = run();
    const same = (name, value) => String(model.get(name)) === String(value);
    if (!same("mistakes", mistakes) || !same("w", w)) write(model, { mistakes, w });
  };
  report();
  model.on(events, report);
}

// The view's own change: its notice stays until somebody else changes something.
export function change(view, changes, notice = null) {
  view.notice = notice;
  view.changed = Object.keys(changes).length > 0;
  view.writing = true;
  write(view.model, changes);
  view.writing = false;
  view.redraw(); // also when nothing but the notice has changed
}

// A press of a button stops Play.
export const own = (view, act) => () => { pause(view); act(); };

// In a run that is told again from its start, n_steps counts presses of Step; the last one finds
// no mistake. titles: of Step, Play, Back and Start again. The last button goes into a drawer.
export function stepper(view, replay, most, titles, beat) {
  const over = ({ mistakes, converged }) => converged || mistakes.length >= most;
  const run = {
    ended: () => over(replay()),
    restart: () => change(view, { n_steps: 0 }),
    again: () => change(view, { n_steps: 0, ...view.model.get("start") }),
    step() {
      const now = replay();
      change(view, over(now) ? {} : { n_steps: now.mistakes.length + 1 });
    },
  };
  const back = () => {
    const { mistakes, converged } = replay();
    change(view, { n_steps: Math.max(0, mistakes.length - (converged ? 0 : 1)) });
  };
  return [button("Step", titles[0], own(view, run.step)), playButton(view, titles[1], run, beat),
    button("Back", titles[2], own(view, back)), button("Start again", titles[3], own(view, run.again)),
    button("Undo all steps", "Back to the first w, with the picture as it is", own(view, run.restart))];
}

// beat: milliseconds between the steps, usual and for those who ask for less motion.
export function playButton(view, title, { ended, restart, step }, beat) {
  view.play = button("Play", title, () => {
    if (view.timer !== null) return pause(view);
    if (ended()) restart();
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    view.status.setAttribute("aria-live", "off"); // a sentence a beat would drown a screen reader
    view.play.textContent = "Pause";
    view.timer = setInterval(() => {
      step();
      if (ended()) pause(view);
    }, calm ? beat.calm : beat.usual);
  });
  return view.play;
}

export function pause(view) {
  clearInterval(view.timer);
  view.timer = null;
  view.status.setAttribute("aria-live", "polite");
  view.play.textContent = "Play";
}
