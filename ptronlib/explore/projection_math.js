// What a map has done to the margins of all labelings, counted in the table that Python made.

// A labeling is lost when nothing separates it any more: its margin is 0.
export function fate(before, after) {
  if (after === 0) return "lost";
  return 2 * after >= before ? "kept" : "shrunk";
}

export function tally(before, after) {
  const counts = { kept: 0, shrunk: 0, lost: 0, smallest: Infinity };
  before.forEach((margin, i) => {
    counts[fate(margin, after[i])] += 1;
    counts.smallest = Math.min(counts.smallest, after[i] / margin);
  });
  return counts;
}
