// Where a long formula may be broken if there is no room for it: behind a wide space and before a
// relation; in a part that is long even so, before the sign of a sum. Never within brackets. The
// places are marked by <wbr>; the style sheet lets no other be used.
const LONG = 20; // glyphs that a phone has room for, with the number of the formula beside them
const WIDE = 1; // em

export function allowBreaks(adaptor, math) {
  // MathJax names the code points of glyphs in their classes. One put together from pieces has its
  // name itself.
  function glyphsOf(part) {
    if (adaptor.kind(part) === "#text") return [];
    const named = adaptor.getAttribute(part, "class")?.match(/\bmjx-c([0-9A-F]+)\b/);
    if (named) return [String.fromCodePoint(parseInt(named[1], 16))];
    return (adaptor.childNodes(part) ?? []).flatMap(glyphsOf);
  }
  function isWide(part) {
    if (adaptor.kind(part) === "mjx-mspace") return parseFloat(adaptor.getStyle(part, "width")) >= WIDE;
    const children = adaptor.childNodes(part) ?? [];
    return children.length === 1 && isWide(children[0]);
  }
  const parts = adaptor.childNodes(math);
  const glyphs = parts.map(glyphsOf);
  const long = (start, end) => glyphs.slice(start, end).flat().length > LONG;
  const good = [0]; // parts that may begin a line
  const signs = []; // and others, at need
  let depth = 0;
  let within = false; // bars
  parts.forEach((part, i) => {
    const [glyph, ...more] = glyphs[i];
    const single = more.length === 0 || adaptor.kind(part).startsWith("mjx-msu"); // )^2 closes, too
    const is = (set) => single && glyph && set.includes(glyph);
    if (is(")]}⟩⌉⌋")) depth = Math.max(0, depth - 1);
    if (i && !depth && !within) {
      if (isWide(parts[i - 1]) || is("=<>≤≥≠≈∼≡≪≫∈⊂⊆→←↦⇒⟹⇔")) good.push(i);
      else if (is("+−") && adaptor.getAttribute(part, "space") === "3") signs.push(i);
    }
    if (is("([{⟨⌈⌊")) depth++;
    if (!depth && is("|∣‖∥")) within = !within;
  });
  if (!long(0)) return;
  good.forEach((start, k) => {
    const end = good[k + 1] ?? parts.length;
    const more = long(start, end) ? signs.filter((i) => start < i && i < end) : [];
    for (const i of start ? [start, ...more] : more) adaptor.insert(adaptor.node("wbr"), parts[i]);
  });
}
