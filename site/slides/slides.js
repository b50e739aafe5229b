// Spread the blocks of each section over slides, while all are laid out one below another, and start.
"use strict";
const HEIGHT = 584; // of what stands below a heading
const WORDS = 40; // beside formulas, that fill a slide
const MOST = 50; // of them, on one slide
const FEW = 26; // of them, too few for a slide of their own
const GAP = 14; // between blocks
const CLOSER = 1.16; // times HEIGHT, for what is then set a little smaller
const WIDTH = 1200; // of what stands on a slide
const SMALLEST = 0.62; // of the size of a block that is too high
const LARGE = ["statement", "exercise", "figure", "live", "code", "table"]; // one of them on a slide

window.ptronlibPermalinks = false; // the address is the slides' own

const make = (name, className, html = "") =>
  Object.assign(document.createElement(name), { className, innerHTML: html });
const kind = (block) => block.dataset.kind;
const words = (block) => Number(block.dataset.words);

// How badly these blocks make one slide: one idea, not too much and not too little.
function badness(blocks, next) {
  const kinds = blocks.map(kind);
  const large = kinds.filter((name) => LARGE.includes(name));
  const height = blocks.reduce((sum, block) => sum + block.room + GAP, -GAP);
  const said = blocks.reduce((sum, block) => sum + words(block), 0);
  if (blocks.length > 1) {
    if (height > CLOSER * HEIGHT || said > MOST || large.length > 1) return Infinity;
    if (kinds.slice(0, -1).includes("live")) return Infinity;
    if (kinds.indexOf("exercise") > 0) return Infinity; // below parts of the one before it
    if (new Set(blocks.map((block) => block.dataset.of)).size > 1) return Infinity;
  }
  const filled = Math.min(1, Math.max(height / HEIGHT, said / WORDS));
  let bad = 1 + 4 * (1 - filled) ** 2 + 0.1 * Math.max(0, said - WORDS);
  bad += 3 * Math.max(0, height / HEIGHT - 1);
  if (kinds[0] === "output") bad += 3; // away from its code
  if (kinds.at(-1) === "text" && LARGE.includes(next && kind(next))) bad += 0.4; // a lead
  if (blocks.length === 1 && (kinds[0] === "item" || kinds[0] === "text" && said < FEW))
    bad = height > 200 ? bad : isLeft(blocks) ? 2.5 : bad + 3;
  if (kinds.every((name) => name === "step") && said < FEW && height < 200) bad += 2;
  return bad;
}

// What would stand alone, and may be left to the speaker.
function isLeft(blocks) {
  const [block] = blocks;
  return blocks.length === 1 && kind(block) === "text" && "free" in block.dataset
    && words(block) < FEW && block.room < 200;
}

// Return the blocks of each slide, with the least badness in all.
function spread(blocks) {
  const best = [{ bad: 0, from: 0 }];
  for (let end = 1; end <= blocks.length; end++) {
    best[end] = { bad: Infinity };
    for (let from = end - 1; from >= 0; from--) {
      const bad = best[from].bad + badness(blocks.slice(from, end), blocks[end]);
      if (bad < best[end].bad) best[end] = { bad, from };
    }
  }
  const slides = [];
  for (let end = blocks.length; end > 0; end = best[end].from)
    slides.unshift(blocks.slice(best[end].from, end));
  return slides;
}

function heading(section, first, blocks) {
  const { title, above, sitting } = section.dataset;
  const level = section.matches(":first-child") ? "h1" : "h2";
  const head = make("header", "");
  const proof = blocks[0] && kind(blocks[0]) === "step";
  const small = proof ? title : above;
  if (small) head.append(make("p", "above", small));
  const name = blocks[0]?.dataset.of ? `Proof of ${blocks[0].dataset.of}` : "Proof";
  head.append(make(level, "", proof ? name : title));
  if (sitting && first) head.append(make("p", "sitting", sitting));
  return head;
}

function fill(section) {
  const blocks = [...section.querySelectorAll(":scope > .block")];
  for (const block of blocks) {
    block.room = block.getBoundingClientRect().height;
    if (kind(block) === "figure") block.room = Math.min(block.room, 430);
    if (kind(block) === "table") block.room = Math.min(block.room, 400);
    if (kind(block) === "live") block.room = HEIGHT - 160;
  }
  const slides = spread(blocks);
  for (let k = slides.length - 1; k >= 0 && slides.length > 1; k--)
    if (isLeft(slides[k])) leave(slides, k);
  if (!slides.length) slides.push([]);
  const made = slides.map((shown, k) => {
    const slide = make("section", "");
    const notes = make("aside", "notes");
    const said = new Set(); // the groups of one paragraph have the same note
    for (const block of shown) block.querySelectorAll(":scope > .notes").forEach((note) => {
      notes.append(...[...note.childNodes].filter((node) => !said.has(node.outerHTML)));
      for (const node of notes.children) said.add(node.outerHTML);
      note.remove();
    });
    shown[0]?.classList.remove("fragment");
    slide.append(heading(section, k === 0, shown), ...shown);
    if (notes.childNodes.length) slide.append(notes);
    return slide;
  });
  section.replaceChildren(...made);
  made.forEach(fit);
}

