// How the search ranks what it finds: as Sphinx does by itself, with the book's statements first.
let asked = "";
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  // By the priority of an object; tools/search_sphinx.py gives 3 to theorems and the like.
  objPrio: { 0: 15, 1: 5, 2: -5, 3: 200 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  // Sphinx finds a statement by the title of its page too; one whose own name was asked for wins.
  score: ([page, name, anchor, about, score]) => {
    const plain = (text) => text.trim().toLowerCase().replaceAll(/&#x27;|\u2019/g, "'");
    return score + (asked && plain(name).includes(plain(asked)) ? 100 : 0);
  },
};

// A word that is on no page is read as the nearest one that is: with a letter more, less or
// exchanged, or with two swapped. Of several it is the one on most pages.
function nearest(word) {
  const { terms, titleterms, alltitles, objects } = Search._index;
  const names = [...Object.keys(alltitles), ...Object.values(objects).flat().map((it) => it[4])];
  const known = [...Object.keys({ ...terms, ...titleterms }), ...splitQuery(names.join(" ").toLowerCase())];
  const typed = word.toLowerCase();
  const stem = new Stemmer().stemWord(typed);
  if (typed.length < 4 || stopwords.includes(typed) || known.some((it) => it.includes(stem))) return word;
  const forms = [typed, stem].flatMap((form) => [...form, ""].map((here, i) => {
    const [before, next, rest] = [form.slice(0, i), form.slice(i + 1, i + 2), form.slice(i + 2)];
    return `${before}.?${next}${rest}|${before}.${here}${next}${rest}|${before}${next}${here}${rest}`;
  }));
  const pages = (it) => [terms[it] ?? []].flat().length;
  const near = known.filter((it) => new RegExp(`^(${forms.join("|")})$`).test(it));
  return near.sort((a, b) => pages(b) - pages(a))[0] ?? word;
}
const search = Search.query;
Search.query = (query) => {
  const words = splitQuery(query);
  const read = words.map(nearest);
  asked = words.some((word, k) => word !== read[k]) ? read.join(" ") : query;
  if (asked !== query) Search.output.before(`Nothing was found for \u201c${query}\u201d, but for \u201c${asked}\u201d:`);
  search(asked);
};
