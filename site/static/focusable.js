// Boxes that scroll can be reached by keyboard. The theme looks at each box and changes it in one
// breath, so that every look lays out the page anew; here all are looked at first, in quiet moments,
// or at once where these fail to come. The theme asks for that at the start and after changes of the
// page or the window; formulas also get another width when their fonts come.
(() => {
  "use strict";

  const FORMULAS = ".bd-content span.math, .bd-content div.math mjx-container";
  const SLICE = 5; // milliseconds of work at a time
  const LONGEST = 1500; // milliseconds until a moment that need not be quiet
  const idle = window.requestIdleCallback ?? ((act) => setTimeout(act));
  const soon = (act) => idle(act, { timeout: LONGEST });

  // One pixel may be rounding; what is above or below a formula is not scrolled to.
  function scrolls(box) {
    if (box.scrollWidth > box.clientWidth + 1) return true;
    return !box.matches(FORMULAS) && box.scrollHeight > box.clientHeight + 1;
  }

  // Of the many formulas few scroll, the others are left alone.
  function mark(box, scrolling) {
    if (scrolling) box.tabIndex = 0;
    else if (!box.matches(FORMULAS)) box.tabIndex = -1;
    else box.removeAttribute("tabindex");
  }

  let selector = FORMULAS;
  let latest = 0;

  function lookAtAll() {
    const turn = ++latest; // what an earlier one saw may no longer hold
    const boxes = [...document.querySelectorAll(selector)];
    const seen = [];
    soon(function look(moment) {
      if (turn !== latest) return;
      const end = moment?.didTimeout ? Infinity : performance.now() + SLICE;
      while (seen.length < boxes.length && performance.now() < end)
        seen.push(scrolls(boxes[seen.length]));
      if (seen.length < boxes.length) soon(look);
      else boxes.forEach((box, i) => mark(box, seen[i]));
    });
  }

  window.makeFocusable = (others) => {
    selector = `${others}, ${FORMULAS}`;
    lookAtAll();
  };
  document.fonts.addEventListener("loadingdone", lookAtAll);
})();
