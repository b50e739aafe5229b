"""Give every built page a Content-Security-Policy: only the site's own files, and known scripts.

A page's inline scripts and handlers are allowed one by one, by their hashes, so nothing else runs.
Nothing is evaluated from text.  Styles may be inline, since formulas and figures need them; the
modules of interactives arrive as blobs.
"""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape, unescape

from tools.pages import built_texts, rewrite

SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.DOTALL)
HANDLER = re.compile(r"<[^>]*\son\w+=\"([^\"]*)\"[^>]*>")
DATA = re.compile(r"\btype=\"(?!text/javascript|module)[^\"]+\"")
META = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>\n?")
CHARSET = re.compile(r"<meta charset=[^>]*>\n?", re.IGNORECASE)


def handlers(page: str) -> set[str]:
    """Return the code of the inline event handlers of a page."""
    return {unescape(code) for code in HANDLER.findall(SCRIPT.sub("", page))}


def policy(page: str, allowed: set[str], more: dict[str, str] | None = None) -> str:
    """Return the policy that this page needs; `allowed` are the handlers of the whole site.

    The search reads other pages, and their handlers count as its own while it does. What `more`
    holds for a rule is added to it.
    """
    inline = [
        m["body"]
        for m in SCRIPT.finditer(page)
        if "src=" not in m["attributes"] and not DATA.search(m["attributes"])
    ]
    scripts = ["'self'", "blob:", *sorted({_hash(code) for code in [*inline, *allowed]})]
    if allowed:
        scripts.append("'unsafe-hashes'")
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(scripts),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
    }
    for name, value in (more or {}).items():
        rules[name] += f" {value}"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _hash(code: str) -> str:
    digest = hashlib.sha256(code.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def protect(page: str, allowed: set[str], more: dict[str, str] | None = None) -> str:
    """Return the page with its policy, right after the character set, before any script."""
    page = META.sub("", page)
    content = escape(policy(page, allowed, more))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">\n'
    found = CHARSET.search(page)
    if not found:
        raise ValueError("The page must state its character set, where the policy goes.")
    return page[: found.end()] + meta + page[found.end() :]


def main() -> None:
    """Rewrite the built pages in place; those that have their policy already stay as they are."""
    texts = {path: text for path, text in built_texts().items() if CHARSET.search(text)}
    allowed = {code for text in texts.values() for code in handlers(text)}
    rewrite(texts, lambda text: protect(text, allowed))


if __name__ == "__main__":
    main()
