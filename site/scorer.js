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
};
