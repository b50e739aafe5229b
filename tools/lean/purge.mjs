// Print what the pages use of some style sheets, as a JSON list.
//
// Standard input: {content, css}, lists of files.  The pages and scripts in `content` say which
// names occur; a rule that asks for any other name can match nothing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const { PurgeCSS } = require("purgecss");
const purged = await new PurgeCSS().purge({
  ...JSON.parse(readFileSync(0, "utf8")),
  fontFace: true,
  keyframes: true,
});
process.stdout.write(JSON.stringify(purged.map((sheet) => sheet.css)));
