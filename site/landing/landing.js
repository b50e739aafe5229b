// The landing page: the first minute, the drawing pad, and light or dark.

import { SAMPLE, startPlay } from "./play.js";
import { startTeach } from "./teach.js";
import { bestMargin, signedExamples } from "./perceptron_math.js";
import { followRun } from "./proof_math.js";
import { ceiling, longestRun, pushed } from "./landing_math.js";

// The same choice as on all pages of the book: light, dark, or what the system says.
function startTheme() {
  const root = document.documentElement;
  document.getElementById("theme").addEventListener("click", () => {
    const mode = root.dataset.theme === "dark" ? "light" : "dark";
    Object.assign(root.dataset, { mode, theme: mode });
    localStorage.setItem("mode", mode);
    localStorage.setItem("theme", mode);
  });
}

// The board first; a touch is answered between the others.
if (typeof document !== "undefined") {
  startPlay();
  for (const start of [startTheme, startTeach]) setTimeout(start);
}

export { SAMPLE, bestMargin, ceiling, followRun, longestRun, pushed, signedExamples };
