// Spread over several slides what one cannot hold, while all of them are laid out, then start.
const HEIGHT = 680; // of what a slide shows
const SMALLEST = 0.6; // em, of what can be neither spread nor read in full size

const bottom = (node, slide) => node.getBoundingClientRect().bottom - slide.getBoundingClientRect().top;

// Move what does not fit to a slide after this one, under the same heading.
function spread(slide) {
  const [heading, ...blocks] = [...slide.children].filter((node) => !node.matches(".notes"));
  const over = blocks.findIndex((node) => bottom(node, slide) > HEIGHT);
  if (over < 0) return;
  const block = blocks[over];
  if (over === 0 && block.matches(".proof, .cell, details, section, .sd-card-body, .cell_output, .admonition, .admonition > div, ol, ul")) {
    block.replaceWith(...block.childNodes); // its parts may fit
    return spread(slide);
  }
  if (over === 0) return shrink(slide, block);
  const next = slide.cloneNode(false);
  next.append(heading.cloneNode(true), ...blocks.slice(over));
  slide.after(next);
}

function shrink(slide, block) {
  for (let size = 1; bottom(block, slide) > HEIGHT && size > SMALLEST; size -= 0.04)
    slide.style.setProperty("--size", size);
  if (slide.querySelector("h1, h2, h3").nextElementSibling !== slide.lastElementChild) spread(slide);
}

document.fonts.ready.then(async () => {
  for (const image of document.images) await image.decode().catch(() => {});
  const slides = document.getElementsByTagName("section"); // grows while it is walked
  for (let k = 0; k < slides.length; k++)
    if (!slides[k].querySelector("section")) spread(slides[k]);
  document.documentElement.classList.remove("measuring");
  const look = { width: 1280, height: 720, margin: 0.02, center: false, transition: "none" };
  await Reveal.initialize({ ...look, hash: true, slideNumber: "c/t", plugins: [RevealNotes] });
});
