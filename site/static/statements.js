// Filters for the page "Statements". Without this script the whole table shows.

const normal = (text) =>
  text
    .toLowerCase()
    .replace(/equations?/g, "eq")
    .replace(/eqs\b/g, "eq")
    .replace(/fig\b/g, "figure")
    .replace(/alg\b/g, "algorithm")
    .replace(/thm\b/g, "theorem")
    .replace(/[()]/g, "")
    .replace(/\.(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();

// "Eqs. (15)–(18)" is also found as "Eq. (17)".
function spread(name) {
  const range = name.match(/\((\d+)\)–\((\d+)\)/);
  if (!range) return name;
  const all = [];
  for (let k = Number(range[1]); k <= Number(range[2]); k++) all.push(`Eq. (${k})`);
  return `${name} ${all.join(" ")}`;
}

function describe(row, source) {
  const text = (selector) => row.querySelector(selector)?.textContent ?? "";
  const kind = (what) => [...row.classList].find((name) => name.startsWith(what))?.slice(what.length);
  const name = `${spread(text(".st-name"))} ${text(".st-id")}`;
  let all; // long, and wanted by few searches
  return {
    row,
    source,
    name: ` ${normal(name)} `,
    get all() {
      return (all ??= ` ${normal(`${name} ${row.textContent}`)} `);
    },
    chapter: kind("st-chapter-"),
    verdict: kind("st-verdict-").replaceAll("-", " "),
  };
}

// A number must end where the one that was typed ends: "Theorem 1.1" is not "Theorem 1.10".
const found = (where, words) =>
  words.every((word) => {
    const at = where.indexOf(word);
    return at >= 0 && (!/\d$/.test(word) || new RegExp(`${escape(word)}(?!\\.?\\d)`).test(where));
  });
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function matching(rows, query) {
  const phrase = normal(query);
  if (!phrase) return rows;
  for (const [where, words] of [
    ["name", [phrase]],
    ["name", phrase.split(" ")],
    ["all", phrase.split(" ")],
  ]) {
    const hits = rows.filter((entry) => found(entry[where], words));
    if (hits.length) return hits;
  }
  return [];
}

function field(label, control) {
  const box = document.createElement("label");
  const name = document.createElement("span");
  name.textContent = label;
  box.append(name, control);
  return box;
}

function select(label, options) {
  const control = document.createElement("select");
  control.add(new Option("all", ""));
  for (const [value, text] of options) control.add(new Option(text, value));
  return { control, box: field(label, control) };
}

function start() {
  const sections = [...document.querySelectorAll("section.st-source")];
  if (!sections.length) return;
  const rows = sections.flatMap((section) =>
    [...section.querySelectorAll("tbody tr")].map((row) => describe(row, section.id)),
  );
  const distinct = (key) => [...new Set(rows.map((entry) => entry[key]))];
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Theorem 1.2";
  search.autocomplete = "off";
  const source = select(
    "Source",
    sections.map((s) => [s.id, s.querySelector("h2").firstChild.textContent.trim()]),
  );
  const chapters = distinct("chapter").sort((a, b) => a - b);
  const chapter = select("Chapter", chapters.map((c) => [c, `chapter ${c}`]));
  const verdict = select("Verdict", distinct("verdict").map((v) => [v, v]));
  const count = document.createElement("output");
  const reset = document.createElement("button");
  reset.type = "reset";
  reset.textContent = "Show all";
  const form = document.createElement("form");
  form.className = "st-filter";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "Filter the statements");
  form.append(field("Find", search), source.box, chapter.box, verdict.box, reset, count);
  document.querySelector(".st-filter-place").append(form);

  function show() {
    const kept = rows.filter(
      (entry) =>
        (!source.control.value || entry.source === source.control.value) &&
        (!chapter.control.value || entry.chapter === chapter.control.value) &&
        (!verdict.control.value || entry.verdict === verdict.control.value),
    );
    const hits = new Set(matching(kept, search.value).map((entry) => entry.row));
    for (const { row } of rows) row.hidden = !hits.has(row);
    for (const section of sections)
      section.hidden = !section.querySelector("tbody tr:not([hidden])");
    count.textContent = `${hits.size} of ${rows.length} statements`;
  }
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
  search.value = new URLSearchParams(location.search).get("find") ?? "";
  show();
}

start();
