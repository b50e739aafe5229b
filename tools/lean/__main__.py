"""Make all built pages light: ``python -m tools.lean``, after the pages have been built."""

from __future__ import annotations

from tools.lean import describe, formulas, icons, names, pictures, scripts, states, styles
from tools.pages import built_texts


def main() -> None:
    """Rewrite the built pages in place; applied to light pages, it changes nothing."""
    before = {p: text for p, text in built_texts().items() if " data-content_root=" in text}
    texts = formulas.typeset_pages(before)
    bundled = scripts.bundle()
    for path, text in texts.items():
        text = names.loosen(describe.describe(icons.draw(text)))
        text = pictures.show(states.move(text, path), path)
        texts[path] = scripts.lighten(text, path, bundled)
        _store(path, texts[path], before[path])
    sheet = styles.bundle(list(texts))
    for path, text in texts.items():
        _store(path, styles.link(text, sheet), text)


def _store(path, text: str, old: str) -> None:
    if text != old:
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