// Make a slide's only block a note of the slide before it, or else of the one after it.
function leave(slides, k) {
  const [[block]] = slides.splice(k, 1);
  const note = block.querySelector(":scope > .notes") ?? make("aside", "notes");
  if (!note.childNodes.length) note.append(...block.childNodes);
  if (k) slides[k - 1].at(-1).append(note);
  else slides[0][0].prepend(note);
  block.remove();
}

const low = (slide) => Math.max(...[...slide.children].filter((node) => !node.matches(".notes"))
  .map((node) => node.getBoundingClientRect().bottom)) - slide.getBoundingClientRect().top;

// Let a picture have the room that is left, and make smaller what is too high.
function fit(slide) {
  if (slide.querySelector(".live")) return; // fitLive does
  if (slide.querySelector(".figure")) return fitFigure(slide);
  if (!slide.querySelector(".figure, .code, .output, .table"))
    for (let size = 1.4; low(slide) < 400 && size > 1; size -= 0.08) { // larger where there is room
      slide.style.setProperty("--size", size);
      if (low(slide) < 440) break;
    }
  shrink(slide);
}

function shrink(slide) {
  for (let size = 0.96; low(slide) > 700 && size > SMALLEST; size -= 0.04)
    slide.style.setProperty("--size", size);
}

// A picture stands below the text or, where it is larger so, on the right of it.
function fitFigure(slide) {
  const images = [...slide.querySelectorAll(".figure img")];
  const scale = () => { // of the picture, which its box may exceed
    const { width, height } = images[0].getBoundingClientRect();
    return Math.min(width / images[0].naturalWidth, height / images[0].naturalHeight);
  };
  const grow = () => {
    const room = images[0].getBoundingClientRect().height + 690 - low(slide);
    images.forEach((image) => { image.style.maxHeight = `${Math.max(200, Math.min(room, 560))}px`; });
    shrink(slide);
    return scale();
  };
  const start = () => {
    slide.style.removeProperty("--size");
    images.forEach((image) => { image.style.removeProperty("max-height"); });
  };
  const below = grow();
  start();
  const columns = make("div", "beside");
  columns.append(...slide.querySelectorAll(":scope > .block"));
  slide.querySelector("header").after(columns);
  images.forEach((image) => { image.style.maxHeight = "580px"; });
  shrink(slide);
  if (low(slide) <= 700 && scale() > 1.05 * below) return;
  columns.replaceWith(...columns.childNodes);
  start();
  grow();
}

// An interactive fills the slide: its letters as large, and its picture as wide, as the height allows.
function fitLive(block) {
  const slide = block.closest("section");
  const box = block.firstElementChild;
  const unit = () => slide.getBoundingClientRect().height / 720; // in pixels of the screen
  const scaled = (node) => node.getBoundingClientRect().height / unit();
  const resize = () => {
    const board = box.querySelector(".ptx-board");
    if (!slide.offsetParent || !board || !box.querySelector("details")) return;
    const room = 700 - (block.getBoundingClientRect().top - slide.getBoundingClientRect().top) / unit();
    if (box.dataset.fitted && scaled(box) <= room + 1) return;
    const set = (wide, zoom) => box.style.setProperty("--board", `${wide / zoom}px`);
    for (let zoom = 1.4; zoom > 0.6; zoom -= 0.05) {
      box.style.zoom = zoom.toFixed(2);
      box.style.width = `${WIDTH / zoom}px`;
      set(WIDTH / 2, zoom);
      const below = scaled(box) - scaled(board.closest(".ptx-frame"));
      set(Math.min(WIDTH / 2, WIDTH / 2 * (room - below - GAP) / scaled(board)), zoom);
      if (scaled(box) <= room) break;
    }
    box.dataset.fitted = "yes";
  };
  const close = () => { // advice for readers can be opened
    const more = [...box.querySelectorAll("details")];
    more.forEach((one) => { one.open = false; });
    return more.length > 0;
  };
  if (!close()) new MutationObserver((_, observer) => { if (close()) observer.disconnect(); })
    .observe(box, { childList: true, subtree: true });
  new ResizeObserver(resize).observe(box);
  Reveal.on("slidechanged", resize);
  // Keys that work in it turn no slide, but those of a presenter's remote do.
  block.addEventListener("keydown", (event) => {
    if (!["PageDown", "PageUp", "Escape"].includes(event.key)) event.stopPropagation();
  });
}

document.fonts.ready.then(async () => {
  for (const image of document.images) await image.decode().catch(() => {});
  document.querySelectorAll(".slides > section").forEach(fill);
  document.documentElement.classList.remove("measuring");
  const look = { width: 1280, height: 720, margin: 0.02, center: false, transition: "none" };
  const print = { pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1 };
  await Reveal.initialize({ ...look, ...print, hash: true, slideNumber: "c/t", plugins: [RevealNotes] });
  document.querySelectorAll(".live").forEach(fitLive);
  document.documentElement.classList.add("started");
});
