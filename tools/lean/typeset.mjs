// Typeset formulas with MathJax, as it would in a browser, so that no browser has to.
//
// Standard input: a JSON list of {tex, display}. Standard output: {html: [...], css}, where a
// formula that cannot be typeset gives {error}; the style sheet covers every glyph of every font.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { allowBreaks } from "./breaks.mjs";

const require = createRequire(join(process.cwd(), "package.json"));
const MathJax = await require("mathjax").init({
  loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
  // Without noundefined a mistyped command is an error, not red text.
  tex: { packages: { "[-]": ["noundefined"] }, formatError: (_, error) => { throw error; } },
  chtml: { adaptiveCSS: false, fontURL: "mathjax/output/chtml/fonts/woff-v2" },
});
const adaptor = MathJax.startup.adaptor;

async function typeset({ tex, display }) {
  try {
    const formula = await MathJax.tex2chtmlPromise(tex, { display, em: 16, ex: 8 });
    adaptor.tags(formula, "mjx-math").forEach((math) => allowBreaks(adaptor, math));
    return adaptor.outerHTML(formula);
  } catch (error) {
    return { error: error.message };
  }
}

const html = [];
for (const formula of JSON.parse(readFileSync(0, "utf8"))) html.push(await typeset(formula));
const css = adaptor.textContent(MathJax.chtmlStylesheet());
process.stdout.write(JSON.stringify({ html, css }));
