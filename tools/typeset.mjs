// Typeset formulas with MathJax, as it would in a browser, so that no browser has to.
//
// Standard input: a JSON list of {tex, display}. Standard output: {html: [...], css}; the style sheet
// covers every glyph of every font. A formula that cannot be typeset ends it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { allowBreaks } from "./breaks.mjs";

const require = createRequire(join(process.cwd(), "package.json"));
const MathJax = await require("mathjax").init({
  loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
  // Without noundefined a mistyped command is an error, not red text.
  tex: {
    packages: { "[-]": ["noundefined"] },
    formatError: (_, error) => { throw error; },
  },
  chtml: { adaptiveCSS: false, fontURL: "mathjax/output/chtml/fonts/woff-v2" },
});
const adaptor = MathJax.startup.adaptor;
const html = [];
for (const { tex, display } of JSON.parse(readFileSync(0, "utf8"))) {
  const formula = await MathJax.tex2chtmlPromise(tex, { display, em: 16, ex: 8 }).catch((error) => {
    throw new Error(`${error.message} in ${tex}`);
  });
  adaptor.tags(formula, "mjx-math").forEach((math) => allowBreaks(adaptor, math));
  html.push(adaptor.outerHTML(formula));
}
const css = adaptor.textContent(MathJax.chtmlStylesheet());
process.stdout.write(JSON.stringify({ html, css }));
