// Comforts of the reader: a proof can be folded away; a link goes where it says; a reference to a
// theorem, a formula, a figure or a source shows what it refers to; a formula is copied as TeX.
(() => {
  "use strict";

  // ---- proofs that fold ----

  function foldable(proof) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "proof-fold";
    proof.prepend(button);
    const show = (open) => {
      proof.classList.toggle("proof-folded", !open);
      button.setAttribute("aria-expanded", String(open));
      button.textContent = open ? "Fold" : "Show the proof";
    };
    button.addEventListener("click", () => show(proof.classList.contains("proof-folded")));
    proof.addEventListener("unfold", () => show(true));
    show(true);
  }

  // ---- links into a page ----

  // What was far from the window is laid out as it comes near, what is drawn takes its room late, and
  // both move what is below: the target is held until all stands, unless the reader goes on before.
  async function hold(target) {
    const done = new AbortController();
    for (const act of ["wheel", "touchstart", "mousedown", "keydown", "hashchange"])
      addEventListener(act, () => done.abort(), { signal: done.signal, passive: true });
    for (let frame = 0, still = 0, last; frame < 300 && still < 5; frame++) {
      if (done.signal.aborted) return;
      target.scrollIntoView();
      await new Promise(requestAnimationFrame);
      const place = target.getBoundingClientRect().top;
      still = place === last && document.readyState === "complete" ? still + 1 : 0;
      last = place;
    }
    done.abort();
  }

  // A folded proof is opened. An interactive whose link was opened says so when it is drawn.
  function arrive() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    target?.closest(".proof-folded")?.dispatchEvent(new Event("unfold"));
    if (target) hold(target);
  }
  addEventListener("arrive", (event) => hold(event.target));

  // ---- previews ----

  const WAIT = 250; // milliseconds until a preview opens, or closes after the mouse has left
  const SHOWN = ".proof, .exercise, .solution, .math, figure, .citation, .admonition, tr, dt";
  const documents = new Map(); // address without the fragment -> promise of the page
  let card = null;
  let timer = null;
  let wanted = null; // the link whose preview is open, or about to be

  function fetchPage(address) {
    if (!documents.has(address))
      documents.set(address, fetch(address)
        .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
        .then((text) => new DOMParser().parseFromString(text, "text/html")));
    return documents.get(address);
  }

  async function findTarget(link) {
    const address = new URL(link.href);
    const id = decodeURIComponent(address.hash.slice(1));
    address.hash = "";
    const here = new URL(location.href);
    here.hash = "";
    const page = address.href === here.href ? document : await fetchPage(address.href);
    const target = page.getElementById(id);
    return { target: target?.matches("section, h1, h2, h3, h4") ? null : target?.closest(SHOWN), address };
  }

  function copyOf(target, address) {
    const copy = target.cloneNode(true);
    if (target.matches("dt")) copy.append(target.nextElementSibling.cloneNode(true)); // of the glossary
    copy.querySelectorAll("script, .headerlink, button").forEach((node) => node.remove());
    for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
    for (const image of copy.querySelectorAll("img")) image.loading = "eager";
    for (const image of copy.querySelectorAll("img"))
      image.src = new URL(image.getAttribute("src"), address).href;
    for (const link of copy.querySelectorAll("a[href]"))
      link.href = new URL(link.getAttribute("href"), address).href;
    return copy;
  }

  async function open(link) {
    let found;
    try {
      found = await findTarget(link);
    } catch {
      return; // the page cannot be had: the link itself will say so
    }
    if (!found.target || !link.matches(":hover, :focus-visible")) return;
    close();
    card = document.createElement("div");
    card.className = "preview bd-content";
    card.id = "preview";
    card.setAttribute("role", "tooltip");
    card.append(copyOf(found.target, found.address));
    card.addEventListener("pointerenter", () => clearTimeout(timer));
    card.addEventListener("pointerleave", closeSoon);
    document.body.append(card);
    link.setAttribute("aria-describedby", "preview");
    card.dataset.of = link.href;
    place(card, link);
  }

  function place(node, link) {
    const line = [...link.getClientRects()].at(-1) ?? link.getBoundingClientRect();
    const { width, height } = node.getBoundingClientRect();
    const left = Math.max(8, Math.min(line.left, innerWidth - width - 8));
    const below = line.bottom + 8 + height <= innerHeight || line.top < height + 8;
    node.style.left = `${left}px`;
    node.style.top = `${below ? line.bottom + 8 : line.top - height - 8}px`;
    node.classList.add("preview-placed");
  }

  function close() {
    clearTimeout(timer);
    document.querySelector("a[aria-describedby=preview]")?.removeAttribute("aria-describedby");
    card?.remove();
    card = null;
  }

  function closeSoon() {
    clearTimeout(timer);
    wanted = null;
    timer = setTimeout(close, WAIT);
  }

  function openSoon(link) {
    clearTimeout(timer);
    wanted = link;
    timer = setTimeout(() => open(link), WAIT);
  }

  function watch(article) {
    const linkOf = (event) => event.target.closest?.("a.reference.internal[href*='#']");
    article.addEventListener("pointerover", (event) => {
      const link = linkOf(event);
      if (link && event.pointerType === "mouse") openSoon(link);
    });
    article.addEventListener("pointerout", (event) => { if (linkOf(event)) closeSoon(); });
    article.addEventListener("focusin", (event) => {
      const link = linkOf(event);
      if (link?.matches(":focus-visible")) openSoon(link);
    });
    article.addEventListener("focusout", (event) => { if (linkOf(event)) closeSoon(); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") { wanted = null; close(); } });
    // The page moves under the preview, often because the focus has moved: open it when all is calm.
    addEventListener("scroll", (event) => {
      if (!wanted || card?.contains(event.target)) return;
      close();
      if (wanted.matches(":hover, :focus-visible")) openSoon(wanted);
    }, true);
  }

  // ---- a formula that scrolls can be reached by keyboard; the theme sees to other boxes ----

  const sized = new ResizeObserver((changes) => {
    const boxes = [...new Set(changes.map(({ target }) => target.closest(".math-box")))];
    const wide = boxes.map((box) => box.scrollWidth > box.clientWidth + 1); // one may be rounding
    boxes.forEach((box, k) => wide[k] ? box.tabIndex = 0 : box.removeAttribute("tabindex"));
  });
  function reach(box) {
    box.classList.add("math-box");
    for (const part of [box, box.querySelector("mjx-math")]) {
      sized.unobserve(part);
      sized.observe(part); // tells of its size when next it is laid out
    }
  }
  function reachAll() {
    document.querySelectorAll("span.math, div.math mjx-container").forEach(reach);
  }

  // ---- a formula is copied as its TeX ----

  document.addEventListener("copy", (event) => {
    const copy = getSelection().rangeCount ? getSelection().getRangeAt(0).cloneContents() : null;
    if (!copy?.querySelector("mjx-container")) return;
    for (const formula of copy.querySelectorAll("mjx-container")) {
      const marks = formula.hasAttribute("display") ? ["\\[", "\\]"] : ["\\(", "\\)"];
      formula.replaceWith(marks.join(formula.dataset.tex));
    }
    const page = document.createElement("div");
    page.append(copy);
    event.clipboardData.setData("text/plain", page.innerText);
    event.preventDefault();
  });

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("div[class='proof admonition']").forEach(foldable);
    // Only now: a letter of another font sticks out of a box that keeps its size.
    document.fonts.ready.then(() => {
      reachAll();
      document.fonts.addEventListener("loadingdone", reachAll);
    });
    addEventListener("hashchange", arrive);
    arrive();
    const article = document.querySelector("article");
    if (article) watch(article);
  });
})();
