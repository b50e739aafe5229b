// The map of the book: the box under the pointer or the focus shows what it rests on and what uses it.
const boxes = [...document.querySelectorAll(".book-map > li")];
const grounds = (box) => box.dataset.on.split(" ");

function show(chosen) {
  for (const box of boxes) {
    box.classList.toggle("map-below", Boolean(chosen) && grounds(chosen).includes(box.dataset.label));
    box.classList.toggle("map-above", Boolean(chosen) && grounds(box).includes(chosen.dataset.label));
    box.classList.toggle("map-on", box === chosen);
  }
}

for (const box of boxes) {
  box.addEventListener("pointerenter", () => show(box));
  box.addEventListener("pointerleave", () => show(document.activeElement.closest(".book-map > li")));
  box.addEventListener("focusin", () => show(box));
  box.addEventListener("focusout", () => show(null));
}
