// The map of the book: the box under the pointer or the focus shows its lines.
const map = document.querySelector("svg.book-map");
const lines = [...map.querySelectorAll(".map-use")];
const boxes = new Map([...map.querySelectorAll(".map-node")].map((box) => [box.dataset.label, box]));

function show(box) {
  const label = box?.dataset.label;
  map.classList.toggle("map-active", Boolean(box));
  for (const other of boxes.values()) other.classList.toggle("map-on", other === box);
  for (const line of lines) {
    const { from, to } = line.dataset;
    line.classList.toggle("map-below", to === label);
    line.classList.toggle("map-above", from === label);
    if (from !== label && to !== label) continue;
    boxes.get(from).classList.add("map-on");
    boxes.get(to).classList.add("map-on");
    line.parentNode.append(line); // drawn last, over the others
  }
}

// The pointer counts while it is on a box, then the focus again.
const focused = () => document.activeElement.closest(".map-node");
for (const box of boxes.values()) {
  box.addEventListener("pointerenter", () => show(box));
  box.addEventListener("pointerleave", () => show(focused()));
  box.addEventListener("focus", () => show(box));
  box.addEventListener("blur", () => show(null));
}
