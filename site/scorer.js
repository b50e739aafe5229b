// How the search ranks what it finds: as Sphinx does by itself, with the book's statements first.
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
    const asked = plain(new URLSearchParams(location.search).get("q") ?? "");
    return score + (asked && plain(name).includes(asked) ? 100 : 0);
  },
};
