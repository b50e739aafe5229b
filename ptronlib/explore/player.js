// What the explorers of a run share: changes told to Python once, and Play, one step a beat.

import { write } from "./model.js";

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
  view.writing = true;
  write(view.model, changes);
  view.writing = false;
  view.redraw(); // also when nothing but the notice has changed
}

// In a run that is told again from its start, n_steps counts presses of Step; the last one finds
// no mistake.
export function stepper(view, replay, most) {
  const ended = ({ mistakes, converged }) => converged || mistakes.length >= most;
  return {
    ended: () => ended(replay()),
    restart: () => change(view, { n_steps: 0 }),
    back() {
      const { mistakes, converged } = replay();
      change(view, { n_steps: Math.max(0, mistakes.length - (converged ? 0 : 1)) });
    },
    step() {
      const run = replay();
      change(view, ended(run) ? {} : { n_steps: run.mistakes.length + 1 });
    },
  };
}

export function play(view, { ended, restart, step }, beat) {
  if (view.timer !== null) return pause(view);
  if (ended()) restart();
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  view.status.setAttribute("aria-live", "off"); // a sentence a beat would drown a screen reader
  view.play.textContent = "Pause";
  view.timer = setInterval(() => {
    step();
    if (ended()) pause(view);
  }, calm ? beat.calm : beat.usual);
}

export function pause(view) {
  clearInterval(view.timer);
  view.timer = null;
  view.status.setAttribute("aria-live", "polite");
  view.play.textContent = "Play";
}
