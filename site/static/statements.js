// Filters for the page "Statements". Without this script the whole table shows.
const ABBREVIATIONS = [
  [/equations?|eqs\b/g, "eq"],
  [/fig\b/g, "figure"],
  [/alg\b/g, "algorithm"],
  [/thm\b/g, "theorem"],
  [/[()]|\.(?=\s|$)/g, ""],
  [/\s+/g, " "],
];
const normal = (text) =>
  ABBREVIATIONS.reduce((said, [from, to]) => said.replace(from, to), text.toLowerCase()).trim();

// "Eqs. (15)–(18)" is also found as "Eq. (17)".
function spread(name) {
  const [, first, last] = name.match(/\((\d+)\)–\((\d+)\)/) ?? [];
  const length = last ? last - first + 1 : 0;
  return name + Array.from({ length }, (_, k) => ` Eq. (${Number(first) + k})`).join("");
}

const kindOf = (row, what) =>
  [...row.classList].find((name) => name.startsWith(what)).slice(what.length).replaceAll("-", " ");

function describe(row, source) {
  const name = normal(spread(row.querySelector(".st-name").textContent));
  const short = `${name} ${normal(row.querySelector(".st-id").textContent)}`;
  const [chapter, verdict] = ["st-chapter-", "st-verdict-"].map((what) => kindOf(row, what));
  return { row, source, chapter, verdict, short, all: `${short} ${normal(row.textContent)}` };
}

// A number must end where the one that was typed ends: "Theorem 1.1" is not "Theorem 1.10".
function found(where, words) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return escaped.every((word) => new RegExp(/\d$/.test(word) ? `${word}(?!\\.?\\d)` : word).test(where));
}

// The whole phrase in a name counts before its words in a name, and these before words anywhere.
function matching(rows, query) {
  const phrase = normal(query);
  const words = phrase.split(" ");
  for (const [where, wanted] of [["short", [phrase]], ["short", words], ["all", words]]) {
    const hits = rows.filter((entry) => found(entry[where], wanted));
    if (hits.length) return hits;
  }
  return [];
}

const sections = [...document.querySelectorAll("section.st-source")];
const rows = sections.flatMap((section) =>
  [...section.querySelectorAll("tbody tr")].map((row) => describe(row, section.id)));
const options = (key) => [...new Set(rows.map((entry) => entry[key]))];
const titles = sections.map((s) => [s.id, s.querySelector("h2").firstChild.textContent.trim()]);
const chapters = options("chapter").sort((a, b) => a - b).map((c) => [c, `chapter ${c}`]);
const select = (label, key, choices) =>
  `<label><span>${label}</span><select name="${key}"><option value="">all</option>${choices
    .map(([value, text]) => `<option value="${value}">${text}</option>`).join("")}</select></label>`;
const form = document.createElement("form");
form.className = "st-filter";
form.setAttribute("role", "search");
form.setAttribute("aria-label", "Filter the statements");
form.innerHTML = `<label><span>Find</span><input type="search" name="find" autocomplete="off"
  placeholder="Theorem 1.2"></label>${select("Source", "source", titles)}
  ${select("Chapter", "chapter", chapters)}
  ${select("Verdict", "verdict", options("verdict").map((v) => [v, v]))}
  <button type="reset">Show all</button><output></output>`;
document.querySelector(".st-filter-place").append(form);

function show() {
  const { find, ...asked } = Object.fromEntries(new FormData(form));
  const kept = rows.filter((entry) =>
    Object.entries(asked).every(([key, value]) => !value || entry[key] === value));
  const hits = new Set(matching(kept, find).map((entry) => entry.row));
  for (const { row } of rows) row.hidden = !hits.has(row);
  for (const section of sections) section.hidden = !section.querySelector("tbody tr:not([hidden])");
  form.querySelector("output").textContent = `${hits.size} of ${rows.length} statements`;
}
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(show));
form.elements.find.value = new URLSearchParams(location.search).get("find") ?? "";
show();
