// Where a long formula may be broken if there is no room for it: behind a wide space; in a part that
// is long even so, before a relation; in one that is still long, before the sign of a sum. Never
// within brackets. The places are marked by <wbr>; the style sheet lets no other be used.
const LONG = 20; // glyphs that a phone has room for, with the number of the formula beside them
const RELATIONS = new Set("=<>≤≥≠≈∼≡≪≫∈⊂⊆→←↦⇒⟹⇔");
const SIGNS = new Set("+−");
const OPENING = new Set("([{⟨⌈⌊");
const CLOSING = new Set(")]}⟩⌉⌋");
const BARS = new Set("|∣‖∥");
const WIDE = 1; // em

export function allowBreaks(adaptor, math) {
  const parts = adaptor.childNodes(math);
  const glyphs = parts.map((part) => glyphsOf(adaptor, part));
  const places = placesOf(adaptor, parts, glyphs);
  for (const i of chosen(0, parts.length, [...new Set(places.values())].sort(), glyphs, places))
    adaptor.insert(adaptor.node("wbr"), parts[i]);
}

// The glyphs of a part, as characters; MathJax names their code points in their classes. One that is
// put together from pieces carries its name itself.
function glyphsOf(adaptor, part) {
  if (adaptor.kind(part) === "#text") return [];
  const named = adaptor.getAttribute(part, "class")?.match(/\bmjx-c([0-9A-F]+)\b/);
  if (named) return [String.fromCodePoint(parseInt(named[1], 16))];
  return (adaptor.childNodes(part) ?? []).flatMap((child) => glyphsOf(adaptor, child));
}

// Numbers of the parts that may begin a line -> the rank of that place, 0 the best.
function placesOf(adaptor, parts, glyphs) {
  const places = new Map();
  let depth = 0;
  let within = false; // bars
  parts.forEach((part, i) => {
    const [glyph, ...more] = glyphs[i];
    const single = more.length === 0 || adaptor.kind(part).startsWith("mjx-msu"); // )^2 closes, too
    if (single && CLOSING.has(glyph)) depth = Math.max(0, depth - 1);
    if (i && depth === 0 && !within) {
      if (isWide(adaptor, parts[i - 1])) places.set(i, 0);
      else if (single && RELATIONS.has(glyph)) places.set(i, 1);
      else if (single && SIGNS.has(glyph) && adaptor.getAttribute(part, "space") === "3")
        places.set(i, 2); // between two terms, by the space before it
    }
    if (single && OPENING.has(glyph)) depth++;
    if (single && depth === 0 && BARS.has(glyph)) within = !within;
  });
  return places;
}

function isWide(adaptor, part) {
  if (adaptor.kind(part) === "mjx-mspace")
    return parseFloat(adaptor.getStyle(part, "width")) >= WIDE;
  const children = adaptor.childNodes(part) ?? [];
  return children.length === 1 && isWide(adaptor, children[0]);
}

// The places to use in the parts from `start` to `end`: those of the first rank, and of the others
// only in what these leave too long.
function chosen(start, end, ranks, glyphs, places) {
  if (!ranks.length || glyphs.slice(start, end).flat().length <= LONG) return [];
  const [rank, ...others] = ranks;
  const here = [...places.keys()].filter((i) => start < i && i < end && places.get(i) === rank);
  const bounds = [start, ...here, end];
  return bounds.slice(1).flatMap((bound, k) => [
    ...chosen(bounds[k], bound, others, glyphs, places),
    ...(bound < end ? [bound] : []),
  ]);
}
