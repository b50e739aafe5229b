// Typeset every formula while all slides are laid out, make what is too tall smaller, then start.

const WIDTH = 1280;
const HEIGHT = 720;
const SMALLEST = 0.6;

function fit(box) {
  let size = 1;
  const right = box.getBoundingClientRect().right + 1;
  const tooWide = (math) => math.getBoundingClientRect().right > right;
  const tooBig = () =>
    box.scrollHeight > HEIGHT - 40 || [...box.querySelectorAll("mjx-math")].some(tooWide);
  while (tooBig() && size > SMALLEST) {
    size = Math.max(SMALLEST, size - 0.04);
    box.style.fontSize = `${size}em`;
  }
}

window.MathJax = {
  tex: { packages: { "[-]": ["noundefined"] } },
  options: { enableMenu: false },
  startup: {
    pageReady: async () => {
      await MathJax.startup.defaultPageReady();
      document.querySelectorAll(".fit").forEach(fit);
      document.documentElement.classList.remove("measuring");
      await Reveal.initialize({
        width: WIDTH,
        height: HEIGHT,
        margin: 0.02,
        center: false,
        hash: true,
        slideNumber: "c/t",
        transition: "none",
        plugins: [RevealNotes],
      });
    },
  },
};
