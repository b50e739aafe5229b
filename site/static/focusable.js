// Boxes that scroll can be reached by keyboard. The theme looks at each box and changes it in one
// breath, so that every look lays out the page anew; here all are looked at first, in quiet moments.
window.makeFocusable = (selector) => {
  "use strict";
  const SLICE = 5; // milliseconds of work at a time
  const soon = window.requestIdleCallback ?? setTimeout;
  const boxes = [...document.querySelectorAll(selector)];
  const scrolls = [];
  soon(function look() {
    const end = performance.now() + SLICE;
    while (scrolls.length < boxes.length && performance.now() < end) {
      const box = boxes[scrolls.length];
      scrolls.push(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    }
    if (scrolls.length < boxes.length) return soon(look);
    boxes.forEach((box, i) => {
      if (!scrolls[i] && box.matches(".math")) return; // of the many formulas few scroll
      const index = scrolls[i] ? 0 : -1;
      if (box.tabIndex !== index || !box.hasAttribute("tabindex")) box.tabIndex = index;
    });
  });
};
addEventListener("load", () => makeFocusable(".bd-content .math"));
