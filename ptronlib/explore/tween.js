// Motion: a picture goes from what it shows to what it is to show, unless the reader asked for calm.

export const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const mix = (a, b, share) =>
  Array.isArray(b) ? b.map((value, k) => mix(a[k], value, share)) : a + share * (b - a);

// Draw what lies between two numbers, or two arrays of them, and in the end the second. What is
// returned stops it on its way.
export function tween(from, to, draw, { ms = 320 } = {}) {
  let frame = 0;
  const begin = performance.now();
  const step = (now) => {
    const share = Math.max(0, Math.round(now - begin) / ms); // never a hair above 0: some divide by it
    if (share < 1) frame = requestAnimationFrame(step);
    draw(share < 1 ? mix(from, to, share * share * (3 - 2 * share)) : to);
  };
  if (calm()) draw(to);
  else frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

// Draw what is given on the way from what is shown, at once the first time or where told to jump.
export function mover(draw) {
  let [shown, stop] = [null, () => {}];
  const show = (now) => draw((shown = now));
  return (goal, jump = false) => {
    stop();
    if (jump || shown === null || String(shown) === String(goal)) show(goal);
    else stop = tween(shown, goal, show);
  };
}

// Draw a run at any time t between its updates: draw(facts) gets the part of facts.path and of
// facts.mistakes up to t. A run that goes on or goes back moves, another one jumps.
export function follower(draw) {
  let [facts, told] = [null, { path: [], mistakes: [] }];
  const move = mover((t) => {
    const k = Math.floor(t);
    const path = told.path.slice(0, k + 1);
    if (t > k) path.push(mix(told.path[k], told.path[k + 1], t - k));
    draw({ ...facts, path, t, w: path.at(-1), mistakes: told.mistakes.slice(0, Math.ceil(t)) });
  });
  return (now) => {
    const [short, long] = now.path.length < told.path.length ? [now, told] : [told, now];
    const same = String(now.points) === String(told.points) && ["path", "mistakes"].every((part) =>
      short[part].every((value, k) => String(value) === String(long[part][k])));
    [facts, told] = [now, same ? long : now];
    move(now.path.length - 1, !same);
  };
}
