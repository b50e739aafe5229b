// The map of the book: the box under the pointer or the focus shows what it rests on and what uses it.
const boxes = [...document.querySelectorAll(".book-map > li")];
const places = (box, links) => [...box.querySelectorAll(links)].map((link) => link.hash);
const rests = (box, other) => places(box, ".rests-on a").includes(places(other, "a")[0]);

function show(chosen) {
  for (const box of boxes) {
    box.classList.toggle("map-below", Boolean(chosen) && rests(chosen, box));
    box.classList.toggle("map-above", Boolean(chosen) && rests(box, chosen));
    box.classList.toggle("map-on", box === chosen);
  }
}

for (const box of boxes) {
  box.addEventListener("pointerenter", () => show(box));
  box.addEventListener("pointerleave", () => show(document.activeElement.closest(".book-map > li")));
  box.addEventListener("focusin", () => show(box));
  box.addEventListener("focusout", () => show(null));
}
